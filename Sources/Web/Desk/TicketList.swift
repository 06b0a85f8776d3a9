import Management
import Presenting
import Ticketing

/// The tickets of an event: by code, searched, and issued.
struct TicketList: Sendable {
    let desk: Desk

    /// Tickets on one page.
    private static let most = 50
    /// Tickets that one form issues at most.
    private static let mostAtOnce = 10_000
    /// New tickets that the page after a form names one by one.
    private static let mostNamed = 20

    private static let search = FormField("text", "Code, name, e-mail address or order number")
    private static let holder = FormField("holder", "Whose it is", need: .needed)
    private static let email = FormField("email", "Their e-mail address", .email)
    private static let note = FormField("note", "A note")
    private static let count = FormField("count", "How many", .number, need: .needed)

    func page(_ visit: Visit) async throws -> Answer {
        let after = visit.query("after").flatMap { TicketCode(typed: $0) }
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showTickets)
            let last = try after.map { try office.ticket($0, of: event) }
            let found = try office.tickets(of: event, matching: .all, after: last, limit: TicketList.most + 1)
            var facts = try self.facts(event, office, Array(found.prefix(TicketList.most)))
            if found.count > TicketList.most { facts["next"] = .text("\(found[TicketList.most - 1].code)") }
            facts["count"] = .text("\(try office.ticketCount(of: event))")
            if let issued = try TicketList.issued(visit, event, office) { facts["new_tickets"] = .one(issued) }
            return (event, facts)
        }
        return try desk.page(visit, "desk-tickets", title: event.details.title, facts)
    }

    /// By POST: the names of people stay out of addresses.
    func find(_ visit: Visit) async throws -> Answer {
        let text = try await visit.form().typed("text") ?? ""
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showTickets)
            let found = try office.tickets(of: event, typed: text, limit: TicketList.most + 1)
            var facts = try self.facts(event, office, Array(found.prefix(TicketList.most)), text: text)
            facts["found"] = .one(Facts([:]))
            if found.isEmpty { facts["none"] = .text("No ticket found for “\(text)”.") }
            if found.count > TicketList.most { facts["rest"] = .text("There are more. Type more of the name.") }
            return (event, facts)
        }
        return try desk.page(visit, "desk-tickets", title: event.details.title, facts)
    }

    func issue(_ visit: Visit) async throws -> Answer {
        try await desk.sell(visit) { again in
            let form = try await visit.form()
            let names = ["type", "count", "holder", "email", "note"]
            let typed = try Dictionary(uniqueKeysWithValues: names.map { ($0, try form.typed($0) ?? "") })
            let isForPerson = try form.one("for") == "person"
            let change = try await visit.formChange()
            return try await desk.act(visit, "desk-tickets", refusal: "No ticket is issued.") { office in
                let event = try office.event(of: visit, for: .issueTickets)
                let type = try office.ticketTypes(of: event).first { "\($0.number)" == typed["type"] }
                guard let type else { throw FieldFault("type", "one of this event’s") }
                if let again { throw again }
                let recipients = try TicketList.recipients(typed, isForPerson: isForPerson)
                let summary = try office.once(change) {
                    try $0.issue(recipients, type: type, of: event, signingWith: try desk.keys())
                }
                return TicketList.path(after: summary, at: event)
            } again: { office, refused in
                let event = try office.event(of: visit, for: .issueTickets)
                let found = try office.tickets(of: event, matching: .all, limit: TicketList.most)
                return (
                    event.details.title,
                    try self.facts(event, office, found, typed: typed, faults: refused.faults, isForPerson)
                )
            }
        }
    }

    /// The page after an issue: that of the new ticket, or the list with the codes of several.
    ///
    /// - Parameter summary: nil for a form that has issued its tickets before.
    private static func path(after summary: IssueSummary?, at event: Event) -> String {
        let list = "\(event.deskPath)/tickets"
        guard let summary else { return DeskNote.path(list, .issued) }
        let codes = summary.first.prefix(mostNamed).map(\.code.description)
        guard summary.tickets > 1, let first = codes.first else {
            return DeskNote.path(codes.first.map { "\(list)/\($0)" } ?? list, .issued, count: summary.tickets)
        }
        let rest = codes.dropFirst().reduce(first) { "\($0),\($1)" }
        return DeskNote.path(list, .issued, count: summary.tickets) + "&codes=\(rest)"
    }

    /// The new tickets that the address names; nil where it names none of this event.
    private static func issued(_ visit: Visit, _ event: Event, _ office: Office) throws -> Facts? {
        let codes = (visit.query("codes") ?? "").split(separator: ",").prefix(mostNamed).compactMap {
            TicketCode(typed: String($0))
        }
        let tickets = try codes.compactMap { code -> Ticket? in
            do { return try office.ticket(code, of: event) } catch ManagementError.unknownTicket { return nil }
        }
        guard !tickets.isEmpty else { return nil }
        let types = try office.ticketTypes(of: event)
        let isAll = visit.query("count").flatMap { Int($0) } ?? 0 <= tickets.count
        return Facts([
            "new_words": .text(isAll ? "New tickets" : "The first \(tickets.count) new tickets"),
            "new_lines": .list(tickets.map { Facts($0.line(event, types)) }),
        ])
    }

    private static func recipients(_ typed: [String: String], isForPerson: Bool) throws(FieldFault) -> Recipients {
        func some(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
        if isForPerson {
            return .person(holder: typed["holder"] ?? "", email: some("email"), note: some("note"))
        }
        guard let count = Int(typed["count"] ?? ""), (1...mostAtOnce).contains(count) else {
            throw FieldFault("count", "1 to \(mostAtOnce)")
        }
        return .unnamed(count)
    }

    private func facts(
        _ event: Event, _ office: Office, _ tickets: [Ticket], text: String = "", typed: [String: String] = [:],
        faults: [FieldFault] = [], _ isForPerson: Bool = true
    ) throws -> [String: Facts.Fact] {
        var facts = try desk.heading(event, office)
        let types = try office.ticketTypes(of: event)
        let names = FoundNames(tickets, guests: try office.guestNames(on: tickets, of: event))
        facts["tickets"] = .list(
            tickets.map { ticket in
                var line = ticket.line(event, types)
                if let name = names.text(ticket) { line["ticket_holder"] = .text(name) }
                return Facts(line)
            })
        facts["search_fields"] = .list([TicketList.search.facts(text)])
        func field(_ field: FormField) -> Facts {
            field.facts(typed[field.name] ?? "", fault: faults.text(of: field.name))
        }
        func type(_ name: String, _ isOpen: Bool) -> Facts {
            FormField("type", "Type", .choice(types.map { .init("\($0.number)", $0.name) }), id: "type-\(name)").facts(
                typed["type"] ?? types.first.map { "\($0.number)" } ?? "",
                fault: isOpen ? faults.text(of: "type") : nil)
        }
        let again = [SameAgain.field(faults)].compactMap(\.self)
        facts["person_fields"] = .list(
            [type("person", isForPerson), field(TicketList.holder), field(TicketList.email), field(TicketList.note)]
                + (isForPerson ? again : []))
        facts["unnamed_fields"] = .list(
            [type("unnamed", !isForPerson), field(TicketList.count)] + (isForPerson ? [] : again))
        if !types.isEmpty, event.status == .published { facts["issues"] = .one(Facts([:])) }
        if !faults.isEmpty { facts[isForPerson ? "person_open" : "unnamed_open"] = .one(Facts([:])) }
        return facts
    }
}

extension Ticket {
    /// One line of a list.
    func line(_ event: Event, _ types: [TicketType]) -> [String: Facts.Fact] {
        var facts: [String: Facts.Fact] = [
            "code": .text("\(code)"), "ticket_path": .text("\(event.deskPath)/tickets/\(code)"),
            "ticket_type": .text(types.first { $0.number == type }?.name ?? "\(type)"),
            "status": .text(status.rawValue), "status_tone": .text(status == .issued ? "good" : "bad"),
        ]
        if status == .issued, let due = sale?.due {
            // No gate admits it before.
            facts["status"] = .text("pay \(due.shown) at the door")
            facts["status_tone"] = .text("")
        }
        if let holder { facts["ticket_holder"] = .text(holder) }
        return facts
    }
}
