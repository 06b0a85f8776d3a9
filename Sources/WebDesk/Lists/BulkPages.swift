import Cryptography
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// Actions for several rows of the lists of orders and tickets: exports, messages, cancellations and refunds. Before
/// every action except an export, a page shows the effects and asks for a confirmation.
struct BulkPages: Sendable {
    let desk: Desk

    /// The name of the field with a hash of the rows that the member has seen and confirmed.
    private static let confirmedName = "confirmed"
    private static let noteName = "note"
    private static let note = FormField(noteName, Sentence(DeskSentence.reason))
    /// The maximum number of tickets whose messages one form queues again.
    private static let resendLimit = 500

    /// An action for several orders. The raw value is the value of its button.
    enum OrderAction: String, CaseIterable {
        case resend, refund, cancel

        var operation: Management.Operation {
            switch self {
            case .resend: .resendTicket
            case .refund: .refundOrder
            case .cancel: .cancelOrder
            }
        }

        var button: ListLayout.BulkAction {
            switch self {
            case .resend: .init(name: rawValue, label: Sentence(DeskListSentence.resend))
            case .refund: .init(name: rawValue, label: Sentence(DeskListSentence.refund), isDangerous: true)
            case .cancel: .init(name: rawValue, label: Sentence(DeskListSentence.cancelOrders), isDangerous: true)
            }
        }
    }

    /// An action for several tickets. The raw value is the value of its button.
    enum TicketAction: String, CaseIterable {
        case resend, cancel

        var operation: Management.Operation {
            switch self {
            case .resend: .resendTicket
            case .cancel: .cancelTicket
            }
        }

        var button: ListLayout.BulkAction {
            switch self {
            case .resend: .init(name: rawValue, label: Sentence(DeskListSentence.resend))
            case .cancel: .init(name: rawValue, label: Sentence(DeskListSentence.cancelTickets), isDangerous: true)
            }
        }
    }

    /// The response, before it is rendered.
    private enum Outcome: Sendable {
        case file(ListFormat, ListExport, ListExport.Content)
        case plan(Sentence, [String: TemplateContext.Value], isRefused: Bool)
        case done(String)
        case refused(template: String, Sentence, [String: TemplateContext.Value])
    }

    // MARK: Orders

    /// Performs the action of the form below the list of orders.
    func orders(_ request: PageRequest) async throws -> RouteResponse {
        let (form, formKey) = (try await request.form(), try await request.formKey())
        return try await desk.performOnce(request) {
            let outcome = try await request.withServices(on: desk.server.reportThreads) { services -> Outcome in
                let event = try services.event(of: request, for: .showOrders)
                let list = OrderList(event, actions: try OrderListPage.actions(in: event, services))
                let selection = try BulkSelection(list.layout, form)
                do {
                    return try self.orders(list, selection, form, formKey, request, services)
                } catch {
                    guard let refused = RejectedForm(error) else { throw error }
                    var context = try OrderListPage(desk: desk).context(
                        list, services, selection.state, selection: selection)
                    context["fault"] = .sentence(refused.message(Sentence(DeskSentence.unchanged)))
                    return .refused(template: "desk-orders", .verbatim(event.details.title), context)
                }
            }
            return try await respond(request, outcome)
        }
    }

    /// All orders of a list as a file. The URL has the sorting and the filters of the list.
    func exportOrders(_ request: PageRequest, _ format: ListFormat) async throws -> RouteResponse {
        let outcome = try await request.withServices(on: desk.server.reportThreads) { services -> Outcome in
            let event = try services.event(of: request, for: .showOrders)
            let list = OrderList(event, actions: [])
            let state = ListState(list.layout) { request.query($0) }
            let numbers = try services.orders.orderNumbers(
                of: event, in: list.query(state), limit: BulkPages.mostRead(format))
            return try BulkPages.refusing { try self.export(list, numbers, format, request, services) }
        }
        return try await respond(request, outcome)
    }

