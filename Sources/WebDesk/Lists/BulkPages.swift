import Languages
import Management
import Ticketing
import WebHost

/// Actions for several rows of the lists of orders and tickets: exports, print runs, messages, cancellations and
/// refunds. Before every action except an export, a page shows the effects and asks for a confirmation.
struct BulkPages: Sendable {
    let desk: Desk
    let printing: PrintJobRunner?

    /// An action for several orders. The raw value is the value of its button.
    enum OrderAction: String, CaseIterable {
        case resend, print, refund, cancel

        var operation: Management.Operation {
            switch self {
            case .resend: .resendTicket
            case .print: .printTickets
            case .refund: .refundOrder
            case .cancel: .cancelOrder
            }
        }

        var button: ListLayout.BulkAction {
            switch self {
            case .resend: .init(name: rawValue, label: Sentence(DeskListSentence.resend))
            case .print: .init(name: rawValue, label: Sentence(DeskListSentence.print))
            case .refund: .init(name: rawValue, label: Sentence(DeskListSentence.refund), isDangerous: true)
            case .cancel: .init(name: rawValue, label: Sentence(DeskListSentence.cancelOrders), isDangerous: true)
            }
        }
    }

    /// An action for several tickets. The raw value is the value of its button.
    enum TicketAction: String, CaseIterable {
        case resend, print, cancel

        var operation: Management.Operation {
            switch self {
            case .resend: .resendTicket
            case .print: .printTickets
            case .cancel: .cancelTicket
            }
        }

        var button: ListLayout.BulkAction {
            switch self {
            case .resend: .init(name: rawValue, label: Sentence(DeskListSentence.resend))
            case .print: .init(name: rawValue, label: Sentence(DeskListSentence.print))
            case .cancel: .init(name: rawValue, label: Sentence(DeskListSentence.cancelTickets), isDangerous: true)
            }
        }
    }

    // MARK: Orders

    /// Performs the action of the form below the list of orders.
    func orders(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.submitBulk(
            request, of: .showOrders, on: "desk-orders", printing: printing
        ) { event, services -> OrderList in
            OrderList(event, actions: try OrderListPage.actions(in: event, services))
        } perform: { sent, services in
            try self.outcome(of: sent, services)
        } redisplay: { sent, services in
            try OrderListPage(desk: self.desk).context(
                sent.list, services, sent.selection.state, selection: sent.selection)
        }
    }

    func exportOrders(_ request: PageRequest, _ format: ListFormat) async throws -> RouteResponse {
        try await desk.downloadList(request, of: .showOrders) { event, services in
            let list = OrderList(event, actions: [])
            let state = ListState(list.layout) { request.query($0) }
            let numbers = try services.orders.orderNumbers(
                of: event, in: list.query(state), limit: BulkForm.mostRead(format))
            return try BulkPages.file(list, numbers, format, request, services)
        }
    }

    private func outcome(
        of sent: BulkSubmission<OrderList>, _ services: ManagementServices
    ) throws -> BulkOutcome {
        let (event, selection, format) = (sent.event, sent.selection, try sent.format)
        let numbers =
            try selection.ids?.compactMap { UInt32($0).flatMap { OrderNumber(rawValue: $0) } }
            ?? services.orders.orderNumbers(
                of: event, in: sent.list.query(selection.state), typed: selection.state.text,
                limit: BulkForm.mostRead(format))
        guard !numbers.isEmpty else { throw BulkForm.fault(.nothingSelected) }
        if let format { return .file(try BulkPages.file(sent.list, numbers, format, sent.request, services)) }
        let action: OrderAction = try sent.action()
        try services.authorize(action.operation, on: event)
        try BulkForm.requireAtMost(BulkPlan.limit, numbers.count)
        let changes = BulkChanges(desk: desk)
        switch action {
        case .resend:
            let codes = try services.orders.ticketCodes(
                ofOrders: numbers, of: event, limit: BulkChanges.resendLimit + 1)
            return try changes.resend(codes, sent, services)
        case .print:
            let codes = try services.orders.ticketCodes(ofOrders: numbers, of: event, limit: BulkPlan.limit + 1)
            return try BulkPrinting(desk: desk, runner: printing).outcome(of: codes, sent, services)
        case .refund:
            let plan = try services.orders.refundPlan(numbers, of: event)
            if plan.subjects.isEmpty {
                let other = try services.orders.orderCancellationPlan(numbers, of: event)
                try BulkPages.suggest(.cancel, for: other, .onlyPaidRefunded, at: event, services)
            }
            let title: DeskListSentence = plan.effect == .cancelOrder ? .cancelOrdersTitle : .refundTitle
            return try changes.change(plan, title, sent, services)
        case .cancel:
            let plan = try services.orders.orderCancellationPlan(numbers, of: event)
            if plan.subjects.isEmpty {
                let other = try services.orders.refundPlan(numbers, of: event)
                try BulkPages.suggest(.refund, for: other, .onlyPendingCancelled, at: event, services)
            }
            return try changes.change(plan, DeskListSentence.cancelOrdersTitle, sent, services)
        }
    }

