import CPostgreSQL
import Languages
import Synchronization

/// A connection to a PostgreSQL server. The pool lends the connection to only one transaction at a time, as libpq
/// requires.
@safe final class PostgreSQLSession: Sendable {
    /// The maximum number of prepared statements. If one more statement is needed, all prepared statements are
    /// discarded first.
    private static let maxStatements = 400

    nonisolated(unsafe) let handle: OpaquePointer
    private let statements = Mutex(PreparedStatements())
    private let lastFailure = Mutex<PostgreSQLFailure?>(nil)
    private let warnings = PostgreSQLWarnings()

    /// Takes ownership of a connection of libpq, which may not be open yet.
    init(taking handle: OpaquePointer) {
        unsafe self.handle = unsafe handle
        unsafe warnings.receive(from: handle)
    }

    deinit { unsafe PQfinish(handle) }

    /// Whether the pool can lend the connection again: the connection is open, and not in a transaction.
    var isIdle: Bool {
        unsafe PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    var isLost: Bool { unsafe PQstatus(handle) == CONNECTION_BAD }

    var socket: Int32 { unsafe PQsocket(handle) }

    var encoding: String? { unsafe PQparameterStatus(handle, "server_encoding").map { unsafe String(cString: $0) } }

    /// Returns the last failure since the previous call of this method; nil if there was no failure.
    func consumeFailure() -> PostgreSQLFailure? {
        lastFailure.withLock { failure in
            defer { failure = nil }
            return failure
        }
    }

    /// Runs statements that are separated by semicolons and have no placeholders. Returns the command tag of the last
    /// statement, such as `COMMIT`.
    @discardableResult
    func run(_ script: String) throws -> String {
        try expect(unsafe PostgreSQLResult(PQexec(handle, script))).command
    }

    /// Commits the transaction. The commit counts as successful only if the server sent no warning. If somebody cancels
    /// the commit while the server waits for a standby, the server answers `COMMIT` with a warning, although no standby
    /// has the change (PostgreSQL's documentation, "Synchronous Replication").
    ///
    /// - Returns: the command that the server reports: `COMMIT`, or `ROLLBACK` if an earlier statement of the
    ///   transaction failed.
    /// - Throws: `PostgreSQLFailure` if the commit failed. The failure's kind is `lost` if the outcome of the commit is
    ///   unknown.
    func commit() throws -> String {
        _ = warnings.removeLatest()
        let command = try run("COMMIT")
        if let warning = warnings.removeLatest() {
            throw recordingFailure(PostgreSQLFailure(state: PostgreSQLFailure.unknownOutcome, message: warning.message))
        }
        return command
    }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        let statement = try prepared(sql, values)
        return try execute(PostgreSQLValues(values, types: statement.types), statement)
    }

    func execute(_ bound: PostgreSQLValues, _ statement: PreparedStatements.Statement) throws -> Int {
        let answer = unsafe bound.withPointers { values, lengths, formats in
            unsafe PQexecPrepared(handle, statement.name, Int32(lengths.count), values, lengths, formats, 1)
        }
        return try expect(unsafe PostgreSQLResult(answer)).changed
    }

    /// Runs a query, and calls `body` with each row as soon as it arrives. The memory used thus does not depend on the
    /// number of rows. The answer is always read to its end, even after an error, so that the connection can be used
    /// again.
    func forEachRow(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        let statement = try prepared(sql, values)
        let bound = try PostgreSQLValues(values, types: statement.types)
        let isSent = unsafe bound.withPointers { values, lengths, formats in
            unsafe PQsendQueryPrepared(handle, statement.name, Int32(lengths.count), values, lengths, formats, 1)
                == 1 && PQsetSingleRowMode(handle) == 1
        }
        guard isSent else { throw connectionFailure() }
        defer { drain() }
        var isFirst = true
        while let result = unsafe PostgreSQLResult(PQgetResult(handle)) {
            if let failure = result.failure { throw recordingFailure(failure) }
            if isFirst, let column = result.unreadableColumn {
                throw PostgreSQLFailure(
                    state: "42804",
                    message: Sentence(
                        PostgreSQLFailure.Text.columnType, ["column": .text(column.name), "type": "\(column.type)"]))
            }
            isFirst = false
            do {
                try result.forEachRow(body)
            } catch let fault as InvalidColumnValue {
                let origin = result.origin(of: fault.column)
                drain()
                throw StoreError.invalidValue(fault.value, of: fault.kind, column: try name(of: origin))
            }
        }
    }

    /// The name of a column with the name of its table, such as `ticket.status`; only the name of the column if the
    /// column was computed.
    private func name(of origin: (table: Oid, name: String)) throws -> String {
        guard origin.table != 0 else { return origin.name }
        let query = "SELECT CAST(relname AS TEXT) FROM pg_class WHERE oid = \(origin.table)"
        let table = try expect(unsafe PostgreSQLResult(PQexec(handle, query))).firstText
        return [table, origin.name].compactMap(\.self).joined(separator: ".")
    }

