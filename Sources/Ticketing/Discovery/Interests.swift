/// The interests of a visitor, as the visitor’s browser reports them with one request. The server does not store them.
public struct Interests: Hashable, Sendable {
    /// The categories that the visitor chose.
    public var categories: Set<EventDetails.Category>
    /// The visitor’s city, folded (`String.folded`); empty if it is unknown.
    public var city: String
    /// The greatest distance of an event that counts as nearby, in kilometres.
    public var maximumDistance: Int
    /// The price band that the visitor prefers; nil for any.
    public var price: PriceBand?
    /// The days of the week on which the visitor prefers events to begin; empty for any.
    public var days: Set<WeekDay>
    /// The parts of the day in which the visitor prefers events to begin; empty for any.
    public var times: Set<DayPart>
    /// The slugs of the organizers that the visitor follows.
    public var followed: Set<String>
    /// For each kind of interaction, the number of such interactions with the events of each category.
    public var interactions: [Interaction: [EventDetails.Category: Int]]

    /// An action of a visitor with an event.
    public enum Interaction: String, Hashable, Sendable, CaseIterable {
        case purchase, like, share, view

        /// The weight of this interaction.
        public var points: Int {
            switch self {
            case .purchase: 5
            case .like: 3
            case .share: 2
            case .view: 1
            }
        }
    }

    public static let standardDistance = 25
    public static let distances = 1...500
    /// The minimum number of points (`points(of:)`) with which `confidence` is 1.
    static let fullConfidence = 20
    /// The minimum number of points with which a category counts as liked by the visitor.
    static let learnedPoints = 5

    public init(
        categories: Set<EventDetails.Category> = [], city: String = "", maximumDistance: Int = standardDistance,
        price: PriceBand? = nil, days: Set<WeekDay> = [], times: Set<DayPart> = [], followed: Set<String> = [],
        interactions: [Interaction: [EventDetails.Category: Int]] = [:]
    ) {
        self.categories = categories
        self.city = city
        self.maximumDistance = maximumDistance
        self.price = price
        self.days = days
        self.times = times
        self.followed = followed
        self.interactions = interactions
    }

    /// The points of a category: the sum of the weights of all interactions with its events.
    func points(of category: EventDetails.Category) -> Int {
        interactions.reduce(0) { $0 + $1.key.points * ($1.value[category] ?? 0) }
    }

    /// How much is known about the visitor: from 0, for nothing, to 1, for at least `fullConfidence` points.
    public var confidence: Double {
        let points = EventDetails.Category.allCases.reduce(0) { $0 + self.points(of: $1) }
        return min(1, Double(points) / Double(Interests.fullConfidence))
    }

    /// The categories that the visitor chose, and the categories with at least `learnedPoints` points.
    var likedCategories: Set<EventDetails.Category> {
        categories.union(
            EventDetails.Category.allCases.filter { points(of: $0) >= Interests.learnedPoints })
    }

    /// Whether so little is known about the visitor that only popular events can be recommended. Preferred days and
    /// times do not count, because they give no points.
    public var isCold: Bool {
        categories.isEmpty && city.isEmpty && price == nil && followed.isEmpty
            && confidence * Double(Interests.fullConfidence) < Double(Interests.learnedPoints)
    }
}
