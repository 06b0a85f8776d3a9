public import Ticketing

/// A guest list as CSV: a header line, then one row a ticket, in any order of columns.
///
/// Columns, letter case aside: `holder` (or name, guest, attendee; required), `type`, `admits` (or people, party),
/// `note`. Others are passed over. Commas, semicolons or tabs; UTF-8, with or without a byte order mark.
public struct GuestList {
    /// One row.
    public struct Row: Sendable {
        /// Counted from 1; the header is line 1.
        public let line: Int
        public let holder: String
        public let type: String?
        public let admits: Admits?
        public let note: String?
    }

    /// The columns this list has and nobody reads.
    public let ignoredColumns: [String]
    private let reader: CSVReader
    private let columns: [Column: Int]
    private let width: Int

    private enum Column: String, CaseIterable {
        case holder, type, admits, note

        var names: [String] {
            switch self {
            case .holder: ["holder"] + GuestColumn.name.names
            case .type: ["type", "ticket type", "ticket"]
            case .admits: ["admits", "people", "party"]
            case .note: GuestColumn.note.names
            }
        }
    }

    /// Opens a list and reads its header.
    ///
    /// - Throws: `GuestListFault`; `SystemError` when the file can't be opened.
    public init(path: String) throws {
        reader = try CSVReader(path: path)
        guard let header = try reader.next() else {
            throw GuestListFault(line: 1, column: "holder", fault: .missingColumn(found: []))
        }
        let names = try header.fields.enumerated().map { index, bytes in
            try GuestList.text(bytes, line: header.line, column: "\(index + 1)")
        }
        let heading = HeaderNames(names)
        let found = heading.columns(of: Column.allCases.map { ($0, $0.names) })
        guard found[.holder] != nil else {
            throw GuestListFault(line: header.line, column: "holder", fault: .missingColumn(found: names))
        }
        columns = found
        width = names.count
        ignoredColumns = heading.names(beside: found.values)
    }

    /// Hands over the rows one by one, and every faulty row to `onFault`.
    ///
    /// - Throws: `GuestListFault` where the file stops being CSV; whatever `body` throws.
    func forEachRow(_ body: (Row) throws -> Void, onFault: (GuestListFault) -> Void) throws {
        while let record = try reader.next() {
            do {
                try body(try row(record))
            } catch let fault as GuestListFault {
                onFault(fault)
            }
        }
    }

    private func row(_ record: CSVReader.Record) throws -> Row {
        // Spreadsheets leave empty fields behind the last column.
        let filled = record.fields.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        guard filled <= width else {
            throw GuestListFault(
                line: record.line, column: "\(width + 1)", fault: .tooManyFields(filled, header: width))
        }
        guard let holder = try value(.holder, record) else {
            throw GuestListFault(line: record.line, column: "holder", fault: .missing)
        }
        guard holder.unicodeScalars.count <= Name.longest else {
            throw GuestListFault(line: record.line, column: "holder", fault: .nameTooLong(limit: Name.longest))
        }
        let admits = try value(.admits, record).map { text in
            guard let number = UInt8(text), let admits = Admits(rawValue: number) else {
                throw GuestListFault(line: record.line, column: "admits", fault: .notANumberOfPeople(text))
            }
            return admits
        }
        return Row(
            line: record.line, holder: holder, type: try value(.type, record), admits: admits,
            note: try value(.note, record))
    }

    /// A field's text; nil when the column, the field or its text is not there.
    private func value(_ column: Column, _ record: CSVReader.Record) throws -> String? {
        guard let index = columns[column], index < record.fields.count else { return nil }
        let text = try GuestList.text(record.fields[index], line: record.line, column: column.rawValue)
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    static func text(_ bytes: [UInt8], line: Int, column: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw GuestListFault(line: line, column: column, fault: .notUTF8)
        }
        return text
    }
}