    /// Runs a COPY statement, which inserts rows into a table. This method calls `feed` once. `feed` must call its
    /// parameter `write` with the bytes of whole rows in the binary encoding of COPY. This method adds the header and
    /// the trailer.
    func copyIn(_ statement: String, _ feed: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        let begun = try expect(unsafe PostgreSQLResult(PQexec(handle, statement)))
        guard begun.status == PGRES_COPY_IN else { throw connectionFailure() }
        do {
            try sendCopyData(
                Array("PGCOPY\n\u{FF}\r\n\0".unicodeScalars.map { UInt8($0.value) }) + [UInt8](repeating: 0, count: 8))
            try feed(sendCopyData)
            try sendCopyData([0xFF, 0xFF])
        } catch {
            unsafe PQputCopyEnd(handle, "given up")
            drain()
            throw error
        }
        guard unsafe PQputCopyEnd(handle, nil) == 1 else { throw connectionFailure() }
        defer { drain() }
        _ = try expect(unsafe PostgreSQLResult(PQgetResult(handle)))
    }

    private func sendCopyData(_ bytes: [UInt8]) throws {
        let status = unsafe bytes.withUnsafeBytes { buffer in
            unsafe PQputCopyData(
                handle, buffer.assumingMemoryBound(to: CChar.self).baseAddress, Int32(buffer.count))
        }
        guard status == 1 else { throw connectionFailure() }
    }

    private func drain() { while unsafe PostgreSQLResult(PQgetResult(handle)) != nil {} }

    private func expect(_ result: consuming PostgreSQLResult?) throws -> PostgreSQLResult {
        guard let result else { throw connectionFailure() }
        if let failure = result.failure { throw recordingFailure(failure) }
        return result
    }

    func connectionFailure() -> PostgreSQLFailure {
        let message = PostgreSQLSession.cause(in: unsafe String(cString: PQerrorMessage(handle)).firstLine)
        return recordingFailure(PostgreSQLFailure(state: isLost ? nil : "58000", message: .verbatim(message)))
    }

    func recordingFailure(_ failure: PostgreSQLFailure) -> PostgreSQLFailure {
        // A lost connection is reported with various messages and SQLSTATEs. Only the connection's status reliably
        // shows that it is lost.
        var failure = failure
        if isLost { failure = PostgreSQLFailure(state: nil, message: failure.message) }
        lastFailure.withLock { $0 = failure }
        return failure
    }

    func prepared(_ sql: String, _ values: [SQLValue]) throws -> PreparedStatements.Statement {
        if let known = statements.withLock({ $0.statement(sql, for: values) }) { return known }
        if statements.withLock({ $0.count }) >= PostgreSQLSession.maxStatements {
            try run("DEALLOCATE ALL")
            statements.withLock { $0.removeAll() }
        }
        let name = statements.withLock { $0.nextName() }
        var types = values.map(PostgreSQLType.declared)
        _ = try expect(unsafe PostgreSQLResult(PQprepare(handle, name, sql, Int32(types.count), types)))
        if types.contains(PostgreSQLType.unknown) {
            types = try expect(unsafe PostgreSQLResult(PQdescribePrepared(handle, name))).placeholderTypes
        }
        precondition(types.count == values.count, "values and placeholders differ")
        let statement = PreparedStatements.Statement(name: name, types: types)
        statements.withLock { $0.add(statement, for: sql) }
        return statement
    }
}

/// The prepared statements of a connection, by their SQL text. If a text was used with values of different types, there
/// are several prepared statements for this text.
struct PreparedStatements {
    struct Statement {
        let name: String
        let types: [Oid]

        func accepts(_ values: [SQLValue]) -> Bool {
            types.count == values.count && zip(types, values).allSatisfy(PostgreSQLType.accepts)
        }
    }

    private var byText: [String: [Statement]] = [:]
    private(set) var count = 0
    private var lastNumber = 0

    func statement(_ sql: String, for values: [SQLValue]) -> Statement? {
        byText[sql]?.first { $0.accepts(values) }
    }

    /// Returns a name that no prepared statement of this connection has had before. Names are not reused, because the
    /// server may still have an earlier statement after a failure.
    mutating func nextName() -> String {
        lastNumber += 1
        return "s\(lastNumber)"
    }

    mutating func add(_ statement: Statement, for sql: String) {
        byText[sql, default: []].append(statement)
        count += 1
    }

    mutating func removeAll() {
        byText = [:]
        count = 0
    }
}

extension String {
    var firstLine: String { String(prefix { $0 != "\n" }) }
}
