/// One connection to a database, inside one transaction. Statements are written once, in the dialect that SQLite and
/// PostgreSQL share: placeholders `$1`, `$2`, … in the order of their first use, values always bound. A row that is read
/// to be changed is read with `FOR NO KEY UPDATE` at the end, which lets others refer to it meanwhile; one that must only
/// stay there with `FOR KEY SHARE`. SQLite, which has one writer, is spared these words.
///
/// The drivers conform; the tables in `Tables/` are all who call it.
public protocol StoreConnection {
    /// Whether nobody else writes while this transaction does. Where others do, who needs several rows takes them in one
    /// order, so that no two wait for each other.
    var isAlone: Bool { get }

    /// Runs a statement; returns how many rows it changed.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int

    /// Runs a statement once for each of many rows of values; returns how many rows each changed. A server is not waited
    /// for after each.
    @discardableResult
    func execute(_ sql: String, rows: [[SQLValue]]) throws -> [Int]

    /// Runs a query and hands over its rows one by one. A row is valid during its call only.
    func forEachRow(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws
}

extension StoreConnection {
    @discardableResult
    public func execute(_ sql: String, rows: [[SQLValue]]) throws -> [Int] { try rows.map { try execute(sql, $0) } }

    /// The first row of a query, read by `body`; nil when there is none.
    func first<Value>(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Value) throws -> Value? {
        var found: Value?
        try forEachRow(sql, values) { row in
            if found == nil { found = try body(row) }
        }
        return found
    }

    func all<Value>(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Value) throws -> [Value] {
        var found: [Value] = []
        try forEachRow(sql, values) { found.append(try body($0)) }
        return found
    }
}

/// A value bound to a placeholder.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

extension SQLValue {
    static func int(_ value: some BinaryInteger) -> SQLValue { .integer(Int64(value)) }
    static func optional(_ value: (some BinaryInteger)?) -> SQLValue { value.map { .integer(Int64($0)) } ?? .null }
    static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
}

/// One row of a query; columns count from 0.
public protocol SQLRow {
    func isNull(_ column: Int) -> Bool
    func integer(_ column: Int) -> Int64
    func text(_ column: Int) -> String
    func blob(_ column: Int) -> [UInt8]
}

extension SQLRow {
    func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
    func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
}
