/// A connection to the database of a store, for use inside one transaction.
///
/// Each statement is written once, in the dialect that SQLite and PostgreSQL share. All values are bound to
/// placeholders `$1`, `$2`, …, which are numbered in the order of their first use. `FOR NO KEY UPDATE` at the end of a
/// query locks rows that the transaction will change; other transactions can still insert references to these rows.
/// `FOR KEY SHARE` locks rows that must not be deleted; other transactions can still change them, but not their keys.
/// SQLite has a single writer, so the driver for SQLite removes these words from the query.
public protocol StoreConnection {
    /// Whether this transaction is the only one that can write at this time, as in SQLite. If other transactions can
    /// write, too, each transaction must lock its rows in a fixed order, to avoid deadlocks.
    var isSoleWriter: Bool { get }

    /// Runs a statement. Returns the number of rows that it changed.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int

    /// Runs a statement once for each element of `rows`. An element contains the values for one run. Returns the number
    /// of table rows that each run changed.
    @discardableResult
    func execute(_ sql: String, rows: [[SQLValue]]) throws -> [Int]

    /// Runs a query and calls `body` with each row. A row is valid only during that call.
    func forEachRow(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws
}

extension StoreConnection {
    @discardableResult
    public func execute(_ sql: String, rows: [[SQLValue]]) throws -> [Int] { try rows.map { try execute(sql, $0) } }

    /// The result of `body` for the first row of a query; nil if the query has no rows.
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

/// One row of the result of a query. Columns are counted from 0.
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
