import GRDB
import GRDBSQLite
import Languages

/// The SQLite driver for one transaction. It uses the library GRDB to prepare statements. To bind values and read rows,
/// it calls the functions of SQLite directly, because this is faster, and gates spend most of their time on these two
/// steps.
struct SQLiteConnection: EngineConnection {
    let database: Database
    let path: String
    let statements: StatementCache
    let cache: PageCache

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try run(prepared(sql), values) }

    func execute(_ sql: String, rows: [[SQLValue]]) throws -> [Int] {
        guard !rows.isEmpty else { return [] }
        cache.prepare(forRows: rows.count, on: database)
        let statement = try prepared(sql)
        return try rows.map { try run(statement, $0) }
    }

    private func run(_ prepared: PreparedStatement, _ values: [SQLValue]) throws -> Int {
        let statement = try unsafe bound(prepared, values)
        defer { unsafe reset(statement) }
        var status = unsafe sqlite3_step(statement)
        while status == SQLITE_ROW { status = unsafe sqlite3_step(statement) }
        guard status == SQLITE_DONE else { throw failure(status) }
        return Int(unsafe sqlite3_changes(database.sqliteConnection))
    }

    func forEachRow(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        let statement = try unsafe bound(prepared(sql), values)
        defer { unsafe reset(statement) }
        let row = unsafe SQLiteRow(statement: statement)
        do {
            while true {
                switch unsafe sqlite3_step(statement) {
                case SQLITE_ROW: try unsafe body(row)
                case SQLITE_DONE: return
                case let status: throw failure(status)
                }
            }
        } catch let fault as InvalidColumnValue {
            throw unsafe StoreError.invalidValue(
                fault.value, of: fault.kind, column: origin(of: fault.column, in: statement))
        }
    }

    /// The name of a column with the name of its table. For a computed column, only the name that the statement gives
    /// to the column.
    private func origin(of column: Int, in statement: OpaquePointer) -> String {
        let names = unsafe [
            sqlite3_column_table_name(statement, Int32(column)),
            sqlite3_column_origin_name(statement, Int32(column)) ?? sqlite3_column_name(statement, Int32(column)),
        ]
        return unsafe names.compactMap { unsafe $0.map { unsafe String(cString: $0) } }.joined(separator: ".")
    }

    var isSoleWriter: Bool { true }
    var dialect: SQLDialect { .sqlite }

    func run(script: String) throws {
        do {
            try database.execute(sql: script)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    func load(_ table: TableShape, _ feed: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        cache.enlarge(on: database)
        let names = table.columns.map(\.name).joined(separator: ", ")
        let placeholders = table.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let insertion = "INSERT INTO \(table.name) (\(names)) VALUES (\(placeholders))"
        try feed { bytes in
            try RowEncoding.forEachRow(in: bytes, of: table) { _ = try execute(insertion, $0) }
        }
    }

    /// Runs `work` in a transaction. All its reads see the state that the database had at one moment. The transaction
    /// ends with a rollback, because SQLite refuses to commit after it has read a damaged page.
    func snapshot<Result>(_ work: () throws -> Result) throws -> Result {
        _ = try execute("BEGIN", [])
        let outcome = Swift.Result { try work() }
        if database.isInsideTransaction { _ = try execute("ROLLBACK", []) }
        return try outcome.get()
    }

    /// Runs `work` in a writing transaction and commits. If `work` or the commit throws, nothing is changed.
    func transaction<Result>(_ work: () throws -> Result) throws -> Result {
        _ = try execute("BEGIN IMMEDIATE", [])
        do {
            let result = try work()
            _ = try execute("COMMIT", [])
            return result
        } catch {
            // SQLite may already have rolled the transaction back, for example because the disk is full.
            if database.isInsideTransaction { _ = try execute("ROLLBACK", []) }
            throw error
        }
    }

    private func prepared(_ sql: String) throws -> PreparedStatement {
        do {
            return try statements.statement(sql, on: database)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private func bound(_ prepared: PreparedStatement, _ values: [SQLValue]) throws -> OpaquePointer {
        precondition(prepared.values.count == values.count, "values and placeholders differ")
        let statement = unsafe prepared.pointer
        for (index, value) in prepared.values.enumerated() {
            let status = unsafe bind(values[value], at: Int32(index + 1), of: statement)
            guard status == SQLITE_OK else { throw failure(status) }
        }
        return unsafe statement
    }

    private func bind(_ value: SQLValue, at index: Int32, of statement: OpaquePointer) -> Int32 {
        switch value {
        case .null: unsafe sqlite3_bind_null(statement, index)
        case .integer(let integer): unsafe sqlite3_bind_int64(statement, index, integer)
        case .text(var text):
            text.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                    unsafe sqlite3_bind_text(
                        statement, index, characters.baseAddress, Int32(characters.count), transient)
                }
            }
        case .blob(let blob):
            unsafe blob.withUnsafeBytes { bytes in
                unsafe sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(bytes.count), transient)
            }
        }
    }

    private func reset(_ statement: OpaquePointer) {
        unsafe sqlite3_reset(statement)
        unsafe sqlite3_clear_bindings(statement)
    }

    private func failure(_ status: Int32) -> StoreError {
        StoreError(
            status: status, message: .verbatim(unsafe String(cString: sqlite3_errmsg(database.sqliteConnection))),
            path: path)
    }
}

/// The special value SQLITE_TRANSIENT, which is passed to SQLite in place of a destructor. With it, SQLite copies a
/// value when the value is bound.
private let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)

@unsafe private struct SQLiteRow: SQLRow {
    let statement: OpaquePointer

    func isNull(_ column: Int) -> Bool { unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL }

    func integer(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(statement, Int32(column)) }

    func text(_ column: Int) -> String {
        guard let bytes = unsafe sqlite3_column_text(statement, Int32(column)) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(statement, Int32(column)))
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func blob(_ column: Int) -> [UInt8] {
        guard let bytes = unsafe sqlite3_column_blob(statement, Int32(column)) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(statement, Int32(column)))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
