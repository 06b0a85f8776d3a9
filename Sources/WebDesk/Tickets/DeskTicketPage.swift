import Languages
import Management
import PrintShop
import Ticketing
import WebHost

/// The page of one ticket, with forms for the actions on the ticket. A cancellation is made ten seconds after the form
/// was sent, and can be undone until then.
struct DeskTicketPage: Sendable {
    let desk: Desk

    /// An action on a ticket. The raw value is the last part of the action’s path.
    enum Action: String, CaseIterable {
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

        fileprivate var flash: FlashMessage.Kind {
            switch self {
            case .resend: .resent
            case .cancel: .cancelScheduled
            case .block: .blocked
            case .unblock: .unblocked
            case .reissue: .reissued
            case .transfer: .transferred
            }
        }

        /// The kind of the message that the action queues; nil if the action queues no message.
        private var noticeKind: Notice.Kind? {
            switch self {
            case .resend: .ticketIssued
            case .cancel: .ticketCancelled
            case .reissue: .ticketReissued
            case .transfer: .ticketTransferred
            case .block, .unblock: nil
            }
        }

        /// The people whom the action’s message does not reach. Nil if the action queues no message, or if the message
        /// reaches everybody.
        fileprivate func unreached(
            _ ticket: Ticket, of event: Event, _ services: ManagementServices
        ) throws -> FlashMessage.Unreached? {
            // The message goes to the ticket’s holder. `resend` also writes to the buyer or guests, and `reissue` to
            // the guests.
            let people: MessagePeople =
                switch self {
                case .resend: .tickets([ticket.serial])
                case .reissue: .owners([ticket.serial])
                case .cancel, .block, .unblock, .transfer: .holders([ticket.serial])
                }
            return try noticeKind.flatMap { try services.unreached(people, by: $0, of: event) }
        }

        fileprivate var fields: [FormField] {
            switch self {
            case .cancel: [FormField("cancel-note", Sentence(DeskSentence.reason))]
            case .block:
                [FormField("block-note", Sentence(DeskSaleSentence.messageForStaff), requirement: .required)]
            case .transfer:
                [
                    FormField("holder", Sentence(PublicSentence.newHolder), requirement: .required),
                    FormField("email", Sentence(DeskSentence.emailAddress), .email),
                ]
            case .resend, .unblock, .reissue: []
            }
        }

        fileprivate func isAllowed(_ status: Ticket.Status) -> Bool {
            switch self {
            case .cancel: status.isActive
            case .unblock: status == .blocked
            case .resend, .block, .reissue, .transfer: status == .issued
            }
        }
    }

