import FileAccess

/// Reads the rows of a CSV or XLSX file one at a time. The format is detected from the first bytes.
///
/// ```swift
/// let reader = try WorksheetReader(path: "guests.xlsx")
/// while let row = try reader.next() { print(row.line, row.fields) }
/// ```
///
/// CSV: The delimiter is the most frequent of comma, semicolon and tab in the first non-empty line. The encoding is
/// UTF-8, or UTF-16 with a byte order mark. Any line ending is accepted.
///
/// XLSX: A cell with a formula has the value that the spreadsheet program saved in the file. This module never computes
/// formulas. Dates are formatted as `2026-12-24`, `2026-12-24T18:00` or `18:00`. Other numbers become the shortest
/// possible decimals. Booleans become TRUE or FALSE. A merged cell has its value only in its first column. In that
/// column, the value is repeated in each row that the cell covers, except in rows that are otherwise empty.
public final class WorksheetReader {
    /// A non-empty row.
    public struct Row: Sendable, Equatable {
        /// The row number, from 1, as the spreadsheet program shows it. Empty rows are counted but not returned.
        public let line: Int
        /// The texts of the cells from column A to the last non-empty column of this row. Empty cells are empty
        /// strings.
        public let fields: [String]
    }

    /// The worksheet to read.
    public enum SheetSelection: Sendable {
        case firstVisible
        /// The worksheet with this name, even if it is hidden. Case is ignored.
        case named(String)
    }

    /// The name of the worksheet that is read, and the names of the workbook's other worksheets.
    public struct Sheets: Hashable, Sendable {
        public let read: String
        public let others: [String]
    }

    /// The worksheets of a workbook; nil for a CSV file.
    public var sheets: Sheets? { source.sheets }

    /// The maximum file size in bytes.
    public static let largestFile = WorksheetLimits.file

    private let source: any RowSource
    private var rows = 0
    private var isAtEnd = false

    /// Opens a spreadsheet file.
    ///
    /// - Throws: `WorksheetError` if the file is not a spreadsheet or exceeds a limit; `SystemError` if the file cannot
    ///   be read.
    public convenience init(path: String, sheet: SheetSelection = .firstVisible) throws {
        try self.init(path: path, sheet: sheet, unpackingAtMost: WorksheetLimits.unpacked)
    }

    /// Creates a reader of a worksheet that is already in memory.
    public init(_ kept: LoadedWorksheet) { source = LoadedRows(kept) }

    /// Opens a spreadsheet file.
    ///
    /// - Parameter limit: The maximum number of bytes that are decompressed from a workbook.
    init(path: String, sheet: SheetSelection, unpackingAtMost limit: Int) throws {
        let file = try BlockReader(path: path)
        guard try file.size() <= WorksheetLimits.file else {
            throw WorksheetError(.fileTooLarge(limit: WorksheetLimits.file))
        }
        let first = try file.next(atMost: CSVReader.blockSize)
        switch FileSignature(first) {
        case .zip: source = try XLSXReader(file: file, path: path, sheet: sheet, unpackingAtMost: limit)
        case .compound: throw WorksheetError(.legacyOrEncrypted)
        case .text:
            if case .named(let name) = sheet { throw WorksheetError(.noSuchSheet(name, found: [])) }
            source = try CSVReader(file: file, first: first)
        }
    }

    /// Returns the next non-empty row; nil after the last row. The memory that the reader uses does not depend on the
    /// number of rows.
    ///
    /// - Throws: `WorksheetError` if the row or the file has an error; `SystemError` if the file cannot be read. After
    ///   a `WorksheetError` that is not fatal (`isFatal`), the next row can be read.
    public func next() throws -> Row? {
        guard !isAtEnd else { return nil }
        do {
            guard let row = try source.next() else {
                isAtEnd = true
                return nil
            }
            try count(line: row.line)
            return row
        } catch let fault as WorksheetError where !fault.isFatal {
            try count(line: fault.line)
            throw fault
        } catch {
            isAtEnd = true
            throw error
        }
    }

    private func count(line: Int?) throws {
        rows += 1
        guard rows <= WorksheetLimits.rows + 1 else {
            isAtEnd = true
            throw WorksheetError(line: line, .tooManyRows(limit: WorksheetLimits.rows))
        }
    }
}

/// A source that returns the non-empty rows of a worksheet in their order, and nil after the last row.
protocol RowSource: AnyObject {
    func next() throws -> WorksheetReader.Row?
    var sheets: WorksheetReader.Sheets? { get }
}

extension RowSource {
    var sheets: WorksheetReader.Sheets? { nil }
}

private enum FileSignature {
    case zip
    /// An OLE compound file. It is an old `.xls` file or a password-protected workbook.
    case compound
    case text

    init(_ bytes: [UInt8]) {
        let compound: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        self =
            if bytes.starts(with: compound) {
                .compound
            } else if ["PK\u{3}\u{4}", "PK\u{5}\u{6}"].contains(
                where: { bytes.starts(with: $0.utf8) })
            { .zip } else { .text }
    }
}
