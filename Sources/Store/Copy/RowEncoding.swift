/// Encodes the rows of a table as bytes. In this form, rows are copied between stores, hashed and compared. The bytes
/// are the same for SQLite and PostgreSQL. The encoding is that of PostgreSQL's binary COPY. A row begins with the
/// number of its fields in 2 bytes. Each field consists of its length in 4 bytes, followed by its bytes. The length -1
/// means a null. The length of an integer is always 8. All numbers are big-endian.
enum RowEncoding {
    /// The size of a chunk, in bytes. Encoded rows are collected until they have at least this size, and are then
    /// passed on together.
    static let chunkSize = 64 * 1024

    static func append(_ row: any SQLRow, of table: TableShape, to bytes: inout [UInt8]) {
        bytes.append(bigEndian: Int16(table.columns.count))
        for (index, column) in table.columns.enumerated() {
            guard !row.isNull(index) else {
                bytes.append(bigEndian: Int32(-1))
                continue
            }
            switch column.kind {
            case .integer:
                bytes.append(bigEndian: Int32(8))
                bytes.append(bigEndian: row.integer(index))
            case .text: append(row.text(index).utf8, to: &bytes)
            case .blob: append(row.blob(index), to: &bytes)
            }
        }
    }

    private static func append(_ field: some Collection<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(bigEndian: Int32(field.count))
        bytes.append(contentsOf: field)
    }

    /// Decodes rows, and calls `body` with each row. The bytes must contain only whole rows.
    static func forEachRow(in bytes: [UInt8], of table: TableShape, _ body: ([SQLValue]) throws -> Void) throws {
        var reader = Reader(bytes: bytes)
        while !reader.isAtEnd {
            _ = reader.integer(2)
            try body(
                table.columns.map { column in
                    let length = Int(reader.integer(4))
                    guard length >= 0 else { return .null }
                    switch column.kind {
                    case .integer: return .integer(reader.integer(length))
                    case .text: return .text(String(decoding: reader.bytes(length), as: UTF8.self))
                    case .blob: return .blob(Array(reader.bytes(length)))
                    }
                })
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
            defer { position += count }
            return bytes[position..<position + count]
        }

        mutating func integer(_ count: Int) -> Int64 {
            let bytes = bytes(count)
            let isNegative = (bytes.first ?? 0) & 0x80 != 0
            return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
        }
    }
}

extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: value.bigEndian) { unsafe append(contentsOf: $0) }
    }
}
