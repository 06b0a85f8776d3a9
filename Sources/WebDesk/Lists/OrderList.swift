import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The list of an event’s orders: its columns, filters and rows, on the page and in exports.
struct OrderList: SelectableEventList {
    private static let stateName = "state"
    private static let methodName = "method"

    let event: Event
    let layout: ListLayout

    init(_ event: Event, actions: [ListLayout.BulkAction]) {
        self.event = event
        layout = ListLayout(
            path: "\(event.deskPath)/orders", label: Sentence(DeskSentence.orders),
            columns: [
                ListColumn(Sentence(DeskSaleSentence.order), sort: OrderQuery.Column.number.rawValue),
                ListColumn(Sentence(FieldSentence.buyer), sort: OrderQuery.Column.buyer.rawValue),
                ListColumn(Sentence(DeskSentence.tickets), .integer, sort: OrderQuery.Column.tickets.rawValue),
                ListColumn(Sentence(DeskSaleSentence.total), .decimal, sort: OrderQuery.Column.total.rawValue),
                ListColumn(Sentence(DeskSentence.state), sort: OrderQuery.Column.status.rawValue),
                ListColumn(Sentence(FieldSentence.paymentMethod), sort: OrderQuery.Column.method.rawValue),
                ListColumn(Sentence(DeskSentence.created), .date, sort: OrderQuery.Column.created.rawValue),
            ],
            defaultSort: ListSort(OrderQuery.Column.created.rawValue, descending: true),
            filters: [
                ListFilter(
                    name: OrderList.stateName, label: Sentence(DeskSentence.state),
                    choices: Order.Status.allCases.map { (value: $0.rawValue, label: $0.label) }),
                ListFilter(
                    name: OrderList.methodName, label: Sentence(FieldSentence.paymentMethod),
                    choices: Payment.Method.allCases.map { (value: $0.rawValue, label: $0.label) }),
            ],
            search: FormField(ListState.textName, Sentence(DeskSaleSentence.orderSearchLabel)),
            wholeList: Sentence(DeskSaleSentence.allOrders), actions: actions)
    }

    func query(_ state: ListState) -> OrderQuery {
        OrderQuery(
            sortedBy: OrderQuery.Column(rawValue: state.sort.column) ?? .created, descending: state.sort.isDescending,
            statuses: Set(
                [state.filters[OrderList.stateName].flatMap { Order.Status(rawValue: $0) }].compactMap(\.self)),
            methods: Set(
                [state.filters[OrderList.methodName].flatMap { Payment.Method(rawValue: $0) }].compactMap(\.self)))
    }

    /// - Parameter pending: The effect of the order’s pending change; nil if there is none.
    func row(_ order: Order, pending: PendingChange.Action?) -> ListRow {
        ListRow(
            id: "\(order.number)", path: "\(event.deskPath)/orders/\(order.number)",
            cells: [
                ListCell("\(order.number)"), ListCell(order.buyer.displayName), ListCell(order.tickets),
                total(of: order),
                pending.map { ListCell($0.label, tone: .neutral) }
                    ?? ListCell(order.status.label, tone: order.status.tone),
                ListCell(order.shownMethod?.label), ListCell(order.created, in: event.zone),
            ])
    }

    private func total(of order: Order) -> ListCell {
        guard let money = order.money(order.total) else {
            return ListCell(Sentence(DeskSaleSentence.free), .decimal(units: 0, places: 0))
        }
        return ListCell(money)
    }

    // MARK: Exports

    /// The columns of a spreadsheet. A PDF has the columns of the page. The currency has its own column, so that
    /// spreadsheets can calculate with the amounts.
    static let exportColumns = [
        ListColumn(Sentence(DeskSaleSentence.order)), ListColumn(Sentence(FieldSentence.buyer)),
        ListColumn(Sentence(DeskSaleSentence.email)), ListColumn(Sentence(FieldSentence.buyerPhone)),
        ListColumn(Sentence(DeskSentence.tickets), .integer), ListColumn(Sentence(DeskListSentence.currency)),
        ListColumn(Sentence(DeskSaleSentence.total), .decimal), ListColumn(Sentence(DeskSentence.state)),
        ListColumn(Sentence(FieldSentence.paymentMethod)), ListColumn(Sentence(FieldSentence.receiptNumber)),
        ListColumn(Sentence(DeskSentence.created), .date), ListColumn(Sentence(DeskSaleSentence.paymentTime), .date),
        ListColumn(Sentence(DeskSaleSentence.amountPaid), .decimal),
        ListColumn(Sentence(DeskSaleSentence.owedBack), .decimal),
    ]

    func exportCells(_ order: Order) -> [ListCell] {
        [
            ListCell("\(order.number)"), ListCell(order.buyer.displayName), ListCell(order.buyer.email),
            ListCell(order.buyer.phone), ListCell(order.tickets), ListCell(order.currency), total(of: order),
            ListCell(order.status.label), ListCell(order.shownMethod?.label), ListCell(order.payment?.reference),
            ListCell(order.created, in: event.zone), ListCell(order.paid, in: event.zone),
            ListCell(order.amountPaid.flatMap { order.money($0) }),
            ListCell(order.refundLeft > 0 ? order.money(order.refundLeft) : nil),
        ]
    }
}
