/// One line of the ledger: a decision about a ticket that verified. Never edited, only followed by others (GATE, "Ledger").
public struct AdmissionRecord: Hashable, Sendable {
    public var device: DeviceID
    /// 1, 2, 3 … in its device, without gaps.
    public var sequence: Int64
    /// The id that came with the request; nil when it had none, and so can't come again.
    public var request: String?
    public var event: EventNumber
    /// Nil for what is about no ticket.
    public var serial: Serial?
    public var issue: UInt8
    public var type: TicketTypeNumber
    /// 0 is the event itself.
    public var function: Int
    /// The first place that was taken or left; nil when none was.
    public var place: Int?
    /// How many people the request was for.
    public var count: Int
    /// How many of the ticket's places were in use after the decision.
    public var used: Int
    /// How many places the ticket had, as the gate knew it; nil in records of format 1.
    public var allowed: Int?
    /// By which rule its places were given; nil in records of format 1.
    public var reentry: Reentry?
    public var direction: LedgerDirection
    public var decision: Decision
    public var gate: String
    public var `operator`: String?
    /// The device's wall clock, as it stood.
    public var wallClock: Instant
    public var hybridClock: HybridClock
    /// About when it happened, for what was written down on paper first.
    public var about: Instant?
    /// Of a `void`, the admission that it takes back.
    public var reverses: RecordID?
    /// Of a `merge`, the heads of other chains that the device knows from then on.
    public var learned: [ChainHead]

    public enum Decision: Hashable, Sendable {
        case admit, exit
        /// The name of the refusal.
        case refuse(String)
        /// An admission is taken back; says why.
        case void(String)
        case merge

        public var name: String {
            switch self {
            case .admit: "admit"
            case .exit: "exit"
            case .refuse: "refuse"
            case .void: "void"
            case .merge: "merge"
            }
        }

        public var reason: String? {
            switch self {
            case .refuse(let reason), .void(let reason): reason
            case .admit, .exit, .merge: nil
            }
        }
    }

    public init(
        device: DeviceID, sequence: Int64, request: String?, event: EventNumber, serial: Serial?, issue: UInt8,
        type: TicketTypeNumber, function: Int = 0, place: Int?, count: Int, used: Int,
        allowed: Int? = nil, reentry: Reentry? = nil, direction: LedgerDirection, decision: Decision, gate: String,
        operator: String?, wallClock: Instant, hybridClock: HybridClock, about: Instant? = nil,
        reverses: RecordID? = nil, learned: [ChainHead] = []
    ) {
        self.device = device
        self.sequence = sequence
        self.request = request
        self.event = event
        self.serial = serial
        self.issue = issue
        self.type = type
        self.function = function
        self.place = place
        self.count = count
        self.used = used
        self.allowed = allowed
        self.reentry = reentry
        self.direction = direction
        self.decision = decision
        self.gate = gate
        self.operator = `operator`
        self.wallClock = wallClock
        self.hybridClock = hybridClock
        self.about = about
        self.reverses = reverses
        self.learned = learned
    }

    public var id: RecordID { RecordID(device: device, sequence: sequence) }

    /// Where it stands among the records of all devices.
    public var moment: Moment { Moment(hybridClock: hybridClock, id: id) }

    /// The one order of all records: by hybrid clock, then device, then sequence (GATE, invariant 9).
    public struct Moment: Hashable, Comparable, Sendable {
        public let hybridClock: HybridClock
        public let id: RecordID

        public static func < (a: Moment, b: Moment) -> Bool {
            a.hybridClock == b.hybridClock ? a.id < b.id : a.hybridClock < b.hybridClock
        }
    }

    /// The bytes that the chain's hash covers: every field in order, integers as 8 bytes, texts with their length
    /// before them, an absent value as length or integer −1. Format 1 ends at the hybrid clock; format 2, which knows how
    /// many places were allowed, goes on.
    public func canonicalBytes(after previousHash: [UInt8]) -> [UInt8] {
        var canonical = CanonicalBytes(
            allowed == nil ? "eventpass/ledger/1" : "eventpass/ledger/2", after: previousHash)
        canonical.append(raw: device.bytes)
        canonical.append(sequence)
        canonical.append(request)
        canonical.append(Int64(event.rawValue))
        canonical.append(serial.map { Int64($0.rawValue) } ?? 0)
        canonical.append(Int64(issue))
        canonical.append(Int64(type.rawValue))
        canonical.append(Int64(function))
        canonical.append(Int64(place ?? -1))
        canonical.append(Int64(count))
        canonical.append(Int64(used))
        canonical.append(direction.rawValue)
        canonical.append(decision.name)
        canonical.append(decision.reason)
        canonical.append(gate)
        canonical.append(`operator`)
        canonical.append(wallClock.milliseconds)
        canonical.append(hybridClock.rawValue)
        guard let allowed else { return canonical.bytes }
        canonical.append(Int64(allowed))
        canonical.append(reentry?.rawValue)
        canonical.append(about?.milliseconds ?? -1)
        canonical.append(reverses?.device.description)
        canonical.append(reverses?.sequence ?? -1)
        canonical.append(ChainHead.text(learned))
        return canonical.bytes
    }
}
