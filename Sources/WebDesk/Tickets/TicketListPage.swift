import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The page that lists, searches and issues the tickets of an event.
struct TicketListPage: Sendable {
    let desk: Desk

    private static let pageSize = 50
    private static let maxTicketsPerForm = 10_000
    /// The largest number of new tickets that the list page shows after a form has issued tickets.
    private static let maxCodesInAddress = 20

    private static let holder = FormField("holder", Sentence(DeskSaleSentence.holder), requirement: .required)
    private static let email = FormField("email", Sentence(DeskSentence.emailAddress), .email)
    private static let note = FormField("note", Sentence(DeskSaleSentence.note))
    private static let count = FormField(
        "count", Sentence(DeskEventSentence.quantity), .number, requirement: .required)

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showTickets)
            let list = try TicketListPage.list(of: event, services)
            let state = ListState(list.layout) { request.query($0) }
            var context = try self.context(list, services, state)
            context["count"] = .text("\(try services.tickets.ticketCount(of: event))")
            if let issued = try TicketListPage.issued(request, event, services) {
                context["new_tickets"] = .section(issued)
            }
            let query = list.layout.query(of: state)
            context.merge(try desk.announcedChange(request, event, on: "tickets", in: query, services)) { $1 }
            return (event, context)
        }
        return try desk.page(request, "desk-tickets", title: .verbatim(event.details.title), context)
    }

    /// The page with the tickets that match a text. The search is a POST request, because the URL of a GET request
    /// would contain people’s names. The best matches come first, so sorting and filters have no effect.
    func search(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let text = try form.typed(ListState.textName) ?? ""
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showTickets)
            let list = try TicketListPage.list(of: event, services)
            let state = try ListState(list.searchLayout, text: text) { try form.value($0) }
            return (event, try self.context(list, services, state))
        }
        return try desk.page(request, "desk-tickets", title: .verbatim(event.details.title), context)
    }

    /// The list of tickets, with the actions that the user may perform.
    static func list(of event: Event, _ services: ManagementServices) throws -> TicketList {
        let rights = try services.rights(in: event.organizer)
        return TicketList(
            event, types: try services.ticketTypes.ticketTypes(of: event),
            actions: ListFormat.buttons
                + BulkPages.TicketAction.allCases.filter { rights.contains($0.operation.requiredRight) }.map(\.button))
    }

    func issue(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performSaleOnce(request) { again in
            let form = try await request.form()
            let names = ["type", "count", "holder", "email", "note"]
            let typed = try Dictionary(uniqueKeysWithValues: names.map { ($0, try form.typed($0) ?? "") })
            let isForPerson = try form.value("for") == "person"
            let change = try await request.formChangeID()
            return try await desk.submit(
                request, "desk-tickets", refusal: Sentence(DeskSaleSentence.noTicketIssued)
            ) { services in
                let event = try services.event(of: request, for: .issueTickets)
                let type = try services.ticketTypes.ticketTypes(of: event).first { "\($0.number)" == typed["type"] }
                guard let type else { throw FieldFault("type", DeskSaleSentence.chooseType) }
                if let again { throw again }
                let recipients = try TicketListPage.recipients(typed, isForPerson: isForPerson)
                let summary = try services.performOnce(change) {
                    try $0.tickets.issue(recipients, type: type, of: event, signingWith: try desk.signingKeys())
                }
                return try TicketListPage.path(after: summary, at: event, isForPerson: isForPerson, services)
            } redisplay: { services, refused in
                let event = try services.event(of: request, for: .issueTickets)
                let list = try TicketListPage.list(of: event, services)
                return (
                    .verbatim(event.details.title),
                    try self.context(
                        list, services, ListState(list.layout) { _ in nil }, typed: typed, faults: refused.faults,
                        isForPerson)
                )
            }
        }
    }

    /// The URL that the browser opens after the form has issued tickets. For one new ticket, it is the URL of the
    /// ticket’s page. For several new tickets, it is the URL of the list, with the codes of the first new tickets in
    /// the query.
    ///
    /// - Parameters:
    ///   - summary: The result of issuing the tickets; nil if the form was sent again and had already issued its
    ///     tickets.
    ///   - isForPerson: Whether the form issues a ticket for a person. The person gets a message.
    private static func path(
        after summary: IssueSummary?, at event: Event, isForPerson: Bool, _ services: ManagementServices
    ) throws -> String {
        let list = "\(event.deskPath)/tickets"
        guard let summary else { return FlashMessage.path(list, .issued) }
        let codes = summary.first.prefix(maxCodesInAddress).map(\.code.description)
        guard summary.tickets > 1, let first = codes.first else {
            let unreached =
                try isForPerson
                ? summary.first.first.flatMap {
                    try services.unreached(.holders([$0.serial]), by: .ticketIssued, of: event)
                } : nil
            return FlashMessage.path(
                codes.first.map { "\(list)/\($0)" } ?? list, .issued, count: summary.tickets,
                unreached: unreached)
        }
        let rest = codes.dropFirst().reduce(first) { "\($0),\($1)" }
        return FlashMessage.path(list, .issued, count: summary.tickets) + "&codes=\(rest)"
    }

    /// Template values for the new tickets whose codes are in the URL. Nil if the URL contains no code of a ticket of
    /// this event.
    private static func issued(_ request: PageRequest, _ event: Event, _ services: ManagementServices) throws
        -> TemplateContext?
    {
        let codes = (request.query("codes") ?? "").split(separator: ",").prefix(maxCodesInAddress).compactMap {
            TicketCode(typed: String($0))
        }
        let tickets = try codes.compactMap { code -> Ticket? in
            do { return try services.tickets.ticket(code, of: event) } catch ManagementError.unknownTicket {
                return nil
            }
        }
        guard !tickets.isEmpty else { return nil }
        let types = try services.ticketTypes.ticketTypes(of: event)
        let isAll = request.query("count").flatMap { Int($0) } ?? 0 <= tickets.count
        return TemplateContext([
            "new_text": isAll
                ? .sentence(DeskSaleSentence.newTickets)
                : .sentence(DeskSaleSentence.firstNewTickets, ["count": .number(tickets.count)]),
            "new_lines": .list(tickets.map { TemplateContext($0.listContext(event, types)) }),
        ])
    }

    private static func recipients(_ typed: [String: String], isForPerson: Bool) throws(FieldFault) -> Recipients {
        func some(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
        if isForPerson {
            return .person(holder: typed["holder"] ?? "", email: some("email"), note: some("note"))
        }
        guard let count = Int(typed["count"] ?? ""), (1...maxTicketsPerForm).contains(count) else {
            throw FieldFault("count", DeskSaleSentence.countRange, ["most": .number(maxTicketsPerForm)])
        }
        return .unnamed(count)
    }

    private static func context(
        of list: TicketList, _ services: ManagementServices, _ state: ListState, _ selection: BulkSelection?
    ) throws -> [String: TemplateContext.Value] {
        let event = list.event
        let found =
            if let text = state.text {
                try services.tickets.tickets(of: event, typed: text, limit: pageSize + 1)
            } else {
                try services.tickets.tickets(
                    of: event, in: list.query(state), after: state.after.flatMap { TicketCode(typed: $0) },
                    limit: pageSize + 1)
            }
        let shown = Array(found.prefix(pageSize))
        let pending = try services.pendingChanges.actions(ofTickets: shown, of: event)
        let names = DuplicateNameText(shown, guests: try services.tickets.guestNames(on: shown, of: event))
        let none =
            if let text = state.text {
                Sentence(DeskSaleSentence.noTicketFound, ["text": .text(text)])
            } else if state.filters.isEmpty {
                Sentence(DeskListSentence.noTickets)
            } else {
                Sentence(DeskListSentence.noRows)
            }
        let isSearch = state.text != nil
        let isMore = found.count > pageSize
        var context = (isSearch ? list.searchLayout : list.layout).context(
            state, shown.map { list.row($0, name: names.text($0), pending: pending[$0.serial]) },
            isMore: isMore && !isSearch, none: none, selection: selection)
        if isSearch, isMore { context["rest"] = .sentence(DeskSaleSentence.moreTickets) }
        return context
    }

    /// - Parameters:
    ///   - typed: The values of the refused form for new tickets.
    ///   - faults: The faults of that form.
    ///   - isForPerson: Whether that form issues a ticket for a person.
    ///   - selection: The rows that a refused form for several tickets has selected; nil if no such form was refused.
    func context(
        _ list: TicketList, _ services: ManagementServices, _ state: ListState, typed: [String: String] = [:],
        faults: [FieldFault] = [], _ isForPerson: Bool = true, selection: BulkSelection? = nil
    ) throws -> [String: TemplateContext.Value] {
        let (event, types) = (list.event, list.types)
        var context = try desk.headerContext(event, services)
        context.merge(try TicketListPage.context(of: list, services, state, selection)) { $1 }
        func field(_ field: FormField) -> TemplateContext {
            field.context(typed[field.name] ?? "", fault: faults.text(of: field.name))
        }
        func type(_ name: String, _ isOpen: Bool) -> TemplateContext {
            FormField(
                "type", Sentence(DeskSentence.type),
                .choice(types.map { .init("\($0.number)", .verbatim($0.name)) }), id: "type-\(name)"
            ).context(
                typed["type"] ?? types.first.map { "\($0.number)" } ?? "",
                fault: isOpen ? faults.text(of: "type") : nil)
        }
        let again = [DuplicateSubmission.field(faults)].compactMap(\.self)
        context["person_fields"] = .list(
            [
                type("person", isForPerson), field(TicketListPage.holder), field(TicketListPage.email),
                field(TicketListPage.note),
            ]
                + (isForPerson ? again : []))
        context["unnamed_fields"] = .list(
            [type("unnamed", !isForPerson), field(TicketListPage.count)] + (isForPerson ? [] : again))
        if !types.isEmpty, event.status == .published { context["issues"] = .section(TemplateContext([:])) }
        if !faults.isEmpty { context[isForPerson ? "person_open" : "unnamed_open"] = .section(TemplateContext([:])) }
        return context
    }
}

extension Ticket {
    func listContext(_ event: Event, _ types: [TicketType]) -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [
            "code": .text("\(code)"), "ticket_path": .text("\(event.deskPath)/tickets/\(code)"),
            "ticket_type": .text(types.first { $0.number == type }?.name ?? "\(type)"),
            "status": .sentence(status.label), "status_tone": .text(status.tone.rawValue),
        ]
        if status == .issued, let due = sale?.due {
            // Gates refuse the ticket until somebody has paid the amount that is due for it.
            context["status"] = .sentence(PublicSentence.payAtDoor, ["amount": .text(due.displayText)])
            context["status_tone"] = .text(BadgeTone.neutral.rawValue)
        }
        if let holder { context["ticket_holder"] = .text(holder) }
        return context
    }
}
