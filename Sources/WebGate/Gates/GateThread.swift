import Dispatch
import Foundation
import Gate
import Synchronization
import TicketToken
import Ticketing
import WebHost

/// A gate with its own thread. The thread decides up to `Gate.maximumBatchSize` waiting scans in one commit, and
/// answers these scans when the commit is durable. If no scan arrives for some time, the thread closes the gate and
/// ends.
final class GateThread: Sendable {
    /// A request to the gate.
    struct Job: Sendable {
        enum Action: Sendable {
            case decide
            case undo(reason: String)
        }

        let scan: Scan
        let act: Action
        /// The event, read from the store when the request arrived.
        let event: Event
        /// The time at which the request started to wait for the store.
        let arrival: ContinuousClock.Instant
        /// Called once with the verdict, on the gate's thread.
        let answer: @Sendable (Verdict) -> Void
    }

    enum EnqueueResult {
        case accepted
        /// Rejected: too many jobs wait.
        case full
        /// Rejected: the gate has closed.
        case closed
    }

    /// The time limits of a gate, and the maximum length of its queue.
    struct Timing: Sendable {
        var maximumQueued = 1024
        /// If no scan arrives for this time, the gate writes its pending records to the store, such as refusals that
        /// are decided but not written yet.
        var flushDelay = Duration.milliseconds(500)
        /// The time that the gate waits after a failed write before it retries the write.
        var flushRetryDelay = Duration.seconds(5)
        var idleTimeout = Duration.seconds(15 * 60)
    }

    struct Environment: Sendable {
        let name: String
        let ring: KeyRingSource
        /// Opens the gate. Throws if the gate is not open by the deadline.
        let open: @Sendable (KeyRing, _ deadline: ContinuousClock.Instant) throws -> Gate
        let now: @Sendable () -> Instant
        /// Called with each verdict before the client gets the verdict.
        let onVerdict: @Sendable (Verdict) -> Void
        /// Called with each error that occurs while keys are read or pending records are written.
        let onError: @Sendable (any Error) -> Void
        let onEnd: @Sendable (GateThread) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isDeciding = false
        var isClosing = false
        var hasEnded = false
        var endContinuations: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>
    /// Signalled when a job arrives in an empty queue, and when the thread must end.
    private let wakeUp = DispatchSemaphore(value: 0)
    private let environment: Environment
    private let timing: Timing

    /// - Parameter first: the first job. The thread opens the gate for this job.
    init(_ environment: Environment, _ timing: Timing = Timing(), first: Job) {
        state = Mutex(State(waiting: [first]))
        self.environment = environment
        self.timing = timing
        let thread = Thread { [self] in work() }
        thread.name = "gate"
        thread.start()
    }

    func enqueue(_ job: Job) -> EnqueueResult {
        let (reception, wakes) = state.withLock { state -> (EnqueueResult, Bool) in
            if state.isClosing { return (.closed, false) }
            guard state.waiting.count < timing.maximumQueued else { return (.full, false) }
            state.waiting.append(job)
            return (.accepted, state.waiting.count == 1)
        }
        if wakes { wakeUp.signal() }
        return reception
    }

    /// Accepts no more jobs. The thread decides the jobs in its queue, writes pending records, and ends.
    func close() {
        state.withLock { $0.isClosing = true }
        wakeUp.signal()
    }

    /// If the gate has no job, closes the gate and returns true. Otherwise returns false.
    func closeIfIdle() -> Bool {
        let isIdle = state.withLock { state in
            guard state.waiting.isEmpty, !state.isDeciding else { return false }
            state.isClosing = true
            return true
        }
        if isIdle { wakeUp.signal() }
        return isIdle
    }

