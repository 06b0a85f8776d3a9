import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The page that lists, searches and issues the tickets of an event.
struct TicketListPage: Sendable {
    let desk: Desk

    /// The number of tickets on one page.
    private static let pageSize = 50
    /// The largest number of tickets that one form issues.
    private static let maxTicketsPerForm = 10_000
    /// The largest number of new tickets that the list page shows after a form has issued tickets.
    private static let maxCodesInAddress = 20

    private static let search = FormField("text", Sentence(DeskSaleSentence.searchLabel))
    private static let holder = FormField("holder", Sentence(DeskSaleSentence.holder), requirement: .required)
    private static let email = FormField("email", Sentence(DeskSentence.emailAddress), .email)
    private static let note = FormField("note", Sentence(DeskSaleSentence.note))
    private static let count = FormField(
        "count", Sentence(DeskEventSentence.quantity), .number, requirement: .required)

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let after = request.query("after").flatMap { TicketCode(typed: $0) }
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showTickets)
            let last = try after.map { try services.tickets.ticket($0, of: event) }
            let found = try services.tickets.tickets(
                of: event, matching: .all, after: last, limit: TicketListPage.pageSize + 1)
            var context = try self.context(event, services, Array(found.prefix(TicketListPage.pageSize)))
            if found.count > TicketListPage.pageSize {
                context["next"] = .text("\(found[TicketListPage.pageSize - 1].code)")
            }
            context["count"] = .text("\(try services.tickets.ticketCount(of: event))")
            if let issued = try TicketListPage.issued(request, event, services) {
                context["new_tickets"] = .section(issued)
            }
            return (event, context)
        }
        return try desk.page(request, "desk-tickets", title: .verbatim(event.details.title), context)
    }

    /// The page with the tickets that match a text. The search is a POST request, because the address of a GET request
    /// would contain people’s names.
    func search(_ request: PageRequest) async throws -> RouteResponse {
        let text = try await request.form().typed("text") ?? ""
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showTickets)
            let found = try services.tickets.tickets(of: event, typed: text, limit: TicketListPage.pageSize + 1)
            var context = try self.context(event, services, Array(found.prefix(TicketListPage.pageSize)), text: text)
            context["found"] = .section(TemplateContext([:]))
            if found.isEmpty { context["none"] = .sentence(DeskSaleSentence.noTicketFound, ["text": .text(text)]) }
            if found.count > TicketListPage.pageSize { context["rest"] = .sentence(DeskSaleSentence.moreTickets) }
            return (event, context)
        }
        return try desk.page(request, "desk-tickets", title: .verbatim(event.details.title), context)
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
                let found = try services.tickets.tickets(of: event, matching: .all, limit: TicketListPage.pageSize)
                return (
                    .verbatim(event.details.title),
                    try self.context(event, services, found, typed: typed, faults: refused.faults, isForPerson)
                )
            }
        }
    }

    /// The address that the browser opens after the form has issued tickets. For one new ticket, it is the address of
    /// the ticket’s page. For several new tickets, it is the address of the list, with the codes of the first new
    /// tickets in the query.
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

    /// Template values for the new tickets whose codes are in the address. Nil if the address contains no code of a
    /// ticket of this event.
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

    private func context(
        _ event: Event, _ services: ManagementServices, _ tickets: [Ticket], text: String = "",
        typed: [String: String] = [:],
        faults: [FieldFault] = [], _ isForPerson: Bool = true
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        let types = try services.ticketTypes.ticketTypes(of: event)
        let names = DuplicateNameText(tickets, guests: try services.tickets.guestNames(on: tickets, of: event))
        context["tickets"] = .list(
            tickets.map { ticket in
                var line = ticket.listContext(event, types)
                if let name = names.text(ticket) { line["ticket_holder"] = .text(name) }
                return TemplateContext(line)
            })
        context["search_fields"] = .list([TicketListPage.search.context(text)])
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
    /// Template values for one row of a list.
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
