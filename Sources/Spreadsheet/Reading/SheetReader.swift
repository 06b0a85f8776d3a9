import FileAccess

/// Reads the rows of a CSV or an XLSX file one by one. Which of them it is, the first bytes decide.
///
/// ```swift
/// let reader = try SheetReader(path: "guests.xlsx")
/// while let row = try reader.next() { print(row.line, row.fields) }
/// ```
///
/// CSV: commas, semicolons or tabs, whichever the first line has most of; UTF-8, or UTF-16 with a byte order mark; lines
/// end as they like. XLSX: formulas give the value that was saved with them and are never computed; dates are
/// `2026-12-24`, `2026-12-24T18:00` or `18:00`; other numbers the shortest decimals; truth values TRUE and FALSE. What
/// a merged cell says, each of its rows says that says anything, in the first of its columns.
public final class SheetReader {
    /// One row that holds something.
    public struct Row: Sendable, Equatable {
        /// Counted from 1, as the spreadsheet shows it: rows that are empty count, and are not handed over.
        public let line: Int
        /// From column A to the last that holds something; empty where a cell is.
        public let fields: [String]
    }

    /// Which sheet of a workbook is read.
    public enum Choice: Sendable {
        case firstVisible
        /// Letter case aside; hidden or not.
        case named(String)
    }

    /// The sheets of a workbook: the one that is read, and the others.
    public struct Sheets: Hashable, Sendable {
        public let read: String
        public let others: [String]
    }

    /// Nil for a list that is no workbook.
    public var sheets: Sheets? { source.sheets }

    /// In bytes.
    public static let largestFile = SheetLimits.file

    private let source: any RowSource
    private var rows = 0
    private var isAtEnd = false

    /// Opens a file.
    ///
    /// - Throws: `SheetFault`; `SystemError` when the file can't be read.
    public convenience init(path: String, sheet: Choice = .firstVisible) throws {
        try self.init(path: path, sheet: sheet, unpackingAtMost: SheetLimits.unpacked)
    }

    /// Reads what was kept.
    public init(_ kept: KeptSheet) { source = KeptRows(kept) }

    /// - Parameter limit: of all that is unpacked, in bytes.
    init(path: String, sheet: Choice, unpackingAtMost limit: Int) throws {
        let file = try BlockReader(path: path)
        guard try file.size() <= SheetLimits.file else { throw SheetFault(.fileTooLarge(limit: SheetLimits.file)) }
        let first = try file.next(atMost: CSVReader.blockSize)
        switch Signature(first) {
        case .zip: source = try XLSXReader(file: file, path: path, sheet: sheet, unpackingAtMost: limit)
        case .compound: throw SheetFault(.oldOrLocked)
        case .text:
            if case .named(let name) = sheet { throw SheetFault(.noSuchSheet(name, found: [])) }
            source = try CSVReader(file: file, first: first)
        }
    }

    /// The next row; nil at the end. Memory does not grow with the rows that were read.
    ///
    /// - Throws: `SheetFault`, after which the next row can be read unless it `endsReading`; `SystemError`.
    public func next() throws -> Row? {
        guard !isAtEnd else { return nil }
        do {
            guard let row = try source.next() else {
                isAtEnd = true
                return nil
            }
            try count(line: row.line)
            return row
        } catch let fault as SheetFault where !fault.endsReading {
            try count(line: fault.line)
            throw fault
        } catch {
            isAtEnd = true
            throw error
        }
    }

    private func count(line: Int?) throws {
        rows += 1
        guard rows <= SheetLimits.rows + 1 else {
            isAtEnd = true
            throw SheetFault(line: line, .tooManyRows(limit: SheetLimits.rows))
        }
    }
}

/// Hands over rows in order, without those that are empty.
protocol RowSource: AnyObject {
    func next() throws -> SheetReader.Row?
    var sheets: SheetReader.Sheets? { get }
}

extension RowSource {
    var sheets: SheetReader.Sheets? { nil }
}

/// What a file is by its first bytes.
private enum Signature {
    case zip
    /// The compound files of older programs; newer ones wrap locked workbooks into it.
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
