public import Ticketing

/// One scan's answer. A refusal is a value; trouble is `undecided`, and never green (GATE, "Verdict").
public struct Verdict: Sendable {
    public let outcome: Outcome
    /// What the ticket is, as far as its proof held and the store knows it.
    public let ticket: Subject?
    /// Of an `admit`, what to look at before its people pass; of others, what is known of the ticket alone.
    public let attention: [Attention]
    /// Places in use after the decision, and how many the ticket has; nil when the store does not know it.
    public let used: Int?
    public let allowed: Int?
    /// The first entry on this ticket, when there was one before this scan.
    public let first: Admission?
    public let gate: String
    /// The function whose gate it is, once the ticket's proof held; nil at an event without functions.
    public let function: EventFunction?
    /// When the gate decided: its wall clock.
    public let at: Instant
    /// The clock that windows and hours were judged by: that of a rehearsal, or the same.
    public let clock: Instant
    /// The layout of the computer behind the scanner, when the text had to be repaired from it for its proof to hold.
    public internal(set) var repaired: KeyboardLayout?
    /// Which of the scan's readings was taken.
    public internal(set) var reading = 0
    /// What the decision did to the event's numbers; nothing when it had been made before, and is told again.
    public internal(set) var change = PlaceChange()

    /// Of an `undecided`: whether the scan may have been decided and stored all the same, since the answer of its commit was
    /// lost and the store could not be asked again. The same request, asked later, tells.
    public internal(set) var mayBeStored = false

    public enum Outcome: Hashable, Sendable {
        /// Recorded durably. `again` after an exit.
        case admit(again: Bool)
        case exit
        /// An admission was taken back.
        case void
        /// The code was admitted here a moment ago: nothing is recorded, nobody else may pass.
        case `repeat`
        case refuse(Refusal)
        /// Trouble. Nothing is stored of it; the same request may come again.
        case undecided(String)

        /// The name in JSON.
        public var name: String {
            switch self {
            case .admit: "admit"
            case .exit: "exit"
            case .void: "void"
            case .repeat: "repeat"
            case .refuse: "refuse"
            case .undecided: "undecided"
            }
        }
    }

    /// What the person at the gate wants to know of a ticket.
    public struct Subject: Hashable, Sendable {
        public let event: EventNumber
        public let serial: Serial
        public let typeNumber: TicketTypeNumber
        public let type: String?
        public let holder: String?
        public let note: String?
    }

    /// What is said where no gate could be opened to decide.
    public static func undecided(_ trouble: any Error, gate: String, at now: Instant) -> Verdict {
        Verdict(.undecided("\(trouble)"), gate: gate, at: now)
    }

    init(
        _ outcome: Outcome, ticket: Subject? = nil, attention: [Attention] = [], used: Int? = nil, allowed: Int? = nil,
        first: Admission? = nil, gate: String, function: EventFunction? = nil, at: Instant, clock: Instant? = nil
    ) {
        self.outcome = outcome
        self.ticket = ticket
        if case .admit = outcome {
            self.attention = attention
        } else {
            self.attention = attention.filter(\.isForEveryVerdict)
        }
        self.used = used
        self.allowed = allowed
        self.first = first
        self.gate = gate
        self.function = function
        self.at = at
        self.clock = clock ?? at
    }
}
