import Languages
import Synchronization

@testable import Store

/// Wraps the engine of a store, and counts two kinds of statements: queries, and statements that change rows.
final class CountingEngine: StoreEngine {
    struct Counts: Equatable {
        var queries = 0
        var changes = 0
    }

    private let inner: any StoreEngine
    private let counts = Mutex(Counts())

    init(_ store: Store) { inner = store.engine }

    var path: String { inner.path }
    var mayLoseCommitOutcome: Bool { inner.mayLoseCommitOutcome }

    func counts(_ work: () throws -> Void) rethrows -> Counts {
        counts.withLock { $0 = Counts() }
        try work()
        return counts.withLock(\.self)
    }

    func checkpointLog() throws { try inner.checkpointLog() }

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        try inner.read(until: deadline) { try work(Connection(inner: $0, engine: self)) }
    }

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        try inner.write(until: deadline) { try work(Connection(inner: $0, engine: self)) }
    }

    private struct Connection: EngineConnection {
        let inner: any EngineConnection
        let engine: CountingEngine

        var isSoleWriter: Bool { inner.isSoleWriter }
        var dialect: SQLDialect { inner.dialect }
        func run(script: String) throws { try inner.run(script: script) }
        func tableNames() throws -> [String] { try inner.tableNames() }
        func shape(of table: String) throws -> TableShape { try inner.shape(of: table) }
        var pageChecksums: PageChecksums? { inner.pageChecksums }
        func integrityFaults() throws -> [Sentence] { try inner.integrityFaults() }
        func load(_ table: TableShape, _ feed: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
            try inner.load(table, feed)
        }

        func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
            engine.counts.withLock { $0.changes += 1 }
            return try inner.execute(sql, values)
        }

        func forEachRow(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
            engine.counts.withLock { $0.queries += 1 }
            try inner.forEachRow(sql, values, body)
        }
    }
}
