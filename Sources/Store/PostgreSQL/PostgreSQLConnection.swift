/// PostgreSQL behind the connection protocol: statements as they are written, since it takes them so.
struct PostgreSQLConnection: EngineConnection {
    let link: PostgreSQLLink
    let path: String

    var isAlone: Bool { false }
    var words: SchemaWords { .postgreSQL }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        try translating { try link.execute(sql, values) }
    }

    func execute(_ sql: String, rows: [[SQLValue]]) throws -> [Int] {
        try translating { try link.execute(sql, rows: rows) }
    }

    func forEachRow(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        try translating { try link.forEachRow(sql, values, body) }
    }

    func run(script: String) throws {
        try translating { _ = try link.run(script) }
    }

    /// Straight into COPY, whose form the rows have.
    func load(_ table: TableShape, _ feed: (_ put: ([UInt8]) throws -> Void) throws -> Void) throws {
        let columns = table.columns.map(\.name).joined(separator: ", ")
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
