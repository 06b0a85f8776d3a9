/// An event that can be recommended, with the facts on which a recommendation depends.
public struct EventCandidate: Hashable, Sendable {
    public let number: EventNumber
    public let category: EventDetails.Category
    /// The organizer’s slug.
    public let organizer: String
    public let place: Place
    public let start: Instant
    public let end: Instant
    public let created: Instant
    public var sales = Sales()

    /// The place of an event.
    public struct Place: Hashable, Sendable {
        public let city: String?
        /// The city, folded (`String.folded`). It is computed only once, because it is compared for each visitor.
        let foldedCity: String?
        public let position: Coordinates?
        /// The IANA time zone.
        public let timeZone: String

        public init(city: String?, position: Coordinates?, timeZone: String) {
            self.city = city
            foldedCity = city?.folded
            self.position = position
            self.timeZone = timeZone
        }
    }

    /// The ticket types of an event that visitors see.
    public struct Sales: Hashable, Sendable {
        /// The price of each type; nil for a type that is free of charge.
        public var prices: [Money?] = []
        /// The sum of the quantities of the types. Types without a quantity do not count.
        public var quantity = 0
        /// The number of tickets of these types that are sold or reserved. Types without a quantity do not count.
        public var taken = 0

        public init() {}

        /// The share of the tickets that are sold or reserved, in tenths, rounded down; nil for an event with fewer
        /// than `leastQuantity` tickets. The number is rounded, so that the order of a list does not reveal exact
        /// sales.
        public var tenthsTaken: Int? {
            quantity >= Sales.leastQuantity ? min(10, taken * 10 / quantity) : nil
        }

        /// Whether at least half of the tickets are sold or reserved.
        public var isPopular: Bool { tenthsTaken.map { $0 >= 5 } ?? false }

        private static let leastQuantity = 10
    }

    public init(
        number: EventNumber, category: EventDetails.Category, organizer: String, place: Place, start: Instant,
        end: Instant, created: Instant
    ) {
        self.number = number
        self.category = category
        self.organizer = organizer
        self.place = place
        self.start = start
        self.end = end
        self.created = created
    }

    var isFree: Bool { sales.prices.contains { $0.map { $0.minorUnits == 0 } ?? true } }

    /// The lowest price; nil if a type is free of charge, or if visitors see no type.
    var cheapest: Money? {
        isFree ? nil : sales.prices.compactMap(\.self).min { $0.minorUnits < $1.minorUnits }
    }

    /// Whether at least half of the tickets are sold or reserved.
    public var isPopular: Bool { sales.isPopular }
}
