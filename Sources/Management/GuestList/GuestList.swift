import FileAccess
import Glibc
import Spreadsheet
public import Ticketing

/// A guest list as CSV or XLSX: a header line, then one row a ticket, in any order of columns.
///
/// Columns, letter case aside: `holder` (or name, guest, attendee …; required), `email` (or e-mail, mail …), `type` (or
/// ticket type, ticket), `admits` (or people, party), `note` (or notes, comment …); those with … also as they are called
/// in the languages of `guest import`. Others are passed over. What files can be read, `SheetReader` tells.
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

    /// Which column means what, and those that are not read.
    public let meanings: GuestColumns
    /// The columns this list has and nobody reads.
    public var ignoredColumns: [String] { meanings.ignored }
    private let list: ListFile
    private let sheet: String?
    /// The reader behind the header, until the rows are read for the first time.
    private let opened: Opened
    private let columns: [Column: Int]
    private let header: [String]

    private enum Column: String, CaseIterable {
        case holder, first, last, email, type, admits, note

        var names: [String] {
            switch self {
            case .holder: ["holder"] + GuestColumn.name.names
            case .first: GuestColumn.first.names
            case .last: GuestColumn.last.names
            case .email: GuestColumn.email.names
            case .type: ["type", "ticket type", "ticket"]
            case .admits: ["admits", "people", "party"]
            case .note: GuestColumn.note.names
            }
        }
    }

    /// Opens a list and reads its header. Of a pipe, all is taken first.
    ///
    /// - Parameter sheet: of a workbook; nil is the first that is not hidden.
    /// - Throws: `GuestListFault`; `SheetFault` for what is no list at all; `SystemError` when the file can't be opened.
    public init(path: String, sheet: String? = nil) throws { try self.init(ListFile(path), sheet: sheet) }

    /// Rows with nothing in them are passed over; a list of which nothing is left is refused.
    static let noRows = GuestListFault(line: 1, column: Column.holder.rawValue, fault: .noRows)

    /// The same, of a list that is open.
    ///
    /// - Parameters:
    ///   - map: what the caller says of columns, a meaning and a heading; the other columns go by their headings.
    ///   - meanings: what each column is, in their order, as `columns(of:)` calls it; nil goes by the headings.
    /// - Throws: as above; `CelebrationError` for meanings that do not fit.
    public init(
        _ list: ListFile, sheet: String? = nil, map: [(meaning: String, heading: String)] = [],
        meanings: [String?]? = nil
    ) throws {
        let reader = try ListReader(list, sheet: sheet, needing: Column.holder.rawValue)
        let columns =
            try meanings.map {
                try reader.heading.columns(meaning: $0, Column.allCases.map { (key: $0.rawValue, meaning: $0) })
            } ?? GuestList.guess(reader.heading, said: GuestList.columns(said: map, reader.heading))
        guard columns[.holder] ?? columns[.first] ?? columns[.last] != nil else {
            throw reader.missingColumn(beside: columns.values)
        }
        self.list = list
        self.sheet = sheet
        opened = Opened(reader)
        self.columns = columns
        header = reader.heading.names
        self.meanings = GuestColumns(
            used: Column.allCases.compactMap { column in
                columns[column].map { (meaning: column.rawValue, heading: reader.heading.names[$0]) }
            }, ignored: reader.heading.names(beside: columns.values), sheets: reader.sheets)
    }

    /// By the headings, where nothing is said.
    private static func guess(_ heading: HeaderNames, said: [Column: Int] = [:]) -> [Column: Int] {
        let taken = Set(said.values)
        var columns = heading.columns(of: Column.allCases.map { ($0, $0.names) }).filter { !taken.contains($0.value) }
        for (column, index) in said { columns[column] = index }
        // “Vorname, Name”: what is called a name is the half that is missing.
        if let name = columns[.holder], said[.holder] == nil {
            if columns[.first] != nil, columns[.last] == nil { (columns[.last], columns[.holder]) = (name, nil) }
            if columns[.last] != nil, columns[.first] == nil { (columns[.first], columns[.holder]) = (name, nil) }
        }
        return columns
    }

    private static func columns(
        said map: [(meaning: String, heading: String)], _ heading: HeaderNames
    ) throws -> [Column: Int] {
        var columns: [Column: Int] = [:]
        for (meaning, name) in map {
            let plain = HeaderNames.plain(meaning)
            guard
                let column = Column.allCases.first(where: { $0.rawValue == plain || plain == "name" && $0 == .holder })
            else { throw CelebrationError.unknownMeaning(meaning, known: Column.allCases.map(\.rawValue)) }
            guard let index = heading.index(of: name) else {
                throw CelebrationError.unknownColumn(name, known: heading.names)
            }
            columns[column] = index
        }
        return columns
    }

    /// What a list has, and what it would be read as.
    ///
    /// - Throws: `GuestListFault` for an empty one; `SheetFault`; `SystemError`.
    public static func columns(of list: ListFile) throws -> ListColumns {
        let reader = try ListReader(list, needing: Column.holder.rawValue)
        return try ListColumns(
            reader, known: Column.allCases.map { ListColumns.Meaning(key: $0.rawValue, label: $0.rawValue) },
            guessed: guess(reader.heading).map { ($0.key.rawValue, $0.value) })
    }

    /// Hands over the rows one by one, and to `onFaults` what is wrong with each faulty one. A transaction that is run again may call it
    /// again: all rows come again.
    ///
    /// - Throws: `GuestListFault` or `SheetFault` where nothing more can be read; `SystemError` with `ESTALE` where the
    ///   list has become another meanwhile; whatever `body` throws.
    func forEachRow(
        _ body: (Row) throws -> Void, onFaults: ([GuestListFault]) -> Void,
        checkingType: (String?) -> GuestListFault.Fault? = { _ in nil }
    ) throws {
        let reader = try opened.take() ?? openAgain()
        try reader.forEachRow({ try body(try read($0, checkingType)) }, onFaults: onFaults)
    }

    private func openAgain() throws -> ListReader {
        do {
            let reader = try ListReader(list, sheet: sheet, needing: Column.holder.rawValue)
            if reader.heading.names == header { return reader }
        } catch is GuestListFault {
            // It has no header any more.
        }
        throw SystemError("read again", list.name, errno: ESTALE)
    }

    private func read(_ row: SheetReader.Row, _ checkingType: (String?) -> GuestListFault.Fault?) throws -> Row {
        var faults: [GuestListFault] = []
        func note(_ column: Column, _ fault: GuestListFault.Fault) {
            faults.append(GuestListFault(line: row.line, column: column.rawValue, fault: fault))
        }
        let parts = [value(.holder, row), value(.first, row), value(.last, row)].compactMap(\.self)
        let holder = parts.isEmpty ? nil : parts.joined(separator: " ")
        if holder == nil { note(.holder, .missing) }
        if let fault = checkingType(value(.type, row)) { note(.type, fault) }
        let email = value(.email, row).flatMap { text in
            let address = EmailAddress(rawValue: text)
            if address == nil { note(.email, .notAnEmail(text)) }
            return address
        }
        let admits = value(.admits, row).flatMap { text in
            let admits = UInt8(text).flatMap { Admits(rawValue: $0) }
            if admits == nil { note(.admits, .notANumberOfPeople(text)) }
            return admits
        }
        for (column, text) in [(Column.holder, holder), (.note, value(.note, row))] {
            if let fault = text.flatMap({ NameFault.of($0) }) { note(column, .text(fault)) }
        }
        guard let holder, faults.isEmpty else { throw RowFaults(faults: faults) }
        return Row(
            line: row.line, holder: holder, email: email, type: value(.type, row), admits: admits,
            note: value(.note, row))
    }

    /// A field's text; nil when the column, the field or its text is not there.
    private func value(_ column: Column, _ row: SheetReader.Row) -> String? {
        guard let index = columns[column], index < row.fields.count else { return nil }
        let text = row.fields[index]
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }
}

/// A reader that one taker gets.
private final class Opened {
    private var reader: ListReader?

    init(_ reader: ListReader) { self.reader = reader }

    func take() -> ListReader? {
        defer { reader = nil }
        return reader
    }
}
