public import FileAccess

/// Writes CSV (RFC 4180): commas, lines ended by CRLF, UTF-8.
///
/// Spreadsheet programs take text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return for a formula; such
/// text gets an apostrophe before it, unless it is a plain number such as `-5`. So does text behind a semicolon, a tab or
/// a line break: a program that separates cells by semicolons begins a cell there, quotes or not.
public struct CSVWriter {
    public enum ByteOrderMark: Sendable {
        case without
        /// Older spreadsheet programs take UTF-8 for Latin-1 without it.
        case with
    }

    private static let enough = 1 << 16

    private let width: Int
    private let sink: ([UInt8]) throws -> Void
    private var bytes: [UInt8] = []
    private var row = 1

    /// Writes to a file, whole or not at all, row by row.
    ///
    /// - Throws: `SheetWriterError`, `SystemError`; whatever `rows` throws.
    public static func write(
        _ sheet: Sheet, to path: String, existing: AtomicFile.Existing, byteOrderMark: ByteOrderMark = .without,
        rows: (_ append: ([Cell]) throws -> Void) throws -> Void
    ) throws {
        try AtomicFile.write(to: path, existing: existing) { file in
            try write(sheet, byteOrderMark: byteOrderMark, into: file.append, rows: rows)
        }
    }

    /// Writes to whatever takes bytes, in blocks of some kilobytes.
    public static func write(
        _ sheet: Sheet, byteOrderMark: ByteOrderMark = .without, into sink: ([UInt8]) throws -> Void,
        rows: (_ append: ([Cell]) throws -> Void) throws -> Void
    ) throws {
        try withoutActuallyEscaping(sink) { sink in
            var writer = CSVWriter(width: sheet.columns.count, sink: sink)
            if byteOrderMark == .with { writer.bytes = [0xEF, 0xBB, 0xBF] }
            try writer.append(sheet.columns.map { .text($0.heading) })
            try rows { try writer.append($0) }
            try sink(writer.bytes)
        }
    }

    private init(width: Int, sink: @escaping ([UInt8]) throws -> Void) {
        self.width = width
        self.sink = sink
    }

    private mutating func append(_ cells: [Cell]) throws {
        guard cells.count == width else {
            throw SheetWriterError.wrongWidth(row: row, cells: cells.count, columns: width)
        }
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if case .text(let text) = cell {
                field(CSVWriter.guarded(text))
            } else {
                bytes.append(contentsOf: cell.plain.utf8)
            }
        }
        // A line that is empty would be no row at all.
        if width == 1, bytes.isEmpty || bytes.last == UInt8(ascii: "\n") { bytes += Array("\"\"".utf8) }
        bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        row += 1
        guard bytes.count >= CSVWriter.enough else { return }
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

    /// Separators of any kind are quoted, so that a reader that guesses guesses right; so are spaces at the ends, which
    /// some readers cut.
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

    /// The text with an apostrophe wherever a reader could begin a cell with a formula.
    private static func guarded(_ text: String) -> String {
        var shown: [UInt8] = isFormulaLike(text.utf8[...]) ? [UInt8(ascii: "'")] : []
        var rest = text.utf8[...]
        while let end = rest.firstIndex(where: isEnd) {
            shown += rest[...end]
            rest = rest[rest.index(after: end)...]
            // A quote that opens such a cell is cut from it. An empty cell is none, and CR LF is one line break.
            let cell = rest.prefix { !isEnd($0) }.drop { $0 == UInt8(ascii: "\"") }
            if isFormulaLike(cell) { shown.append(UInt8(ascii: "'")) }
        }
        return String(decoding: shown + rest, as: UTF8.self)
    }

    /// Whether a reader could end a cell or a row there, though it is quoted.
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

    /// Digits, with a point among them or none.
    private static func isPlainNumber(_ text: Substring.UTF8View) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 2
            && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
