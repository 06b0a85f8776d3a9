import Dispatch
import Synchronization

/// A connection while it is lent.
struct PostgreSQLLoan {
    let link: PostgreSQLLink
    fileprivate let number: Int
    fileprivate let watch: SilenceWatch

    /// Gives the connection up at `deadline`, unless it is returned or given up before.
    func limit(until deadline: ContinuousClock.Instant) { watch.limit(number, until: deadline) }
}

/// Connections that wait to be used again, and a limit to how many there are. Who comes when all are lent waits, for a
/// while.
final class PostgreSQLPool: Sendable {
    static let size = 8
    /// The longest wait for a connection, in seconds.
    private static let patience = 10

    private let address: PostgreSQLAddress
    private let free = DispatchSemaphore(value: PostgreSQLPool.size)
    private let idle = Mutex<[PostgreSQLLink]>([])
    private let watch: SilenceWatch

    init(_ address: PostgreSQLAddress) {
        self.address = address
        watch = SilenceWatch(address)
    }

    /// Lends a connection to `body`. One that is not in order afterwards is closed; when it was lost, so are those that
    /// wait, since what ended it ended them.
    ///
    /// - Parameter deadline: when the connection is given up, whatever the server does; nil waits for a server that works.
    /// - Throws: `StoreError.unreachable`, at once behind the deadline; `busy`; what `body` does.
    func withLink<Result>(
        until deadline: ContinuousClock.Instant? = nil, _ body: (PostgreSQLLoan) throws -> Result
    ) throws -> Result {
        if let deadline, deadline <= .now {
            throw StoreError.unreachable(path: address.description, detail: "no answer in time")
        }
        let left = deadline.map { max(0, ($0 - .now) / .milliseconds(1)) } ?? .infinity
        let patience = Int(min(left, Double(PostgreSQLPool.patience * 1000)))
        guard free.wait(timeout: .now() + .milliseconds(patience)) == .success else {
            throw StoreError.busy(path: address.description)
        }
        defer { free.signal() }
        let link: PostgreSQLLink
        if let waiting = idle.withLock({ $0.popLast() }) {
            link = waiting
        } else {
            do throws(PostgreSQLFailure) {
                link = try PostgreSQLLink.connect(to: address, before: deadline)
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
        return try body(PostgreSQLLoan(link: link, number: number, watch: watch))
    }
}
