import Management
import PrintShop
import Ticketing

/// One ticket, and what can be done with it.
struct DeskTicketPage: Sendable {
    let desk: Desk

    /// What is done with a ticket, by the last part of its address.
    enum Deed: String, CaseIterable {
        case resend, cancel, block, unblock, reissue, transfer

        var operation: Management.Operation {
            switch self {
            case .resend: .resendTicket
            case .cancel: .cancelTicket
            case .block: .blockTicket
            case .unblock: .unblockTicket
            case .reissue: .reissueTicket
            case .transfer: .transferTicket
            }
        }

        fileprivate var done: DeskNote.Deed {
            switch self {
            case .resend: .resent
            case .cancel: .cancelled
            case .block: .blocked
            case .unblock: .unblocked
            case .reissue: .reissued
            case .transfer: .transferred
            }
        }

        fileprivate var fields: [FormField] {
            switch self {
            case .cancel: [FormField("cancel-note", "Why")]
            case .block: [FormField("block-note", "What gates are to say", need: .needed)]
            case .transfer:
                [FormField("holder", "To whom", need: .needed), FormField("email", "Their e-mail address", .email)]
            case .resend, .unblock, .reissue: []
            }
        }

        /// Whether it can be done with a ticket of this status.
        fileprivate func fits(_ status: Ticket.Status) -> Bool {
            switch self {
            case .cancel: status.stands
            case .unblock: status == .blocked
            case .resend, .block, .reissue, .transfer: status == .issued
            }
        }
    }

