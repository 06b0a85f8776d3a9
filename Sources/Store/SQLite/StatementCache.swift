import GRDB
import GRDBSQLite
import Glibc

/// Caches the statements that a connection runs for every scan. GRDB's cache hashes the whole text of a statement on
/// each call. Here, the requested text is usually the same string object as the cached text, so that comparing two
/// texts usually takes only a comparison of two pointers.
///
/// A cache belongs to one database connection. The cache is used only with exclusive access to that connection, and
/// must be emptied before the connection is closed.
final class StatementCache {
    /// The maximum number of cached statements. No transaction of a gate needs as many statements.
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

/// A statement, with the index of the value for each of its placeholders.
struct PreparedStatement {
    private let statement: Statement
    /// For each placeholder, in SQLite's order, the index of its value. This order can differ from the order of the
    /// values, because SQLite numbers placeholders by their first occurrence and treats `$3` like a name.
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

/// Removes `FOR NO KEY UPDATE`, `FOR UPDATE` or `FOR KEY SHARE` at the end of a statement. SQLite does not support
/// these clauses, and needs no row locks because it has a single writer.
private func withoutLocking(_ sql: String) -> String {
    let end = sql.utf8.suffix(" FOR NO KEY UPDATE OF t".utf8.count)
    guard let clauseStart = end.indices.first(where: { end[$0...].starts(with: " FOR ".utf8) }) else { return sql }
    return String(sql[..<clauseStart])
}
