public import Languages
import Store
public import Ticketing

/// The decision on one scan. If the gate fails to decide, the outcome is `undecided`, which is never shown in green
/// (Docs/Gate.md, “Verdict”).
public struct Verdict: Sendable, Updatable {
    public let outcome: Outcome
    /// The ticket, if its MAC or signature is valid, or if a person looked up a ticket that exists; otherwise nil.
    public let ticket: TicketSummary?
    /// The things that gate staff must check or know. If the outcome is `admit`, the list is complete. For every other
    /// outcome, it contains only the ticket's latest double admission, if there is one.
    public let attention: [Attention]
    /// `used` is the number of the ticket's slots that are occupied after the decision, and `allowed` is the number of
    /// all its slots. Both values are nil if the store does not have the ticket.
    public internal(set) var used: Int?
    public internal(set) var allowed: Int?
    /// The ticket's first entry, if it was before this scan; otherwise nil.
    public internal(set) var firstAdmission: Admission?
    /// The code with which a person looked up a ticket in the main store, if the event has no ticket with this code.
    public internal(set) var unknownCode: TicketCode?
    /// For a refusal with `notInside`: whether anybody on the ticket is inside. Nil if this is not known, because the
    /// verdict repeats a recorded decision. Nil for all other verdicts.
    public internal(set) var isAnybodyInside: Bool?
    public let gate: String
    /// The sub-event that the gate serves, if the verdict depends on it; nil at an event without sub-events.
    public let subEvent: SubEvent?
    /// The time of the decision by the gate's wall clock.
    public let at: Instant
    /// The time that was compared with the ticket's validity window and hours. It differs from `at` if the gate uses a
    /// fixed time instead of its clock for these checks.
    public let validityTime: Instant
    /// The keyboard layout of the scanner's computer, if the gate had to repair the typed text to find a valid MAC or
    /// signature; otherwise nil.
    public internal(set) var repairedLayout: KeyboardLayout?
    /// The index in `Scan.readings` of the text that the gate used: the first text with a valid MAC or signature. 0 if
    /// no text is valid.
    public internal(set) var readingIndex = 0
    /// How the decision changed the event's numbers of people; no change if the gate returns a decision that it
    /// recorded earlier.
    public internal(set) var headcountChange = HeadcountChange()

    /// The people of a ticket that admits several people: how many are inside after the decision, and how many the
    /// ticket admits. Nil for other tickets, and for refusals that do not depend on these numbers.
    public var party: (inside: Int, allowed: Int)? {
        guard let used, let allowed, allowed > 1 else { return nil }
        switch outcome {
        case .admit, .exit, .void, .repeat, .refuse(.alreadyUsed): return (used, allowed)
        case .refuse, .undecided: return nil
        }
    }

    /// Whether the gate made the decision in a rehearsal. The store then contains neither the decision nor an
    /// admission.
    public internal(set) var isRehearsal = false

    /// Whether a decision on the scan is possibly stored although the outcome is `undecided`. This happens if the
    /// connection to the store fails during a commit. If the request is sent again, the gate returns the stored
    /// decision, or decides the request if no decision was stored.
    public internal(set) var mayBeStored = false

    public enum Outcome: Hashable, Sendable {
        /// People may enter, and the entry is recorded durably. `again` is true for a re-entry after an exit.
        case admit(again: Bool)
        case exit
        /// An earlier admission was undone.
        case void
        /// People were admitted on this ticket at this gate a few seconds ago. The second scan is not recorded, and
        /// nobody else may enter.
        case `repeat`
        case refuse(Refusal)
        /// The gate could not decide, for the given reason. The same request can be sent again; see `mayBeStored`.
        case undecided(Sentence)

        /// An outcome without its values. The raw values are used in JSON, such as `"verdict":"admit"`.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            case admit, exit, void, refuse, `repeat`, undecided
        }

        public var kind: Kind {
            switch self {
            case .admit: .admit
            case .exit: .exit
            case .void: .void
            case .refuse: .refuse
            case .repeat: .repeat
            case .undecided: .undecided
            }
        }

        /// The name of the outcome in JSON.
        public var name: String { kind.rawValue }
    }

    /// The details of a ticket that are shown to gate staff.
    public struct TicketSummary: Hashable, Sendable {
        public let event: EventNumber
        public let serial: Serial
        public let typeNumber: TicketTypeNumber
        public let type: String?
        public let holder: String?
        public let note: String?
    }

    /// The verdict if an error prevented the gate from deciding.
    public static func undecided(
        _ error: any Error, gate: String, at now: Instant, mayBeStored: Bool = false
    ) -> Verdict {
        let cause = Sentence(describing: error)
        let remedy = mayBeStored ? Sentence(Text.possiblyStored) : (error as? StoreError)?.remedyAtGate
        let reason = Sentence.list([cause, remedy].compactMap(\.self), separator: "; ")
        return Verdict(.undecided(reason), gate: gate, at: now).with { $0.mayBeStored = mayBeStored }
    }

    /// Parts of the sentences that explain why a gate did not decide.
    enum Text: String, SentenceKey {
        static let subject = "verdict"

        case noAnswer = "no answer came back"
        case noDecision = "the ledger does not have the decision on this request"
        case possiblyStored =
            "the admission may be stored; if the next scan says that the ticket was used, check the time of that use"
        case tryAgain = "scan again; if that fails, use a gate pack or the paper list"
        case useReserve = "use a gate pack or the paper list"

        // Details of `StoreError.concurrentChange`
        case slotOccupied = "slot {slot} of the ticket was occupied meanwhile"
        case slotVacated = "slot {slot} of the ticket was vacated meanwhile"
    }

    init(
        _ outcome: Outcome, ticket: TicketSummary? = nil, attention: [Attention] = [], gate: String,
        subEvent: SubEvent? = nil, at: Instant, validityTime: Instant? = nil
    ) {
        self.outcome = outcome
        self.ticket = ticket
        if case .admit = outcome {
            self.attention = attention
        } else {
            self.attention = attention.filter(\.appliesToEveryVerdict)
        }
        self.gate = gate
        self.subEvent = subEvent
        self.at = at
        self.validityTime = validityTime ?? at
    }
}

extension StoreError {
    /// The advice to staff at a gate; nil if there is no general advice.
    fileprivate var remedyAtGate: Sentence? {
        switch self {
        case .unreachable, .tooManyConnections, .busy, .concurrentChange: Sentence(Verdict.Text.tryAgain)
        case .readOnly, .diskFull, .damaged: Sentence(Verdict.Text.useReserve)
        default: nil
        }
    }
}
