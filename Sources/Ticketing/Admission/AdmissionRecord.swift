/// One line of the ledger: a decision about a ticket that verified. Never edited, only followed by others (GATE, "Ledger").
public struct AdmissionRecord: Hashable, Sendable {
    public var device: DeviceID
    /// 1, 2, 3 … in its device, without gaps.
    public var sequence: Int64
    /// The id that came with the request; nil when it had none, and so can't come again.
    public var request: String?
    public var event: EventNumber
    public var serial: Serial
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
    public var direction: Direction
    public var decision: Decision
    public var gate: String
    public var `operator`: String?
    /// The device's wall clock, as it stood.
    public var wallClock: Instant
    public var hybridClock: HybridClock

    public enum Decision: Hashable, Sendable {
        case admit, exit
        /// The name of the refusal.
        case refuse(String)

        public var name: String {
            switch self {
            case .admit: "admit"
            case .exit: "exit"
            case .refuse: "refuse"
            }
        }

        public var reason: String? {
            if case .refuse(let reason) = self { reason } else { nil }
        }
    }

    public init(
        device: DeviceID, sequence: Int64, request: String?, event: EventNumber, serial: Serial, issue: UInt8,
        type: TicketTypeNumber, function: Int = 0, place: Int?, count: Int, used: Int, direction: Direction,
        decision: Decision, gate: String, operator: String?, wallClock: Instant, hybridClock: HybridClock
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
        self.direction = direction
        self.decision = decision
        self.gate = gate
        self.operator = `operator`
        self.wallClock = wallClock
        self.hybridClock = hybridClock
    }

    /// The bytes that the chain's hash covers: every field in order, integers as 8 bytes, texts with their length
    /// before them, an absent value as length or integer −1.
    public func canonicalBytes(after previousHash: [UInt8]) -> [UInt8] {
        var canonical = CanonicalBytes("eventpass/ledger/1", after: previousHash)
        canonical.append(raw: device.bytes)
        canonical.append(sequence)
        canonical.append(request)
        canonical.append(Int64(event.rawValue))
        canonical.append(Int64(serial.rawValue))
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
        return canonical.bytes
    }
}
