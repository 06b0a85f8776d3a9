public import FileAccess

/// Writes CSV (RFC 4180) with commas, CRLF line endings and UTF-8.
///
/// Spreadsheet programs can interpret text as a formula if it begins with `=`, `+`, `-`, `@`, a tab or a carriage
/// return. Such text is prefixed with an apostrophe, except plain numbers such as `-5`. Some programs start a new cell
/// after a semicolon, a tab or a line break, even within quotes. If the text after such a character could be
/// interpreted as a formula, that text is therefore prefixed, too.
public struct CSVWriter {
    public enum ByteOrderMark: Sendable {
        case none
        /// The three bytes EF BB BF at the start of the file. Older spreadsheet programs need them to recognize UTF-8.
        case utf8
    }

    private static let flushThreshold = 1 << 16

    private let width: Int
    private let sink: ([UInt8]) throws -> Void
    private var bytes: [UInt8] = []
    private var row = 1

    /// Writes a CSV file atomically. `rows` is called once, and calls its parameter `append` with the cells of each
    /// row.
    ///
    /// - Throws: `WorksheetWriterError` if a row has the wrong number of cells; `SystemError` if the file can't be
    ///   written; any error of `rows`.
    public static func write(
        _ sheet: Worksheet, to path: String, existing: AtomicFile.Existing, byteOrderMark: ByteOrderMark = .none,
        rows: (_ append: ([WorksheetCell]) throws -> Void) throws -> Void
    ) throws {
        try AtomicFile.write(to: path, existing: existing) { file in
            try write(sheet, byteOrderMark: byteOrderMark, into: file.append, rows: rows)
        }
    }

    /// Writes CSV to a sink, in blocks of about 64 KB. `rows` is called once, and calls its parameter `append` with the
    /// cells of each row.
    public static func write(
        _ sheet: Worksheet, byteOrderMark: ByteOrderMark = .none, into sink: ([UInt8]) throws -> Void,
        rows: (_ append: ([WorksheetCell]) throws -> Void) throws -> Void
    ) throws {
        try withoutActuallyEscaping(sink) { sink in
            var writer = CSVWriter(width: sheet.columns.count, sink: sink)
            if byteOrderMark == .utf8 { writer.bytes = [0xEF, 0xBB, 0xBF] }
            try writer.append(sheet.columns.map { .text($0.heading) })
            try rows { try writer.append($0) }
            try sink(writer.bytes)
        }
    }

    private init(width: Int, sink: @escaping ([UInt8]) throws -> Void) {
        self.width = width
        self.sink = sink
    }

    private mutating func append(_ cells: [WorksheetCell]) throws {
        guard cells.count == width else {
            throw WorksheetWriterError.wrongWidth(row: row, cells: cells.count, columns: width)
        }
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if case .text(let text) = cell {
                field(CSVWriter.guarded(text))
            } else {
                bytes.append(contentsOf: cell.csvText.utf8)
            }
        }
        // Readers skip an empty line. If a row consists of a single empty field, that field is therefore written in
        // quotes.
        if width == 1, bytes.isEmpty || bytes.last == UInt8(ascii: "\n") { bytes += Array("\"\"".utf8) }
        bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        row += 1
        guard bytes.count >= CSVWriter.flushThreshold else { return }
        try sink(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func field(_ text: String) {
        guard CSVWriter.needsQuotes(text) else { return bytes.append(contentsOf: text.utf8) }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a field needs quotes. A field that contains a comma, a semicolon or a tab is quoted, because some
    /// readers guess which of these characters is the separator. A field with leading or trailing spaces is quoted,
    /// because some readers remove unquoted spaces.
    private static func needsQuotes(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        return first == UInt8(ascii: " ") || last == UInt8(ascii: " ")
            || text.utf8.contains { byte in
                switch byte {
                case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "\""),
                    UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                    true
                default: false
                }
            }
    }

    /// Returns the text with an apostrophe before each part that a reader could interpret as a formula.
    private static func guarded(_ text: String) -> String {
        var escaped: [UInt8] = isFormulaLike(text.utf8[...]) ? [UInt8(ascii: "'")] : []
        var rest = text.utf8[...]
        while let end = rest.firstIndex(where: isEnd) {
            escaped += rest[...end]
            rest = rest[rest.index(after: end)...]
            // The check ignores quotes at the start of the new cell, because a reader would remove them. The text
            // between CR and LF is empty, so it gets no apostrophe.
            let cell = rest.prefix { !isEnd($0) }.drop { $0 == UInt8(ascii: "\"") }
            if isFormulaLike(cell) { escaped.append(UInt8(ascii: "'")) }
        }
        return String(decoding: escaped + rest, as: UTF8.self)
    }

    /// Whether some readers end a cell or row at this byte, even within quotes.
    private static func isEnd(_ byte: UInt8) -> Bool {
        [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(byte)
    }

    private static func isFormulaLike(_ text: Substring.UTF8View) -> Bool {
        switch text.first {
        case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"): !isPlainNumber(text.dropFirst())
        default: false
        }
    }

    /// Whether the text consists of digits, with at most one decimal point between digits.
    private static func isPlainNumber(_ text: Substring.UTF8View) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 2
            && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
