import Store
import Ticketing

/// Appends records to a device's chain in the ledger, inside one transaction. A refusal can wait for a later
/// transaction. But if this transaction writes another record, such as an admission, it first writes the pending
/// refusals.
struct LedgerAppender {
    private let connection: any StoreConnection
    private let hasher: ChainHasher
    /// The object that signs the chain; nil at a gate that uses the main store.
    private let signer: ChainSigner?
    private let before: AdmissionLedger.Head
    private var head: AdmissionLedger.Head
    private var unwritten: PendingRefusals
    /// Whether the ledger already has one of the pending refusals. If so, an earlier commit whose outcome was unknown
    /// has succeeded, and has also stored the counts of that commit (`PendingRefusals.uncertainCounts`).
    private var foundStored = false

    init(
        device: DeviceID, hasher: ChainHasher, signer: ChainSigner?, unwritten: PendingRefusals,
        _ connection: any StoreConnection
    ) throws {
        self.connection = connection
        self.hasher = hasher
        self.signer = signer
        self.unwritten = unwritten
        head = try connection.ledger.head(of: device)
        before = head
    }

    /// The hybrid clock of the chain's last record. A hybrid clock is a time that never decreases, even if the wall
    /// clock is set back.
    var clock: HybridClock { head.hybridClock }

    private var hasWritten: Bool { head != before }

    /// Writes the pending refusals, and returns the hybrid clock for the record after them.
    mutating func clock(at wallClock: Instant, after slots: some Collection<AdmissionSlot>) throws -> HybridClock {
        try writeRefusals()
        return head.clock(at: wallClock, after: slots)
    }

    mutating func append(_ record: AdmissionRecord) throws {
        try connection.ledger.append(record, to: &head, hasher: hasher)
    }

    mutating func addRefusal(_ refusal: AdmissionRecord) throws {
        unwritten.refusals.append(refusal)
        if hasWritten { try writeRefusals() }
    }

    /// Writes the pending records if the transaction has written other records, or if the pending records are due.
    ///
    /// - Returns: the records that stay pending.
    mutating func flushIfNeeded(gate: String, of event: EventNumber, at now: Instant) throws -> PendingRefusals {
        guard hasWritten || unwritten.isDue(at: now) else { return unwritten }
        try flush(gate: gate, of: event)
        return PendingRefusals()
    }

    /// Writes all pending records and stores the new head of the chain.
    mutating func flush(gate: String, of event: EventNumber) throws {
        try writeRefusals()
        let counts =
            foundStored ? unwritten.counts : unwritten.counts.merging(unwritten.uncertainCounts, uniquingKeysWith: +)
        // Every gate updates the counters in the same order, so gates cannot deadlock.
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
                foundStored = true
                continue
            }
            refusal.hybridClock = head.clock(at: refusal.wallClock, after: [])
            try append(refusal)
        }
        unwritten.refusals = []
    }
}
