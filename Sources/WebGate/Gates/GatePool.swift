import Gate
import Store
import Synchronization
import TicketToken
import Ticketing
import WebHost

/// Identifies a gate by its event, sub-event and name.
struct GateID: Hashable, Sendable {
    let event: EventNumber
    /// Sub-event number; nil at an event without sub-events.
    let subEvent: Int?
    let name: String
}

/// Keeps gates open while phones use the gates. All phones at a gate share one thread, so many scans can be written
/// with one commit.
final class GatePool: Sendable {
    struct Configuration: Sendable {
        /// A connection to the store that is used only for scans.
        let store: Store
        let ring: KeyRingSource
        let device: DeviceID
        let now: @Sendable () -> Instant
        let onVerdict: @Sendable (GateID, Verdict) -> Void
        let onError: @Sendable (any Error) -> Void
    }

    private struct State {
        var gates: [GateID: (thread: GateThread, used: Int)] = [:]
        var uses = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let configuration: Configuration
    private let timing: GateThread.Timing
    private let maximumOpen: Int

    /// - Parameter maximumOpen: the largest number of gates that are open at the same time. To open another gate, the
    ///   pool closes the least recently used idle gate.
    init(_ configuration: Configuration, maximumOpen: Int = 64, timing: GateThread.Timing = GateThread.Timing()) {
        self.configuration = configuration
        self.maximumOpen = maximumOpen
        self.timing = timing
    }

    var count: Int { state.withLock { $0.gates.count } }

    /// Decides a scan. The gate decides up to `Gate.maximumBatchSize` waiting scans in one commit.
    ///
    /// - Parameters:
    ///   - arrival: the time at which the request started to wait for the store. The verdict follows at most five
    ///     seconds after this time.
    ///   - onQueued: called when the scan is queued or rejected.
    /// - Throws: `Problem` 503 if too many scans wait. The scan is then not decided.
    func decide(
        _ scan: Scan, _ act: GateThread.Job.Action = .decide, at gateID: GateID, of event: Event,
        since arrival: ContinuousClock.Instant = .now, _ onQueued: () -> Void = {}
    ) async throws -> Verdict {
        let verdict: Verdict? = await withCheckedContinuation { continuation in
            let job = GateThread.Job(scan: scan, act: act, event: event, arrival: arrival) {
                continuation.resume(returning: $0)
            }
            let isQueued = enqueue(job, to: gateID)
            onQueued()
            if !isQueued { continuation.resume(returning: nil) }
        }
        guard let verdict else {
            throw Problem(.serviceUnavailable, .tooManyScans)
        }
        return verdict
    }

    /// Accepts no more scans, and returns when all accepted scans are decided and written.
    func close() async {
        let threads = state.withLock { state in
            state.isClosed = true
            return state.gates.values.map(\.thread)
        }
        for thread in threads { thread.close() }
        for thread in threads { await thread.waitUntilEnded() }
    }

    /// Queues a job at its gate, and opens the gate if it is not open. Returns false if the job is rejected.
    private func enqueue(_ job: GateThread.Job, to gateID: GateID) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.uses += 1
            if let thread = state.gates[gateID]?.thread {
                switch thread.enqueue(job) {
                case .accepted:
                    state.gates[gateID] = (thread, state.uses)
                    return true
                case .full: return false
                case .closed: break
                }
            }
            state.gates[gateID] = nil
            guard state.gates.count < maximumOpen || closeLeastRecentlyUsed(&state) else { return false }
            state.gates[gateID] = (GateThread(environment(at: gateID), timing, first: job), state.uses)
            return true
        }
    }

    /// Closes the least recently used idle gate, or returns false if no gate is idle.
    private func closeLeastRecentlyUsed(_ state: inout State) -> Bool {
        for (gateID, gate) in state.gates.sorted(by: { $0.value.used < $1.value.used })
        where gate.thread.closeIfIdle() {
            state.gates[gateID] = nil
            return true
        }
        return false
    }

    private func environment(at gateID: GateID) -> GateThread.Environment {
        GateThread.Environment(
            name: gateID.name,
            ring: configuration.ring,
            open: { [configuration] ring, deadline in
                try Gate(
                    name: gateID.name, event: gateID.event, subEvent: gateID.subEvent, store: configuration.store,
                    ring: ring, device: configuration.device, operation: Gate.Operation(clock: configuration.now),
                    until: deadline)
            },
            now: configuration.now, onVerdict: { [configuration] in configuration.onVerdict(gateID, $0) },
            onError: configuration.onError,
            onEnd: { [weak self] in self?.remove(gateID, $0) })
    }

    private func remove(_ gateID: GateID, _ thread: GateThread) {
        state.withLock { state in
            if state.gates[gateID]?.thread === thread { state.gates[gateID] = nil }
        }
    }
}