    func waitUntilEnded() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.endContinuations.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    private func work() {
        var open: OpenGate?
        var idleSince = ContinuousClock.now
        while true {
            let (jobs, isClosing) = next()
            if !jobs.isEmpty {
                answer(jobs, &open)
                idleSince = .now
                continue
            }
            if isClosing { break }
            let timeout = open?.flushDelay(timing) ?? timing.idleTimeout - (.now - idleSince)
            if wakeUp.wait(timeout: .now() + timeout.forDispatch) == .success { continue }
            open?.flush(environment.onError) { try $0.flushWhenIdle() }
            if idleSince + timing.idleTimeout <= .now { _ = closeIfIdle() }
        }
        open?.flush(environment.onError) { try $0.flush() }
        open = nil
        environment.onEnd(self)
        let continuations = state.withLock { state in
            state.hasEnded = true
            return state.endContinuations
        }
        for continuation in continuations { continuation.resume() }
    }

    private func next() -> (jobs: [Job], isClosing: Bool) {
        state.withLock { state in
            let jobs = Array(state.waiting.prefix(Gate.maximumBatchSize))
            state.waiting.removeFirst(jobs.count)
            state.isDeciding = !jobs.isEmpty
            return (jobs, state.isClosing)
        }
    }

    private func answer(_ jobs: [Job], _ open: inout OpenGate?) {
        // The job that arrived first sets the deadline for all jobs. A job that is not decided by the deadline gets the
        // answer “undecided”.
        let deadline = (jobs.map(\.arrival).min() ?? .now) + Gate.storeTimeout
        do {
            let ring = try ring(of: open)
            // Reopens the gate if the event or the keys have changed since it was opened.
            if open?.isCurrent(event: jobs.last?.event, ring) != true {
                open?.flush(environment.onError) { try $0.flush(until: deadline) }
                open = OpenGate(gate: try environment.open(ring, deadline), ring: ring)
            }
        } catch {
            open = nil
            let verdict = Verdict.undecided(error, gate: environment.name, at: environment.now())
            for job in jobs { deliver(job, verdict) }
            return
        }
        guard let gate = open?.gate else { return }
        var group: [Job] = []
        func decideGroup() {
            guard !group.isEmpty else { return }
            for (job, verdict) in zip(group, gate.decide(group.map(\.scan), until: deadline)) {
                deliver(job, verdict)
            }
            group = []
        }
        for job in jobs {
            switch job.act {
            case .decide: group.append(job)
            case .undo(let reason):
                decideGroup()
                deliver(job, gate.undo(job.scan, reason: reason, until: deadline))
            }
        }
        decideGroup()
    }

    /// The current keys. If the keys can't be read, an open gate keeps the keys with which it was opened. A mistake in
    /// the key folder must not stop admission.
    private func ring(of open: OpenGate?) throws -> KeyRing {
        do {
            return try environment.ring()
        } catch {
            guard let open else { throw error }
            environment.onError(error)
            return open.ring
        }
    }

    private func deliver(_ job: Job, _ verdict: Verdict) {
        environment.onVerdict(verdict)
        job.answer(verdict)
    }

    /// The gate and the keys that it was opened with.
    private struct OpenGate {
        let gate: Gate
        let ring: KeyRing
        private var didLastFlushFail = false

        init(gate: Gate, ring: KeyRing) { (self.gate, self.ring) = (gate, ring) }

        func isCurrent(event: Event?, _ ring: KeyRing) -> Bool {
            gate.event == event && self.ring.hasSameKeys(as: ring)
        }

        /// The time to wait for another scan before the pending records are written; nil if there are no pending
        /// records.
        func flushDelay(_ timing: Timing) -> Duration? {
            gate.hasPendingRecords ? (didLastFlushFail ? timing.flushRetryDelay : timing.flushDelay) : nil
        }

        mutating func flush(_ onError: (any Error) -> Void, by write: (Gate) throws -> Void) {
            do {
                try write(gate)
                didLastFlushFail = false
            } catch {
                didLastFlushFail = true
                onError(error)
            }
        }
    }
}

extension Duration {
    /// The duration, rounded up to whole milliseconds; at least one millisecond.
    fileprivate var forDispatch: DispatchTimeInterval {
        .milliseconds(max(1, Int((self / .milliseconds(1)).rounded(.up))))
    }
}
