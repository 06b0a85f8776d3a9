import Dispatch
import Glibc
import Synchronization

/// Shuts down connections to a PostgreSQL server that does not respond. Without the watchdog, libpq would wait forever.
///
/// The watchdog watches the connections that the pool has lent to transactions. If a transaction has a deadline, its
/// connection is given up at the deadline. If a transaction without a deadline takes long, the server may simply be
/// busy with it. The watchdog therefore tries up to two times to open a separate connection to the server (a probe). If
/// both attempts fail, it gives up the connection of the transaction. To give up a connection, the watchdog shuts down
/// the connection's socket. libpq then reports a lost connection. The watchdog never cancels a statement, because this
/// would not be safe. If a server is waiting for its standby server during a commit, the server answers a cancellation
/// with `COMMIT`, although the standby server does not have the change yet.
final class ConnectionWatchdog: Sendable {
    /// The server is probed if a connection has been lent for this time.
    private static let probeAfter = Duration.seconds(5)
    private static let probeInterval = Duration.seconds(2)
    private static let interval = DispatchTimeInterval.milliseconds(200)
    private static let probeAttempts = 2

    private struct WatchedSession {
        let socket: Int32
        let start: ContinuousClock.Instant
        var deadline: ContinuousClock.Instant?
    }

    private struct State {
        var loans: [Int: WatchedSession] = [:]
        var made = 0
        var isWatching = false
        var isProbing = false
        var nextProbe = ContinuousClock.now
    }

    private let address: PostgreSQLAddress
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "eventpass.silence")
    /// The queue for probes. It is separate from `queue`, because a probe may take seconds, and other connections must
    /// still be given up at their deadlines.
    private let probeQueue = DispatchQueue(label: "eventpass.silence.asking")

    init(_ address: PostgreSQLAddress) { self.address = address }

    /// Begins to watch a connection that the pool has lent, and returns the number of this loan. The connection is
    /// watched until `end` is called with this number. `end` must be called before the connection is closed.
    func begin(_ link: PostgreSQLSession, until deadline: ContinuousClock.Instant?) -> Int {
        let (loan, isFirst) = state.withLock { state in
            state.made += 1
            state.loans[state.made] = WatchedSession(socket: link.socket, start: .now, deadline: deadline)
            defer { state.isWatching = true }
            return (state.made, !state.isWatching)
        }
        if isFirst { scheduleCheck() }
        return loan
    }

    /// Sets the deadline of a lent connection, or moves the deadline to an earlier time.
    func setDeadline(_ loan: Int, until deadline: ContinuousClock.Instant) {
        state.withLock { state in
            let given = state.loans[loan]?.deadline
            state.loans[loan]?.deadline = min(given ?? deadline, deadline)
        }
    }

    func end(_ loan: Int) { state.withLock { $0.loans[loan] = nil } }

    private func scheduleCheck() {
        queue.asyncAfter(deadline: .now() + ConnectionWatchdog.interval) { [weak self] in
            guard let self else { return }
            checkSessions()
            let goesOn = state.withLock { state in
                state.isWatching = !state.loans.isEmpty
                return state.isWatching
            }
            if goesOn { scheduleCheck() }
        }
    }

    private func checkSessions() {
        let now = ContinuousClock.now
        shutDown { loan in loan.deadline.map { $0 <= now } ?? false }
        let latest = now - ConnectionWatchdog.probeAfter
        let mustAsk = state.withLock { state in
            guard !state.isProbing, state.nextProbe <= now,
                state.loans.values.contains(where: { $0.start <= latest })
            else { return false }
            state.isProbing = true
            return true
        }
        if mustAsk { probeQueue.async { [weak self] in self?.probe(of: latest) } }
    }

    /// Probes the server. If the server does not respond, gives up all connections that were lent at the time `latest`
    /// or earlier.
    private func probe(of latest: ContinuousClock.Instant) {
        let isSilent = !(0..<ConnectionWatchdog.probeAttempts).contains { _ in isServerReachable() }
        if isSilent { shutDown { $0.start <= latest } }
        state.withLock { state in
            state.isProbing = false
            state.nextProbe = .now + ConnectionWatchdog.probeInterval
        }
    }

    private func shutDown(_ isOverdue: (WatchedSession) -> Bool) {
        state.withLock { state in
            // A socket is closed only after `end`, and `end` needs the same lock. While this method holds the lock, no
            // socket in `loans` can thus be closed. Each socket number in `loans` therefore still belongs to the lent
            // connection, not to a socket that was opened later.
            for loan in state.loans.values where isOverdue(loan) { shutdown(loan.socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Whether the server answers an attempt to connect. An error from the server is an answer, too: a server that has
    /// no free connection, or that now requires another password, still responds.
    private func isServerReachable() -> Bool {
        do throws(PostgreSQLFailure) {
            _ = try PostgreSQLSession.connect(to: address)
            return true
        } catch {
            return error.kind != .lost
        }
    }
}