    /// A prefix for the names of the fields in the form that corrects the holder’s details. Without the prefix, the
    /// form that transfers the ticket would have fields with the same names.
    private static let holderPrefix = "edit-"
    private static let holderFields = FieldInput<HolderDetails>.all(prefix: holderPrefix)

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showTickets)
            return (event, try self.context(request, event, services))
        }
        return try desk.page(request, "desk-ticket", title: .verbatim(event.details.title), context)
    }

    func pdf(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.ticketsPDF(request) { services, event in
            TicketBundle(try DeskTicketPage.ticket(of: request, event, services))
        }
    }

    func submit(_ request: PageRequest, _ action: Action) async throws -> RouteResponse {
        let form = try await request.form()
        let typed = try Dictionary(
            uniqueKeysWithValues: action.fields.map { ($0.name, try form.typed($0.name) ?? "") })
        let issue = try form.value("issue")
        // `resend` queues the message with the ticket again, which leaves no trace in the ticket’s data. Therefore, the
        // server uses the form’s id to recognize a form that is sent twice.
        guard action == .resend else { return try await submit(request, action, typed, issue: issue, change: nil) }
        return try await desk.performOnce(request) {
            try await submit(request, action, typed, issue: issue, change: try await request.formChangeID())
        }
    }

    private func submit(
        _ request: PageRequest, _ action: Action, _ typed: [String: String], issue: String?, change: ChangeID?
    ) async throws -> RouteResponse {
        try await desk.submit(request, "desk-ticket") { services in
            let event = try services.event(of: request, for: action.operation)
            let ticket = try DeskTicketPage.ticket(of: request, event, services)
            // When the form is sent a second time, the ticket already has another issue number or another status. The
            // ticket is then not changed again.
            if issue == "\(ticket.issue)" { try perform(action, ticket, event, typed, change, services) }
            return FlashMessage.path(
                "\(event.deskPath)/tickets/\(ticket.code)",
                try action == .cancel ? DeskTicketPage.cancellation(ticket, event, services) : action.flash,
                unreached: try action.unreached(ticket, of: event, services))
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: action.operation)
            return (
                .verbatim(event.details.title),
                try self.context(request, event, services, action, typed, refused.faults)
            )
        }
    }

    /// Corrects the holder’s details. Another user may have changed the details after this user opened the form. In
    /// fields that this user left unchanged, the other user’s changes are kept. If both users changed the same field,
    /// the form shows a conflict at that field.
    func edit(_ request: PageRequest) async throws -> RouteResponse {
        let sent = try FormEdit(try await request.form(), DeskTicketPage.holderFields)
        return try await desk.submit(
            request, "desk-ticket", refusal: Sentence(DeskFormSentence.nothingSaved)
        ) { services in
            let event = try services.event(of: request, for: .editTicket)
            let ticket = try DeskTicketPage.ticket(of: request, event, services)
            let edited = try services.tickets.editTicket(ticket.code, of: event) {
                try sent.apply(to: &$0, in: event.zone)
            }
            let isChanged = HolderDetails(edited) != HolderDetails(ticket)
            return FlashMessage.path("\(event.deskPath)/tickets/\(ticket.code)", isChanged ? .corrected : .unchanged)
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: .editTicket)
            let details = HolderDetails(try DeskTicketPage.ticket(of: request, event, services))
            let faults = refused.faults.map { FieldFault(DeskTicketPage.holderPrefix + $0.field, $0.allowed) }
            let fields = try sent.context(over: details, in: event.zone, faults: faults, notes: refused.notes)
            var context = try self.context(request, event, services)
            context["can_edit"] = .section(
                TemplateContext(["edit_fields": .list(fields), "is_open": .section(TemplateContext([:]))]))
            return (.verbatim(event.details.title), context)
        }
    }

    private func perform(
        _ action: Action, _ ticket: Ticket, _ event: Event, _ typed: [String: String], _ change: ChangeID?,
        _ services: ManagementServices
    ) throws {
        func some(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
        switch action {
        case .resend: try services.performOnce(change) { _ = try $0.tickets.resend(ticket.code, of: event) }
        case .cancel where ticket.status == .cancelled: break
        case .block where ticket.status == .blocked: break
        case .unblock where ticket.status == .issued: break
        case .cancel:
            _ = try services.pendingChanges.scheduleCancellation(
                ofTicket: ticket.code, of: event, note: some("cancel-note"))
        case .block: _ = try services.tickets.block(ticket.code, of: event, note: typed["block-note"] ?? "")
        case .unblock: _ = try services.tickets.unblock(ticket.code, of: event)
        case .reissue: _ = try services.tickets.reissue(ticket.code, of: event, signingWith: try desk.signingKeys())
        case .transfer:
            _ = try services.tickets.transfer(
                ticket.code, of: event, to: typed["holder"] ?? "", email: some("email"),
                signingWith: try desk.signingKeys())
        }
    }

    /// The result of a form that cancels a ticket. Nothing is scheduled if the ticket was reissued or cancelled after
    /// the form was shown.
    private static func cancellation(
        _ ticket: Ticket, _ event: Event, _ services: ManagementServices
    ) throws -> FlashMessage.Kind {
        if let change = try services.pendingChanges.change(ofTicket: ticket, of: event) {
            return change.action.effect(onActive: [ticket]).flash
        }
        return ticket.status == .cancelled ? .cancelled : .unchanged
    }

    private static func ticket(of request: PageRequest, _ event: Event, _ services: ManagementServices) throws -> Ticket
    {
        guard let code = request.pathParameter("code").flatMap({ TicketCode(typed: $0) }) else {
            throw Problem(.notFound)
        }
        return try services.tickets.ticket(code, of: event)
    }

    private func context(
        _ request: PageRequest, _ event: Event, _ services: ManagementServices, _ action: Action? = nil,
        _ typed: [String: String] = [:],
        _ faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        let ticket = try DeskTicketPage.ticket(of: request, event, services)
        var context = try desk.headerContext(event, services)
        context.merge(ticket.listContext(event, try services.ticketTypes.ticketTypes(of: event))) { $1 }
        let rows: [(Sentence, String?)] = [
            (Sentence(DeskSaleSentence.holder), ticket.holder),
            (Sentence(DeskSaleSentence.email), ticket.email?.rawValue),
            (Sentence(DeskSaleSentence.note), ticket.note),
            (
                Sentence(DeskSentence.type),
                try services.ticketTypes.ticketTypes(of: event).first { $0.number == ticket.type }?.name
            ),
            (Sentence(DeskSaleSentence.admission), "\(ticket.admits)"),
            (Sentence(DeskSaleSentence.insideNow), "\(try services.tickets.inside(on: ticket, of: event))"),
            (Sentence(DeskSentence.issued), event.formatted(ticket.issuedAt)),
            (Sentence(DeskSaleSentence.issueNumber), "\(ticket.issue)"),
            (Sentence(DeskSaleSentence.reissued), event.formatted(ticket.reissued)),
            (Sentence(DeskSaleSentence.order), ticket.sale.map { "\($0.order)" }),
            (Sentence(DeskEventSentence.price), ticket.sale?.price?.displayText),
            (Sentence(DeskSaleSentence.amountDue), ticket.sale?.due?.displayText),
            (Sentence(DeskSaleSentence.statusSince), event.formatted(ticket.statusSince)),
            (Sentence(DeskSentence.reason), ticket.statusNote),
        ]
        context["details"] = Desk.labelledValues(rows.map { ($0, $1.map(Sentence.verbatim)) })
        context["issue"] = .text("\(ticket.issue)")
        if let handover = try TicketHandover(event, services, request)?.context(of: ticket) {
            context["handover"] = .section(handover)
        }
        if let dropped = try services.pendingChanges.lastDrop(ofTicket: ticket, of: event) {
            context["dropped_change"] = .sentence(dropped.sentence(in: event.zone))
        }
        if let pending = try services.pendingChanges.change(ofTicket: ticket, of: event) {
            // Until the change is made or undone, the ticket offers no other action.
            context["pending"] = .section(
                try pending.context(
                    as: pending.action.effect(onActive: [ticket]), at: event, on: "tickets/\(ticket.code)", services,
                    now: desk.server.now()))
            return context
        }
        if ticket.status.isActive {
            let fields = try FieldInput.context(
                DeskTicketPage.holderFields, of: HolderDetails(ticket), in: event.zone)
            context["can_edit"] = .section(TemplateContext(["edit_fields": .list(fields)]))
        }
        return context.merging(Self.actionForms(ticket, action, typed, faults)) { $1 }
    }

    /// The forms of the actions that the ticket's status allows.
    private static func actionForms(
        _ ticket: Ticket, _ action: Action?, _ typed: [String: String], _ faults: [FieldFault]
    ) -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [:]
        for other in Action.allCases where other.isAllowed(ticket.status) {
            let fields = other.fields.map { field in
                // The services report faults of the field “note”, but each form names its note field differently.
                let fault =
                    faults.text(of: field.name) ?? (field.name.hasSuffix("-note") ? faults.text(of: "note") : nil)
                let isOwn = other == action
                return field.context(isOwn ? typed[field.name] ?? "" : "", fault: isOwn ? fault : nil)
            }
            var can: [String: TemplateContext.Value] = ["action_fields": .list(fields)]
            if other == action { can["is_open"] = .section(TemplateContext([:])) }
            context["can_\(other.rawValue)"] = .section(TemplateContext(can))
        }
        return context
    }
}
