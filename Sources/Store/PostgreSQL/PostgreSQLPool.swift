import Dispatch
import Synchronization

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
    func withLink<Result>(_ body: (PostgreSQLLink) throws -> Result) throws -> Result {
        guard free.wait(timeout: .now() + .seconds(PostgreSQLPool.patience)) == .success else {
            throw StoreError.busy(path: address.description)
        }
        defer { free.signal() }
        let link: PostgreSQLLink
        if let waiting = idle.withLock({ $0.popLast() }) {
            link = waiting
        } else {
            do throws(PostgreSQLFailure) {
                link = try PostgreSQLLink.connect(to: address)
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
        let loan = watch.begin(link)
        defer { watch.end(loan) }
        return try body(link)
    }
}
