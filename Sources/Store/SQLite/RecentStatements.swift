import GRDB

/// The statements that a connection runs over and over, from scan to scan. GRDB's cache hashes the whole text at each
/// call; comparing a text with itself is a comparison of pointers.
///
/// Belongs to its database: whoever uses it is alone with that, and forgets them before it is closed.
final class RecentStatements {
    /// More than any work of a gate has.
    private static let most = 32

    private var statements: [(sql: String, statement: Statement)] = []

    func statement(_ sql: String, on database: Database) throws -> Statement {
        for entry in statements where entry.sql == sql { return entry.statement }
        let statement = try database.cachedStatement(sql: withoutLocking(sql))
        if statements.count == RecentStatements.most { statements.removeFirst() }
        statements.append((sql, statement))
        return statement
    }

    func forget() { statements = [] }
}

/// A statement without the `FOR NO KEY UPDATE`, `FOR UPDATE` or `FOR KEY SHARE` at its end: who writes to SQLite is alone.
private func withoutLocking(_ sql: String) -> String {
    let end = sql.utf8.suffix(" FOR NO KEY UPDATE OF t".utf8.count)
    guard let words = end.indices.first(where: { end[$0...].starts(with: " FOR ".utf8) }) else { return sql }
    return String(sql[..<words])
}
