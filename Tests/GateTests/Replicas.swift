import EventFixture
import Foundation
import Gate
import Store
import TicketToken
import Ticketing

/// Stores for gates that have no contact with each other. Each store, called a replica, is a copy of the main store
/// or of another replica. A replica has its own device ID, unless a test gives it the ID of another store.
final class Replicas {
    let festival: Festival
    let folder: TemporaryFolder
    private(set) var all: [Replica] = []

    struct Replica: Sendable {
        let store: Store
        let device: DeviceID
    }

    init(_ festival: Festival, count: Int) throws {
        self.festival = festival
        folder = try TemporaryFolder()
        for _ in 0..<count { try add() }
    }

    /// Adds a replica.
    ///
    /// - Parameters:
    ///   - device: the replica's device ID; nil for a random one.
    ///   - source: the store to copy; nil for the main store in its current state.
    @discardableResult
    func add(engine: EngineKind = .sqlite, device: DeviceID? = nil, copyOf source: Store? = nil) throws -> Replica {
        let address: StoreAddress =
            switch engine {
            case .sqlite: .sqlite(path: folder("\(UUID().uuidString).sqlite"))
            case .postgreSQL: .postgreSQL(try PostgreSQLAddress(url: PostgreSQLServer.shared().newStore()))
            }
        let store = try Store.open(address, creating: true)
        _ = try (source ?? festival.store).copy(to: store)
        var random = SystemRandomNumberGenerator()
        all.append(Replica(store: store, device: device ?? .random(using: &random)))
        return all[all.count - 1]
    }

    var services: Replica { Replica(store: festival.store, device: festival.device) }

    func gate(_ replica: Replica, _ name: String) throws -> Gate {
        try Gate(
            name: name, event: festival.event.number, store: replica.store, ring: festival.ring, device: replica.device,
            operation: Gate.Operation(clock: festival.clock.now))
    }

    @discardableResult
    func merge(_ source: Replica, into target: Replica) throws -> MergeSummary {
        try target.store.merge(
            from: source.store,
            MergeContext(
                event: festival.event.number, receiver: target.device, sender: source.device,
                at: festival.clock.now(), trust: .all))
    }

    /// Reads the records, slots, conflicts and counters of a replica.
    func state(_ replica: Replica) throws -> State {
        try replica.store.read { connection in
            var records: Set<AdmissionRecord> = []
            var last: AdmissionRecord?
            while case let page = try connection.ledger.page(of: festival.event.number, after: last?.id, limit: 1000),
                !page.isEmpty
            {
                last = page.last
                records.formUnion(page)
            }
            var slots: [SubEventTicket: [AdmissionSlot]] = [:]
            try connection.ledger.forEachHistory { slots[$0] = $2 }
            return State(
                records: records, slots: slots,
                conflicts: Set(try connection.conflicts.page(of: festival.event.number, after: nil, limit: 1000)),
                counters: try connection.scanCounters.all(of: festival.event.number).map {
                    "\($0.gate) \($0.reason) \($0.count)"
                })
        }
    }

    struct State: Equatable {
        let records: Set<AdmissionRecord>
        let slots: [SubEventTicket: [AdmissionSlot]]
        let conflicts: Set<DoubleAdmission>
        let counters: [String]

        /// All records except the records of merges, which differ between replicas.
        var decided: Set<AdmissionRecord> { records.filter { $0.decision != .merge } }
    }

    func isIntact(_ replica: Replica) throws -> Bool {
        let found = try replica.store.read { try $0.ledger.verify() }
        if case .intact = found { return true }
        print("not intact: \(found)")
        return false
    }
}