    private func orders(
        _ list: OrderList, _ selection: BulkSelection, _ form: FormFields, _ formKey: String?, _ request: PageRequest,
        _ services: ManagementServices
    ) throws -> Outcome {
        let event = list.event
        let name = try form.value(BulkSelection.actionName) ?? ""
        let format = ListFormat(action: name)
        let numbers =
            try selection.ids?.compactMap { UInt32($0).flatMap { OrderNumber(rawValue: $0) } }
            ?? services.orders.orderNumbers(
                of: event, in: list.query(selection.state), typed: selection.state.text,
                limit: BulkPages.mostRead(format))
        guard !numbers.isEmpty else { throw BulkPages.fault(.nothingSelected) }
        if let format { return try export(list, numbers, format, request, services) }
        guard let action = OrderAction(rawValue: name) else { throw BulkPages.fault(.chooseAction) }
        try services.authorize(action.operation, on: event)
        try BulkPages.requireAtMost(BulkPlan.limit, numbers.count)
        switch action {
        case .resend:
            let codes = try services.orders.ticketCodes(
                ofOrders: numbers, of: event, limit: BulkPages.resendLimit + 1)
            return try resend(codes, selection, form, formKey, event, services)
        case .refund:
            return try change(
                services.orders.refundPlan(numbers, of: event), DeskListSentence.refundTitle, selection, form, event,
                services)
        case .cancel:
            return try change(
                services.orders.orderCancellationPlan(numbers, of: event), DeskListSentence.cancelOrdersTitle,
                selection, form, event, services)
        }
    }

    private func export(
        _ list: OrderList, _ numbers: [OrderNumber], _ format: ListFormat, _ request: PageRequest,
        _ services: ManagementServices
    ) throws -> Outcome {
        let isPDF = format == .pdf
        let export = BulkPages.export(
            list.event, "orders",
            Sentence(DeskSaleSentence.ordersTitle, ["event_title": .text(list.event.details.title)]),
            Sentence(DeskSentence.orders), isPDF ? list.layout.columns : OrderList.exportColumns, request)
        let content = try export.content(format) { append in
            try services.orders.forEachOrder(numbers, of: list.event) { order in
                try append(isPDF ? list.row(order, pending: nil).cells : list.exportCells(order))
            }
        }
        return .file(format, export, content)
    }

    // MARK: Tickets

    /// Performs the action of the form below the list of tickets.
    func tickets(_ request: PageRequest) async throws -> RouteResponse {
        let (form, formKey) = (try await request.form(), try await request.formKey())
        return try await desk.performOnce(request) {
            let outcome = try await request.withServices(on: desk.server.reportThreads) { services -> Outcome in
                let event = try services.event(of: request, for: .showTickets)
                let list = try TicketListPage.list(of: event, services)
                let selection = try BulkSelection(list.layout, form)
                do {
                    return try self.tickets(list, selection, form, formKey, request, services)
                } catch {
                    guard let refused = RejectedForm(error) else { throw error }
                    var context = try TicketListPage(desk: desk).context(
                        list, services, selection.state, selection: selection)
                    context["fault"] = .sentence(refused.message(Sentence(DeskSentence.unchanged)))
                    return .refused(template: "desk-tickets", .verbatim(event.details.title), context)
                }
            }
            return try await respond(request, outcome)
        }
    }

    /// All tickets of a list as a file. The URL has the sorting and the filters of the list.
    func exportTickets(_ request: PageRequest, _ format: ListFormat) async throws -> RouteResponse {
        let outcome = try await request.withServices(on: desk.server.reportThreads) { services -> Outcome in
            let event = try services.event(of: request, for: .showTickets)
            let list = try TicketListPage.list(of: event, services)
            let state = ListState(list.layout) { request.query($0) }
            let codes = try services.tickets.codes(
                of: event, in: list.query(state), limit: BulkPages.mostRead(format))
            return try BulkPages.refusing { try self.export(list, codes, format, request, services) }
        }
        return try await respond(request, outcome)
    }

    private func tickets(
        _ list: TicketList, _ selection: BulkSelection, _ form: FormFields, _ formKey: String?, _ request: PageRequest,
        _ services: ManagementServices
    ) throws -> Outcome {
        let event = list.event
        let name = try form.value(BulkSelection.actionName) ?? ""
        let format = ListFormat(action: name)
        let codes =
            try selection.ids?.compactMap { TicketCode(typed: $0) }
            ?? services.tickets.codes(
                of: event, in: list.query(selection.state), typed: selection.state.text,
                limit: BulkPages.mostRead(format))
        guard !codes.isEmpty else { throw BulkPages.fault(.nothingSelected) }
        if let format { return try export(list, codes, format, request, services) }
        guard let action = TicketAction(rawValue: name) else { throw BulkPages.fault(.chooseAction) }
        try services.authorize(action.operation, on: event)
        try BulkPages.requireAtMost(BulkPlan.limit, codes.count)
        switch action {
        case .resend: return try resend(codes, selection, form, formKey, event, services)
        case .cancel:
            return try change(
                services.tickets.ticketCancellationPlan(codes, of: event), DeskListSentence.cancelTicketsTitle,
                selection, form, event, services)
        }
    }

