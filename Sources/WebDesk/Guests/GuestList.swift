import Languages
import Management
import Ticketing
import WebHost

/// The list of an event’s guests: its columns, filters and rows, on the page and in exports.
struct GuestList: SelectableEventList {
    private static let subEventName = "sub-event"
    private static let stateName = "answer"
    private static let householdName = "in-household"
    private static let tableName = "at-table"
    /// The value of a filter for guests without a household or table.
    private static let none = "none"
    /// The maximum number of households that a filter offers, and the maximum number of tables.
    private static let maxChoices = 200

    let event: Event
    let subEvents: [SubEvent]
    /// The layout without the columns of the sub-events.
    let layout: ListLayout
    /// The names of households that forms suggest.
    let households: [String]
    /// The names of the tables, by their values in URLs.
    private let tables: [String: String]

    init(_ event: Event, _ services: ManagementServices) throws {
        self.event = event
        let subEvents = try services.subEvents.subEvents(of: event)
        self.subEvents = subEvents
        let found = try services.guests.listChoices(of: event, limit: GuestList.maxChoices + 1)
        let known = found.households.count > GuestList.maxChoices ? [] : found.households
        households = known.map(\.name)
        let named = found.tables.count > GuestList.maxChoices ? [] : found.tables
        // URLs must not contain the names of people, and a table can be named after people.
        let places = try named.map { (value: try FieldMerge.fingerprint($0), name: $0) }
        tables = Dictionary(places.map { ($0.value, $0.name) }) { first, _ in first }
        let rights = try services.rights(in: event.organizer)
        let actions = GuestBulkPages.Action.allCases.filter { action in
            rights.contains(action.operation.requiredRight) && (!action.needsSubEvent || !subEvents.isEmpty)
        }
        layout = ListLayout(
            path: "\(event.deskPath)/guests", label: Sentence(DeskSentence.guests),
            columns: [
                ListColumn(Sentence(DeskGuestSentence.guest), sort: GuestListQuery.Column.name.rawValue),
                ListColumn(Sentence(DeskGuestSentence.household), sort: GuestListQuery.Column.household.rawValue),
                ListColumn(Sentence(FieldSentence.table), sort: GuestListQuery.Column.table.rawValue),
            ],
            defaultSort: ListSort(GuestListQuery.Column.number.rawValue),
            filters: GuestList.filters(
                event, subEvents, found.households.isEmpty ? nil : known, found.tables.isEmpty ? nil : places),
            foldsFilters: true,
            search: FormField(ListState.textName, Sentence(DeskGuestSentence.searchLabel)),
            wholeList: Sentence(DeskGuestSentence.allGuests), actions: actions.map(\.button) + ListFormat.buttons)
    }

    /// - Parameters:
    ///   - households: The households to choose from; nil if the event has no households.
    ///   - tables: The tables to choose from; nil if no guest has a table.
    private static func filters(
        _ event: Event, _ subEvents: [SubEvent], _ households: [Household]?, _ tables: [(value: String, name: String)]?
    ) -> [ListFilter] {
        var filters: [ListFilter] = []
        if !subEvents.isEmpty {
            filters.append(
                ListFilter(
                    name: subEventName, label: SubEventLabel(event.details.kind).singular,
                    choices: subEvents.map { (value: "\($0.number)", label: .verbatim($0.name)) }))
            filters.append(
                ListFilter(
                    name: stateName, label: Sentence(DeskGuestListSentence.state),
                    choices: GuestListQuery.State.allCases.map { (value: $0.rawValue, label: $0.label) }))
        }
        if let households {
            filters.append(
                ListFilter(
                    name: householdName, label: Sentence(DeskGuestSentence.household),
                    choices: [(value: none, label: Sentence(DeskGuestListSentence.withoutHousehold))]
                        + households.map { (value: "\($0.number)", label: Sentence.verbatim($0.name)) }))
        }
        if let tables {
            filters.append(
                ListFilter(
                    name: tableName, label: Sentence(FieldSentence.table),
                    choices: [(value: none, label: Sentence(DeskGuestListSentence.withoutTable))]
                        + tables.map { (value: $0.value, label: Sentence.verbatim($0.name)) }))
        }
        return filters
    }

