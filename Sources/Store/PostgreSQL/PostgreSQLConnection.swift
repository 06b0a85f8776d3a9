/// The PostgreSQL driver for one transaction. It sends statements to the server unchanged, because they are already in
/// PostgreSQL's dialect.
final class PostgreSQLConnection: EngineConnection {
    private let link: PostgreSQLSession
    private let path: String
    /// Whether any statement of the transaction may have changed data. Statements that only read or lock rows do not
    /// count.
    private(set) var mayHaveWritten = false

    init(link: PostgreSQLSession, path: String) {
        self.link = link
        self.path = path
    }

    var isSoleWriter: Bool { false }
    var dialect: SQLDialect { .postgreSQL }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        mayHaveWritten = true
        return try translating { try link.execute(sql, values) }
    }

    func execute(_ sql: String, rows: [[SQLValue]]) throws -> [Int] {
        mayHaveWritten = true
        return try translating { try link.execute(sql, rows: rows) }
    }

    func forEachRow(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        if !sql.utf8.starts(with: "SELECT ".utf8) { mayHaveWritten = true }
        try translating { try link.forEachRow(sql, values, body) }
    }

    func run(script: String) throws {
        mayHaveWritten = true
        try translating { _ = try link.run(script) }
    }

    /// Passes the bytes of the rows directly to COPY, because they already have the encoding of COPY.
    func load(_ table: TableShape, _ feed: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        let columns = table.columns.map(\.name).joined(separator: ", ")
        mayHaveWritten = true
        try translating {
            try link.copyIn("COPY \(table.name) (\(columns)) FROM STDIN (FORMAT binary)", feed)
        }
    }

    private func translating<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let failure as PostgreSQLFailure {
            throw failure.error(at: path)
        }
    }
}
