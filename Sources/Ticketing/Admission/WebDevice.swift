public typealias WebDeviceID = RandomID<WebDevice>

/// A phone that scans tickets in its browser. The phone is paired with a code, so that nobody needs to sign in on it.
/// The phone has the rights of the role `gate`. The rights end when the phone is revoked, or when it was not used for
/// four hours.
public struct WebDevice: Hashable, Sendable {
    public static let idleSeconds: Int64 = 4 * 3600

    /// The state in lists and in JSON.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// No phone has completed the pairing yet.
        case awaited
        case working
        /// The phone was not used for `idleSeconds`, so it must be paired again.
        case idle
        case revoked
    }

    public let id: WebDeviceID
    public let assignment: GateAssignment
    /// The name of the operator in the ledger.
    public let name: String
    /// The user whose rights limit the device's rights.
    public let invitedBy: UserID
    /// The network address from which the phone was paired.
    public let address: String
    public let created: Instant
    /// The time of the last use. It is stored at most once a minute, so most requests cause no write.
    public let seen: Instant
    public let revoked: Instant?

    public init(
        id: WebDeviceID, assignment: GateAssignment, name: String, invitedBy: UserID, address: String, created: Instant,
        seen: Instant, revoked: Instant? = nil
    ) {
        self.id = id
        self.assignment = assignment
        self.name = name
        self.invitedBy = invitedBy
        self.address = address
        self.created = created
        self.seen = seen
        self.revoked = revoked
    }

    public func state(at now: Instant) -> State { revoked != nil ? .revoked : hasEnded(at: now) ? .idle : .working }

    public func hasEnded(at now: Instant) -> Bool {
        revoked != nil || now >= seen.advanced(bySeconds: WebDevice.idleSeconds)
    }
}

/// The event and the gate at which a device works.
public struct GateAssignment: Hashable, Sendable {
    public static let longestGate = 100

    public let organizer: OrganizerNumber
    public let event: EventNumber
    public let gate: String
    /// The number of the sub-event; nil if the event has no sub-events, or if the operator selects the sub-event on the
    /// device.
    public let subEvent: Int?

    public init(organizer: OrganizerNumber, event: EventNumber, gate: String, subEvent: Int?) {
        self.organizer = organizer
        self.event = event
        self.gate = gate
        self.subEvent = subEvent
    }
}

/// A prepared pairing that no phone has used yet. A phone is paired when its operator enters the code of the pairing.
public struct Pairing: Hashable, Sendable {
    public static let lifetimeSeconds: Int64 = 600
    /// The number of wrong codes, from any client, after which the pairing is closed.
    public static let mostFailures = 5

    /// The id that the phone gets when the pairing is used.
    public let device: WebDeviceID
    public let assignment: GateAssignment
    /// The name of the operator; nil if the operator enters it on the phone.
    public let name: String?
    public let invitedBy: UserID
    public let expires: Instant
    /// The number of wrong codes entered so far.
    public let failures: Int

    public init(
        device: WebDeviceID, assignment: GateAssignment, name: String?, invitedBy: UserID, expires: Instant,
        failures: Int = 0
    ) {
        self.device = device
        self.assignment = assignment
        self.name = name
        self.invitedBy = invitedBy
        self.expires = expires
        self.failures = failures
    }

    public func isOpen(at now: Instant) -> Bool { now < expires && failures < Pairing.mostFailures }
}