    /// The layout of a search result. It has no sorting and no filters, because the guests are sorted by name.
    var searchLayout: ListLayout {
        ListLayout(
            path: layout.path, label: layout.label, columns: layout.columns.map { ListColumn($0.heading, $0.kind) },
            defaultSort: layout.defaultSort, filters: [], search: layout.search, wholeList: layout.wholeList,
            actions: layout.actions)
    }

    func query(_ state: ListState) -> GuestListQuery {
        GuestListQuery(
            sortedBy: GuestListQuery.Column(rawValue: state.sort.column) ?? .number,
            descending: state.sort.isDescending, subEvent: state.filters[GuestList.subEventName].flatMap { Int($0) },
            state: state.filters[GuestList.stateName].flatMap { GuestListQuery.State(rawValue: $0) },
            household: GuestList.match(state.filters[GuestList.householdName]) { Int($0) },
            table: GuestList.match(state.filters[GuestList.tableName]) { tables[$0] })
    }

    /// The condition of a filter; nil if nothing is chosen.
    ///
    /// - Parameter value: Converts the chosen value of the filter.
    private static func match<Value: Hashable & Sendable>(
        _ chosen: String?, _ value: (String) -> Value?
    ) -> GuestListQuery.Match<Value>? {
        guard let chosen else { return nil }
        if chosen == none { return .without }
        return value(chosen).map { .only($0) }
    }

    // MARK: Exports

    /// The columns of a PDF: those of the page, which has a column for each sub-event.
    var paperColumns: [ListColumn] { layout.columns + subEvents.map { ListColumn(.verbatim($0.name)) } }

    var exportColumns: [ListColumn] {
        var columns = GuestDetails.fields.map { ListColumn($0.label, $0.isNumber ? .integer : .text) }
        columns.insert(ListColumn(Sentence(DeskGuestSentence.household)), at: 1)
        columns += subEvents.map { ListColumn(.verbatim($0.name)) }
        columns.append(ListColumn(Sentence(DeskSentence.code)))
        return columns
    }

    func exportCells(_ guest: InvitedGuest) -> [ListCell] {
        var cells = GuestDetails.fields.map { field -> ListCell in
            switch field.content(of: guest.guest.details) {
            case .text(let text): ListCell(text)
            case .number(let number): ListCell(number)
            default: ListCell(String?.none)
            }
        }
        cells.insert(ListCell(guest.household), at: 1)
        cells += subEvents.map { answer(of: guest, to: $0) }
        cells.append(ListCell(guest.guest.serial.map { TicketCode($0).description }))
        return cells
    }

    func paperCells(_ guest: InvitedGuest) -> [ListCell] {
        [ListCell(guest.guest.name), ListCell(guest.household), ListCell(guest.guest.details.table)]
            + subEvents.map { answer(of: guest, to: $0) }
    }

    private func answer(of guest: InvitedGuest, to subEvent: SubEvent) -> ListCell {
        guard let invitation = guest.invitations.first(where: { $0.subEvent == subEvent.number }) else {
            return ListCell(Sentence(DeskGuestSentence.notInvitedChoice))
        }
        return ListCell(invitation.reply.label)
    }
}

extension GuestListQuery.State {
    fileprivate var label: Sentence {
        switch self {
        case .notInvited: Sentence(DeskGuestSentence.notInvitedChoice)
        case .noAnswer: Sentence(DeskGuestSentence.noAnswer)
        case .coming: Sentence(DeskGuestSentence.coming)
        case .maybe: Sentence(DeskGuestSentence.maybe)
        case .declined: Sentence(DeskGuestSentence.notComing)
        }
    }
}

extension EntityField where Entity == GuestDetails {
    fileprivate var isNumber: Bool { if case .number = kind { true } else { false } }
}