    private func export(
        _ list: TicketList, _ codes: [TicketCode], _ format: ListFormat, _ request: PageRequest,
        _ services: ManagementServices
    ) throws -> Outcome {
        let isPDF = format == .pdf
        let export = BulkPages.export(
            list.event, "tickets",
            Sentence(DeskSaleSentence.ticketsTitle, ["event_title": .text(list.event.details.title)]),
            Sentence(DeskSentence.tickets), isPDF ? list.layout.columns : TicketList.exportColumns, request)
        let content = try export.content(format) { append in
            try services.tickets.forEachTicket(codes, of: list.event) { ticket in
                try append(isPDF ? list.row(ticket, name: ticket.holder, pending: nil).cells : list.exportCells(ticket))
            }
        }
        return .file(format, export, content)
    }

    // MARK: -

    /// The maximum number of rows of a list that are read: one more than a PDF or a change accepts, so that a longer
    /// list is refused. There is no limit for CSV and XLSX.
    ///
    /// - Parameter format: The format of a file; nil for a change.
    private static func mostRead(_ format: ListFormat?) -> Int {
        switch format {
        case .csv, .xlsx: .max
        case .pdf: ListExport.maxPDFRows + 1
        case nil: BulkPlan.limit + 1
        }
    }

    private static func fault(_ sentence: DeskListSentence) -> FieldFault {
        FieldFault([FieldFault].wholeForm, sentence)
    }

    /// Turns a `FieldFault` of a download into a response with the status 422, because a download has no form.
    private static func refusing(_ work: () throws -> Outcome) throws -> Outcome {
        do {
            return try work()
        } catch let fault as FieldFault {
            throw Problem(.unprocessableContent, fault.allowed)
        }
    }

    /// A hash of the rows that an action changes. A form with this hash confirms only the rows that its page has shown.
    private static func hash(of rows: [String], _ tickets: Int) throws -> String {
        Hexadecimal.text(try SHA256.digest(Array("\(tickets) \(rows.sorted().joined(separator: " "))".utf8)))
    }

    private static func requireAtMost(_ limit: Int, _ count: Int) throws {
        guard count <= limit else {
            throw FieldFault([FieldFault].wholeForm, DeskListSentence.tooManyChanges, ["limit": .number(limit)])
        }
    }

    private static func export(
        _ event: Event, _ name: String, _ title: Sentence, _ sheet: Sentence, _ columns: [ListColumn],
        _ request: PageRequest
    ) -> ListExport {
        let time = request.now.minuteText(in: event.zone)
        return ListExport(
            name: "\(event.slug)-\(name)",
            title: Sentence(DeskListSentence.exportedOn, ["title": .sentence(title), "time": .text(time)]),
            sheet: sheet, columns: columns, language: request.deskLanguage)
    }

    /// Shows the effects of a change or, if the form confirms these effects, schedules the change.
    ///
    /// - Parameter title: The title of the page, with the number of orders or tickets.
    private func change(
        _ plan: BulkPlan, _ title: DeskListSentence, _ selection: BulkSelection, _ form: FormFields, _ event: Event,
        _ services: ManagementServices
    ) throws -> Outcome {
        guard !plan.subjects.isEmpty else { throw BulkPages.fault(.nothingToChange) }
        let note = try form.typed(BulkPages.noteName) ?? ""
        let rows = plan.subjects.map { subject -> String in
            switch subject {
            case .order(let number, _): "\(number)"
            case .ticket(let code): "\(code)"
            }
        }
        let seen = try BulkPages.hash(of: rows, plan.tickets)
        let confirmed = try form.value(BulkPages.confirmedName)
        var faults: [FieldFault] = []
        if confirmed == seen {
            do {
                let change = try services.pendingChanges.schedule(plan, of: event, note: note.isEmpty ? nil : note)
                guard let change else { throw BulkPages.fault(.nothingToChange) }
                return .done(selection.path(plan.action.flash, announcing: change.id))
            } catch SalesError.note(let fault) {
                faults = [FieldFault(BulkPages.noteName, fault.sentence)]
            }
        }
        let count: [String: SentenceArgument] = ["count": .number(plan.subjects.count)]
        let owed = plan.owed.map(\.displayText).joined(separator: ", ")
        var context = try planContext(
            title: Sentence(title, count), about: Sentence(DeskListSentence.changeAbout), seen: seen, selection,
            form, event, services)
        context["details"] = Desk.labelledValues([
            (Sentence(DeskListSentence.ticketsEnded), .verbatim("\(plan.tickets)")),
            (Sentence(DeskListSentence.owed), owed.isEmpty ? nil : .verbatim(owed)),
            (Sentence(DeskListSentence.people), .verbatim("\(plan.recipientCount.people)")),
            (Sentence(DeskListSentence.skipped), plan.skipped == 0 ? nil : .verbatim("\(plan.skipped)")),
        ])
        context["note_fields"] = .list([BulkPages.note.context(note, fault: faults.text(of: BulkPages.noteName))])
        context["bulk_dangerous"] = .section(TemplateContext([:]))
        if confirmed != nil, confirmed != seen { context["bulk_note"] = .sentence(DeskListSentence.planChanged) }
        return .plan(Sentence(title, count), context, isRefused: !faults.isEmpty)
    }

