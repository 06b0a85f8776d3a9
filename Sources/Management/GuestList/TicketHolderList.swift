import FileAccess
import Glibc
import Languages
import Spreadsheet
public import Ticketing

/// A list of ticket holders as CSV or XLSX: a header, then one row for each ticket, with columns in any order.
///
/// The columns are `holder` (or name, guest, attendee), `first` and `last` (the parts of the holder's name), `email`
/// (or e-mail, mail), `type` (or ticket type, ticket), `admits` (or people, party) and `note` (or notes, comment). At
/// least one of the columns `holder`, `first` and `last` is required. Case is ignored. `GuestColumn.Name.names` has
/// more headings of all columns except `type` and `admits`, also in other languages. Columns with unknown headings are
/// ignored. `WorksheetReader` documents the supported files.
public struct TicketHolderList {
    /// One row.
    public struct Row: Sendable {
        /// The line, counted from 1; the header is line 1.
        public let line: Int
        public let holder: String
        public let email: EmailAddress?
        public let type: String?
        public let admits: Admits?
        public let note: String?
    }

    /// The assignment of columns to fields, and the ignored columns.
    public let meanings: ColumnAssignment
    /// The headings of ignored columns.
    public var ignoredColumns: [String] { meanings.ignored }
    private let list: GuestListFile
    private let sheet: String?
    /// A reader that has read only the header, for the first pass over the rows.
    private let opened: OneTimeReader
    private let columns: [Column: Int]
    private let header: [String]

    private enum Column: String, CaseIterable {
        case holder, first, last, email, type, admits, note

        var names: [String] {
            switch self {
            case .holder: ["holder"] + GuestColumn.Name.name.names
            case .first: GuestColumn.Name.first.names
            case .last: GuestColumn.Name.last.names
            case .email: GuestColumn.Name.email.names
            case .type: ["type", "ticket type", "ticket"]
            case .admits: ["admits", "people", "party"]
            case .note: GuestColumn.Name.note.names
            }
        }

        var pageLabel: Sentence {
            switch self {
            case .first: Sentence(GuestListColumns.Text.first)
            case .last: Sentence(GuestListColumns.Text.last)
            case .type: Sentence(GuestListColumns.Text.type)
            case .admits: TicketTypeDetails.field(rawValue)?.label ?? .verbatim(rawValue)
            case .holder, .email, .note: HolderDetails.field(rawValue)?.label ?? .verbatim(rawValue)
            }
        }
    }

    /// Opens a list and reads its header. A pipe is read to its end first.
    ///
    /// - Parameter sheet: the worksheet; nil for the first worksheet that is not hidden.
    /// - Throws: `GuestListFault`; `WorksheetError` for an unsupported file; `SystemError` if the file cannot be
    ///   opened.
    public init(path: String, sheet: String? = nil) throws { try self.init(GuestListFile(path), sheet: sheet) }

    /// The fault of a list in which all rows below the header are empty.
    static let noRows = GuestListFault(line: 1, column: Column.holder.rawValue, fault: .noRows)

    /// The fault of a list without a column of ticket types; nil if the list has this column.
    var missingTypeColumn: GuestListFault? {
        guard columns[.type] == nil else { return nil }
        return GuestListFault(line: 1, column: Column.type.rawValue, fault: .noTypeColumn(ignored: ignoredColumns))
    }

    /// Reads the header of an open list.
    ///
    /// - Parameters:
    ///   - map: pairs of a field and the heading of its column; other columns are recognized by their headings.
    ///   - meanings: the key of each column's field, in order, as in `columns(of:)`; if nil, the fields are taken from
    ///     `map` and the headings.
    /// - Throws: the errors of `init(path:sheet:)`; `GuestError` for invalid assignments.
    public init(
        _ list: GuestListFile, sheet: String? = nil, map: [(meaning: String, heading: String)] = [],
        meanings: [String?]? = nil
    ) throws {
        let reader = try GuestListReader(list, sheet: sheet, needing: Column.holder.rawValue)
        let columns =
            try meanings.map {
                try reader.heading.columns(meaning: $0, Column.allCases.map { (key: $0.rawValue, meaning: $0) })
            }
            ?? TicketHolderList.guess(
                reader.heading, assigned: TicketHolderList.columns(assigning: map, reader.heading))
        guard columns[.holder] ?? columns[.first] ?? columns[.last] != nil else {
            throw reader.missingColumn(recognized: columns.values)
        }
        self.list = list
        self.sheet = sheet
        opened = OneTimeReader(reader)
        self.columns = columns
        header = reader.heading.names
        self.meanings = ColumnAssignment(
            used: Column.allCases.compactMap { column in
                columns[column].map { (meaning: column.rawValue, heading: reader.heading.names[$0]) }
            }, ignored: reader.heading.names(excluding: columns.values), worksheets: reader.sheets)
    }