    /// Refuses an action that would change none of the chosen orders, and suggests the button of another action. Does
    /// nothing if the other action would change no order either, or if the user may not perform it.
    ///
    /// - Parameters:
    ///   - other: The other action.
    ///   - plan: The effects of the other action.
    ///   - refusal: The sentence of the fault. It has the argument `button`.
    private static func suggest(
        _ other: OrderAction, for plan: BulkPlan, _ refusal: DeskListSentence, at event: Event,
        _ services: ManagementServices
    ) throws {
        let rights = try services.rights(in: event.organizer)
        guard !plan.subjects.isEmpty, rights.contains(other.operation.requiredRight) else { return }
        throw FieldFault([FieldFault].wholeForm, refusal, ["button": .sentence(other.button.label)])
    }

    private static func file(
        _ list: OrderList, _ numbers: [OrderNumber], _ format: ListFormat, _ request: PageRequest,
        _ services: ManagementServices
    ) throws -> ListFile {
        let isPDF = format == .pdf
        let export = ListExport(
            of: list.event, "orders",
            title: Sentence(DeskSaleSentence.ordersTitle, ["event_title": .text(list.event.details.title)]),
            sheet: Sentence(DeskSentence.orders), columns: isPDF ? list.layout.columns : OrderList.exportColumns,
            request)
        return try ListFile(format, export) { append in
            try services.orders.forEachOrder(numbers, of: list.event) { order in
                try append(isPDF ? list.row(order, pending: nil).cells : list.exportCells(order))
            }
        }
    }

    // MARK: Tickets

    /// Performs the action of the form below the list of tickets.
    func tickets(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.submitBulk(
            request, of: .showTickets, on: "desk-tickets", printing: printing
        ) { event, services -> TicketList in
            try TicketListPage.list(of: event, services)
        } perform: { sent, services in
            try self.outcome(of: sent, services)
        } redisplay: { sent, services in
            try TicketListPage(desk: self.desk).context(
                sent.list, services, sent.selection.state, selection: sent.selection)
        }
    }

    func exportTickets(_ request: PageRequest, _ format: ListFormat) async throws -> RouteResponse {
        try await desk.downloadList(request, of: .showTickets) { event, services in
            let list = try TicketListPage.list(of: event, services)
            let state = ListState(list.layout) { request.query($0) }
            let codes = try services.tickets.codes(
                of: event, in: list.query(state), limit: BulkForm.mostRead(format))
            return try BulkPages.file(list, codes, format, request, services)
        }
    }

    private func outcome(
        of sent: BulkSubmission<TicketList>, _ services: ManagementServices
    ) throws -> BulkOutcome {
        let (event, selection, format) = (sent.event, sent.selection, try sent.format)
        let codes =
            try selection.ids?.compactMap { TicketCode(typed: $0) }
            ?? services.tickets.codes(
                of: event, in: sent.list.query(selection.state), typed: selection.state.text,
                limit: BulkForm.mostRead(format))
        guard !codes.isEmpty else { throw BulkForm.fault(.nothingSelected) }
        if let format { return .file(try BulkPages.file(sent.list, codes, format, sent.request, services)) }
        let action: TicketAction = try sent.action()
        try services.authorize(action.operation, on: event)
        try BulkForm.requireAtMost(BulkPlan.limit, codes.count)
        let changes = BulkChanges(desk: desk)
        switch action {
        case .resend: return try changes.resend(codes, sent, services)
        case .print: return try BulkPrinting(desk: desk, runner: printing).outcome(of: codes, sent, services)
        case .cancel:
            return try changes.change(
                services.tickets.ticketCancellationPlan(codes, of: event), DeskListSentence.cancelTicketsTitle, sent,
                services)
        }
    }

    private static func file(
        _ list: TicketList, _ codes: [TicketCode], _ format: ListFormat, _ request: PageRequest,
        _ services: ManagementServices
    ) throws -> ListFile {
        let isPDF = format == .pdf
        let export = ListExport(
            of: list.event, "tickets",
            title: Sentence(DeskSaleSentence.ticketsTitle, ["event_title": .text(list.event.details.title)]),
            sheet: Sentence(DeskSentence.tickets), columns: isPDF ? list.layout.columns : TicketList.exportColumns,
            request)
        return try ListFile(format, export) { append in
            try services.tickets.forEachTicket(codes, of: list.event) { ticket in
                try append(isPDF ? list.row(ticket, name: ticket.holder, pending: nil).cells : list.exportCells(ticket))
            }
        }
    }
}
