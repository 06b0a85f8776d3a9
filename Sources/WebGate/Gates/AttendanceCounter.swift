import Gate
import Management
import Store
import Ticketing
import WebHost

/// The attendance figures of events: the number of people inside, the number of people admitted, and the number of
/// refusals. All pages that show the figures share one counter. Reading the figures of a large event from the main
/// store takes a long time, so the counter reads them only every few seconds. In between, it adds the new decisions of
/// this server’s gates.
package actor AttendanceCounter {
    /// The figures of an event or of one sub-event. They count people, except `refused`, which counts scans.
    struct Figures: Sendable, Equatable {
        var inside: Int
        var admitted: Int
        var refused: Int
    }

    private struct Snapshot: Sendable {
        let attendance: Attendance
        /// The counts of this server’s gates immediately before the main store was queried, by the sub-event’s number.
        /// The key nil means the event itself.
        let before: [Int?: GateTally.Counts]
        let queriedAt: ContinuousClock.Instant
    }

    private let threads: StoreThreads
    private let tally: GateTally
    private let refreshInterval: Duration
    private var snapshots: [EventNumber: Snapshot] = [:]
    private var queries: [EventNumber: Task<Snapshot, any Error>] = [:]

    /// Makes a counter without figures. It queries the store when the first page asks for figures.
    ///
    /// - Parameters:
    ///   - threads: the threads that query the store. One query can take a second.
    ///   - tally: the counts of this server’s gates.
    ///   - refreshInterval: the maximum age of the figures from the store.
    init(_ threads: StoreThreads, _ tally: GateTally, refreshInterval: Duration = .seconds(5)) {
        self.threads = threads
        self.tally = tally
        self.refreshInterval = refreshInterval
    }

    /// The current figures of an event or sub-event.
    ///
    /// - Parameters:
    ///   - subEvent: a sub-event's number; nil for the event itself.
    ///   - worker: the sender of the request for the figures. The store is queried with the sender’s rights.
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
