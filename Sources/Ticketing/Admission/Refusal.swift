public import Languages

/// A reason why a gate refuses entry, with the values that gate staff need to explain the refusal (Docs/Gate.md,
/// "Verdict").
///
/// The cases are in the order in which a gate checks for them.
public enum Refusal: Hashable, Sendable {
    /// The input is not a well-formed ticket. The value is the likely kind of the input.
    case malformed(UnknownInput)
    case unsupportedVersion(UInt8)
    case unknownKey(UInt8)
    case badSignature
    /// The live code is old or missing. `stepsOff` is the time of the live code minus the time of the gate's clock, in
    /// steps of 30 seconds, from −10 to 10. `stepsOff` is nil if the difference is larger, or if a required live code
    /// is missing. `present` says whether the input contains a live code.
    case staleCode(stepsOff: Int?, present: Bool)
    /// The ticket belongs to another event. The associated values are the number, title and start of that event. The
    /// title and the start are nil if the store does not contain that event, or if another organizer owns it.
    case wrongEvent(EventNumber, title: String?, start: Instant?)
    case notListed
    case revoked(Ticket.Status, since: Instant?, note: String?)
    case superseded(since: Instant?)
    /// The ticket has not been paid for yet, and can be paid for at the door.
    case unpaid(due: Money)
    case notYetValid(from: Instant, until: Instant? = nil)
    case expired(until: Instant, from: Instant? = nil)
    /// `validAt` contains the names of the gates or sub-events that accept the ticket. `landmarks` contains the texts
    /// of the landmarks of those gates, by the names in `validAt`; gates without a landmark are omitted. `pictures`
    /// contains the pictures of those gates, also by the names in `validAt`.
    case wrongGate(
        validAt: [String], landmarks: [String: String] = [:], pictures: [String: StoredPicture] = [:])
    case outsideHours(DailyHours)
    /// Only `left` more people may enter, but the request is for a larger number of people. `left` is 0 when the ticket
    /// is used up. `first` and `last` are the first and the latest admission; nil if there was no admission. For a
    /// ticket with separate slots for each day, only the admissions of the current day are considered.
    case alreadyUsed(
        first: Admission?, used: Int, allowed: Int, reentry: Reentry = .afterExit, left: Int = 0, last: Admission? = nil
    )
    case notInside
    /// Entry would bring more people inside than `capacity` allows. `inside` is the number of people inside now,
    /// according to the records in this store.
    case venueFull(inside: Int, capacity: Int)
    /// An undo is refused, because some of the admitted people have left in the meantime.
    case leftSince

    /// A refusal without its values. The raw values are used in JSON data and in the ledger.
    public enum Reason: String, LabelledValue {
        public static let subject = "refusal"

        case malformed, unsupportedVersion, unknownKey, badSignature, staleCode, wrongEvent, notListed, revoked
        case superseded, unpaid, notYetValid, expired, wrongGate, outsideHours, alreadyUsed, notInside, venueFull
        case leftSince
    }

    public var reason: Reason {
        switch self {
        case .malformed: .malformed
        case .unsupportedVersion: .unsupportedVersion
        case .unknownKey: .unknownKey
        case .badSignature: .badSignature
        case .staleCode: .staleCode
        case .wrongEvent: .wrongEvent
        case .notListed: .notListed
        case .revoked: .revoked
        case .superseded: .superseded
        case .unpaid: .unpaid
        case .notYetValid: .notYetValid
        case .expired: .expired
        case .wrongGate: .wrongGate
        case .outsideHours: .outsideHours
        case .alreadyUsed: .alreadyUsed
        case .notInside: .notInside
        case .venueFull: .venueFull
        case .leftSince: .leftSince
        }
    }

    /// The name of the reason in JSON data and in the ledger.
    public var name: String { reason.rawValue }
}

/// The time and the gate of an entry.
public struct Admission: Hashable, Sendable {
    public let at: Instant
    public let gate: String

    public init(at: Instant, gate: String) {
        self.at = at
        self.gate = gate
    }
}

/// The direction in which people pass a gate.
public enum Direction: String, Hashable, Sendable, CaseIterable {
    case entry, exit
}

/// The kind of a ledger record.
public enum LedgerRecordKind: String, Hashable, Sendable, CaseIterable {
    case entry, exit
    /// The reversal of an admission.
    case void
    /// An entry without a scan: gate staff looked up the ticket or checked it off on paper.
    case override
    /// A merge: the device received records of other chains.
    case merge

    public init(_ direction: Direction) {
        switch direction {
        case .entry: self = .entry
        case .exit: self = .exit
        }
    }
}
