import GRDB
import GRDBSQLite
import Glibc

/// Caches the prepared statements of a connection. The library GRDB has a cache, too, but that cache hashes the whole
/// text of a statement on each call. This cache compares texts instead. This is faster, because the requested text is
/// usually the same string object as the cached text, so that only two pointers are compared.
///
/// A cache belongs to one database connection. Only code that has exclusive access to this connection may use the
/// cache. The cache must be emptied before the connection is closed.
final class StatementCache {
    /// The maximum number of cached statements. It is larger than the number of statements in a gate's transaction.
    private static let capacity = 32

    private var statements: [(sql: String, prepared: PreparedStatement)] = []

    func statement(_ sql: String, on database: Database) throws -> PreparedStatement {
        for entry in statements where entry.sql == sql { return entry.prepared }
        let prepared = PreparedStatement(try database.cachedStatement(sql: withoutLocking(sql)))
        if statements.count == StatementCache.capacity { statements.removeFirst() }
        statements.append((sql, prepared))
        return prepared
    }

    func removeAll() { statements = [] }
}

struct PreparedStatement {
    private let statement: Statement
    /// For each placeholder, the index of its value. The placeholders are in SQLite's order. This order can differ from
    /// the order of the values: SQLite treats `$3` as a name, and numbers placeholders by their first occurrence in the
    /// statement.
    let values: [Int]

    init(_ statement: Statement) {
        self.statement = statement
        let pointer = unsafe statement.sqliteStatement
        values = unsafe (0..<sqlite3_bind_parameter_count(pointer)).map { index in
            guard let name = unsafe sqlite3_bind_parameter_name(pointer, index + 1) else { return Int(index) }
            return unsafe Int(atoi(name + 1)) - 1
        }
    }

    var pointer: OpaquePointer { unsafe statement.sqliteStatement }
}

/// Returns a statement without the clause `FOR NO KEY UPDATE`, `FOR UPDATE` or `FOR KEY SHARE` at its end. These
/// clauses lock rows on PostgreSQL. SQLite does not support them. It needs no row locks, because it has a single
/// writer.
private func withoutLocking(_ sql: String) -> String {
    let end = sql.utf8.suffix(" FOR NO KEY UPDATE OF t".utf8.count)
    guard let clauseStart = end.indices.first(where: { end[$0...].starts(with: " FOR ".utf8) }) else { return sql }
    return String(sql[..<clauseStart])
}
