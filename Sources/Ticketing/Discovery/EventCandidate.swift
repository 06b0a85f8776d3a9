/// An event that can be recommended, with the facts on which a recommendation depends.
public struct EventCandidate: Hashable, Sendable {
    public let number: EventNumber
    public let category: EventDetails.Category
    /// The organizer’s slug.
    public let organizer: String
    public let city: String?
    public let position: Coordinates?
    /// The IANA time zone.
    public let timeZone: String
    public let start: Instant
    public let end: Instant
    public let created: Instant
    /// The prices of the ticket types that visitors see; nil for a type that is free of charge.
    public var prices: [Money?]
    /// The sum of the quantities of the ticket types that visitors see. Types without a quantity do not count.
    public var quantity: Int
    /// The number of these tickets that are sold or reserved.
    public var taken: Int

    public init(
        number: EventNumber, category: EventDetails.Category, organizer: String, city: String? = nil,
        position: Coordinates? = nil, timeZone: String, start: Instant, end: Instant, created: Instant,
        prices: [Money?] = [], quantity: Int = 0, taken: Int = 0
    ) {
        self.number = number
        self.category = category
        self.organizer = organizer
        self.city = city
        self.position = position
        self.timeZone = timeZone
        self.start = start
        self.end = end
        self.created = created
        self.prices = prices
        self.quantity = quantity
        self.taken = taken
    }

    /// Whether visitors can get a ticket free of charge.
    var isFree: Bool { prices.contains { $0.map { $0.minorUnits == 0 } ?? true } }

    /// The lowest price; nil if a type is free of charge, or if visitors see no type.
    var cheapest: Money? {
        isFree ? nil : prices.compactMap(\.self).min { $0.minorUnits < $1.minorUnits }
    }

    /// The share of the tickets that are sold or reserved, in tenths, rounded down; nil for an event with fewer than
    /// `leastQuantity` tickets. The number is rounded, so that the order of a list does not reveal exact sales.
    public var tenthsTaken: Int? {
        quantity >= EventCandidate.leastQuantity ? min(10, taken * 10 / quantity) : nil
    }

    /// Whether at least half of the tickets are sold or reserved.
    public var isPopular: Bool { tenthsTaken.map { $0 >= 5 } ?? false }

    private static let leastQuantity = 10
}