    /// Shows the number of messages or, if the form confirms these messages, queues them again.
    ///
    /// - Parameter formKey: The hash by which the store recognizes a form that is sent twice, even if the server was
    ///   restarted in between, or if another server gets the second form. Nil for a form without an id.
    private func resend(
        _ codes: [TicketCode], _ selection: BulkSelection, _ form: FormFields, _ formKey: String?, _ event: Event,
        _ services: ManagementServices
    ) throws -> Outcome {
        try BulkPages.requireAtMost(BulkPages.resendLimit, codes.count)
        let plan = try services.tickets.resendPlan(codes, of: event)
        guard !plan.codes.isEmpty else { throw BulkPages.fault(.nothingToChange) }
        let seen = try BulkPages.hash(of: plan.codes.map(\.description), plan.codes.count)
        let confirmed = try form.value(BulkPages.confirmedName)
        if confirmed == seen {
            _ = try services.tickets.resendAll(plan, of: event, request: formKey)
            return .done(selection.path(.resent))
        }
        let title = Sentence(DeskListSentence.resendTitle, ["count": .number(plan.codes.count)])
        var context = try planContext(
            title: title, about: Sentence(DeskListSentence.resendAbout), seen: seen, selection, form, event,
            services)
        context["details"] = Desk.labelledValues([
            (Sentence(DeskListSentence.people), .verbatim("\(plan.recipientCount.people)")),
            (Sentence(DeskListSentence.skipped), plan.skipped == 0 ? nil : .verbatim("\(plan.skipped)")),
        ])
        if confirmed != nil { context["bulk_note"] = .sentence(DeskListSentence.planChanged) }
        return .plan(title, context, isRefused: false)
    }

    /// Template values for the page that asks for a confirmation. Its form sends the fields of the list’s form again.
    private func planContext(
        title: Sentence, about: Sentence, seen: String, _ selection: BulkSelection, _ form: FormFields, _ event: Event,
        _ services: ManagementServices
    ) throws -> [String: TemplateContext.Value] {
        let own = [
            CSRFToken.field, PageRequest.formID, RecipientConfirmation.field, BulkPages.confirmedName,
            BulkPages.noteName,
        ]
        let fields = form.without(own.contains).values + [(name: BulkPages.confirmedName, value: seen)]
        return try desk.headerContext(event, services).merging(
            [
                "bulk_title": .sentence(title), "bulk_about": .sentence(about),
                "bulk_path": .text(selection.layout.bulkPath),
                "list_path": .text(
                    selection.layout.path + (selection.layout.query(of: selection.state).map { "?\($0)" } ?? "")),
                "bulk_fields": ListLayout.hidden(fields),
            ]
        ) { $1 }
    }

    private func respond(_ request: PageRequest, _ outcome: Outcome) async throws -> RouteResponse {
        switch outcome {
        case .file(let format, let export, let content): try await export.response(format, content)
        case .done(let path): .seeOther(path)
        case .plan(let title, let context, let isRefused):
            try desk.page(
                request, "desk-bulk", title: title, status: isRefused ? .unprocessableContent : .ok, context)
        case .refused(let template, let title, let context):
            try desk.page(request, template, title: title, status: .unprocessableContent, context)
        }
    }
}
