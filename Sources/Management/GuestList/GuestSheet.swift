import Spreadsheet
import Ticketing

/// Which column of a list means what.
public struct GuestColumns: Sendable {
    /// Meaning and heading, in the order of the meanings.
    public let used: [(meaning: String, heading: String)]
    public let ignored: [String]
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
    /// - Parameter map: what the caller says: a meaning (or a function's name) and a heading.
    /// - Throws: `GuestListFault`; `CelebrationError` for a mapping that does not fit; `SystemError`.
    init(
        path: String, functions: [EventFunction], map: [(meaning: String, heading: String)], sheet: String? = nil
    ) throws {
        reader = try ListReader(path: path, sheet: sheet, needing: "name")
        self.functions = functions
        let heading = reader.heading
        let said = try GuestSheet.columns(said: map, heading, functions)
        let taken = Set(said.values)
        var indices = heading.columns(of: GuestColumn.known(functions)).filter { !taken.contains($0.value) }
        for (column, index) in said { indices[column] = index }
        // “Vorname, Name” and “Nombre, Apellidos”: what is called a name is the half that is missing.
        if let name = indices[.name], said[.name] == nil {
            if indices[.first] != nil, indices[.last] == nil { (indices[.last], indices[.name]) = (name, nil) }
            if indices[.last] != nil, indices[.first] == nil { (indices[.first], indices[.name]) = (name, nil) }
        }
        guard indices[.name] ?? indices[.first] ?? indices[.last] != nil else { throw reader.missingColumn }
        self.indices = indices
        functionColumns = functions.compactMap { function in
            indices[.function(function.number)].map { (function.number, $0) }
        }
        let order = GuestColumn.fields + functions.map { .function($0.number) }
        columns = GuestColumns(
            used: order.compactMap { column in
                indices[column].map { (meaning: column.label(functions), heading: heading.names[$0]) }
            }, ignored: heading.names(beside: indices.values))
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

    /// Hands over the rows one by one, and every faulty row to `onFault`. Empty rows are passed over.
    ///
    /// - Throws: `GuestListFault` where the file stops being a table; whatever `body` throws.
    func forEachRow(_ body: (Row) throws -> Void, onFault: (GuestListFault) throws -> Void) throws {
        try reader.forEachRow(
            { record in
                if let row = try row(record) { try body(row) }
            }, onFault: onFault)
    }

    private func row(_ record: SheetReader.Row) throws -> Row? {
        let reader = FieldReader(line: record.line, fields: record.fields, indices: indices, functions: functions)
        guard let name = try reader.name() else {
            // White space alone is an empty row, too.
            guard reader.isBlank else {
                throw GuestListFault(line: record.line, column: "name", fault: .missing)
            }
            return nil
        }
        let folded = name.folded
        guard !folded.isEmpty else { throw GuestListFault(line: record.line, column: "name", fault: .missing) }
        return Row(
            line: record.line, name: name, foldedName: folded,
            household: try reader.text(.household, limit: NameFault.longest), email: try reader.email(),
            phone: try reader.phone(), companions: try reader.companions(),
            meal: try reader.text(.meal, limit: GuestSheet.longestText),
            access: try reader.text(.access, limit: GuestSheet.longestText),
            table: try reader.text(.table, limit: GuestSheet.longestText),
            note: try reader.text(.note, limit: GuestSheet.longestText),
            invitations: try functionColumns.compactMap { function, _ in
                try reader.yesOrNo(.function(function)).map { (function, $0) }
            })
    }
}

/// Reads the fields of one row.
private struct FieldReader {
    let line: Int
    let fields: [String]
    let indices: [GuestColumn: Int]
    let functions: [EventFunction]

    /// A field's text without white space around it; nil when the column, the field or its text is not there.
    func value(_ column: GuestColumn) -> String? {
        guard let index = indices[column], index < fields.count, !fields[index].isEmpty else { return nil }
        let text = fields[index]
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
        let rest = text.drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) }
    }

    var isBlank: Bool { fields.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    func text(_ column: GuestColumn, limit: Int) throws -> String? {
        let text = value(column)
        if let text, text.utf8.count > limit, text.unicodeScalars.count > limit {
            throw fault(column, .textTooLong(limit: limit))
        }
        return text
    }

    func name() throws -> String? {
        let parts = [value(.name), value(.first), value(.last)].compactMap(\.self)
        let name = parts.joined(separator: " ")
        guard name.utf8.count <= NameFault.longest || name.unicodeScalars.count <= NameFault.longest else {
            throw fault(.name, .nameTooLong(limit: NameFault.longest))
        }
        return parts.isEmpty ? nil : name
    }

    func email() throws -> String? {
        try value(.email).map { text in
            guard let email = EmailAddress(rawValue: text)?.rawValue else { throw fault(.email, .notAnEmail(text)) }
            return email
        }
    }

    func phone() throws -> String? {
        try value(.phone).map { text in
            guard let phone = GuestPhone.digits(of: text) else { throw fault(.phone, .notAPhone(text)) }
            return phone
        }
    }

    func companions() throws -> Int? {
        try value(.companions).map { text in
            if let number = Int(text), (0...Guest.mostCompanions).contains(number) { return number }
            guard Int(text) == nil, let isYes = YesOrNo.of(text) else {
                throw fault(.companions, .notCompanions(text))
            }
            return isYes ? 1 : 0
        }
    }

    func yesOrNo(_ column: GuestColumn) throws -> Bool? {
        try value(column).map { text in
            guard let isYes = YesOrNo.of(text) else { throw fault(column, .notYesOrNo(text)) }
            return isYes
        }
    }

    private func fault(_ column: GuestColumn, _ fault: GuestListFault.Fault) -> GuestListFault {
        GuestListFault(line: line, column: column.label(functions), fault: fault)
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
