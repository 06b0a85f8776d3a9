/// Why a gate lets nobody in, with what the person at the gate must say next (GATE, "Verdict").
///
/// The order of the cases is the order of the checks.
public enum Refusal: Hashable, Sendable {
    /// `looksLike` says what the text is instead.
    case malformed(looksLike: String)
    case unsupportedVersion(UInt8)
    case unknownKey(UInt8)
    case badSignature
    /// `stepsOff` counts 30-second steps, when within ±10; nil is older, or no live code where one is demanded.
    case staleCode(stepsOff: Int?, present: Bool)
    /// Title and start when the store knows the other event and its organizer is the same.
    case wrongEvent(EventNumber, title: String?, start: Instant?)
    case notListed
    case revoked(Ticket.Status, since: Instant?, note: String?)
    case superseded(since: Instant?)
    /// To be paid at the door first.
    case unpaid(due: Money)
    case notYetValid(from: Instant, until: Instant? = nil)
    case expired(until: Instant, from: Instant? = nil)
    /// Which gates, or which functions, take this ticket. Empty when none does.
    case wrongGate(takes: [String])
    case outsideHours(DailyHours)
    /// Fewer people can come in than were asked for: `left`, which is 0 when the ticket is used up. `first` and `last` are the
    /// first and the latest admission, of tickets that count by days today's; nil before the first.
    case alreadyUsed(
        first: Admission?, used: Int, allowed: Int, reentry: Reentry = .afterExit, left: Int = 0, last: Admission? = nil
    )
    case notInside
    /// As many people are inside as may be, as far as this store knows.
    case venueFull(inside: Int, capacity: Int)
    /// Of an admission that is to be taken back: some of its people have left since.
    case leftSince

    /// The name in JSON and in the ledger.
    public var name: String {
        switch self {
        case .malformed: "malformed"
        case .unsupportedVersion: "unsupportedVersion"
        case .unknownKey: "unknownKey"
        case .badSignature: "badSignature"
        case .staleCode: "staleCode"
        case .wrongEvent: "wrongEvent"
        case .notListed: "notListed"
        case .revoked: "revoked"
        case .superseded: "superseded"
        case .unpaid: "unpaid"
        case .notYetValid: "notYetValid"
        case .expired: "expired"
        case .wrongGate: "wrongGate"
        case .outsideHours: "outsideHours"
        case .alreadyUsed: "alreadyUsed"
        case .notInside: "notInside"
        case .venueFull: "venueFull"
        case .leftSince: "leftSince"
        }
    }
}

/// An entry that happened: when, and at which gate.
public struct Admission: Hashable, Sendable {
    public let at: Instant
    public let gate: String

    public init(at: Instant, gate: String) {
        self.at = at
        self.gate = gate
    }
}

/// Which way a person goes.
public enum Direction: String, Hashable, Sendable, CaseIterable {
    case entry, exit
}

/// What a record of the ledger is about.
public enum LedgerDirection: String, Hashable, Sendable, CaseIterable {
    case entry, exit
    /// An admission that is taken back.
    case void
    /// An entry without a scan: the ticket was looked up, or ticked on paper.
    case override
    /// What the device has learned of other chains.
    case merge

    public init(_ direction: Direction) {
        switch direction {
        case .entry: self = .entry
        case .exit: self = .exit
        }
    }
}
