import Glibc
import Languages

/// A store on a PostgreSQL server.
///
/// Writing transactions have the isolation level READ COMMITTED. Conditional updates, unique keys and row locks (`FOR
/// NO KEY UPDATE`) guarantee consistency. A writing transaction is retried if it conflicted with another transaction,
/// or if it lost its connection before the commit was sent.
final class PostgreSQLEngine: StoreEngine {
    /// The statements that begin a writing transaction and disable sequential scans of tables in it. The server caches
    /// query plans. A plan that was made while a table was nearly empty reads the whole table. Even after the table has
    /// grown, every scan of a ticket at a gate would use this plan, until the server analyses the table again. Writing
    /// transactions find their rows by keys, so they need no sequential scans.
    private static let beginWrite = """
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL enable_seqscan = off
        """

    /// The maximum time to wait for a commit, even if the transaction has no deadline.
    private static let commitTimeout = Duration.seconds(30)

    private let address: PostgreSQLAddress
    private let pool: PostgreSQLPool

    init(_ address: PostgreSQLAddress) {
        self.address = address
        pool = PostgreSQLPool(address)
    }

    var path: String { address.description }
    var mayLoseCommitOutcome: Bool { true }

    /// Does nothing: the server manages its own log.
    func checkpointLog() {}

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        var persistence = RetryPolicy(until: deadline)
        while true {
            do {
                return try pool.withSession(until: deadline) { loan in
                    let link = loan.link
                    try begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", on: link)
                    do {
                        let result = try work(PostgreSQLConnection(link: link, path: path))
                        // The transaction has changed nothing, so it needs no commit, and a failure of the rollback is
                        // harmless.
                        rollback(link)
                        return result
                    } catch {
                        rollback(link)
                        throw error
                    }
                }
            } catch let attempt as BeginFailed {
                // A reading transaction is retried only if it failed to begin. Once it has begun, `work` may already
                // have passed rows to its caller.
                guard persistence.shouldRetry(after: attempt.failure.kind) else {
                    throw attempt.failure.error(at: path)
                }
            }
        }
    }

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        var persistence = RetryPolicy(until: deadline)
        while true {
            do {
                return try pool.withSession(until: deadline) { loan in try attempt(work, on: loan) }
            } catch let attempt as BeginFailed {
                guard persistence.shouldRetry(after: attempt.failure.kind) else {
                    throw attempt.failure.error(at: path)
                }
            } catch let undone as RolledBack {
                guard persistence.shouldRetry(after: undone.kind) else { throw undone.error }
            }
        }
    }

    private struct BeginFailed: Error {
        let failure: PostgreSQLFailure
    }

    /// The transaction was rolled back for a temporary reason, and can be retried.
    private struct RolledBack: Error {
        let kind: PostgreSQLFailure.Kind
        let error: any Error
    }

    private func begin(_ statement: String, on link: PostgreSQLSession) throws {
        _ = link.consumeFailure()
        do {
            try link.run(statement)
        } catch let failure as PostgreSQLFailure {
            throw BeginFailed(failure: failure)
        }
    }

    private func attempt<Result>(_ work: (any EngineConnection) throws -> Result, on loan: PooledSession) throws
        -> Result
    {
        let link = loan.link
        try begin(PostgreSQLEngine.beginWrite, on: link)
        let connection = PostgreSQLConnection(link: link, path: path)
        let result: Result
        do {
            result = try work(connection)
        } catch {
            rollback(link)
            if case StoreError.concurrentChange = error { throw RolledBack(kind: .conflict, error: error) }
            // After a failure of a statement, the transaction can't be committed. This failure thus determines whether
            // the transaction is retried, even if `work` threw another error.
            guard let failure = link.consumeFailure() else { throw error }
            throw failure.kind == .permanent ? error : RolledBack(kind: failure.kind, error: error)
        }
        // A transaction that changed nothing is rolled back. PostgreSQL writes row locks to its log, so a commit would
        // have to sync the log to the disk. A rollback needs no sync, and its outcome is certain even if the connection
        // is lost. The rows that `work` has read are durable in any case, because other transactions see a commit only
        // when it is durable.
        if connection.mayHaveWritten { try commit(loan) } else { rollback(link) }
        return result
    }

    private func commit(_ loan: PooledSession) throws {
        // If the standbys of a server are down, the server may respond to other requests but never finish a commit. The
        // watchdog would not notice this without a deadline.
        loan.setDeadline(until: .now + PostgreSQLEngine.commitTimeout)
        do {
            let command = try loan.link.commit()
            // The server returns `ROLLBACK` if an earlier statement of the transaction failed.
            guard command == "COMMIT" else {
                throw StoreError.engine(path: path, code: 0, message: Sentence(StoreError.Text.rolledBack))
            }
        } catch let failure as PostgreSQLFailure {
            switch failure.kind {
            case .conflict: throw RolledBack(kind: .conflict, error: failure.error(at: path))
            case .lost, .starting: throw StoreError.outcomeUnknown(path: path)
            case .permanent: throw failure.error(at: path)
            }
        }
    }

    private func rollback(_ link: PostgreSQLSession) {
        do {
            try link.run("ROLLBACK")
        } catch {
            // The pool detects that the connection is still in a transaction, and closes the connection. The server
            // then rolls the transaction back.
        }
    }
}

private struct RetryPolicy {
    /// The time after which the transaction is no longer retried; nil if only the number of retries is limited.
    let deadline: ContinuousClock.Instant?
    private var conflicts = 0
    private var losses = 0

    init(until deadline: ContinuousClock.Instant?) { self.deadline = deadline }

    /// Returns whether the transaction must be retried. Before it returns true, this method waits for a random time, so
    /// that the conflicting transactions do not conflict again.
    mutating func shouldRetry(after kind: PostgreSQLFailure.Kind) -> Bool {
        if let deadline, deadline <= .now { return false }
        switch kind {
        case .conflict:
            conflicts += 1
            wait(atMost: min(4000 << min(conflicts, 6), 200_000))
            return conflicts <= 30
        case .lost, .starting:
            losses += 1
            wait(atMost: 200_000)
            return losses <= 3
        case .permanent: return false
        }
    }

    private func wait(atMost microseconds: UInt32) { usleep(.random(in: 500...microseconds)) }
}
