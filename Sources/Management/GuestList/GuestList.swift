public import Ticketing

/// A guest list as CSV: a header line, then one row a ticket, in any order of columns.
///
/// Columns, letter case aside: `holder` (or name, guest, attendee; required), `email` (or e-mail, mail), `type`, `admits`
/// (or people, party), `note`. Others are passed over. Commas, semicolons or tabs; UTF-8, with or without a byte order mark.
public struct GuestList {
    /// One row.
    public struct Row: Sendable {
        /// Counted from 1; the header is line 1.
        public let line: Int
        public let holder: String
        public let email: EmailAddress?
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
        case holder, email, type, admits, note

        var names: [String] {
            switch self {
            case .holder: ["holder", "name", "full name", "guest", "attendee"]
            case .email: ["email", "e-mail", "mail"]
            case .type: ["type", "ticket type", "ticket"]
            case .admits: ["admits", "people", "party"]
            case .note: ["note", "notes", "comment"]
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
        var columns: [Column: Int] = [:]
        var ignored: [String] = []
        for (index, name) in names.enumerated() {
            let column = Column.allCases.first { $0.names.contains(name.lowercased()) }
            if let column, columns[column] == nil { columns[column] = index } else { ignored.append(name) }
        }
        guard columns[.holder] != nil else {
            throw GuestListFault(line: header.line, column: "holder", fault: .missingColumn(found: names))
        }
        self.columns = columns
        width = names.count
        self.ignoredColumns = ignored
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
        let email = try value(.email, record).map { text in
            guard let address = EmailAddress(rawValue: text) else {
                throw GuestListFault(line: record.line, column: "email", fault: .notAnEmail(text))
            }
            return address
        }
        return Row(
            line: record.line, holder: holder, email: email, type: try value(.type, record), admits: admits,
            note: try value(.note, record))
    }

    /// A field's text; nil when the column, the field or its text is not there.
    private func value(_ column: Column, _ record: CSVReader.Record) throws -> String? {
        guard let index = columns[column], index < record.fields.count else { return nil }
        let text = try GuestList.text(record.fields[index], line: record.line, column: column.rawValue)
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    private static func text(_ bytes: [UInt8], line: Int, column: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw GuestListFault(line: line, column: column, fault: .notUTF8)
        }
        return text
    }
}
