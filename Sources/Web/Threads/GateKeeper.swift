import Gate
import Store
import Synchronization
import TicketToken
import Ticketing

/// Where a gate stands.
struct GateSpot: Hashable, Sendable {
    let event: EventNumber
    /// Nil at an event without functions.
    let function: Int?
    let name: String
}

/// Keeps gates open while somebody scans there: one for each name, whoever asks, so that what comes from many phones
/// goes into few commits.
final class GateKeeper: Sendable {
    /// What gates are opened with.
    struct Supplies: Sendable {
        /// For scans alone.
        let store: Store
        let ring: KeyRingSource
        let device: DeviceID
        let now: @Sendable () -> Instant
        let decided: @Sendable (GateSpot, Verdict) -> Void
        let trouble: @Sendable (any Error) -> Void
    }

    private struct State {
        var gates: [GateSpot: (thread: GateThread, used: Int)] = [:]
        var uses = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let supplies: Supplies
    private let habits: GateThread.Habits
    private let most: Int

    /// - Parameter most: gates that are open at once; who comes to another takes the place of one that rests.
    init(_ supplies: Supplies, most: Int = 64, habits: GateThread.Habits = GateThread.Habits()) {
        self.supplies = supplies
        self.most = most
        self.habits = habits
    }

    /// How many are open.
    var count: Int { state.withLock { $0.gates.count } }

    /// Decides, together with what else waits at the gate.
    ///
    /// - Parameters:
    ///   - arrival: since when whoever asks waits for the store; the verdict comes within five seconds of it.
    ///   - handed: called when it was handed over, or was not taken.
    /// - Throws: `Problem` 503 where too many wait: nothing was decided.
    func decide(
        _ scan: Scan, _ act: GateThread.Job.Act = .decide, at spot: GateSpot, of event: Event,
        since arrival: ContinuousClock.Instant = .now, _ handed: () -> Void = {}
    ) async throws -> Verdict {
        let verdict: Verdict? = await withCheckedContinuation { continuation in
            let job = GateThread.Job(scan: scan, act: act, event: event, arrival: arrival) {
                continuation.resume(returning: $0)
            }
            let isTaken = hand(job, to: spot)
            handed()
            if !isTaken { continuation.resume(returning: nil) }
        }
        guard let verdict else {
            throw Problem(.serviceUnavailable, "Not decided: too many wait. Ask again, with the same request.")
        }
        return verdict
    }

    /// Takes no more, and returns when all that was taken is decided and written down.
    func close() async {
        let threads = state.withLock { state in
            state.isClosed = true
            return state.gates.values.map(\.thread)
        }
        for thread in threads { thread.close() }
        for thread in threads { await thread.end() }
    }

    /// Whether the job was taken.
    private func hand(_ job: GateThread.Job, to spot: GateSpot) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.uses += 1
            if let thread = state.gates[spot]?.thread {
                switch thread.take(job) {
                case .taken:
                    state.gates[spot] = (thread, state.uses)
                    return true
                case .full: return false
                case .closed: break
                }
            }
            state.gates[spot] = nil
            guard state.gates.count < most || makeRoom(&state) else { return false }
            state.gates[spot] = (GateThread(works(at: spot), habits, first: job), state.uses)
            return true
        }
    }

    /// Closes the gate that has rested longest. False where all are at work.
    private func makeRoom(_ state: inout State) -> Bool {
        for (spot, gate) in state.gates.sorted(by: { $0.value.used < $1.value.used })
        where gate.thread.closeIfIdle() {
            state.gates[spot] = nil
            return true
        }
        return false
    }

    private func works(at spot: GateSpot) -> GateThread.Works {
        GateThread.Works(
            name: spot.name,
            ring: supplies.ring,
            open: { [supplies] ring, deadline in
                try Gate(
                    name: spot.name, event: spot.event, function: spot.function, store: supplies.store,
                    ring: ring, device: supplies.device, until: deadline, clock: supplies.now)
            },
            now: supplies.now, decided: { [supplies] in supplies.decided(spot, $0) }, trouble: supplies.trouble,
            ended: { [weak self] in self?.left(spot, $0) })
    }

    private func left(_ spot: GateSpot, _ thread: GateThread) {
        state.withLock { state in
            if state.gates[spot]?.thread === thread { state.gates[spot] = nil }
        }
    }
}
