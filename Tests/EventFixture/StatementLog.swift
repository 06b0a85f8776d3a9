public import Store

/// Records the statements of a transaction.
public final class StatementLog: StoreConnection {
    private let connection: any StoreConnection
    /// The texts of the statements, in the order in which they ran.
    public private(set) var statements: [String] = []

    public init(_ connection: any StoreConnection) { self.connection = connection }

    public var isSoleWriter: Bool { connection.isSoleWriter }

    public func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        statements.append(sql)
        return try connection.execute(sql, values)
    }

    public func execute(_ sql: String, rows: [[SQLValue]]) throws -> [Int] {
        statements += rows.map { _ in sql }
        return try connection.execute(sql, rows: rows)
    }

    public func forEachRow(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        statements.append(sql)
        try connection.forEachRow(sql, values, body)
    }
}
