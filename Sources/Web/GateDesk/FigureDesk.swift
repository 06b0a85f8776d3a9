import Gate
import Management
import Store
import Ticketing

/// The numbers of events for all who watch: the office is asked now and then, since that takes long where many came, and
/// what the gates here have done since then is added.
actor FigureDesk {
    /// An event's numbers, or those of a function.
    struct Figures: Sendable, Equatable {
        var inside: Int
        var admitted: Int
        var refused: Int
    }

    private struct Known: Sendable {
        let attendance: Attendance
        /// What the gates here had done when the office was asked.
        let before: [Int?: GateTally.Counts]
        let asked: ContinuousClock.Instant
    }

    private let threads: StoreThreads
    private let tally: GateTally
    private let every: Duration
    private var known: [EventNumber: Known] = [:]
    private var asking: [EventNumber: Task<Known, any Error>] = [:]

    /// - Parameters:
    ///   - threads: which nobody else needs: they may be busy for a second.
    ///   - every: how old the office's numbers may be.
    init(_ threads: StoreThreads, _ tally: GateTally, every: Duration = .seconds(5)) {
        self.threads = threads
        self.tally = tally
        self.every = every
    }

    /// - Parameter worker: in whose name the office is asked, if it has to be.
    /// - Throws: what the office does.
    func figures(at function: Int?, for worker: GateWorker) async throws -> Figures {
        let known = try await known(of: worker)
        let moved = tally.counts(of: worker.event.number, function: function) - (known.before[function] ?? .init())
        let attendance = known.attendance
        let places = function.map { number in attendance.functions.first { $0.function.number == number } }
        let inside = places.map { $0?.inside ?? 0 } ?? attendance.inside ?? 0
        let admitted = places.map { $0?.admitted ?? 0 } ?? attendance.admitted ?? 0
        return Figures(
            inside: max(0, inside + moved.inside), admitted: admitted + moved.admitted,
            refused: attendance.refused + moved.refused)
    }

    private func known(of worker: GateWorker) async throws -> Known {
        let event = worker.event.number
        if let known = known[event], known.asked + every > .now { return known }
        if let task = asking[event] { return try await task.value }
        let task = Task { try await ask(worker) }
        asking[event] = task
        defer { asking[event] = nil }
        let answer = try await task.value
        // Events that nobody has watched for a while are forgotten.
        known = known.filter { $0.value.asked + every * 12 > .now }
        known[event] = answer
        return answer
    }

    private func ask(_ worker: GateWorker) async throws -> Known {
        let event = worker.event.number
        let functions: [Int?] = [nil] + worker.functions.map(\.number)
        let before = Dictionary(
            uniqueKeysWithValues: functions.map { ($0, tally.counts(of: event, function: $0)) })
        let asked = ContinuousClock.now
        let attendance = try await threads.run { try worker.office.beside($0).attendance(of: worker.event) }
        return Known(attendance: attendance, before: before, asked: asked)
    }
}
