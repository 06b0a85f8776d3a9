/// One record of the ledger: a device's decision about a verified ticket, or a merge by the device. The record of a
/// merge says which records of other devices the device has received. Records are only appended, never edited
/// (Docs/Gate.md, "Ledger").
public struct AdmissionRecord: Hashable, Sendable, Updatable {
    public var device: DeviceID
    /// The position in the device's chain. Positions are counted from 1 for each device, without gaps.
    public var sequence: Int64
    /// The idempotency id of the request. A retried request has the same id. Nil if the request had no id; the client
    /// cannot retry such a request.
    public var request: String?
    public var event: EventNumber
    /// The serial of the ticket; nil for a record without a ticket, such as a merge.
    public var serial: Serial?
    public var issue: UInt8 = 0
    public var type = TicketTypeNumber.first
    /// The number of the sub-event; 0 is the event itself.
    public var subEvent = 0
    /// The first slot that the decision occupied or vacated; nil if the decision changed no slot.
    public var slot: Int?
    /// The number of people for whom entry or exit was requested.
    public var count = 0
    /// The number of the ticket's slots that are occupied after the decision.
    public var used = 0
    /// The number of slots that the ticket had, according to the gate; nil in records of format 1.
    public var allowed: Int?
    /// The re-entry rule that the gate applied; nil in records of format 1.
    public var reentry: Reentry?
    public var direction: LedgerRecordKind
    public var decision: Decision
    public var gate: String
    public var `operator`: String?
    /// The time by the device's wall clock.
    public var wallClock: Instant
    public var hybridClock: HybridClock
    /// The approximate time of an entry that was first recorded on paper; nil for other records.
    public var approximateTime: Instant?
    /// The admission that a `void` reverses; nil for other decisions.
    public var reverses: RecordID?
    /// The heads of other devices' chains after this `merge`. A chain's head is the last of its records that the device
    /// has received. Empty for other decisions.
    public var learned: [ChainHead] = []

    public enum Decision: Hashable, Sendable {
        case admit, exit
        /// The associated value is the name of the refusal.
        case refuse(String)
        /// Reverses an admission. The associated value is the reason.
        case void(String)
        case merge

        /// A decision without its reason. The raw values are used in the ledger.
        public enum Kind: String, Hashable, Sendable, CaseIterable { case admit, exit, refuse, void, merge }

        public var kind: Kind {
            switch self {
            case .admit: .admit
            case .exit: .exit
            case .refuse: .refuse
            case .void: .void
            case .merge: .merge
            }
        }

        public var name: String { kind.rawValue }

        /// Makes a decision from its parts. Nil if the reason of a refusal or a reversal is missing, or if any other
        /// decision has a reason.
        public init?(_ kind: Kind, reason: String?) {
            switch (kind, reason) {
            case (.refuse, let reason?): self = .refuse(reason)
            case (.void, let reason?): self = .void(reason)
            case (.admit, nil): self = .admit
            case (.exit, nil): self = .exit
            case (.merge, nil): self = .merge
            case (.refuse, nil), (.void, nil), (.admit, .some), (.exit, .some), (.merge, .some): return nil
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
        device: DeviceID, sequence: Int64, event: EventNumber, direction: LedgerRecordKind, decision: Decision,
        gate: String, wallClock: Instant, hybridClock: HybridClock
    ) {
        self.device = device
        self.sequence = sequence
        self.event = event
        self.direction = direction
        self.decision = decision
        self.gate = gate
        self.wallClock = wallClock
        self.hybridClock = hybridClock
    }

    public var id: RecordID { RecordID(device: device, sequence: sequence) }

    /// The record's position in the order of the records of all devices.
    public var moment: Moment { Moment(hybridClock: hybridClock, id: id) }

    /// The order of all records of all devices: by hybrid clock (`HybridClock`), then by device, then by sequence
    /// number (Docs/Gate.md, invariant 9).
    public struct Moment: Hashable, Comparable, Sendable {
        public let hybridClock: HybridClock
        public let id: RecordID

        public static func < (a: Moment, b: Moment) -> Bool {
            a.hybridClock == b.hybridClock ? a.id < b.id : a.hybridClock < b.hybridClock
        }
    }

    /// The bytes of this record that the hash of its chain covers; see `CanonicalBytes`. Format 1 ends with the hybrid
    /// clock. Format 2 also contains `allowed`, `reentry`, `approximateTime`, `reverses` and `learned`.
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
        canonical.append(Int64(subEvent))
        canonical.append(Int64(slot ?? -1))
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
        canonical.append(approximateTime?.milliseconds ?? -1)
        canonical.append(reverses?.device.description)
        canonical.append(reverses?.sequence ?? -1)
        canonical.append(ChainHead.encoded(learned))
        return canonical.bytes
    }
}
