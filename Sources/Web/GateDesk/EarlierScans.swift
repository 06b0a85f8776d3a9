import Store
import Ticketing

/// What gates did before this server started, by the store's ledger: read once for each gate, when its page asks.
actor EarlierScans {
    private let threads: StoreThreads
    private let device: DeviceID
    /// The last record of the device's chain when the server started.
    private let sequence: Int64
    /// Scans that were no tickets of the event, by gate, when the server started.
    private let counters: [GateSpot: Int]
    private let most: Int
    private var known: [GateSpot: GateTally.AtGate] = [:]
    private var asking: [GateSpot: Task<GateTally.AtGate, any Error>] = [:]

    /// - Parameters:
    ///   - threads: read the ledger, which takes long where the chain is long.
    ///   - store: is asked at once, before any gate of this server decides.
    ///   - most: gates that are remembered.
    /// - Throws: `StoreError`.
    init(_ threads: StoreThreads, of device: DeviceID, _ store: Store, most: Int = 256) throws {
        self.threads = threads
        self.device = device
        self.most = most
        let (sequence, sums) = try store.read { connection in
            (try connection.gateHistories.lastSequence(of: device), try connection.scanCounters.ownSums())
        }
        self.sequence = sequence
        // Names that differ in their bytes alone, as composed and decomposed letters do, are one name in Swift.
        counters = Dictionary(
            sums.map { (GateSpot(event: $0.event, function: nil, name: $0.gate), $0.count) }, uniquingKeysWith: +)
    }

    /// - Throws: `Problem` 503 where too many wait; `StoreError`.
    func at(_ spot: GateSpot) async throws -> GateTally.AtGate {
        if let earlier = known[spot] { return earlier }
        if let task = asking[spot] { return try await task.value }
        let (threads, device, sequence, refused) = (threads, device, sequence, counters[spot] ?? 0)
        let task = Task {
            try await threads.run { store in
                try store.read {
                    try EarlierScans.read(spot, of: device, upTo: sequence, unknownTickets: refused, $0)
                }
            }
        }
        asking[spot] = task
        defer { asking[spot] = nil }
        let earlier = try await task.value
        if known.count >= most { known.removeAll() }
        known[spot] = earlier
        return earlier
    }

    private static func read(
        _ spot: GateSpot, of device: DeviceID, upTo sequence: Int64, unknownTickets: Int,
        _ connection: any StoreConnection
    ) throws -> GateTally.AtGate {
        let gate = GateHistories.Gate(
            spot.name, event: spot.event, function: spot.function ?? 0, device: device, upTo: sequence)
        let counts = try connection.gateHistories.counts(of: gate)
        let records = try connection.gateHistories.last(GateTally.lines, of: gate)
        let tickets = Dictionary(
            try connection.tickets.all(Array(Set(records.compactMap(\.serial))), of: spot.event)
                .map { ($0.serial, $0) }, uniquingKeysWith: { $1 })
        let types = Dictionary(
            try connection.ticketTypes.all(of: spot.event).map { ($0.number, $0.name) }, uniquingKeysWith: { $1 })
        var earlier = GateTally.AtGate()
        earlier.counts = GateTally.Counts(
            admitted: counts.admitted, inside: counts.inside, refused: counts.refused + unknownTickets)
        earlier.total = counts.records
        earlier.last = records.compactMap { record in
            GateTally.Line.Kind(rawValue: record.decision.name).map { kind in
                GateTally.Line(
                    kind: kind, at: record.wallClock, used: record.used, serial: record.serial,
                    holder: record.serial.flatMap { tickets[$0]?.holder }, type: types[record.type])
            }
        }
        return earlier
    }
}
