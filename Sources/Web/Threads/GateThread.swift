import Dispatch
import Foundation
import Gate
import Synchronization
import TicketToken
import Ticketing

/// A gate at work, on a thread of its own: what waits is decided together, in one commit, and each is answered when that
/// commit is durable. It ends by itself when nobody has come for a while.
final class GateThread: Sendable {
    /// What is asked of the gate.
    struct Job: Sendable {
        enum Act: Sendable {
            case decide
            case undo(reason: String)
        }

        let scan: Scan
        let act: Act
        /// The event as whoever asks has just seen it.
        let event: Event
        /// Since when whoever asks waits for the store.
        let arrival: ContinuousClock.Instant
        /// Called once, on the gate's thread.
        let answer: @Sendable (Verdict) -> Void
    }

    /// What became of a job that was handed in.
    enum Reception {
        case taken
        /// Too many wait; it was not taken.
        case full
        /// The gate has closed; it was not taken.
        case closed
    }

    /// How long things take, and how many may wait.
    struct Habits: Sendable {
        /// Jobs that wait at most.
        var queue = 1024
        /// Without a scan, before it writes down what is not written; and before it tries that again.
        var rest = Duration.milliseconds(500)
        var retry = Duration.seconds(5)
        /// Without a scan, before it closes.
        var idle = Duration.seconds(15 * 60)
    }

    /// What a gate has that is open.
    struct Works: Sendable {
        let name: String
        /// The keys as they are now.
        let ring: KeyRingSource
        /// Opens the gate; gives up the store at a deadline.
        let open: @Sendable (KeyRing, _ deadline: ContinuousClock.Instant) throws -> Gate
        let now: @Sendable () -> Instant
        /// Is told each verdict before it is answered, and what could not be written down.
        let decided: @Sendable (Verdict) -> Void
        let trouble: @Sendable (any Error) -> Void
        /// Is told when the thread has ended.
        let ended: @Sendable (GateThread) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isDeciding = false
        var isClosing = false
        var hasEnded = false
        /// Who waits for the end.
        var mourners: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>
    /// Rung when a job comes to an empty queue, and when it is to end.
    private let bell = DispatchSemaphore(value: 0)
    private let works: Works
    private let habits: Habits

    /// - Parameter first: what it is opened for.
    init(_ works: Works, _ habits: Habits = Habits(), first: Job) {
        state = Mutex(State(waiting: [first]))
        self.works = works
        self.habits = habits
        let thread = Thread { [self] in work() }
        thread.name = "gate"
        thread.start()
    }

    func take(_ job: Job) -> Reception {
        let (reception, wakes) = state.withLock { state -> (Reception, Bool) in
            if state.isClosing { return (.closed, false) }
            guard state.waiting.count < habits.queue else { return (.full, false) }
            state.waiting.append(job)
            return (.taken, state.waiting.count == 1)
        }
        if wakes { bell.signal() }
        return reception
    }

    /// Takes no more; decides what it took, writes down what is not written, and ends.
    func close() {
        state.withLock { $0.isClosing = true }
        bell.signal()
    }

    /// Closes if nobody waits. False where somebody does.
    func closeIfIdle() -> Bool {
        let isIdle = state.withLock { state in
            guard state.waiting.isEmpty, !state.isDeciding else { return false }
            state.isClosing = true
            return true
        }
        if isIdle { bell.signal() }
        return isIdle
    }

    /// Waits until it has ended.
    func end() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.mourners.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    private func work() {
        var open: OpenGate?
        var rested = ContinuousClock.now
        while true {
            let (jobs, isClosing) = next()
            if !jobs.isEmpty {
                answer(jobs, &open)
                rested = .now
                continue
            }
            if isClosing { break }
            let patience = open?.patience(habits) ?? habits.idle - (.now - rested)
            if bell.wait(timeout: .now() + patience.forDispatch) == .success { continue }
            open?.flush(works.trouble) { try $0.flushAtRest() }
            if rested + habits.idle <= .now { _ = closeIfIdle() }
        }
        open?.flush(works.trouble) { try $0.flush() }
        open = nil
        works.ended(self)
        let mourners = state.withLock { state in
            state.hasEnded = true
            return state.mourners
        }
        for mourner in mourners { mourner.resume() }
    }

    private func next() -> (jobs: [Job], isClosing: Bool) {
        state.withLock { state in
            let jobs = Array(state.waiting.prefix(Gate.groupSize))
            state.waiting.removeFirst(jobs.count)
            state.isDeciding = !jobs.isEmpty
            return (jobs, state.isClosing)
        }
    }

    private func answer(_ jobs: [Job], _ open: inout OpenGate?) {
        // The first to come decides for all. A job that has waited as long as a gate may wait is not decided.
        let deadline = (jobs.map(\.arrival).min() ?? .now) + Gate.patience
        do {
            let ring = try ring(of: open)
            // What was changed at the event changes what its gates say; so do keys.
            if open?.isAsNow(event: jobs.last?.event, ring) != true {
                open?.flush(works.trouble) { try $0.flush(until: deadline) }
                open = OpenGate(gate: try works.open(ring, deadline), ring: ring)
            }
        } catch {
            open = nil
            let verdict = Verdict.undecided(error, gate: works.name, at: works.now())
            for job in jobs { tell(job, verdict) }
            return
        }
        guard let gate = open?.gate else { return }
        var group: [Job] = []
        func decideGroup() {
            guard !group.isEmpty else { return }
            for (job, verdict) in zip(group, gate.decide(group.map(\.scan), until: deadline)) {
                tell(job, verdict)
            }
            group = []
        }
        for job in jobs {
            switch job.act {
            case .decide: group.append(job)
            case .undo(let reason):
                decideGroup()
                tell(job, gate.undo(job.scan, reason: reason, until: deadline))
            }
        }
        decideGroup()
    }

    /// The keys as they are now. Where they can't be read, a gate that is open goes on with those that it has: a slip at the
    /// key folder closes no door.
    private func ring(of open: OpenGate?) throws -> KeyRing {
        do {
            return try works.ring()
        } catch {
            guard let open else { throw error }
            works.trouble(error)
            return open.ring
        }
    }

    private func tell(_ job: Job, _ verdict: Verdict) {
        works.decided(verdict)
        job.answer(verdict)
    }

    /// The gate, and the keys that it knows.
    private struct OpenGate {
        let gate: Gate
        let ring: KeyRing
        /// Whether what is not written could not be, the last time.
        private var hasTrouble = false

        init(gate: Gate, ring: KeyRing) { (self.gate, self.ring) = (gate, ring) }

        func isAsNow(event: Event?, _ ring: KeyRing) -> Bool { gate.event == event && self.ring.hasSameKeys(as: ring) }

        /// How long it may rest before it writes; nil where it has nothing to write.
        func patience(_ habits: Habits) -> Duration? {
            gate.hasUnwritten ? (hasTrouble ? habits.retry : habits.rest) : nil
        }

        mutating func flush(_ trouble: (any Error) -> Void, by write: (Gate) throws -> Void) {
            do {
                try write(gate)
                hasTrouble = false
            } catch {
                hasTrouble = true
                trouble(error)
            }
        }
    }
}

extension Duration {
    /// Rounded up, and at least a millisecond.
    fileprivate var forDispatch: DispatchTimeInterval {
        .milliseconds(max(1, Int((self / .milliseconds(1)).rounded(.up))))
    }
}
