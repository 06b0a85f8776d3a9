import Gate
import Management
import Store
import Ticketing
import WebHost

/// The attendance figures of events, shared by all pages that show these figures. Reading the figures of a large event
/// from the main store is slow, so the store is read only every few seconds. The counter adds the decisions that this
/// server's gates have made since the last reading.
package actor AttendanceCounter {
    /// The figures of an event or of one sub-event, in people.
    struct Figures: Sendable, Equatable {
        var inside: Int
        var admitted: Int
        var refused: Int
    }

    private struct Snapshot: Sendable {
        let attendance: Attendance
        /// The counts of this server's gates at the time of the query, by sub-event number; the key nil means the event
        /// itself.
        let before: [Int?: GateTally.Counts]
        let queriedAt: ContinuousClock.Instant
    }

    private let threads: StoreThreads
    private let tally: GateTally
    private let refreshInterval: Duration
    private var snapshots: [EventNumber: Snapshot] = [:]
    private var queries: [EventNumber: Task<Snapshot, any Error>] = [:]

    /// - Parameters:
    ///   - threads: threads that serve only these queries. One query can take a second.
    ///   - refreshInterval: the maximum age of the figures from the store.
    init(_ threads: StoreThreads, _ tally: GateTally, refreshInterval: Duration = .seconds(5)) {
        self.threads = threads
        self.tally = tally
        self.refreshInterval = refreshInterval
    }

    /// - Parameters:
    ///   - subEvent: a sub-event's number; nil for the event itself.
    ///   - worker: the sender of the request; the store is queried with the sender's rights.
    /// - Throws: any error of the query.
    func figures(at subEvent: Int?, for worker: GateStaff) async throws -> Figures {
        let snapshot = try await snapshot(of: worker)
        let change = tally.counts(of: worker.event.number, subEvent: subEvent) - (snapshot.before[subEvent] ?? .init())
        let attendance = snapshot.attendance
        let ofSubEvent = subEvent.map { number in attendance.subEvents.first { $0.subEvent.number == number } }
        let inside = ofSubEvent.map { $0?.inside ?? 0 } ?? attendance.inside ?? 0
        let admitted = ofSubEvent.map { $0?.admitted ?? 0 } ?? attendance.admitted ?? 0
        return Figures(
            inside: max(0, inside + change.inside), admitted: admitted + change.admitted,
            refused: attendance.refused + change.refused)
    }

    private func snapshot(of worker: GateStaff) async throws -> Snapshot {
        let event = worker.event.number
        if let snapshot = snapshots[event], snapshot.queriedAt + refreshInterval > .now { return snapshot }
        if let task = queries[event] { return try await task.value }
        let task = Task { try await load(worker) }
        queries[event] = task
        defer { queries[event] = nil }
        let snapshot = try await task.value
        // Evicts the figures of events that nobody has viewed for a while.
        snapshots = snapshots.filter { $0.value.queriedAt + refreshInterval * 12 > .now }
        snapshots[event] = snapshot
        return snapshot
    }

    private func load(_ worker: GateStaff) async throws -> Snapshot {
        let event = worker.event.number
        let subEvents: [Int?] = [nil] + worker.subEvents.map(\.number)
        let before = Dictionary(
            uniqueKeysWithValues: subEvents.map { ($0, tally.counts(of: event, subEvent: $0)) })
        let queriedAt = ContinuousClock.now
        let attendance = try await threads.run { try worker.services.using($0).reports.attendance(of: worker.event) }
        return Snapshot(attendance: attendance, before: before, queriedAt: queriedAt)
    }
}
