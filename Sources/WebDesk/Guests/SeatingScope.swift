import Languages
import Management
import Ticketing
import WebHost

/// The part of the seating plan that a page shows. It is stored in the URL of the page, so it has only numbers and
/// keywords, and no names.
struct SeatingScope: Sendable {
    static let subEventName = "sub_event"
    static let whoseName = "guests"
    private static let tableOf = "table_of"
    private static let afterName = "after"

    /// The number of the sub-event to which the shown guests are invited; nil for all guests.
    var subEvent: Int?
    let whose: SeatingPlan.Whose
    /// The number of a guest at the first shown table; nil to begin with the first table.
    var table: Int?
    /// The guests without a table are shown in parts, sorted by name. This is the number of the guest after whom the
    /// shown part begins; nil to begin with the first guest.
    var guest: Int?

    /// Reads the scope from a URL or from a form. Unknown values are ignored.
    ///
    /// - Parameter value: Returns the value of a parameter; nil if it is missing.
    init(_ value: (String) throws -> String?) rethrows {
        subEvent = try value(SeatingScope.subEventName).flatMap { Int($0) }
        whose = try value(SeatingScope.whoseName).flatMap { SeatingPlan.Whose(rawValue: $0) } ?? .all
        table = try value(SeatingScope.tableOf).flatMap { Int($0) }
        guest = try value(SeatingScope.afterName).flatMap { Int($0) }
    }

    /// The parameters that differ from their defaults.
    var parameters: [(name: String, value: String)] {
        let all: [(name: String, value: String?)] = [
            (SeatingScope.subEventName, subEvent.map { "\($0)" }),
            (SeatingScope.whoseName, whose == .all ? nil : whose.rawValue),
            (SeatingScope.tableOf, table.map { "\($0)" }), (SeatingScope.afterName, guest.map { "\($0)" }),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }

    func path(at event: Event) -> String { SeatingPage.path(of: event) + query }

    /// The URL of the list on paper, which has the guests of all pages.
    func paperPath(at event: Event) -> String {
        var whole = self
        (whole.table, whole.guest) = (nil, nil)
        return "\(SeatingPage.path(of: event)).pdf\(whole.query)"
    }

    private var query: String {
        let query = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return query.isEmpty ? "" : "?\(query)"
    }
}

/// A form that moves guests to tables. The value of each ticked checkbox has the guest’s number and the guest’s table
/// when the page was made: `12:Rose`.
struct SeatingMove: Sendable {
    static let guestName = "guest"
    static let choiceName = "to"
    /// The name of the field for a new table. `GuestDetails` has a field with the same name, so the page shows the
    /// faults of that field next to the field for a new table.
    static let tableName = "table"
    // The values of choices: no table, the new table that the user typed, and the prefix of the value for an existing
    // table.
    static let noTable = "none"
    static let newTable = "new"
    private static let known = "t:"

    /// The tables of the selected guests when the page was made, by the guests’ numbers.
    let former: [Int: String?]
    /// The table chosen for all guests who have no individual choice.
    let choice: String
    let typedName: String
    /// The choices for single guests, by the guests’ numbers. The script sends a choice for each guest, because the
    /// undo of a move can send guests back to different tables.
    private let own: [Int: String]

    /// - Throws: `Problem` 400 for a malformed form.
    init(_ form: FormFields) throws {
        var former: [Int: String?] = [:]
        var own: [Int: String] = [:]
        for text in form.values(SeatingMove.guestName) {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let number = Int(parts[0]) else { throw Problem(.badRequest, .malformedForm) }
            former.updateValue(parts[1].isEmpty ? nil : String(parts[1]), forKey: number)
            own[number] = try form.value("\(SeatingMove.choiceName)-\(number)")
        }
        self.former = former
        self.own = own
        choice = try form.value(SeatingMove.choiceName) ?? ""
        typedName = try form.typed(SeatingMove.tableName) ?? ""
    }

    /// The value of the choice for an existing table.
    static func choice(of table: String) -> String { known + table }

    /// The existing table that a choice names; nil for the other choices.
    static func name(in choice: String) -> String? {
        choice.hasPrefix(known) ? String(choice.dropFirst(known.count)) : nil
    }

    /// The new table of each guest, by the guests’ numbers.
    ///
    /// - Throws: `FieldFault` if no guest is selected, if no table is chosen, or if a new table has no name.
    func tables() throws -> [Int: String?] {
        guard !former.isEmpty else {
            throw FieldFault([FieldFault].wholeForm, DeskSeatingSentence.nothingSelected)
        }
        var tables: [Int: String?] = [:]
        for number in former.keys { tables.updateValue(try table(own[number] ?? choice), forKey: number) }
        return tables
    }

    /// Moves the guests to `tables`.
    ///
    /// - Returns: The guests with their new tables.
    /// - Throws: `FieldFault` if a guest was removed in the meantime; the other errors of `setTables`.
    func perform(_ tables: [Int: String?], of event: Event, _ services: ManagementServices) throws -> [Guest] {
        do {
            return try services.guests.setTables(tables, expecting: former, of: event)
        } catch GuestError.unknownGuest {
            throw FieldFault([FieldFault].wholeForm, DeskSeatingSentence.guestRemoved)
        }
    }

    private func table(_ choice: String) throws -> String? {
        if choice == SeatingMove.noTable { return nil }
        if let name = SeatingMove.name(in: choice) { return name }
        guard choice == SeatingMove.newTable || !typedName.isEmpty else {
            throw FieldFault(SeatingMove.choiceName, DeskSeatingSentence.chooseDestination)
        }
        guard !typedName.folded.isEmpty else {
            throw FieldFault(SeatingMove.tableName, DeskSeatingSentence.typeName)
        }
        return typedName
    }

    /// The number of guests who left their former tables and now sit at the new ones.
    func count(of guests: [Guest], movedTo tables: [Int: String?]) -> Int {
        guests.count { guest in
            let table = guest.details.table ?? ""
            let wanted = tables[guest.number].flatMap { $0 } ?? ""
            let before = former[guest.number].flatMap { $0 } ?? ""
            return table != before && table.folded == wanted.folded
        }
    }
}
