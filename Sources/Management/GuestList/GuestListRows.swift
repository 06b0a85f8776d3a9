public import Spreadsheet
import Ticketing

/// The assignment of a list's columns to guest fields.
public struct ColumnAssignment: Sendable {
    /// The field and the heading of each column that is read, in the order of the fields.
    public let used: [(meaning: String, heading: String)]
    public let ignored: [String]
    /// The worksheets; nil for a CSV file.
    public let worksheets: WorksheetReader.Sheets?
}

/// A guest list with one guest for each row, and columns in any order.
struct GuestListRows {
    /// The values of a row. A nil value leaves the guest's field unchanged.
    struct Row {
        let line: Int
        let name: String
        let foldedName: String
        let household: String?
        let email: String?
        let phone: String?
        let companions: Int?
        let meal: String?
        let allergy: String?
        let access: String?
        let table: String?
        let note: String?
        /// The sub-events for which the row has a value, and whether the guest is invited to each.
        let invitations: [(subEvent: Int, isInvited: Bool)]

        func applied(to old: GuestDetails?) -> GuestDetails {
            var details = GuestDetails(
                name: name, email: email ?? old?.email, phone: phone ?? old?.phone,
                companions: companions ?? old?.companions ?? 0, meal: meal ?? old?.meal,
                allergy: allergy ?? old?.allergy, access: access ?? old?.access, table: table ?? old?.table)
            details.note = note ?? old?.note
            return details
        }
    }

    let columns: ColumnAssignment
    private let reader: GuestListReader
    private let indices: [GuestColumn: Int]
    private let subEventColumns: [(subEvent: Int, index: Int)]
    private let subEvents: [SubEvent]

    /// Opens a list and reads its header.
    ///
    /// - Parameters:
    ///   - map: column assignments, each a guest field (or the name of a sub-event) and a heading.
    ///   - meanings: the key of the guest field for each column, in order; if nil, the fields are taken from `map` and
    ///     the headings.
    /// - Throws: `GuestListFault`; `GuestError` for invalid assignments; `SystemError`.
    init(
        _ list: GuestListFile, subEvents: [SubEvent], map: [(meaning: String, heading: String)],
        meanings: [String?]? = nil, sheet: String? = nil
    ) throws {
        reader = try GuestListReader(list, sheet: sheet, needing: "name")
        self.subEvents = subEvents
        let heading = reader.heading
        let all = GuestColumn.all(subEvents)
        let indices =
            if let meanings {
                try heading.columns(meaning: meanings, all.map { (key: $0.key, meaning: $0) })
            } else {
                GuestListRows.guess(
                    heading, subEvents, assigned: try GuestListRows.columns(assigning: map, heading, subEvents))
            }
        guard indices[.named(.name)] ?? indices[.named(.first)] ?? indices[.named(.last)] != nil else {
            throw reader.missingColumn(recognized: indices.values)
        }
        self.indices = indices
        subEventColumns = subEvents.compactMap { subEvent in
            indices[.subEvent(subEvent.number)].map { (subEvent.number, $0) }
        }
        columns = ColumnAssignment(
            used: all.compactMap { column in
                indices[column].map { (meaning: column.label(subEvents), heading: heading.names[$0]) }
            }, ignored: heading.names(excluding: indices.values), worksheets: reader.sheets)
    }

    /// The columns of a list, with the guest field that each probably contains.
    static func columns(of list: GuestListFile, subEvents: [SubEvent]) throws -> GuestListColumns {
        let reader = try GuestListReader(list, needing: "name")
        let all = GuestColumn.all(subEvents)
        return try GuestListColumns(
            reader, known: all.map { GuestListColumns.ColumnMeaning(key: $0.key, label: $0.pageLabel(subEvents)) },
            guessed: guess(reader.heading, subEvents, assigned: [:]).map { ($0.key.key, $0.value) })
    }

    /// Returns the columns that the caller assigned, together with the columns that are recognized by their headings.
    private static func guess(
        _ heading: HeaderRow, _ subEvents: [SubEvent], assigned: [GuestColumn: Int]
    ) -> [GuestColumn: Int] {
        let used = Set(assigned.values)
        var indices = heading.columns(of: GuestColumn.knownHeadings(subEvents)).filter { !used.contains($0.value) }
        for (column, index) in assigned { indices[column] = index }
        // The headings “Name” and “Nombre” usually mean the whole name. But if another column has one part of the name,
        // these headings mean the other part: the last name in “Vorname, Name”, and the first name in “Nombre,
        // Apellidos”.
        let (whole, first, last) = (GuestColumn.named(.name), GuestColumn.named(.first), GuestColumn.named(.last))
        if let name = indices[whole], assigned[whole] == nil {
            if indices[first] != nil, indices[last] == nil { (indices[last], indices[whole]) = (name, nil) }
            if indices[last] != nil, indices[first] == nil { (indices[first], indices[whole]) = (name, nil) }
        }
        return indices
    }

