public typealias WebDeviceID = RandomID<WebDevice>

/// A phone that works at a gate through its browser: it was paired by a code, and may do there what the role `gate` may,
/// until it is revoked, or nobody has used it for four hours.
public struct WebDevice: Hashable, Sendable {
    public static let idleSeconds: Int64 = 4 * 3600

    public let id: WebDeviceID
    public let post: GatePost
    /// Who works with it, as the ledger says it.
    public let name: String
    /// Whose rights it has been lent.
    public let invitedBy: UserID
    /// Where it was paired.
    public let address: String
    public let created: Instant
    /// To the minute: not each request is written down.
    public let seen: Instant
    public let revoked: Instant?

    public init(
        id: WebDeviceID, post: GatePost, name: String, invitedBy: UserID, address: String, created: Instant,
        seen: Instant, revoked: Instant? = nil
    ) {
        self.id = id
        self.post = post
        self.name = name
        self.invitedBy = invitedBy
        self.address = address
        self.created = created
        self.seen = seen
        self.revoked = revoked
    }

    public func isOver(at now: Instant) -> Bool {
        revoked != nil || now >= seen.advanced(bySeconds: WebDevice.idleSeconds)
    }
}

/// Where a device works.
public struct GatePost: Hashable, Sendable {
    public static let longestGate = 100

    public let organizer: OrganizerNumber
    public let event: EventNumber
    public let gate: String
    /// Nil at an event without functions, and where whoever has the device says which one.
    public let function: Int?

    public init(organizer: OrganizerNumber, event: EventNumber, gate: String, function: Int?) {
        self.organizer = organizer
        self.event = event
        self.gate = gate
        self.function = function
    }
}

/// A phone that is awaited at a gate: whoever has the code that belongs to it may pair one.
public struct Pairing: Hashable, Sendable {
    public static let openSeconds: Int64 = 600
    /// Wrong codes after which none is taken any more, whoever they were from.
    public static let mostFailures = 5

    /// What the device will be.
    public let device: WebDeviceID
    public let post: GatePost
    /// Nil lets whoever has the phone say who they are.
    public let name: String?
    public let invitedBy: UserID
    public let expires: Instant
    /// Wrong codes that were tried while it was open.
    public let failures: Int

    public init(
        device: WebDeviceID, post: GatePost, name: String?, invitedBy: UserID, expires: Instant, failures: Int = 0
    ) {
        self.device = device
        self.post = post
        self.name = name
        self.invitedBy = invitedBy
        self.expires = expires
        self.failures = failures
    }

    public func isOpen(at now: Instant) -> Bool { now < expires && failures < Pairing.mostFailures }
}
