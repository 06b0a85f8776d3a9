import Gate
import Store
import Ticketing
import WebHost

/// The counts and the last decisions of each gate from the time before this server started. They are read from the
/// ledger when the gate’s page first requests them, and are then cached.
package actor PriorGateHistory {
    private let threads: StoreThreads
    private let device: DeviceID
    /// The sequence number of the last record in the device's chain when the server started.
    private let sequence: Int64
    /// The number of scans of unknown tickets at each gate, from the time before the server started. The ledger does
    /// not contain these scans.
    private let counters: [GateID: Int]
    private let most: Int
    private var cache: [GateID: GateTally.GateSummary] = [:]
    private var inFlight: [GateID: Task<GateTally.GateSummary, any Error>] = [:]

    /// Finds the last record in the device’s chain. The history of each gate ends at this record.
    ///
    /// - Parameters:
    ///   - threads: the threads that read the ledger. Reading a long chain takes a long time.
    ///   - store: the store. This initializer must run before any gate of this server decides a scan.
    ///   - most: the largest number of gates in the cache.
    /// - Throws: `StoreError`.
    init(_ threads: StoreThreads, of device: DeviceID, _ store: Store, most: Int = 256) throws {
        self.threads = threads
        self.device = device
        self.most = most
        let (sequence, sums) = try store.read { connection in
            (try connection.gateHistories.lastSequence(of: device), try connection.scanCounters.ownSums())
        }
        self.sequence = sequence
        // The store distinguishes different Unicode spellings of a name, for example “é” as one scalar and as two.
        // Swift considers such names equal, so their counts are added here.
        counters = Dictionary(
            sums.map { (GateID(event: $0.event, subEvent: nil, name: $0.gate), $0.count) }, uniquingKeysWith: +)
    }

    /// The history of a gate up to the start of the server.
    ///
    /// - Throws: `Problem` 503 if too many requests wait; `StoreError`.
    func history(_ gateID: GateID) async throws -> GateTally.GateSummary {
        if let earlier = cache[gateID] { return earlier }
        if let task = inFlight[gateID] { return try await task.value }
        let (threads, device, sequence, refused) = (threads, device, sequence, counters[gateID] ?? 0)
        let task = Task {
            try await threads.run { store in
                try store.read {
                    try PriorGateHistory.read(gateID, of: device, upTo: sequence, unknownTickets: refused, $0)
                }
            }
        }
        inFlight[gateID] = task
        defer { inFlight[gateID] = nil }
        let earlier = try await task.value
        if cache.count >= most { cache.removeAll() }
        cache[gateID] = earlier
        return earlier
    }

    private static func read(
        _ gateID: GateID, of device: DeviceID, upTo sequence: Int64, unknownTickets: Int,
        _ connection: any StoreConnection
    ) throws -> GateTally.GateSummary {
        let gate = GateHistories.GateScope(
            gateID.name, event: gateID.event, subEvent: gateID.subEvent ?? 0, device: device, upTo: sequence)
        let counts = try connection.gateHistories.counts(of: gate)
        let records = try connection.gateHistories.last(GateTally.lineLimit, of: gate)
        let tickets = Dictionary(
            try connection.tickets.all(Array(Set(records.compactMap(\.serial))), of: gateID.event)
                .map { ($0.serial, $0) }, uniquingKeysWith: { $1 })
        let types = Dictionary(
            try connection.ticketTypes.all(of: gateID.event).map { ($0.number, $0.name) }, uniquingKeysWith: { $1 })
        var earlier = GateTally.GateSummary()
        earlier.counts = GateTally.Counts(
            admitted: counts.admitted, inside: counts.inside, refused: counts.refused + unknownTickets)
        earlier.total = counts.records
        earlier.last = records.compactMap { record in
            record.decision.outcome.map { kind in
                GateTally.DecisionLine(
                    kind: kind, at: record.wallClock, lastUse: record.used, serial: record.serial,
                    holder: record.serial.flatMap { tickets[$0]?.holder }, type: types[record.type])
            }
        }
        return earlier
    }
}

extension AdmissionRecord.Decision {
    /// The kind of the verdict that a person saw; nil for the record of a merge, which has no verdict.
    fileprivate var outcome: Verdict.Outcome.Kind? {
        switch self {
        case .admit: .admit
        case .exit: .exit
        case .void: .void
        case .refuse: .refuse
        case .merge: nil
        }
    }
}
