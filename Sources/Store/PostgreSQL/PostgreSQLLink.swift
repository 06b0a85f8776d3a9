import CPostgreSQL
import Synchronization

/// One connection to a server. The pool lends it to one transaction at a time, which is what libpq asks for.
@safe final class PostgreSQLLink: Sendable {
    /// Statements kept prepared; beyond that all are given up at once.
    private static let mostStatements = 400

    nonisolated(unsafe) let handle: OpaquePointer
    private let statements = Mutex(PreparedStatements())
    private let lastFailure = Mutex<PostgreSQLFailure?>(nil)
    private let warnings = PostgreSQLWarnings()

    /// Takes over a connection that is open.
    init(taking handle: OpaquePointer) {
        unsafe self.handle = unsafe handle
        unsafe warnings.receive(from: handle)
    }

    deinit { unsafe PQfinish(handle) }

    /// Whether it may be lent again: open, and between transactions.
    var isIdle: Bool {
        unsafe PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    var isLost: Bool { unsafe PQstatus(handle) == CONNECTION_BAD }

    var socket: Int32 { unsafe PQsocket(handle) }

    var encoding: String? { unsafe PQparameterStatus(handle, "server_encoding").map { unsafe String(cString: $0) } }

    /// What went wrong since the last call.
    func takeFailure() -> PostgreSQLFailure? {
        lastFailure.withLock { failure in
            defer { failure = nil }
            return failure
        }
    }

    /// Runs statements without values, separated by semicolons; gives the last one's command.
    @discardableResult
    func run(_ script: String) throws -> String {
        try expect(unsafe PostgreSQLResult(PQexec(handle, script))).command
    }

    /// Commits, and believes the server only if it did so without a warning: a cancelled wait for a standby is answered with
    /// `COMMIT` and a warning, although no standby has the change ("PostgreSQL", section "Synchronous Replication").
    ///
    /// - Returns: the command that the server reports; `ROLLBACK` if a statement before had failed.
    /// - Throws: `PostgreSQLFailure`; of kind `lost` if the server does not know whether the change is kept.
    func commit() throws -> String {
        _ = warnings.take()
        let command = try run("COMMIT")
        if let warning = warnings.take() {
            throw noted(PostgreSQLFailure(state: PostgreSQLFailure.unknownOutcome, message: warning.message))
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

    /// Hands rows over as they come, so that memory does not grow with them. Whatever ends it, the answer is read to its
    /// end: the connection is free again.
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
            if let failure = result.failure { throw noted(failure) }
            if isFirst, let column = result.unreadableColumn {
                throw PostgreSQLFailure(state: "42804", message: "column \(column.name) has type \(column.type)")
            }
            isFirst = false
            do {
                try result.forEachRow(body)
            } catch let fault as ColumnFault {
                let origin = result.origin(of: fault.column)
                drain()
                throw StoreError.impossibleValue(fault.value, of: fault.kind, column: try name(of: origin))
            }
        }
    }

    /// `place.last_at`; a column that was computed has no table.
    private func name(of origin: (table: Oid, name: String)) throws -> String {
        guard origin.table != 0 else { return origin.name }
        let query = "SELECT CAST(relname AS TEXT) FROM pg_class WHERE oid = \(origin.table)"
        let table = try expect(unsafe PostgreSQLResult(PQexec(handle, query))).firstText
        return [table, origin.name].compactMap(\.self).joined(separator: ".")
    }

    /// Takes rows in the binary form of COPY, without its header and trailer.
    func copyIn(_ statement: String, _ feed: (_ put: ([UInt8]) throws -> Void) throws -> Void) throws {
        let begun = try expect(unsafe PostgreSQLResult(PQexec(handle, statement)))
        guard begun.status == PGRES_COPY_IN else { throw connectionFailure() }
        do {
            try put(
                Array("PGCOPY\n\u{FF}\r\n\0".unicodeScalars.map { UInt8($0.value) }) + [UInt8](repeating: 0, count: 8))
            try feed(put)
            try put([0xFF, 0xFF])
        } catch {
            unsafe PQputCopyEnd(handle, "given up")
            drain()
            throw error
        }
        guard unsafe PQputCopyEnd(handle, nil) == 1 else { throw connectionFailure() }
        defer { drain() }
        _ = try expect(unsafe PostgreSQLResult(PQgetResult(handle)))
    }

    private func put(_ bytes: [UInt8]) throws {
        let status = unsafe bytes.withUnsafeBytes { buffer in
            unsafe PQputCopyData(
                handle, buffer.assumingMemoryBound(to: CChar.self).baseAddress, Int32(buffer.count))
        }
        guard status == 1 else { throw connectionFailure() }
    }

    private func drain() { while unsafe PostgreSQLResult(PQgetResult(handle)) != nil {} }

    private func expect(_ result: consuming PostgreSQLResult?) throws -> PostgreSQLResult {
        guard let result else { throw connectionFailure() }
        if let failure = result.failure { throw noted(failure) }
        return result
    }

    func connectionFailure() -> PostgreSQLFailure {
        let message = unsafe String(cString: PQerrorMessage(handle))
        return noted(PostgreSQLFailure(state: isLost ? nil : "58000", message: message.firstLine))
    }

    func noted(_ failure: PostgreSQLFailure) -> PostgreSQLFailure {
        // A lost connection is told in many words and states; its status is what counts.
        let failure = isLost ? PostgreSQLFailure(state: nil, message: failure.message.firstLine) : failure
        lastFailure.withLock { $0 = failure }
        return failure
    }

    func prepared(_ sql: String, _ values: [SQLValue]) throws -> PreparedStatements.Statement {
        if let known = statements.withLock({ $0.statement(sql, for: values) }) { return known }
        if statements.withLock({ $0.count }) >= PostgreSQLLink.mostStatements {
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

/// The statements that a connection has prepared, by text; a text again for each choice of types that it was bound with.
struct PreparedStatements {
    struct Statement {
        let name: String
        let types: [Oid]

        func takes(_ values: [SQLValue]) -> Bool {
            types.count == values.count && zip(types, values).allSatisfy(PostgreSQLType.takes)
        }
    }

    private var byText: [String: [Statement]] = [:]
    private(set) var count = 0
    private var made = 0

    func statement(_ sql: String, for values: [SQLValue]) -> Statement? {
        byText[sql]?.first { $0.takes(values) }
    }

    /// Never given twice: a name may be taken by a statement whose transaction failed.
    mutating func nextName() -> String {
        made += 1
        return "s\(made)"
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
    /// libpq's words go over several lines.
    var firstLine: String { String(prefix { $0 != "\n" }) }
}
