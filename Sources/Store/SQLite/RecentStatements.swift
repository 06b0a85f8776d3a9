import GRDB
import GRDBSQLite
import Glibc

/// The statements that a connection runs over and over, from scan to scan. GRDB's cache hashes the whole text at each
/// call; comparing a text with itself is a comparison of pointers.
///
/// Belongs to its database: whoever uses it is alone with that, and forgets them before it is closed.
final class RecentStatements {
    /// More than any work of a gate has.
    private static let most = 32

    private var statements: [(sql: String, prepared: PreparedStatement)] = []

    func statement(_ sql: String, on database: Database) throws -> PreparedStatement {
        for entry in statements where entry.sql == sql { return entry.prepared }
        let prepared = PreparedStatement(try database.cachedStatement(sql: withoutLocking(sql)))
        if statements.count == RecentStatements.most { statements.removeFirst() }
        statements.append((sql, prepared))
        return prepared
    }

    func forget() { statements = [] }
}

/// A statement, and which value each of its placeholders takes.
struct PreparedStatement {
    private let statement: Statement
    /// The position of the value for each placeholder. SQLite counts placeholders by where they are named first, as if
    /// `$3` were a name.
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

/// A statement without the `FOR NO KEY UPDATE`, `FOR UPDATE` or `FOR KEY SHARE` at its end: who writes to SQLite is alone.
private func withoutLocking(_ sql: String) -> String {
    let end = sql.utf8.suffix(" FOR NO KEY UPDATE OF t".utf8.count)
    guard let words = end.indices.first(where: { end[$0...].starts(with: " FOR ".utf8) }) else { return sql }
    return String(sql[..<words])
}
