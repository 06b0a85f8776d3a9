import Store
import Ticketing

/// Writes to a device's chain inside one transaction. What waits to be written goes before the first record that can't
/// wait, and with none of those it goes on waiting.
struct LedgerPen {
    private let connection: any StoreConnection
    private let hasher: ChainHasher
    /// Signs what was written; nil at the office.
    private let signer: ChainSigner?
    private let before: AdmissionLedger.Head
    private var head: AdmissionLedger.Head
    private var unwritten: Unwritten
    /// Whether some of what may be stored was: then what was counted before it was, too.
    private var wasStored = false

    init(
        device: DeviceID, hasher: ChainHasher, signer: ChainSigner?, unwritten: Unwritten,
        _ connection: any StoreConnection
    ) throws {
        self.connection = connection
        self.hasher = hasher
        self.signer = signer
        self.unwritten = unwritten
        head = try connection.ledger.head(of: device)
        before = head
    }

    /// Of the chain's last record.
    var clock: HybridClock { head.hybridClock }

    private var hasWritten: Bool { head != before }

    /// The hybrid clock of a record that is appended next.
    mutating func clock(at wallClock: Instant, after places: some Collection<Place>) throws -> HybridClock {
        try writeRefusals()
        return head.clock(at: wallClock, after: places)
    }

    mutating func append(_ record: AdmissionRecord) throws {
        try connection.ledger.append(record, to: &head, hasher: hasher)
    }

    /// Takes a refusal that may wait.
    mutating func note(_ refusal: AdmissionRecord) throws {
        unwritten.refusals.append(refusal)
        if hasWritten { try writeRefusals() }
    }

    /// Ends the transaction's writing, for a gate of an event. Returns what goes on waiting.
    mutating func finish(gate: String, of event: EventNumber, at now: Instant) throws -> Unwritten {
        guard hasWritten || unwritten.isDue(at: now) else { return unwritten }
        try writeAll(gate: gate, of: event)
        return Unwritten()
    }

    /// Writes what waits, and puts the head back.
    mutating func writeAll(gate: String, of event: EventNumber) throws {
        try writeRefusals()
        let counts =
            wasStored ? unwritten.counts : unwritten.counts.merging(unwritten.doubtfulCounts, uniquingKeysWith: +)
        // In one order at every gate, so that none waits for another in a ring.
        for (reason, count) in counts.sorted(by: { $0.key < $1.key }) {
            try connection.scanCounters.add(count, gate: gate, reason: reason, event: event)
        }
        if hasWritten { try connection.ledger.store(head, signedBy: signer) }
    }

    private mutating func writeRefusals() throws {
        for var refusal in unwritten.refusals {
            if unwritten.mayBeStored, let request = refusal.request,
                try connection.ledger.record(request: request, device: head.device) != nil
            {
                wasStored = true
                continue
            }
            refusal.hybridClock = head.clock(at: refusal.wallClock, after: [])
            try append(refusal)
        }
        unwritten.refusals = []
    }
}
