public import Languages

public typealias APITokenID = RandomID<APIToken>

/// A credential with which a program uses the API. The program acts for the user who created the token. The token's
/// scopes limit what the program may do.
public struct APIToken: Hashable, Sendable, Updatable {
    public static let longestName = 100

    public let id: APITokenID
    public let organizer: OrganizerNumber
    /// The only event for which the token is valid; nil if it is valid for every event of the organizer.
    public let event: EventNumber?
    public let scopes: Set<Scope>
    /// The purpose of the token, for people.
    public let name: String
    public let madeBy: UserID
    public let created: Instant
    /// The time when the token expires; nil if the token is valid until it is revoked.
    public let expires: Instant?
    /// The time of the last use; nil if the token was never used. It is stored at most once a minute.
    public var seen: Instant?
    public var revoked: Instant?

    /// A permission of a program. Every scope includes `read`.
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
        madeBy: UserID, created: Instant, expires: Instant?
    ) {
        self.id = id
        self.organizer = organizer
        self.event = event
        self.scopes = scopes
        self.name = name
        self.madeBy = madeBy
        self.created = created
        self.expires = expires
    }

    /// The state. The raw values are used in JSON.
    public enum State: String, LabelledValue {
        public static let subject = "apiTokenState"

        case valid, expired, revoked
    }

    public func state(at now: Instant) -> State {
        revoked != nil ? .revoked : isInvalid(at: now) ? .expired : .valid
    }

    public func isInvalid(at now: Instant) -> Bool { revoked != nil || expires.map { now >= $0 } ?? false }
}
