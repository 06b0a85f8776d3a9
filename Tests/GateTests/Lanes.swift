import EventFixture
import Foundation
import Gate
import Store
import TicketToken
import Ticketing

/// Gates without contact to each other: each has its own device ID and a copy of the main store from the same moment.
final class Lanes {
    let festival: Festival
    let folder: TemporaryFolder
    private(set) var lanes: [Lane] = []

    struct Lane: Sendable {
        let store: Store
        let device: DeviceID
    }

    init(_ festival: Festival, count: Int) throws {
        self.festival = festival
        folder = try TemporaryFolder()
        for _ in 0..<count { try add() }
    }

    /// Adds a lane with a copy of the main store's current state.
    @discardableResult
    func add(engine: EngineKind = .sqlite, device: DeviceID? = nil, copyOf source: Store? = nil) throws -> Lane {
        let address: StoreAddress =
            switch engine {
            case .sqlite: .sqlite(path: folder("\(UUID().uuidString).sqlite"))
            case .postgreSQL: .postgreSQL(try PostgreSQLAddress(url: PostgreSQLServer.shared().newStore()))
            }
        let store = try Store.open(address, creating: true)
        _ = try (source ?? festival.store).copy(to: store)
        var random = SystemRandomNumberGenerator()
        lanes.append(Lane(store: store, device: device ?? .random(using: &random)))
        return lanes[lanes.count - 1]
    }

    var services: Lane { Lane(store: festival.store, device: festival.device) }

    func gate(_ lane: Lane, _ name: String) throws -> Gate {
        try Gate(
            name: name, event: festival.event.number, store: lane.store, ring: festival.ring, device: lane.device,
            clock: festival.clock.now)
    }

    @discardableResult
    func merge(_ source: Lane, into target: Lane) throws -> MergeSummary {
        try target.store.merge(
            from: source.store,
            MergeContext(
                event: festival.event.number, receiver: target.device, sender: source.device,
                at: festival.clock.now(), trust: .all))
    }

    /// The content that must be equal after merges: slots, conflicts, and all records except those of merges.
    func state(_ lane: Lane) throws -> State {
        try lane.store.read { connection in
            var records: Set<AdmissionRecord> = []
            var last: AdmissionRecord?
            while case let page = try connection.ledger.page(of: festival.event.number, after: last?.id, limit: 1000),
                !page.isEmpty
            {
                last = page.last
                records.formUnion(page)
            }
            var places: [SubEventTicket: [AdmissionSlot]] = [:]
            try connection.ledger.forEachHistory { places[$0] = $2 }
            return State(
                records: records, places: places,
                conflicts: Set(try connection.conflicts.page(of: festival.event.number, after: nil, limit: 1000)),
                counters: try connection.scanCounters.all(of: festival.event.number).map {
                    "\($0.gate) \($0.reason) \($0.count)"
                })
        }
    }

    struct State: Equatable {
        let records: Set<AdmissionRecord>
        let places: [SubEventTicket: [AdmissionSlot]]
        let conflicts: Set<DoubleAdmission>
        let counters: [String]

        /// Omits the records that describe a store's merges.
        var decided: Set<AdmissionRecord> { records.filter { $0.decision != .merge } }
    }

    func isWhole(_ lane: Lane) throws -> Bool {
        let found = try lane.store.read { try $0.ledger.verify() }
        if case .intact = found { return true }
        print("not whole: \(found)")
        return false
    }
}