    private static func columns(
        assigning map: [(meaning: String, heading: String)], _ heading: HeaderRow, _ subEvents: [SubEvent]
    ) throws -> [GuestColumn: Int] {
        let all = GuestColumn.all(subEvents)
        var columns: [GuestColumn: Int] = [:]
        for (meaning, name) in map {
            let plain = HeaderRow.normalized(meaning)
            guard let column = all.first(where: { HeaderRow.normalized($0.label(subEvents)) == plain }) else {
                throw GuestError.unknownColumnMeaning(meaning, known: all.map { $0.label(subEvents) })
            }
            guard let index = heading.index(of: name) else {
                throw GuestError.unknownColumn(name, known: heading.names)
            }
            columns[column] = index
        }
        return columns
    }

    /// Passes the rows that are not empty to `body` one by one, and the faults of each faulty row to `onFaults`.
    ///
    /// - Throws: `GuestListFault` if the list cannot be read to its end; any error that `body` throws.
    func forEachRow(_ body: (Row) throws -> Void, onFaults: ([GuestListFault]) throws -> Void) throws {
        try reader.forEachRow(
            { record in
                if let row = try row(record) { try body(row) }
            }, onFaults: onFaults)
    }

    private func row(_ record: WorksheetReader.Row) throws -> Row? {
        var reader = FieldReader(line: record.line, fields: record.fields, indices: indices, subEvents: subEvents)
        guard !reader.isBlank else { return nil }
        let name = reader.name()
        let row = Row(
            line: record.line, name: name, foldedName: name.folded,
            household: reader.text(.household), email: reader.email(), phone: reader.phone(),
            companions: reader.companions(), meal: reader.text(.meal), allergy: reader.text(.allergy),
            access: reader.text(.access), table: reader.text(.table), note: reader.text(.note),
            invitations: subEventColumns.compactMap { subEvent, _ in
                reader.yesOrNo(.subEvent(subEvent)).map { (subEvent, $0) }
            })
        guard reader.faults.isEmpty else { throw RowFaults(faults: reader.faults) }
        return row
    }
}

private struct FieldReader {
    let line: Int
    let fields: [String]
    let indices: [GuestColumn: Int]
    let subEvents: [SubEvent]
    private(set) var faults: [GuestListFault] = []

    init(line: Int, fields: [String], indices: [GuestColumn: Int], subEvents: [SubEvent]) {
        self.line = line
        self.fields = fields
        self.indices = indices
        self.subEvents = subEvents
    }

    /// A field's trimmed text; nil if the column is missing or the field is empty.
    func value(_ column: GuestColumn) -> String? {
        guard let index = indices[column], index < fields.count, !fields[index].isEmpty else { return nil }
        let text = fields[index]
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
        let rest = text.drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) }
    }

    var isBlank: Bool { fields.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    /// A text, checked against the limits of the guest's field.
    mutating func text(_ name: GuestColumn.Name) -> String? {
        let text = value(.named(name))
        if let text, let limits = GuestColumn.Name.textLimits[name],
            let fault = TextFault.of(text, limit: limits.limit, lines: limits.lines)
        {
            addFault(.named(name), .text(fault))
        }
        return text
    }

    /// The whole name; empty if it is missing.
    mutating func name() -> String {
        let parts = [value(.named(.name)), value(.named(.first)), value(.named(.last))].compactMap(\.self)
        let name = parts.joined(separator: " ")
        // A name without visible characters is refused, because nobody could distinguish it from other such names.
        if let fault = TextFault.of(name) ?? (name.folded.isEmpty ? .missing : nil) {
            addFault(.named(.name), fault == .missing ? .missing : .text(fault))
        }
        return name
    }

    mutating func email() -> String? {
        value(.named(.email)).flatMap { text in
            let email = EmailAddress(rawValue: text)?.rawValue
            if email == nil { addFault(.named(.email), .notAnEmail(text)) }
            return email
        }
    }

    mutating func phone() -> String? {
        value(.named(.phone)).flatMap { text in
            let phone = GuestPhoneNumber.normalized(of: text)
            if phone == nil { addFault(.named(.phone), .notAPhone(text)) }
            return phone
        }
    }

    mutating func companions() -> Int? {
        value(.named(.companions)).flatMap { text in
            if let number = Int(text), (0...Guest.mostCompanions).contains(number) { return number }
            guard Int(text) == nil, let isYes = YesOrNo.of(text) else {
                addFault(.named(.companions), .notCompanions(text))
                return nil
            }
            return isYes ? 1 : 0
        }
    }

    mutating func yesOrNo(_ column: GuestColumn) -> Bool? {
        value(column).flatMap { text in
            let isYes = YesOrNo.of(text)
            if isYes == nil { addFault(column, .notYesOrNo(text)) }
            return isYes
        }
    }

    private mutating func addFault(_ column: GuestColumn, _ fault: GuestListFault.Fault) {
        faults.append(GuestListFault(line: line, column: column.label(subEvents), fault: fault))
    }
}

private enum YesOrNo {
    private static let yes: Set = ["yes", "y", "x", "1", "true", "oui", "ja", "j", "si", "s", "sim", "ndiyo", "✓", "✔"]
    private static let no: Set = ["no", "n", "0", "false", "non", "nein", "nee", "nao", "hapana", "-", "–", "✗"]

    static func of(_ text: String) -> Bool? {
        let folded = text.folded
        return yes.contains(folded) ? true : no.contains(folded) ? false : nil
    }
}
