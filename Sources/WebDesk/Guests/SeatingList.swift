import Languages
import Management
import Ticketing
import WebHost

/// The guests of a seating plan as a list on paper: a row for each guest, table by table. Guests without a table come
/// last.
struct SeatingList: Sendable {
    private static let columns = [
        ListColumn(Sentence(FieldSentence.table)), ListColumn(Sentence(DeskGuestSentence.guest)),
        ListColumn(Sentence(DeskGuestSentence.household)), ListColumn(Sentence(DeskGuestListSentence.state)),
        ListColumn(Sentence(DeskSeatingSentence.coming), .integer),
        ListColumn(Sentence(DeskSeatingSentence.possible), .integer),
    ]

    let event: Event
    /// The sub-event of the plan; nil for a plan for the whole event.
    let subEvent: SubEvent?
    let whose: SeatingPlan.Whose
    let plan: SeatingPlan

    /// - Throws: `FieldFault` for more than `ListExport.maxPDFRows` guests.
    func file(for request: PageRequest) throws -> ListFile {
        let export = ListExport(
            of: event, "tables", title: title, sheet: Sentence(DeskSentence.guests), columns: SeatingList.columns,
            request)
        return try ListFile(.pdf, export) { append in try rows.forEach(append) }
    }

    /// The title of the list. It names the sub-event. If the list leaves out guests, for example those who declined,
    /// the title says which guests it has.
    var title: Sentence {
        let name = [event.details.title, subEvent?.name].compactMap(\.self).joined(separator: " – ")
        let title = Sentence(DeskSeatingSentence.listTitle, ["event_title": .text(name)])
        return whose == .all ? title : .list([title, whose.label], separator: " – ")
    }

    var rows: [[ListCell]] {
        let seated = plan.tables.flatMap { table in
            table.guests.map { SeatingList.cells($0, at: .verbatim(table.name)) }
        }
        let without = Sentence(DeskSeatingSentence.withoutTable)
        return seated + plan.withoutTable.map { SeatingList.cells($0, at: without) }
    }

    private static func cells(_ guest: PlannedGuest, at table: Sentence) -> [ListCell] {
        [
            ListCell(table), ListCell(guest.guest.name), ListCell(guest.household), ListCell(guest.answer.shortText),
            ListCell(guest.coming), ListCell(guest.possible),
        ]
    }
}
