import Dispatch
import Glibc
import Synchronization

/// Gives up connections whose server has fallen silent while the connection stands, as one that was halted: libpq would
/// wait for it for ever.
///
/// A transaction that takes long is no proof, so the server itself is asked, on a connection of its own, and once more.
/// Only when it answers neither time are the sockets shut down, which libpq sees as a lost connection.
final class SilenceWatch: Sendable {
    /// How long a transaction goes on unasked.
    private static let patience = Duration.seconds(5)
    private static let interval = DispatchTimeInterval.seconds(2)
    private static let questions = 2

    private struct Loan {
        let socket: Int32
        let start: ContinuousClock.Instant
    }

    private struct State {
        var loans: [Int: Loan] = [:]
        var made = 0
        var isWatching = false
    }

    private let address: PostgreSQLAddress
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "eventpass.silence")

    init(_ address: PostgreSQLAddress) { self.address = address }

    /// Watches a connection until `end`, which must come before it is closed.
    func begin(_ link: PostgreSQLLink) -> Int {
        let (loan, isFirst) = state.withLock { state in
            state.made += 1
            state.loans[state.made] = Loan(socket: link.socket, start: .now)
            defer { state.isWatching = true }
            return (state.made, !state.isWatching)
        }
        if isFirst { lookLater() }
        return loan
    }

    func end(_ loan: Int) { state.withLock { $0.loans[loan] = nil } }

    /// Nobody looks while nothing is lent.
    private func lookLater() {
        queue.asyncAfter(deadline: .now() + SilenceWatch.interval) { [weak self] in
            guard let self else { return }
            look()
            let goesOn = state.withLock { state in
                state.isWatching = !state.loans.isEmpty
                return state.isWatching
            }
            if goesOn { lookLater() }
        }
    }

    private func look() {
        let latest = ContinuousClock.now - SilenceWatch.patience
        let overdue = state.withLock { state in state.loans.filter { $1.start <= latest }.keys }
        guard !overdue.isEmpty, !(0..<SilenceWatch.questions).contains(where: { _ in isServerThere() }) else { return }
        state.withLock { state in
            // Behind the lock, since the socket's number is another's as soon as it is closed.
            for loan in overdue.compactMap({ state.loans[$0] }) { shutdown(loan.socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Whatever it answers: one that is full, or has another password by now, is there.
    private func isServerThere() -> Bool {
        do throws(PostgreSQLFailure) {
            _ = try PostgreSQLLink.connect(to: address)
            return true
        } catch {
            return error.kind != .lost
        }
    }
}
