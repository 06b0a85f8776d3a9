import FileAccess

/// Reads CSV (RFC 4180) record by record.
///
/// The parser libcsv does not count lines. This reader therefore counts the lines, and passes the text to the parser
/// line by line.
final class CSVReader: RowSource {
    static let blockSize = 1 << 16
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")

    private let file: BlockReader
    private let parser: LibCSV
    private var utf16: UTF16Blocks?
    private var block: ArraySlice<UInt8>
    private var bytesRead: Int
    private var line = 1
    private var lineLength = 0
    private var recordLine = 1
    private var recordLength = 0
    private var endedInCarriageReturn = false
    private var isFinished = false

    /// Creates a reader, which detects the encoding and the delimiter.
    ///
    /// - Parameter first: The first block of the file. The caller has already read it to detect the file's format.
    init(file: BlockReader, first: [UInt8]) throws {
        self.file = file
        bytesRead = first.count
        utf16 = UTF16Blocks(mark: first)
        var text = try utf16?.utf8(first.dropFirst(2)) ?? first[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        guard !CSVReader.isBinary(text) else { throw WorksheetError(.notText) }
        block = text
        parser = LibCSV(delimiter: CSVReader.delimiter(in: text))
    }

    func next() throws -> WorksheetReader.Row? {
        while true {
            if let record = parser.popRecord(), let row = try row(record) { return row }
            guard !isFinished else { return nil }
            if block.isEmpty, try !refill() {
                isFinished = true
                guard parser.finish() else { throw fault(.unclosedQuote, line: recordLine) }
            } else {
                try feedLine()
            }
        }
    }

    private func row(_ record: LibCSV.Record) throws -> WorksheetReader.Row? {
        if let column = record.firstNotUTF8 { throw WorksheetError(line: recordLine, column: column, .notUTF8) }
        let filled = record.fields.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        guard filled <= WorksheetLimits.columns else {
            throw WorksheetError(
                line: recordLine, column: WorksheetLimits.columns + 1, .tooManyColumns(limit: WorksheetLimits.columns))
        }
        guard filled > 0 else { return nil }
        let fields = filled == record.fields.count ? record.fields : Array(record.fields.prefix(filled))
        return WorksheetReader.Row(line: recordLine, fields: fields)
    }

    /// Passes the remainder of the current line to the parser, including the line break if the block contains it.
    private func feedLine() throws {
        // In CR LF, the carriage return has already ended the line, so the line feed does not end another line. The
        // parser still gets the line feed, because a line break in a quoted field must keep both characters.
        let isSecondHalf = endedInCarriageReturn && block.first == CSVReader.lineFeed
        if parser.isBetweenRecords {
            recordLine = line
            recordLength = 0
        }
        let end = CSVReader.endOfLine(in: block)
        let part = end.map { block[...$0] } ?? block
        block = block[part.endIndex...]
        lineLength += part.count
        recordLength += part.count
        guard recordLength <= WorksheetLimits.rowText else {
            throw lineLength > WorksheetLimits.rowText
                ? fault(.rowTooLong(limit: WorksheetLimits.rowText), line: line)
                : fault(.unclosedQuote, line: recordLine)
        }
        guard parser.feed(part) else { throw fault(.strayQuote, line: line) }
        endedInCarriageReturn = end.map { part[$0] == CSVReader.carriageReturn } ?? false
        guard end != nil, !isSecondHalf else { return }
        line += 1
        lineLength = 0
    }

    private func refill() throws -> Bool {
        let bytes = try file.next(atMost: CSVReader.blockSize)
        bytesRead += bytes.count
        guard bytesRead <= WorksheetLimits.file else {
            throw WorksheetError(.fileTooLarge(limit: WorksheetLimits.file))
        }
        if bytes.isEmpty {
            guard utf16?.endsOnCharacter ?? true else { throw WorksheetError(line: line, .notUTF16) }
            return false
        }
        do {
            block = try utf16?.utf8(bytes[...]) ?? bytes[...]
        } catch let fault as WorksheetError {
            throw WorksheetError(line: line, fault.reason)
        }
        return true
    }

    private func fault(_ reason: WorksheetError.Reason, line: Int) -> WorksheetError {
        WorksheetError(line: line, column: parser.column, reason)
    }

    private static func endOfLine(in block: ArraySlice<UInt8>) -> Int? {
        block.firstIndex { $0 == lineFeed || $0 == carriageReturn }
    }

    /// Whether at least a quarter of the first 1024 bytes are NUL. This is typical of binary files, and of UTF-16
    /// without a byte order mark.
    private static func isBinary(_ text: ArraySlice<UInt8>) -> Bool {
        let start = text.prefix(1024)
        let count = start.count { $0 == 0 }
        return count > 0 && count * 4 >= start.count
    }

    /// Detects the delimiter: the most frequent of comma, semicolon and tab in the first non-empty line. Characters in
    /// quoted fields are not counted. Without any of these characters, the delimiter is the comma.
    private static func delimiter(in text: ArraySlice<UInt8>) -> UInt8 {
        let choices = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        var counts = [0, 0, 0]
        var isQuoted = false
        for byte in text.drop(while: { $0 == lineFeed || $0 == carriageReturn }) {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if byte == lineFeed || byte == carriageReturn { break }
            if let choice = choices.firstIndex(of: byte) { counts[choice] += 1 }
        }
        return zip(choices, counts).max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? $0.0 : nil } ?? choices[0]
    }
}
