public import Languages

/// The name and columns of a table to write with `CSVWriter` or `XLSXWriter`.
///
/// ```swift
/// let sheet = Worksheet(name: "Sales", columns: [WorksheetColumn("Type", .text), WorksheetColumn("Sold", .integer)])
/// try XLSXWriter.write(sheet, to: "sales.xlsx", existing: .refuse) { append in
///     try append([.text("Regular"), .integer(100)])
/// }
/// ```
public struct Worksheet: Sendable {
    /// The name on the worksheet's tab: up to 31 characters, without `[ ] : * ? / \`.
    public let name: String
    public let columns: [WorksheetColumn]

    public init(name: String, columns: [WorksheetColumn]) {
        self.name = name
        self.columns = columns
    }
}

/// A column: its heading, the kind of most of its cells, and its width. The kind is used only to determine the default
/// width.
public struct WorksheetColumn: Sendable {
    public enum Kind: Sendable {
        case text
        case integer
        case decimal
        case date
    }

    public let heading: String
    public let kind: Kind
    /// The width in characters; nil for the default width, which depends on the kind and the heading.
    public let width: Int?

    public init(_ heading: String, _ kind: Kind, width: Int? = nil) {
        self.heading = heading
        self.kind = kind
        self.width = width
    }
}

/// The value of a cell. Text is never written as a formula.
public enum WorksheetCell: Hashable, Sendable {
    case empty
    case text(String)
    case integer(Int64)
    /// A decimal number: `units` divided by 10 to the power of `places`.
    case decimal(units: Int64, places: Int)
    case date(WorksheetDate)
}

extension WorksheetCell {
    var csvText: String {
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

/// The reason why a table cannot be written.
public enum WorksheetWriterError: Error, Hashable, Sendable, SentenceConvertible {
    case tooManyRows(limit: Int)
    case tooManyColumns(Int, limit: Int)
    /// A row has more or fewer cells than the table has columns. Rows are counted from 1, and the headings are row 1.
    case wrongWidth(row: Int, cells: Int, columns: Int)
    case textTooLong(row: Int, column: Int, characters: Int, limit: Int)
    case badName(String)
    /// An error reported by libxlsxwriter.
    case library(Sentence, path: String)

    enum Text: String, SentenceKey {
        static let subject = "worksheetWriterError"

        case tooManyRows = "a workbook's sheet can have at most {limit} rows; write CSV instead"
        case tooManyColumns = "the table has {count} columns, but a sheet can have at most {limit}"
        case wrongWidth = "row {row} has {cells} cells, but the sheet has {columns} columns"
        case textTooLong =
            "row {row}, column {column}: the text has {characters} characters, but a workbook's cell can have at most {limit}; write CSV instead"
        case badName = "“{name}” is not a valid sheet name: use 1 to 31 characters without [ ] : * ? / \\"
        case library = "could not write {path}: {reason}"
        case noMemory = "no memory"
        case noSpace = "no space for temporary files, or no memory"
    }

    public var sentence: Sentence {
        switch self {
        case .tooManyRows(let limit): Sentence(Text.tooManyRows, ["limit": .number(limit)])
        case .tooManyColumns(let count, let limit):
            Sentence(Text.tooManyColumns, ["count": .number(count), "limit": .number(limit)])
        case .wrongWidth(let row, let cells, let columns):
            Sentence(
                Text.wrongWidth, ["row": "\(row)", "cells": .number(cells), "columns": .number(columns)])
        case .textTooLong(let row, let column, let characters, let limit):
            Sentence(
                Text.textTooLong,
                [
                    "row": "\(row)", "column": .text(ColumnLetters.name(of: column)),
                    "characters": .number(characters), "limit": .number(limit),
                ])
        case .badName(let name): Sentence(Text.badName, ["name": .text(name)])
        case .library(let why, let path):
            Sentence(Text.library, ["path": .text(path), "reason": .sentence(why)])
        }
    }
}
