import Gate
import Languages
import Synchronization

@testable import Store

/// An engine that sometimes rolls a transaction back, but reports that the transaction was committed.
struct EngineThatRollsBack: StoreEngine {
    private struct RolledBack: Error {}

    let engine: any StoreEngine
    private let count = Counter()

    init(_ engine: any StoreEngine) { self.engine = engine }

    var path: String { engine.path }
    var mayLoseCommitOutcome: Bool { engine.mayLoseCommitOutcome }

    func checkpointLog() throws { try engine.checkpointLog() }

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try engine.read(work) }

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        guard count.next() % 9 == 0 else { return try engine.write(work) }
        var result: Result?
        do {
            try engine.write { connection in
                result = try work(connection)
                throw RolledBack()
            }
        } catch is RolledBack {}
        guard let result else { return try engine.write(work) }
        return result
    }
}

/// An engine that sometimes runs a transaction's body twice, as after a conflict, but does not roll back the first run.
struct EngineThatRepeats: StoreEngine {
    let engine: any StoreEngine
    private let count = Counter()

    init(_ engine: any StoreEngine) { self.engine = engine }

    var path: String { engine.path }
    var mayLoseCommitOutcome: Bool { engine.mayLoseCommitOutcome }

    func checkpointLog() throws { try engine.checkpointLog() }

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try engine.read(work) }

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        guard count.next() % 9 == 0 else { return try engine.write(work) }
        return try engine.write { connection in
            _ = try work(connection)
            return try work(connection)
        }
    }
}

/// An engine that returns no rows for any query whose SQL contains a certain text, as if the queried records did not
/// exist. Only queries in write transactions are affected.
struct EngineThatForgets: StoreEngine {
    let engine: any StoreEngine
    private let pattern: String

    init(_ engine: any StoreEngine, where pattern: String) {
        self.engine = engine
        self.pattern = pattern
    }

    var path: String { engine.path }
    var mayLoseCommitOutcome: Bool { engine.mayLoseCommitOutcome }

    func checkpointLog() throws { try engine.checkpointLog() }

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try engine.read(work) }

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        try engine.write { connection in
            try work(
                TappedConnection(connection: connection) { sql, values, body in
                    if !sql.contains(pattern) { try connection.forEachRow(sql, values, body) }
                })
        }
    }
}

/// An engine that lets another program decide about a ticket between a transaction's reads and its writes. The
/// transaction still sees the ticket's slots (the rows for its admissions) in the state before that decision. If the
/// transaction's writes then violate the primary key of the slots, the transaction is retried, as on PostgreSQL.
struct EngineThatOverlaps: StoreEngine {
    private struct RolledBack: Error {}

    let engine: any StoreEngine
    private let interruption: Interruption

    init(_ engine: any StoreEngine, _ interruption: Interruption) {
        self.engine = engine
        self.interruption = interruption
    }

    var path: String { engine.path }
    var mayLoseCommitOutcome: Bool { engine.mayLoseCommitOutcome }

    func checkpointLog() throws { try engine.checkpointLog() }

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try engine.read(work) }

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        guard let interrupt = interruption.claim() else { return try engine.write(work) }
        let seen = SeenRows()
        do {
            try engine.write { connection in
                _ = try work(TappedConnection(connection: connection) { try seen.record($0, $1, from: connection, $2) })
                throw RolledBack()
            }
        } catch is RolledBack {}
        interruption.ended(with: try interrupt())
        do {
            return try engine.write { connection in
                try work(TappedConnection(connection: connection) { try seen.replay($0, $1, from: connection, $2) })
            }
        } catch StoreError.concurrentChange {
            return try engine.write(work)
        }
    }
}

/// An action that another program performs in the middle of a transaction, and the result of that action.
final class Interruption: Sendable {
    typealias OtherAction = @Sendable () throws -> Verdict?

    private let state = Mutex<(work: OtherAction?, verdict: Verdict?)>((nil, nil))

    func plan(_ work: @escaping OtherAction) { state.withLock { $0 = (work, nil) } }

    func claim() -> OtherAction? {
        state.withLock { state in
            defer { state.work = nil }
            return state.work
        }
    }

    func ended(with verdict: Verdict?) { state.withLock { $0.verdict = verdict } }

    /// Returns the action's result, or nil if the action did not run. Also removes the planned action.
    func result() -> Verdict? {
        state.withLock { state in
            defer { state = (nil, nil) }
            return state.verdict
        }
    }
}

private struct TappedConnection: EngineConnection {
    let connection: any EngineConnection
    let query: (String, [SQLValue], (any SQLRow) throws -> Void) throws -> Void

    var isSoleWriter: Bool { connection.isSoleWriter }
    var dialect: SQLDialect { connection.dialect }
    func run(script: String) throws { try connection.run(script: script) }
    func tableNames() throws -> [String] { try connection.tableNames() }
    func shape(of table: String) throws -> TableShape { try connection.shape(of: table) }
    var pageChecksums: PageChecksums? { connection.pageChecksums }
    func integrityFaults() throws -> [Sentence] { try connection.integrityFaults() }
    func load(_ table: TableShape, _ feed: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        try connection.load(table, feed)
    }
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try connection.execute(sql, values) }
    func forEachRow(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        try query(sql, values, body)
    }
}

/// The rows that a transaction has read, for each of its queries.
private final class SeenRows {
    private struct Query: Hashable {
        let sql: String
        let values: [SQLValue]
    }

    private var rows: [Query: [SeenRow]] = [:]

    func record(
        _ sql: String, _ values: [SQLValue], from connection: any EngineConnection,
        _ body: (any SQLRow) throws -> Void
    ) throws {
        var seen: [SeenRow] = []
        try connection.forEachRow(sql, values) { row in
            let copy = SeenRow()
            try body(RecordingRow(row: row, copy: copy))
            seen.append(copy)
        }
        rows[Query(sql: sql, values: values)] = seen
    }

    func replay(
        _ sql: String, _ values: [SQLValue], from connection: any EngineConnection,
        _ body: (any SQLRow) throws -> Void
    ) throws {
        // Only the query that reads a ticket and its slots gets the recorded rows. The SQL of that query ends with
        // “OF t”.
        guard sql.hasSuffix(" OF t"), let seen = rows[Query(sql: sql, values: values)] else {
            return try connection.forEachRow(sql, values, body)
        }
        for row in seen { try body(row) }
    }
}

private final class SeenRow: SQLRow {
    var nulls: [Int: Bool] = [:]
    var values: [Int: SQLValue] = [:]

    func isNull(_ column: Int) -> Bool { nulls[column] ?? false }
    func integer(_ column: Int) -> Int64 { if case .integer(let value) = values[column] { value } else { 0 } }
    func text(_ column: Int) -> String { if case .text(let value) = values[column] { value } else { "" } }
    func blob(_ column: Int) -> [UInt8] { if case .blob(let value) = values[column] { value } else { [] } }
}

private struct RecordingRow: SQLRow {
    let row: any SQLRow
    let copy: SeenRow

    func isNull(_ column: Int) -> Bool {
        let isNull = row.isNull(column)
        copy.nulls[column] = isNull
        return isNull
    }

    func integer(_ column: Int) -> Int64 {
        let value = row.integer(column)
        copy.values[column] = .integer(value)
        return value
    }

    func text(_ column: Int) -> String {
        let value = row.text(column)
        copy.values[column] = .text(value)
        return value
    }

    func blob(_ column: Int) -> [UInt8] {
        let value = row.blob(column)
        copy.values[column] = .blob(value)
        return value
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}
