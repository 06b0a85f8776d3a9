/// A table to be written: its name and its columns. `CSVWriter` and `XLSXWriter` write the same.
///
/// ```swift
/// let sheet = Sheet(name: "Sales", columns: [SheetColumn("Type", .text), SheetColumn("Sold", .integer)])
/// try XLSXWriter.write(sheet, to: "sales.xlsx", existing: .refuse) { append in
///     try append([.text("Regular"), .integer(100)])
/// }
/// ```
public struct Sheet: Sendable {
    /// Shown on the sheet's tab: up to 31 characters, without `[ ] : * ? / \`.
    public let name: String
    public let columns: [SheetColumn]

    public init(name: String, columns: [SheetColumn]) {
        self.name = name
        self.columns = columns
    }
}

/// A column's heading, and what kind of cells it mostly has; each cell still says what it is.
public struct SheetColumn: Sendable {
    public enum Kind: Sendable {
        case text
        case integer
        case decimal
        case date
    }

    public let heading: String
    public let kind: Kind
    /// In characters; nil for what suits the kind and the heading.
    public let width: Int?

    public init(_ heading: String, _ kind: Kind, width: Int? = nil) {
        self.heading = heading
        self.kind = kind
        self.width = width
    }
}

/// What a cell holds. Whatever its text begins with, it is never a formula.
public enum Cell: Hashable, Sendable {
    case empty
    case text(String)
    case integer(Int64)
    /// An amount: `units` of which ten to the power of `places` make one.
    case decimal(units: Int64, places: Int)
    case date(SheetDate)
}

extension Cell {
    /// The cell as text, as it is read back from CSV.
    var plain: String {
        switch self {
        case .empty: return ""
        case .text(let text): return text
        case .integer(let number): return "\(number)"
        case .decimal(let units, let places):
            guard places > 0 else { return "\(units)" }
            let digits = String(units.magnitude)
            let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
            return "\(units < 0 ? "-" : "")\(padded.dropLast(places)).\(padded.suffix(places))"
        case .date(let date): return date.description
        }
    }
}

/// Why a table can't be written as it is.
public enum SheetWriterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `row` is counted from 1, and the headings are row 1.
    case tooManyRows(limit: Int)
    case tooManyColumns(Int, limit: Int)
    case wrongWidth(row: Int, cells: Int, columns: Int)
    case textTooLong(row: Int, column: Int, characters: Int, limit: Int)
    case badName(String)
    /// What libxlsxwriter says.
    case library(String, path: String)

    public var description: String {
        switch self {
        case .tooManyRows(let limit): "a workbook's sheet has at most \(limit) rows; write CSV"
        case .tooManyColumns(let count, let limit): "\(count) columns are more than the \(limit) of a sheet"
        case .wrongWidth(let row, let cells, let columns):
            "row \(row) has \(cells) cells, and the sheet \(columns) columns"
        case .textTooLong(let row, let column, let characters, let limit):
            "row \(row), column \(ColumnLetters.name(of: column)): the text has \(characters) characters, and a workbook's "
                + "cell at most \(limit); write CSV"
        case .badName(let name): "“\(name)” can't be a sheet's name: 1 to 31 characters without [ ] : * ? / \\"
        case .library(let why, let path): "could not write \(path): \(why)"
        }
    }
}
