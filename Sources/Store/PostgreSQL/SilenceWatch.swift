import Dispatch
import Glibc
import Synchronization

/// Gives up connections that stand while their server does not answer, as one that was halted: libpq would wait for ever.
///
/// A loan with a deadline is given up at it. Without one, a transaction that takes long is no proof, so the server itself is
/// asked, on a connection of its own, and once more; only if it answers neither time is the connection given up. Giving up
/// shuts the socket down, which libpq sees as a lost connection. A statement is never cancelled: a server answers a
/// cancelled wait for a standby with `COMMIT`.
final class SilenceWatch: Sendable {
    /// How long a transaction without a deadline runs before the server is asked.
    private static let patience = Duration.seconds(5)
    /// Between two questions.
    private static let pause = Duration.seconds(2)
    private static let interval = DispatchTimeInterval.milliseconds(200)
    private static let questions = 2

    private struct Loan {
        let socket: Int32
        let start: ContinuousClock.Instant
        var deadline: ContinuousClock.Instant?
    }

    private struct State {
        var loans: [Int: Loan] = [:]
        var made = 0
        var isWatching = false
        var isAsking = false
        var nextQuestion = ContinuousClock.now
    }

    private let address: PostgreSQLAddress
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "eventpass.silence")
    /// A question may take seconds, and deadlines do not wait for it.
    private let asking = DispatchQueue(label: "eventpass.silence.asking")

    init(_ address: PostgreSQLAddress) { self.address = address }

    /// Watches a connection until `end`, which must come before it is closed.
    func begin(_ link: PostgreSQLLink, until deadline: ContinuousClock.Instant?) -> Int {
        let (loan, isFirst) = state.withLock { state in
            state.made += 1
            state.loans[state.made] = Loan(socket: link.socket, start: .now, deadline: deadline)
            defer { state.isWatching = true }
            return (state.made, !state.isWatching)
        }
        if isFirst { lookLater() }
        return loan
    }

    /// Gives a loan a deadline, or an earlier one.
    func limit(_ loan: Int, until deadline: ContinuousClock.Instant) {
        state.withLock { state in
            let given = state.loans[loan]?.deadline
            state.loans[loan]?.deadline = min(given ?? deadline, deadline)
        }
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
        let now = ContinuousClock.now
        giveUp { loan in loan.deadline.map { $0 <= now } ?? false }
        let latest = now - SilenceWatch.patience
        let mustAsk = state.withLock { state in
            guard !state.isAsking, state.nextQuestion <= now,
                state.loans.values.contains(where: { $0.start <= latest })
            else { return false }
            state.isAsking = true
            return true
        }
        if mustAsk { asking.async { [weak self] in self?.ask(of: latest) } }
    }

    /// Gives up the loans since before `latest` if the server does not answer.
    private func ask(of latest: ContinuousClock.Instant) {
        let isSilent = !(0..<SilenceWatch.questions).contains { _ in isServerThere() }
        if isSilent { giveUp { $0.start <= latest } }
        state.withLock { state in
            state.isAsking = false
            state.nextQuestion = .now + SilenceWatch.pause
        }
    }

    private func giveUp(_ isOverdue: (Loan) -> Bool) {
        state.withLock { state in
            // Behind the lock, since the socket's number is another's as soon as it is closed.
            for loan in state.loans.values where isOverdue(loan) { shutdown(loan.socket, Int32(SHUT_RDWR)) }
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
