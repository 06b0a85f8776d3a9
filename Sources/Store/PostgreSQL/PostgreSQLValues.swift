import CPostgreSQL
import Languages

/// The object ids of the PostgreSQL types that this program's tables and statements use (from PostgreSQL's source file
/// pg_type.dat).
enum PostgreSQLType {
    static let unknown: Oid = 0
    static let boolean: Oid = 16
    static let bytes: Oid = 17
    static let bigint: Oid = 20
    static let smallint: Oid = 21
    static let integer: Oid = 23
    static let text: Oid = 25

    static let texts: Set<Oid> = [text, 18, 19, 1042, 1043]
    static let integers: Set<Oid> = [bigint, smallint, integer, boolean]

    /// The type to declare for a value that is bound to a placeholder. For a null, the type is declared as unknown, so
    /// that the server infers it.
    static func declared(for value: SQLValue) -> Oid {
        switch value {
        case .null: unknown
        case .integer: bigint
        case .text: text
        case .blob: bytes
        }
    }

    static func accepts(_ type: Oid, _ value: SQLValue) -> Bool {
        switch value {
        case .null: true
        case .integer: type == bigint || type == integer || type == smallint
        case .text: texts.contains(type)
        case .blob: type == bytes
        }
    }
}

/// The values for the placeholders of a statement, in PostgreSQL's binary form.
struct PostgreSQLValues {
    /// The bytes of all values, one value after the other. One more byte follows the last value, so that the last value
    /// has an address even if it is empty.
    private var bytes: [UInt8] = []
    /// The offset of each value in `bytes`; nil for a null.
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []

    /// Encodes values for a statement whose placeholders have the types `types`.
    ///
    /// - Throws: `StoreError.constraint` if a number does not fit into the type of its placeholder.
    init(_ values: [SQLValue], types: [Oid]) throws {
        bytes.reserveCapacity(values.count * 16)
        for (value, type) in zip(values, types) {
            let start = bytes.count
            switch value {
            case .null: break
            case .integer(let integer): try append(integer, as: type)
            case .text(let text): bytes.append(contentsOf: text.utf8)
            case .blob(let blob): bytes.append(contentsOf: blob)
            }
            offsets.append(value == .null ? nil : start)
            lengths.append(Int32(bytes.count - start))
        }
        bytes.append(0)
    }

    private mutating func append(_ integer: Int64, as type: Oid) throws {
        switch type {
        case PostgreSQLType.integer: try append(narrowed: Int32(exactly: integer), integer)
        case PostgreSQLType.smallint: try append(narrowed: Int16(exactly: integer), integer)
        default: bytes.append(bigEndian: integer)
        }
    }

    private mutating func append(narrowed: (some FixedWidthInteger)?, _ integer: Int64) throws {
        guard let narrowed else {
            throw StoreError.constraint(Sentence(StoreError.Text.numberTooLarge, ["number": "\(integer)"]))
        }
        bytes.append(bigEndian: narrowed)
    }

    /// Calls `body` with the values in the form that libpq expects: their addresses, lengths and formats. The format is
    /// always 1, which means binary.
    func withPointers<Result>(
        _ body: (_ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]) throws -> Result
    ) rethrows -> Result {
        try unsafe bytes.withUnsafeBytes { buffer in
            let base = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress
            let pointers = unsafe offsets.map { offset in unsafe offset.flatMap { unsafe base?.advanced(by: $0) } }
            return try unsafe body(pointers, lengths, [Int32](repeating: 1, count: lengths.count))
        }
    }
}