    func page(_ visit: Visit) async throws -> Answer {
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showTickets)
            return (event, try self.facts(visit, event, office))
        }
        return try desk.page(visit, "desk-ticket", title: event.details.title, facts)
    }

    func pdf(_ visit: Visit) async throws -> Answer {
        try await desk.paper(visit) { office, event in
            TicketBundle(try DeskTicketPage.ticket(of: visit, event, office))
        }
    }

    func act(_ visit: Visit, _ deed: Deed) async throws -> Answer {
        let form = try await visit.form()
        let typed = try Dictionary(
            uniqueKeysWithValues: deed.fields.map { ($0.name, try form.typed($0.name) ?? "") })
        let issue = try form.one("issue")
        // Nothing about a ticket shows that it was sent again: so the form’s own id tells.
        guard deed == .resend else { return try await act(visit, deed, typed, issue: issue, change: nil) }
        return try await desk.once(visit) {
            try await act(visit, deed, typed, issue: issue, change: try await visit.formChange())
        }
    }

    private func act(
        _ visit: Visit, _ deed: Deed, _ typed: [String: String], issue: String?, change: ChangeID?
    ) async throws -> Answer {
        try await desk.act(visit, "desk-ticket") { office in
            let event = try office.event(of: visit, for: deed.operation)
            let ticket = try DeskTicketPage.ticket(of: visit, event, office)
            // A form that comes a second time finds its work done: another issue, another status.
            if issue == "\(ticket.issue)" { try perform(deed, ticket, event, typed, change, office) }
            return DeskNote.path("\(event.deskPath)/tickets/\(ticket.code)", deed.done)
        } again: { office, refused in
            let event = try office.event(of: visit, for: deed.operation)
            return (event.details.title, try self.facts(visit, event, office, deed, typed, refused.faults))
        }
    }

    /// Corrects the holder. What others corrected meanwhile stays, or is shown beside what was typed.
    func edit(_ visit: Visit) async throws -> Answer {
        let sent = try SentEdit(try await visit.form(), Array(HolderField.allCases))
        return try await desk.act(visit, "desk-ticket", refusal: "Nothing is saved yet.") { office in
            let event = try office.event(of: visit, for: .editTicket)
            let ticket = try DeskTicketPage.ticket(of: visit, event, office)
            let edited = try office.editTicket(ticket.code, of: event) { try sent.apply(to: &$0) }
            let isChanged = HolderDetails(edited) != HolderDetails(ticket)
            return DeskNote.path("\(event.deskPath)/tickets/\(ticket.code)", isChanged ? .corrected : .unchanged)
        } again: { office, refused in
            let event = try office.event(of: visit, for: .editTicket)
            let details = HolderDetails(try DeskTicketPage.ticket(of: visit, event, office))
            let fields = try sent.facts(over: details, faults: refused.faults, notes: refused.notes)
            var facts = try self.facts(visit, event, office)
            facts["can_edit"] = .one(Facts(["edit_fields": .list(fields), "is_open": .one(Facts([:]))]))
            return (event.details.title, facts)
        }
    }

    private func perform(
        _ deed: Deed, _ ticket: Ticket, _ event: Event, _ typed: [String: String], _ change: ChangeID?,
        _ office: Office
    ) throws {
        func some(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
        switch deed {
        case .resend: try office.once(change) { _ = try $0.resend(ticket.code, of: event) }
        case .cancel where ticket.status == .cancelled: break
        case .block where ticket.status == .blocked: break
        case .unblock where ticket.status == .issued: break
        case .cancel: _ = try office.cancel(ticket.code, of: event, note: some("cancel-note"))
        case .block: _ = try office.block(ticket.code, of: event, note: typed["block-note"] ?? "")
        case .unblock: _ = try office.unblock(ticket.code, of: event)
        case .reissue: _ = try office.reissue(ticket.code, of: event, signingWith: try desk.keys())
        case .transfer:
            _ = try office.transfer(
                ticket.code, of: event, to: typed["holder"] ?? "", email: some("email"), signingWith: try desk.keys())
        }
    }

    private static func ticket(of visit: Visit, _ event: Event, _ office: Office) throws -> Ticket {
        guard let code = visit.part("code").flatMap({ TicketCode(typed: $0) }) else { throw Problem(.notFound) }
        return try office.ticket(code, of: event)
    }

    private func facts(
        _ visit: Visit, _ event: Event, _ office: Office, _ deed: Deed? = nil, _ typed: [String: String] = [:],
        _ faults: [FieldFault] = []
    ) throws -> [String: Facts.Fact] {
        let ticket = try DeskTicketPage.ticket(of: visit, event, office)
        var facts = try desk.heading(event, office)
        facts.merge(ticket.line(event, try office.ticketTypes(of: event))) { $1 }
        let said: [(String, String?)] = [
            ("Holder", ticket.holder), ("E-mail", ticket.email?.rawValue), ("Note", ticket.note),
            ("Type", try office.ticketTypes(of: event).first { $0.number == ticket.type }?.name),
            ("Admits", "\(ticket.admits)"), ("Inside now", "\(try office.inside(on: ticket, of: event))"),
            ("Issued", event.shown(ticket.issuedAt)), ("Issue", "\(ticket.issue)"),
            ("Re-issued", event.shown(ticket.reissued)), ("Order", ticket.sale.map { "\($0.order)" }),
            ("Price", ticket.sale?.price?.description), ("Still to be paid", ticket.sale?.due?.description),
            ("Since", event.shown(ticket.statusSince)), ("Why", ticket.statusNote),
        ]
        facts["said"] = Desk.said(said)
        facts["issue"] = .text("\(ticket.issue)")
        if let handover = try Handover(event, office, visit)?.facts(of: ticket) { facts["handover"] = .one(handover) }
        if ticket.status.stands {
            let fields = try HolderField.facts(Array(HolderField.allCases), of: HolderDetails(ticket))
            facts["can_edit"] = .one(Facts(["edit_fields": .list(fields)]))
        }
        for other in Deed.allCases where other.fits(ticket.status) {
            let fields = other.fields.map { field in
                // The core names a note “note”; each form has its own.
                let fault =
                    faults.text(of: field.name) ?? (field.name.hasSuffix("-note") ? faults.text(of: "note") : nil)
                return field.facts(other == deed ? typed[field.name] ?? "" : "", fault: other == deed ? fault : nil)
            }
            var can: [String: Facts.Fact] = ["deed_fields": .list(fields)]
            if other == deed { can["is_open"] = .one(Facts([:])) }
            facts["can_\(other.rawValue)"] = .one(Facts(can))
        }
        return facts
    }
}