    /// Returns the columns that the caller assigned, together with the columns that are recognized by their headings.
    private static func guess(_ heading: HeaderRow, assigned: [Column: Int] = [:]) -> [Column: Int] {
        let used = Set(assigned.values)
        var columns = heading.columns(of: Column.allCases.map { ($0, $0.names) }).filter { !used.contains($0.value) }
        for (column, index) in assigned { columns[column] = index }
        // The heading “Name” usually means the whole name. But if another column has one part of the name, this heading
        // means the other part: the last name in “Vorname, Name”.
        if let name = columns[.holder], assigned[.holder] == nil {
            if columns[.first] != nil, columns[.last] == nil { (columns[.last], columns[.holder]) = (name, nil) }
            if columns[.last] != nil, columns[.first] == nil { (columns[.first], columns[.holder]) = (name, nil) }
        }
        return columns
    }

    private static func columns(
        assigning map: [(meaning: String, heading: String)], _ heading: HeaderRow
    ) throws -> [Column: Int] {
        var columns: [Column: Int] = [:]
        for (meaning, name) in map {
            let plain = HeaderRow.normalized(meaning)
            guard
                let column = Column.allCases.first(where: { $0.rawValue == plain || plain == "name" && $0 == .holder })
            else { throw GuestError.unknownColumnMeaning(meaning, known: Column.allCases.map(\.rawValue)) }
            guard let index = heading.index(of: name) else {
                throw GuestError.unknownColumn(name, known: heading.names)
            }
            columns[column] = index
        }
        return columns
    }

    /// The columns of a list, and the field that each column probably contains.
    ///
    /// - Throws: `GuestListFault` for an empty list; `WorksheetError`; `SystemError`.
    public static func columns(of list: GuestListFile) throws -> GuestListColumns {
        let reader = try GuestListReader(list, needing: Column.holder.rawValue)
        return try GuestListColumns(
            reader,
            known: Column.allCases.map { GuestListColumns.ColumnMeaning(key: $0.rawValue, label: $0.pageLabel) },
            guessed: guess(reader.heading).map { ($0.key.rawValue, $0.value) })
    }

    /// Passes the rows to `body` one by one, and the faults of each faulty row to `onFaults`. Each call starts from the
    /// first row.
    ///
    /// - Throws: `GuestListFault` or `WorksheetError` if the list cannot be read to its end; `SystemError` with
    ///   `ESTALE` if the list's header has changed since the list was opened; any error that `body` throws.
    func forEachRow(
        _ body: (Row) throws -> Void, onFaults: ([GuestListFault]) -> Void,
        checkingType: (String?) -> GuestListFault.Fault? = { _ in nil }
    ) throws {
        let reader = try opened.claim() ?? reopen()
        try reader.forEachRow({ try body(try read($0, checkingType)) }, onFaults: onFaults)
    }

    private func reopen() throws -> GuestListReader {
        do {
            let reader = try GuestListReader(list, sheet: sheet, needing: Column.holder.rawValue)
            if reader.heading.names == header { return reader }
        } catch is GuestListFault {
            // The header has changed. The statement below throws the error for this.
        }
        throw SystemError(.read, list.name, errno: ESTALE)
    }

    private func read(_ row: WorksheetReader.Row, _ checkingType: (String?) -> GuestListFault.Fault?) throws -> Row {
        var faults: [GuestListFault] = []
        func addFault(_ column: Column, _ fault: GuestListFault.Fault) {
            faults.append(GuestListFault(line: row.line, column: column.rawValue, fault: fault))
        }
        let parts = [value(.holder, row), value(.first, row), value(.last, row)].compactMap(\.self)
        let holder = parts.isEmpty ? nil : parts.joined(separator: " ")
        if holder == nil { addFault(.holder, .missing) }
        if let fault = checkingType(value(.type, row)) { addFault(.type, fault) }
        let email = value(.email, row).flatMap { text in
            let address = EmailAddress(rawValue: text)
            if address == nil { addFault(.email, .notAnEmail(text)) }
            return address
        }
        let admits = value(.admits, row).flatMap { text in
            let admits = UInt8(text).flatMap { Admits(rawValue: $0) }
            if admits == nil { addFault(.admits, .notANumberOfPeople(text)) }
            return admits
        }
        for (column, text) in [(Column.holder, holder), (.note, value(.note, row))] {
            if let fault = text.flatMap({ TextFault.of($0) }) { addFault(column, .text(fault)) }
        }
        guard let holder, faults.isEmpty else { throw RowFaults(faults: faults) }
        return Row(
            line: row.line, holder: holder, email: email, type: value(.type, row), admits: admits,
            note: value(.note, row))
    }

    /// A field's text; nil if the column is missing or the field is empty.
    private func value(_ column: Column, _ row: WorksheetReader.Row) -> String? {
        guard let index = columns[column], index < row.fields.count else { return nil }
        let text = row.fields[index]
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }
}

/// Gives out a reader only once, because the reader cannot go back to the first row.
private final class OneTimeReader {
    private var reader: GuestListReader?

    init(_ reader: GuestListReader) { self.reader = reader }

    func claim() -> GuestListReader? {
        defer { reader = nil }
        return reader
    }
}
