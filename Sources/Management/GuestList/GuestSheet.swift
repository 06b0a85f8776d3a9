public import Spreadsheet
import Ticketing

/// Which column of a list means what.
public struct GuestColumns: Sendable {
    /// Meaning and heading, in the order of the meanings.
    public let used: [(meaning: String, heading: String)]
    public let ignored: [String]
    /// Nil for a list that is no workbook.
    public let sheets: SheetReader.Sheets?
}

/// A guest list as it is read: one guest a row, any order of columns.
struct GuestSheet {
    /// In characters.
    private static let longestText = 500

    /// What one row says; nil says nothing, and leaves what is there.
    struct Row {
        let line: Int
        let name: String
        let foldedName: String
        let household: String?
        let email: String?
        let phone: String?
        let companions: Int?
        let meal: String?
        let access: String?
        let table: String?
        let note: String?
        /// Function, and whether the guest is invited there.
        let invitations: [(function: Int, isInvited: Bool)]

        func applied(to old: GuestDetails?) -> GuestDetails {
            GuestDetails(
                name: name, email: email ?? old?.email, phone: phone ?? old?.phone,
                companions: companions ?? old?.companions ?? 0, meal: meal ?? old?.meal,
                access: access ?? old?.access, table: table ?? old?.table, note: note ?? old?.note)
        }
    }

    let columns: GuestColumns
    private let reader: ListReader
    private let indices: [GuestColumn: Int]
    private let functionColumns: [(function: Int, index: Int)]
    private let functions: [EventFunction]

    /// Opens a list and reads its header.
    ///
    /// - Parameters:
    ///   - map: what the caller says: a meaning (or a function's name) and a heading.
    ///   - meanings: what each column is, in their order; nil goes by `map` and the headings.
    /// - Throws: `GuestListFault`; `CelebrationError` for a mapping that does not fit; `SystemError`.
    init(
        _ list: ListFile, functions: [EventFunction], map: [(meaning: String, heading: String)],
        meanings: [String?]? = nil, sheet: String? = nil
    ) throws {
        reader = try ListReader(list, sheet: sheet, needing: "name")
        self.functions = functions
        let heading = reader.heading
        let all = GuestColumn.fields + functions.map { .function($0.number) }
        let indices =
            if let meanings {
                try heading.columns(meaning: meanings, all.map { (key: $0.key, meaning: $0) })
            } else { GuestSheet.guess(heading, functions, said: try GuestSheet.columns(said: map, heading, functions)) }
        guard indices[.name] ?? indices[.first] ?? indices[.last] != nil else {
            throw reader.missingColumn(beside: indices.values)
        }
        self.indices = indices
        functionColumns = functions.compactMap { function in
            indices[.function(function.number)].map { (function.number, $0) }
        }
        columns = GuestColumns(
            used: all.compactMap { column in
                indices[column].map { (meaning: column.label(functions), heading: heading.names[$0]) }
            }, ignored: heading.names(beside: indices.values), sheets: reader.sheets)
    }

    /// What a list has, and what it would be read as.
    static func columns(of list: ListFile, functions: [EventFunction]) throws -> ListColumns {
        let reader = try ListReader(list, needing: "name")
        let all = GuestColumn.fields + functions.map { .function($0.number) }
        return try ListColumns(
            reader, known: all.map { ListColumns.Meaning(key: $0.key, label: $0.label(functions)) },
            guessed: guess(reader.heading, functions, said: [:]).map { ($0.key.key, $0.value) })
    }

    /// By the headings, where nothing is said.
    private static func guess(
        _ heading: HeaderNames, _ functions: [EventFunction], said: [GuestColumn: Int]
    ) -> [GuestColumn: Int] {
        let taken = Set(said.values)
        var indices = heading.columns(of: GuestColumn.known(functions)).filter { !taken.contains($0.value) }
        for (column, index) in said { indices[column] = index }
        // “Vorname, Name” and “Nombre, Apellidos”: what is called a name is the half that is missing.
        if let name = indices[.name], said[.name] == nil {
            if indices[.first] != nil, indices[.last] == nil { (indices[.last], indices[.name]) = (name, nil) }
            if indices[.last] != nil, indices[.first] == nil { (indices[.first], indices[.name]) = (name, nil) }
        }
        return indices
    }

    private static func columns(
        said map: [(meaning: String, heading: String)], _ heading: HeaderNames, _ functions: [EventFunction]
    ) throws -> [GuestColumn: Int] {
        let all = GuestColumn.fields + functions.map { .function($0.number) }
        var columns: [GuestColumn: Int] = [:]
        for (meaning, name) in map {
            let plain = HeaderNames.plain(meaning)
            guard let column = all.first(where: { HeaderNames.plain($0.label(functions)) == plain }) else {
                throw CelebrationError.unknownMeaning(meaning, known: all.map { $0.label(functions) })
            }
            guard let index = heading.index(of: name) else {
                throw CelebrationError.unknownColumn(name, known: heading.names)
            }
            columns[column] = index
        }
        return columns
    }

