public import FileAccess

/// Writes a workbook (XLSX file) with one worksheet. The headings are bold and stay visible during scrolling. Numbers
/// and dates are written as numbers and dates, not as text, if the format can represent them exactly. The memory that
/// the writer uses does not depend on the number of rows.
///
/// The same rows always give the same bytes.
public enum XLSXWriter {
    /// The maximum number of rows that the XLSX format allows.
    static let mostRows = 1 << 20
    static let mostCharacters = 32_767
    /// Floating-point numbers represent all integers up to this number exactly. Larger integers are written as text.
    private static let largestExact: UInt64 = 1 << 53

    /// Writes a workbook atomically. `rows` is called once, and calls its parameter `append` with the cells of each
    /// row.
    ///
    /// - Throws: `WorksheetWriterError` if the table does not fit into a workbook; `SystemError` if the file can't be
    ///   written; any error of `rows`.
    public static func write(
        _ sheet: Worksheet, to path: String, existing: AtomicFile.Existing,
        rows: (_ append: ([WorksheetCell]) throws -> Void) throws -> Void
    ) throws {
        try AtomicFile.write(to: path, existing: existing) { try write(sheet, into: $0, rows: rows) }
    }

    /// Writes a workbook to a temporary file, which later becomes the file at the destination.
    public static func write(
        _ sheet: Worksheet, into file: AtomicFile.TemporaryFile,
        rows: (_ append: ([WorksheetCell]) throws -> Void) throws -> Void
    ) throws {
        let width = sheet.columns.count
        guard width <= WorksheetLimits.columns else {
            throw WorksheetWriterError.tooManyColumns(width, limit: WorksheetLimits.columns)
        }
        guard (1...31).contains(sheet.name.unicodeScalars.count), !sheet.name.contains(where: "[]:*?/\\".contains),
            !sheet.name.hasPrefix("'"), !sheet.name.hasSuffix("'"), !sheet.name.utf8.contains(where: { $0 < 0x20 })
        else { throw WorksheetWriterError.badName(sheet.name) }
        let library = try LibXLSXWriter(path: file.path, destination: file.destination, sheet: sheet.name)
        for (index, column) in sheet.columns.enumerated() {
            library.setWidth(column.width ?? defaultWidth(column), column: index)
        }
        var row = 0
        func append(_ cells: [WorksheetCell], as style: LibXLSXWriter.TextStyle) throws {
            guard cells.count == width else {
                throw WorksheetWriterError.wrongWidth(row: row + 1, cells: cells.count, columns: width)
            }
            guard row < mostRows else { throw WorksheetWriterError.tooManyRows(limit: mostRows) }
            for (column, cell) in cells.enumerated() {
                try write(cell, row: row, column: column, style, to: library)
            }
            row += 1
        }
        try append(sheet.columns.map { .text($0.heading) }, as: .heading)
        try rows { try append($0, as: .plain) }
        try library.close()
    }

    private static func write(
        _ cell: WorksheetCell, row: Int, column: Int, _ style: LibXLSXWriter.TextStyle, to library: LibXLSXWriter
    ) throws {
        func text(_ text: String) throws {
            let characters = text.utf16.count
            guard characters <= mostCharacters else {
                throw WorksheetWriterError.textTooLong(
                    row: row + 1, column: column + 1, characters: characters, limit: mostCharacters)
            }
            try library.text(EscapedText.encode(text), row, column, style)
        }
        switch cell {
        case .empty: break
        case .text(let value): try text(value)
        case .integer(let number):
            if number.magnitude <= largestExact {
                try library.number(Double(number), row, column, .integer)
            } else {
                try text(cell.csvText)
            }
        case .decimal(let units, let places):
            if units.magnitude <= largestExact, (0...8).contains(places), let number = Double(cell.csvText) {
                try library.number(number, row, column, .decimal(places: places))
            } else {
                try text(cell.csvText)
            }
        case .date(let date):
            if let days = DateEpoch.y1900.days(of: date) {
                try library.number(days, row, column, .date(date.precision))
            } else {
                try text(cell.csvText)
            }
        }
    }

    private static func defaultWidth(_ column: WorksheetColumn) -> Int {
        let kind =
            switch column.kind {
            case .text: 24
            case .integer: 10
            case .decimal: 14
            case .date: 18
            }
        return max(kind, min(column.heading.count + 2, 60))
    }
}
