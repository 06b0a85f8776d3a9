import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The list of an event’s tickets: its columns, filters and rows, on the page and in exports.
struct TicketList: SelectableEventList {
    private static let stateName = "state"
    private static let typeName = "kind"

    let event: Event
    let types: [TicketType]
    let layout: ListLayout

    init(_ event: Event, types: [TicketType], actions: [ListLayout.BulkAction]) {
        self.event = event
        self.types = types
        layout = ListLayout(
            path: "\(event.deskPath)/tickets", label: Sentence(DeskSentence.tickets),
            columns: [
                ListColumn(Sentence(DeskSentence.code), sort: TicketListQuery.Column.code.rawValue),
                ListColumn(Sentence(DeskSentence.type), sort: TicketListQuery.Column.type.rawValue),
                ListColumn(Sentence(DeskSaleSentence.holder), sort: TicketListQuery.Column.holder.rawValue),
                ListColumn(Sentence(DeskSentence.state), sort: TicketListQuery.Column.status.rawValue),
                ListColumn(Sentence(DeskSentence.issued), .date, sort: TicketListQuery.Column.issued.rawValue),
            ],
            defaultSort: ListSort(TicketListQuery.Column.code.rawValue),
            filters: [
                ListFilter(
                    name: TicketList.stateName, label: Sentence(DeskSentence.state),
                    choices: Ticket.Status.allCases.map { (value: $0.rawValue, label: $0.label) }),
                ListFilter(
                    name: TicketList.typeName, label: Sentence(DeskSentence.type),
                    choices: types.map { (value: "\($0.number)", label: .verbatim($0.name)) }),
            ],
            search: FormField(ListState.textName, Sentence(DeskSaleSentence.searchLabel)),
            wholeList: Sentence(DeskSaleSentence.allTickets), actions: actions)
    }

    /// The layout of a search result. It has no sorting and no filters, because the best matches come first.
    var searchLayout: ListLayout {
        ListLayout(
            path: layout.path, label: layout.label,
            columns: layout.columns.map { ListColumn($0.heading, $0.kind) }, defaultSort: layout.defaultSort,
            filters: [], search: layout.search, wholeList: layout.wholeList, actions: layout.actions)
    }

    func query(_ state: ListState) -> TicketListQuery {
        TicketListQuery(
            sortedBy: TicketListQuery.Column(rawValue: state.sort.column) ?? .code, descending: state.sort.isDescending,
            statuses: Set(
                [state.filters[TicketList.stateName].flatMap { Ticket.Status(rawValue: $0) }].compactMap(\.self)),
            type: state.filters[TicketList.typeName].flatMap { name in
                types.first { "\($0.number)" == name }?.number
            })
    }

    /// - Parameters:
    ///   - name: The names of the ticket’s holder and guests; nil for a ticket without names.
    ///   - pending: The pending change of the ticket or its order; nil if there is none.
    func row(_ ticket: Ticket, name: String?, pending: PendingChange.Action?) -> ListRow {
        ListRow(
            id: "\(ticket.code)", path: "\(event.deskPath)/tickets/\(ticket.code)",
            cells: [
                ListCell("\(ticket.code)"), ListCell(typeName(of: ticket)), ListCell(name),
                pending.map { ListCell($0.effect(onActive: [ticket]).label, tone: .neutral) }
                    ?? status(of: ticket),
                ListCell(ticket.issuedAt, in: event.zone),
            ])
    }

    private func typeName(of ticket: Ticket) -> String {
        types.first { $0.number == ticket.type }?.name ?? "\(ticket.type)"
    }

    private func status(of ticket: Ticket) -> ListCell {
        guard ticket.status == .issued, let due = ticket.sale?.due else {
            return ListCell(ticket.status.label, tone: ticket.status.tone)
        }
        // Gates refuse the ticket until somebody has paid the amount that is due for it.
        return ListCell(Sentence(PublicSentence.payAtDoor, ["amount": .text(due.displayText)]), tone: .neutral)
    }

    // MARK: Exports

    /// The columns of a spreadsheet. A PDF has the columns of the page.
    static let exportColumns = [
        ListColumn(Sentence(DeskSentence.code)), ListColumn(Sentence(DeskSentence.type)),
        ListColumn(Sentence(DeskSaleSentence.holder)), ListColumn(Sentence(DeskSaleSentence.email)),
        ListColumn(Sentence(DeskSaleSentence.admission), .integer), ListColumn(Sentence(DeskSentence.state)),
        ListColumn(Sentence(DeskSaleSentence.order)), ListColumn(Sentence(DeskListSentence.currency)),
        ListColumn(Sentence(DeskEventSentence.price), .decimal),
        ListColumn(Sentence(DeskSaleSentence.amountDue), .decimal), ListColumn(Sentence(DeskSentence.issued), .date),
    ]

    func exportCells(_ ticket: Ticket) -> [ListCell] {
        [
            ListCell("\(ticket.code)"), ListCell(typeName(of: ticket)), ListCell(ticket.holder),
            ListCell(ticket.email?.rawValue), ListCell(Int(ticket.admits.rawValue)), ListCell(ticket.status.label),
            ListCell(ticket.sale.map { "\($0.order)" }), ListCell(ticket.sale?.price?.currency),
            ListCell(ticket.sale?.price), ListCell(ticket.sale?.due), ListCell(ticket.issuedAt, in: event.zone),
        ]
    }
}
