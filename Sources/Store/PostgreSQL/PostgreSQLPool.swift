import Dispatch
import Languages
import Synchronization

/// A connection that the pool has lent to a caller.
struct PooledSession {
    let link: PostgreSQLSession
    fileprivate let number: Int
    fileprivate let watch: ConnectionWatchdog

    /// Makes the watchdog give up the connection at the time `deadline`. If the connection has been returned to the
    /// pool before that time, nothing happens to it.
    func setDeadline(until deadline: ContinuousClock.Instant) { watch.setDeadline(number, until: deadline) }
}

/// A limited number of connections to a PostgreSQL server. If all connections are in use, a caller waits until one is
/// free, but only for a limited time.
final class PostgreSQLPool: Sendable {
    static let size = 8
    /// The maximum time to wait for a free connection, in seconds.
    private static let checkoutTimeout = 10

    private let address: PostgreSQLAddress
    private let free = DispatchSemaphore(value: PostgreSQLPool.size)
    private let idle = Mutex<[PostgreSQLSession]>([])
    private let watch: ConnectionWatchdog

    init(_ address: PostgreSQLAddress) {
        self.address = address
        watch = ConnectionWatchdog(address)
    }

    /// Lends a connection to `body`. If the connection is not usable after `body` has returned, it is closed. If the
    /// connection was lost, all idle connections are closed, too, because they are probably lost for the same reason.
    ///
    /// - Parameter deadline: the deadline for the server's responses, at which the connection is given up. If the
    ///   deadline is nil, a response may take any time: the connection is then given up only if the server no longer
    ///   answers attempts to open another connection (`ConnectionWatchdog`).
    /// - Throws: `StoreError.unreachable` if the deadline has already passed or the server can't be reached;
    ///   `StoreError.busy` if no connection becomes free in time; any error of `body`.
    func withSession<Result>(
        until deadline: ContinuousClock.Instant? = nil, _ body: (PooledSession) throws -> Result
    ) throws -> Result {
        if let deadline, deadline <= .now {
            throw StoreError.unreachable(
                path: address.description, detail: Sentence(PostgreSQLFailure.Text.noAnswerInTime))
        }
        let left = deadline.map { max(0, ($0 - .now) / .milliseconds(1)) } ?? .infinity
        let timeout = Int(min(left, Double(PostgreSQLPool.checkoutTimeout * 1000)))
        guard free.wait(timeout: .now() + .milliseconds(timeout)) == .success else {
            throw StoreError.busy(path: address.description)
        }
        defer { free.signal() }
        let link: PostgreSQLSession
        if let waiting = idle.withLock({ $0.popLast() }) {
            link = waiting
        } else {
            do throws(PostgreSQLFailure) {
                link = try PostgreSQLSession.connect(to: address, before: deadline)
            } catch {
                throw error.error(at: address.description)
            }
        }
        defer {
            if link.isIdle {
                idle.withLock { $0.append(link) }
            } else if link.isLost {
                idle.withLock { $0.removeAll() }
            }
        }
        let number = watch.begin(link, until: deadline)
        defer { watch.end(number) }
        return try body(PooledSession(link: link, number: number, watch: watch))
    }
}
