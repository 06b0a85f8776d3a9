import Glibc

/// The store on a PostgreSQL server.
///
/// A write is READ COMMITTED: conditional updates, unique keys and `FOR NO KEY UPDATE` carry what must hold. What lost against
/// another transaction, or with its connection before the commit was sent, is done again.
final class PostgreSQLEngine: StoreEngine {
    /// Plans are kept with their statements. One that was made while a table was nearly empty would walk through all of
    /// it, scan after scan, until the server looks at the table anew; what writes finds its rows by their keys.
    private static let writing = """
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL enable_seqscan = off
        """

    /// How long a commit without a deadline is waited for.
    private static let commitPatience = Duration.seconds(30)

    private let address: PostgreSQLAddress
    private let pool: PostgreSQLPool

    init(_ address: PostgreSQLAddress) {
        self.address = address
        pool = PostgreSQLPool(address)
    }

    var path: String { address.description }
    var losesAnswers: Bool { true }

    /// The server's own affair.
    func finishLog() {}

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        var persistence = Persistence(until: deadline)
        while true {
            do {
                return try pool.withLink(until: deadline) { loan in
                    let link = loan.link
                    try begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", on: link)
                    do {
                        let result = try work(PostgreSQLConnection(link: link, path: path))
                        // Nothing was written: whether this arrives is all the same.
                        rollback(link)
                        return result
                    } catch {
                        rollback(link)
                        throw error
                    }
                }
            } catch let attempt as Unstarted {
                // Only what has not begun: rows may have been handed on.
                guard persistence.mayTryAgain(after: attempt.failure.kind) else {
                    throw attempt.failure.error(at: path)
                }
            }
        }
    }

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        var persistence = Persistence(until: deadline)
        while true {
            do {
                return try pool.withLink(until: deadline) { loan in try once(work, on: loan) }
            } catch let attempt as Unstarted {
                guard persistence.mayTryAgain(after: attempt.failure.kind) else {
                    throw attempt.failure.error(at: path)
                }
            } catch let undone as Undone {
                guard persistence.mayTryAgain(after: undone.kind) else { throw undone.error }
            }
        }
    }

    /// The transaction did not begin.
    private struct Unstarted: Error {
        let failure: PostgreSQLFailure
    }

    /// Nothing happened, for a reason that may pass.
    private struct Undone: Error {
        let kind: PostgreSQLFailure.Kind
        let error: any Error
    }

    private func begin(_ statement: String, on link: PostgreSQLLink) throws {
        _ = link.takeFailure()
        do {
            try link.run(statement)
        } catch let failure as PostgreSQLFailure {
            throw Unstarted(failure: failure)
        }
    }

    private func once<Result>(_ work: (any EngineConnection) throws -> Result, on loan: PostgreSQLLoan) throws -> Result
    {
        let link = loan.link
        try begin(PostgreSQLEngine.writing, on: link)
        let connection = PostgreSQLConnection(link: link, path: path)
        let result: Result
        do {
            result = try work(connection)
        } catch {
            rollback(link)
            if case StoreError.changedMeanwhile = error { throw Undone(kind: .conflict, error: error) }
            // Whatever `work` made of it: a transaction in which this happened can't have come through.
            guard let failure = link.takeFailure() else { throw error }
            throw failure.kind == .final ? error : Undone(kind: failure.kind, error: error)
        }
        // Locks on rows are written down, too, and a commit would sync them. Where there is nothing to keep, what is taken
        // back costs no sync, and no answer that could be lost. What was read is durable: others see it only then.
        if connection.mayHaveWritten { try commit(loan) } else { rollback(link) }
        return result
    }

    private func commit(_ loan: PostgreSQLLoan) throws {
        // A server answers and yet never ends a commit whose standbys are gone.
        loan.limit(until: .now + PostgreSQLEngine.commitPatience)
        do {
            let command = try loan.link.commit()
            // The server's way to say that a statement before had failed.
            guard command == "COMMIT" else {
                throw StoreError.engine(path: path, code: 0, message: "the transaction was given up by the server")
            }
        } catch let failure as PostgreSQLFailure {
            switch failure.kind {
            case .conflict: throw Undone(kind: .conflict, error: failure.error(at: path))
            case .lost, .starting: throw StoreError.outcomeUnknown(path: path)
            case .final: throw failure.error(at: path)
            }
        }
    }

    private func rollback(_ link: PostgreSQLLink) {
        do {
            try link.run("ROLLBACK")
        } catch {
            // The pool sees that it is no longer idle, and closes it; the server does the rest.
        }
    }
}

/// How often a transaction is done again, and after which wait.
private struct Persistence {
    /// When nothing is tried again; nil tries as often as one may.
    let deadline: ContinuousClock.Instant?
    private var conflicts = 0
    private var losses = 0

    init(until deadline: ContinuousClock.Instant?) { self.deadline = deadline }

    /// Waits when it may. Jittered, so that those who met do not meet again.
    mutating func mayTryAgain(after kind: PostgreSQLFailure.Kind) -> Bool {
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
        case .final: return false
        }
    }

    private func wait(atMost microseconds: UInt32) { usleep(.random(in: 500...microseconds)) }
}
