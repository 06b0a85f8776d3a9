import CPostgreSQL
import Languages

/// A response from the PostgreSQL server.
@safe struct PostgreSQLResult: ~Copyable {
    private let handle: OpaquePointer

    /// Takes ownership of a response from libpq. The result is nil if `handle` is nil, which means that libpq has no
    /// more responses.
    init?(_ handle: OpaquePointer?) {
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = unsafe handle
    }

    deinit { unsafe PQclear(handle) }

    var status: ExecStatusType { unsafe PQresultStatus(handle) }

    /// The command that the server completed, such as "COMMIT" or "INSERT 0 1".
    var command: String { unsafe PQcmdStatus(handle).map { unsafe String(cString: $0) } ?? "" }

    /// The number of rows that the statement changed.
    var changed: Int { unsafe PQcmdTuples(handle).flatMap { unsafe Int(String(cString: $0)) } ?? 0 }

    var placeholderTypes: [Oid] { unsafe (0..<PQnparams(handle)).map { unsafe PQparamtype(handle, $0) } }

    var failure: PostgreSQLFailure? {
        guard status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE else { return nil }
        let message = field("M").map(Sentence.verbatim) ?? Sentence(PostgreSQLFailure.Text.noAnswer)
        let parts = [message, field("D").map(Sentence.verbatim)].compactMap(\.self)
        return PostgreSQLFailure(state: field("C"), message: .list(parts, separator: ": "))
    }

    private func field(_ code: Unicode.Scalar) -> String? {
        unsafe PQresultErrorField(handle, Int32(code.value)).map { unsafe String(cString: $0) }
    }

    /// Calls `body` with each row of the response. The caller must first check with `unreadableColumn` that
    /// `PostgreSQLRow` can read the types of all columns. For example, the sum of a column has the type `numeric`,
    /// which can't be read. A query must therefore cast a sum to another type.
    func forEachRow(_ body: (any SQLRow) throws -> Void) throws {
        for row in unsafe 0..<PQntuples(handle) { try unsafe body(PostgreSQLRow(result: handle, row: row)) }
    }

    /// The first field of the first row; nil if there are no rows. The response must be in text form, not in binary
    /// form.
    var firstText: String? {
        guard unsafe PQntuples(handle) > 0 else { return nil }
        return unsafe PQgetvalue(handle, 0, 0).map { unsafe String(cString: $0) }
    }

    /// The origin of a column: the id of its table, and the name of the column. The id is 0 if the column was computed.
    func origin(of column: Int) -> (table: Oid, name: String) {
        let name = unsafe PQfname(handle, Int32(column)).map { unsafe String(cString: $0) }
        return (unsafe PQftable(handle, Int32(column)), name ?? "?")
    }

    /// The first column whose type `PostgreSQLRow` can't read; nil if all columns can be read.
    var unreadableColumn: (name: String, type: Oid)? {
        for column in unsafe 0..<PQnfields(handle) {
            let type = unsafe PQftype(handle, column)
            let isReadable =
                type == PostgreSQLType.bytes || PostgreSQLType.integers.contains(type)
                || PostgreSQLType.texts.contains(type)
            if !isReadable {
                return (origin(of: Int(column)).name, type)
            }
        }
        return nil
    }
}

/// One row of a response in binary form. As with SQLite, a number can be read as a text, and a text can be read as a
/// number.
@unsafe private struct PostgreSQLRow: SQLRow {
    let result: OpaquePointer
    let row: Int32

    func isNull(_ column: Int) -> Bool { unsafe PQgetisnull(result, row, Int32(column)) == 1 }

    func integer(_ column: Int) -> Int64 {
        let bytes = unsafe self.bytes(column)
        guard unsafe !PostgreSQLType.texts.contains(PQftype(result, Int32(column))) else {
            return unsafe Int64(String(decoding: bytes, as: UTF8.self)) ?? 0
        }
        let isNegative = unsafe (bytes.first ?? 0) & 0x80 != 0 && bytes.count > 1
        return unsafe bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    func text(_ column: Int) -> String {
        guard unsafe !PostgreSQLType.integers.contains(PQftype(result, Int32(column))) else {
            return unsafe isNull(column) ? "" : "\(integer(column))"
        }
        return unsafe String(decoding: bytes(column), as: UTF8.self)
    }

    func blob(_ column: Int) -> [UInt8] { unsafe [UInt8](bytes(column)) }

    private func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        let value = unsafe UnsafeRawPointer(PQgetvalue(result, row, Int32(column)))
        return unsafe UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(result, row, Int32(column))))
    }
}