    /// Hands over the rows one by one, and to `onFaults` what is wrong with each faulty one. Empty rows are passed over.
    ///
    /// - Throws: `GuestListFault` where the file stops being a table; whatever `body` throws.
    func forEachRow(_ body: (Row) throws -> Void, onFaults: ([GuestListFault]) throws -> Void) throws {
        try reader.forEachRow(
            { record in
                if let row = try row(record) { try body(row) }
            }, onFaults: onFaults)
    }

    private func row(_ record: SheetReader.Row) throws -> Row? {
        var reader = FieldReader(line: record.line, fields: record.fields, indices: indices, functions: functions)
        // White space alone is an empty row, too.
        guard !reader.isBlank else { return nil }
        let name = reader.name()
        let row = Row(
            line: record.line, name: name, foldedName: name.folded,
            household: reader.text(.household, limit: NameFault.longest), email: reader.email(),
            phone: reader.phone(), companions: reader.companions(),
            meal: reader.text(.meal, limit: GuestSheet.longestText),
            access: reader.text(.access, limit: GuestSheet.longestText, lines: .several),
            table: reader.text(.table, limit: GuestSheet.longestText),
            note: reader.text(.note, limit: GuestSheet.longestText, lines: .several),
            invitations: functionColumns.compactMap { function, _ in
                reader.yesOrNo(.function(function)).map { (function, $0) }
            })
        guard reader.faults.isEmpty else { throw RowFaults(faults: reader.faults) }
        return row
    }
}

/// Reads the fields of one row, and gathers what is wrong with them.
private struct FieldReader {
    let line: Int
    let fields: [String]
    let indices: [GuestColumn: Int]
    let functions: [EventFunction]
    private(set) var faults: [GuestListFault] = []

    init(line: Int, fields: [String], indices: [GuestColumn: Int], functions: [EventFunction]) {
        self.line = line
        self.fields = fields
        self.indices = indices
        self.functions = functions
    }

    /// A field's text without white space around it; nil when the column, the field or its text is not there.
    func value(_ column: GuestColumn) -> String? {
        guard let index = indices[column], index < fields.count, !fields[index].isEmpty else { return nil }
        let text = fields[index]
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
        let rest = text.drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) }
    }

    var isBlank: Bool { fields.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    mutating func text(_ column: GuestColumn, limit: Int, lines: NameFault.Lines = .one) -> String? {
        let text = value(column)
        if let fault = text.flatMap({ NameFault.of($0, limit: limit, lines: lines) }) { note(column, .text(fault)) }
        return text
    }

    /// The whole name; empty where it is faulty.
    mutating func name() -> String {
        let parts = [value(.name), value(.first), value(.last)].compactMap(\.self)
        let name = parts.joined(separator: " ")
        // What folds to nothing can't be told from others.
        if let fault = NameFault.of(name) ?? (name.folded.isEmpty ? .missing : nil) {
            note(.name, fault == .missing ? .missing : .text(fault))
        }
        return name
    }

    mutating func email() -> String? {
        value(.email).flatMap { text in
            let email = EmailAddress(rawValue: text)?.rawValue
            if email == nil { note(.email, .notAnEmail(text)) }
            return email
        }
    }

    mutating func phone() -> String? {
        value(.phone).flatMap { text in
            let phone = GuestPhone.digits(of: text)
            if phone == nil { note(.phone, .notAPhone(text)) }
            return phone
        }
    }

    mutating func companions() -> Int? {
        value(.companions).flatMap { text in
            if let number = Int(text), (0...Guest.mostCompanions).contains(number) { return number }
            guard Int(text) == nil, let isYes = YesOrNo.of(text) else {
                note(.companions, .notCompanions(text))
                return nil
            }
            return isYes ? 1 : 0
        }
    }

    mutating func yesOrNo(_ column: GuestColumn) -> Bool? {
        value(column).flatMap { text in
            let isYes = YesOrNo.of(text)
            if isYes == nil { note(column, .notYesOrNo(text)) }
            return isYes
        }
    }

    private mutating func note(_ column: GuestColumn, _ fault: GuestListFault.Fault) {
        faults.append(GuestListFault(line: line, column: column.label(functions), fault: fault))
    }
}

/// Yes and no as lists have it.
private enum YesOrNo {
    private static let yes: Set = ["yes", "y", "x", "1", "true", "oui", "ja", "j", "si", "s", "sim", "ndiyo", "✓", "✔"]
    private static let no: Set = ["no", "n", "0", "false", "non", "nein", "nee", "nao", "hapana", "-", "–", "✗"]

    static func of(_ text: String) -> Bool? {
        let folded = text.folded
        return yes.contains(folded) ? true : no.contains(folded) ? false : nil
    }
}
