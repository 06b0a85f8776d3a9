public typealias APITokenID = RandomID<APIToken>

/// What lets a program act as the user who made it: so much of what they may as its scopes say.
public struct APIToken: Hashable, Sendable {
    public static let longestName = 100

    public let id: APITokenID
    public let organizer: OrganizerNumber
    /// Nil is every event of the organizer.
    public let event: EventNumber?
    public let scopes: Set<Scope>
    /// What it is for.
    public let name: String
    public let madeBy: UserID
    public let created: Instant
    /// Nil is until it is revoked.
    public let expires: Instant?
    /// To the minute; nil before the first time.
    public let seen: Instant?
    public let revoked: Instant?

    /// What a program may do. Each goes with `read`.
    public enum Scope: String, Hashable, Comparable, Sendable, CaseIterable {
        case read
        case readOrders = "read-orders"
        case scan, sell
        case changeTickets = "change-tickets"
        case manageEvents = "manage-events"
        case readReports = "read-reports"
        case administer

        public var right: Role.Right {
            switch self {
            case .read: .lookUp
            case .readOrders: .readOrders
            case .scan: .scan
            case .sell: .sell
            case .changeTickets: .changeTickets
            case .manageEvents: .manageEvents
            case .readReports: .readReports
            case .administer: .administer
            }
        }

        public static func < (a: Scope, b: Scope) -> Bool { a.rawValue < b.rawValue }
    }

    public init(
        id: APITokenID, organizer: OrganizerNumber, event: EventNumber?, scopes: Set<Scope>, name: String,
        madeBy: UserID, created: Instant, expires: Instant?, seen: Instant? = nil, revoked: Instant? = nil
    ) {
        self.id = id
        self.organizer = organizer
        self.event = event
        self.scopes = scopes
        self.name = name
        self.madeBy = madeBy
        self.created = created
        self.expires = expires
        self.seen = seen
        self.revoked = revoked
    }

    public func isOver(at now: Instant) -> Bool { revoked != nil || expires.map { now >= $0 } ?? false }
}
