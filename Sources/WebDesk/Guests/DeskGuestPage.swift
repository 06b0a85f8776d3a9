import Languages
import Management
import TicketToken
import Ticketing
import WebHost

/// The page of one guest: their details, their answers to invitations and their ticket. Members edit and remove the
/// guest there.
struct DeskGuestPage: Sendable {
    let desk: Desk

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let content = try await request.withServices { try self.content(request, $0, for: .showGuests) }
        return try desk.page(request, "desk-guest", title: content.title, content.context)
    }

    /// The title and the template values of the page. Its form shows the stored answers.
    private func content(_ request: PageRequest, _ services: ManagementServices, for operation: Management.Operation)
        throws -> Desk.PageContent
    {
        let event = try services.event(of: request, for: operation)
        let guest = try DeskGuestPage.guest(of: request, event, services)
        let fields = GuestField.all(of: guest, at: event, try services.subEvents.subEvents(of: event))
        let filled = try GuestField.context(fields, of: GuestAnswers(guest))
        return (.verbatim(event.details.title), try context(request, guest, event, services, filled))
    }

    func answer(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        @Sendable func sent(_ event: Event, _ services: ManagementServices) throws -> (
            InvitedGuest, FormEdit<GuestField>
        ) {
            let guest = try DeskGuestPage.guest(of: request, event, services)
            let fields = GuestField.all(of: guest, at: event, try services.subEvents.subEvents(of: event))
            // If the guest was invited to another sub-event after the page was opened, the form has no field for that
            // sub-event. The field is then left out here, too, so that the stored answer stays unchanged. An unchecked
            // checkbox is not left out: browsers send no value for it, but they send the hidden field
            // with the hash of its stored value.
            return (
                guest,
                try FormEdit(
                    form, fields.filter { form.has($0.rawValue) || form.has(FieldMerge.name($0.rawValue)) })
            )
        }
        return try await desk.submit(
            request, "desk-guest", refusal: Sentence(DeskFormSentence.nothingSaved)
        ) { services in
            let event = try services.event(of: request, for: .answerInvitation)
            let (guest, sent) = try sent(event, services)
            let answered = try services.guests.editAnswers(ofGuest: guest.guest.number, of: event) {
                try sent.apply(to: &$0)
            }
            let isChanged = GuestAnswers(answered) != GuestAnswers(guest)
            return FlashMessage.path(guest.guest.deskPath(at: event), isChanged ? .answered : .unchanged)
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: .answerInvitation)
            let (guest, sent) = try sent(event, services)
            let fields = try sent.context(over: GuestAnswers(guest), faults: refused.faults, notes: refused.notes)
            return (.verbatim(event.details.title), try self.context(request, guest, event, services, fields))
        }
    }

    func edit(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        return try await desk.submit(
            request, "desk-guest", refusal: Sentence(DeskFormSentence.nothingSaved)
        ) { services in
            let event = try services.event(of: request, for: .editGuest)
            let guest = try DeskGuestPage.guest(of: request, event, services)
            let sent = try FormEdit(form, GuestEntryField.editable(households: []))
            let edit = try services.guests.editGuest(guest.guest.number, of: event) { try sent.apply(to: &$0) }
            let isChanged = GuestEntry(edit.guest) != GuestEntry(guest)
            let path = guest.guest.deskPath(at: event)
            return isChanged ? FlashMessage.path(path, saved: edit) : FlashMessage.path(path, .unchanged)
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: .editGuest)
            let guest = try DeskGuestPage.guest(of: request, event, services)
            let list = try GuestList(event, services)
            let sent = try FormEdit(form, GuestEntryField.editable(households: list.households))
            let content = try self.content(request, services, for: .editGuest)
            var context = content.context
            context["detail_fields"] = .list(
                try sent.context(over: GuestEntry(guest), faults: refused.faults, notes: refused.notes))
            context["detail_open"] = .section(TemplateContext([:]))
            return (content.title, context)
        }
    }

    func remove(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            try await desk.submit(
                request, "desk-guest", refusal: Sentence(DeskFormSentence.nothingRemoved)
            ) { services in
                let event = try services.event(of: request, for: .removeGuest)
                let guest = try DeskGuestPage.guest(of: request, event, services).guest
                try services.guests.removeGuest(guest.number, of: event)
                return FlashMessage.path("\(event.deskPath)/guests", .removed)
            } redisplay: { services, _ in
                try self.content(request, services, for: .removeGuest)
            }
        }
    }

    enum InvitationStep: Sendable {
        case invite, withdraw

        fileprivate var refusal: Sentence {
            self == .invite ? Sentence(DeskSentence.unchanged) : Sentence(DeskGuestSentence.stillInvited)
        }

        fileprivate var flash: FlashMessage.Kind { self == .invite ? .invited : .withdrawn }

        fileprivate var notice: Notice.Kind { self == .invite ? .invitation : .invitationWithdrawn }

        fileprivate func change(of subEvent: Int) -> InvitationChange {
            self == .invite ? InvitationChange(inviting: [subEvent]) : InvitationChange(withdrawing: [subEvent])
        }

        /// Whether the change had an effect.
        fileprivate func isDone(_ summary: InvitationSummary) -> Bool {
            self == .invite ? summary.invited + summary.codes > 0 : summary.withdrawn > 0
        }
    }

    /// Invites the guest to one sub-event, or withdraws the invitation.
    func change(_ request: PageRequest, _ step: InvitationStep) async throws -> RouteResponse {
        let change = try await request.formChangeID()
        return try await desk.submit(request, "desk-guest", refusal: step.refusal) { services in
            let event = try services.event(of: request, for: .inviteGuests)
            let guest = try DeskGuestPage.guest(of: request, event, services).guest
            guard let subEvent = request.pathParameter("sub_event").flatMap({ Int($0) }) else {
                throw Problem(.notFound)
            }
            // If the user sends the form twice, the invitation may have changed in the meantime. The second form must
            // not undo that change.
            let done = try services.performOnce(change) {
                try $0.guests.invite(
                    .named(["\(guest.number)"]), step.change(of: subEvent), of: event,
                    signingWith: try desk.signingKeys())
            }
            let isInvited = try DeskGuestPage.isInvited(to: subEvent, request, event, services)
            guard done.map({ step.isDone($0) }) ?? (isInvited == (step == .invite)) else {
                return FlashMessage.path(guest.deskPath(at: event), .unchanged)
            }
            return FlashMessage.path(
                guest.deskPath(at: event), step.flash,
                unreached: try services.unreached(.guests([guest.number]), by: step.notice, of: event))
        } redisplay: { services, _ in
            try content(request, services, for: .inviteGuests)
        }
    }

    private static func isInvited(
        to subEvent: Int, _ request: PageRequest, _ event: Event, _ services: ManagementServices
    ) throws -> Bool {
        try guest(of: request, event, services).invitations.contains { $0.subEvent == subEvent }
    }

    /// Finds the guest by the number in the path. The path does not contain the name, because URLs must not contain
    /// names.
    static func guest(of request: PageRequest, _ event: Event, _ services: ManagementServices) throws
        -> InvitedGuest
    {
        guard let number = request.pathParameter("guest").flatMap({ Int($0) }) else { throw Problem(.notFound) }
        return try GuestGridForm.guest(number, of: event, services)
    }

    private func context(
        _ request: PageRequest, _ guest: InvitedGuest, _ event: Event, _ services: ManagementServices,
        _ fields: [TemplateContext]
    ) throws -> [String: TemplateContext.Value] {
        let details = guest.guest.details
        var context = try desk.headerContext(event, services)
        context["guest_name"] = .text(guest.guest.name)
        context["guest_path"] = .text(guest.guest.deskPath(at: event))
        context["parents"] = Desk.parents([
            (Sentence(DeskSentence.guests), GuestGridPage.path(to: guest.guest, at: event))
        ])
        let shown = GuestDetails.fields.filter { $0.name != "name" }
        let rows = shown.map { field -> (Sentence, String?) in
            switch field.content(of: details) {
            case .text(let text): return (field.label, text)
            case .number(let number) where number > 0: return (field.label, "\(number)")
            default: return (field.label, nil)
            }
        }
        let all = [(Sentence(DeskGuestSentence.household), guest.household)] + rows
        let values: [(Sentence, Sentence?)] = all.map { ($0, $1.map(Sentence.verbatim)) }
        context["details"] = Desk.labelledValues(values + guest.companions.map { DeskGuestPage.row($0) })
        context["fields"] = .list(fields)
        context["detail_fields"] = .list(
            try GuestEntryField.context(
                GuestEntryField.editable(households: try GuestList(event, services).households),
                of: GuestEntry(guest)))
        context["removal_message"] = .sentence(DeskGuestPage.messageOfRemoval(of: guest))
        context["removal_code"] = .sentence(try DeskGuestPage.codeAfterRemoval(of: guest, event, services))
        let subEvents = try services.subEvents.subEvents(of: event)
        context["answers"] = .list(
            subEvents.compactMap { subEvent in
                let invitation = guest.invitations.first { $0.subEvent == subEvent.number }
                return invitation.map { answerContext(subEvent, $0, event) }
            })
        context["others"] = .list(
            subEvents.filter { subEvent in !guest.invitations.contains { $0.subEvent == subEvent.number } }.map {
                TemplateContext([
                    "other": .text($0.name), "other_path": .text("\(guest.guest.deskPath(at: event))/\($0.number)"),
                ])
            })
        context["invitations"] = .list(
            subEvents.filter { subEvent in guest.invitations.contains { $0.subEvent == subEvent.number } }.map {
                TemplateContext([
                    "invited_to": .text($0.name),
                    "withdraw_path": .text("\(guest.guest.deskPath(at: event))/\($0.number)/withdraw"),
                    "message_consequence": .sentence(DeskGuestPage.messageConsequence(for: guest)),
                    "code_consequence": .sentence(DeskGuestPage.codeConsequence(for: guest)),
                ])
            })
        context["message_remarks"] = try senderFault(for: guest, event, services).map { .sentence($0) }
        if let ticket = try guest.guest.serial.map({ try services.tickets.ticket(TicketCode($0), of: event) }) {
            context["ticket"] = .section(TemplateContext(try self.context(request, ticket, event, services)))
        }
        return context
    }

    /// The label and the description of a companion.
    private static func row(_ companion: Companion) -> (Sentence, Sentence?) {
        let parts = [
            companion.name.map(Sentence.verbatim), companion.isChild ? Sentence(DeskGuestSentence.child) : nil,
            companion.meal.map { Sentence(DeskGuestSentence.mealOf, ["meal": .text($0)]) },
            companion.allergy.map { Sentence(DeskGuestSentence.allergiesOf, ["allergies": .text($0)]) },
        ]
        return (
            Sentence(DeskGuestSentence.companionNumber, ["number": "\(companion.number)"]),
            .list(parts.compactMap(\.self), separator: ", ")
        )
    }

    /// A text that says what happens to the guest’s code, for the form that withdraws an invitation.
    private static func codeConsequence(for guest: InvitedGuest) -> DeskGuestSentence {
        if guest.guest.serial != nil { return .codeStays }
        return guest.invitations.count > 1 ? .codeFollows : .codeNever
    }

    /// A text that says whether the guest gets a message, for the form that withdraws an invitation.
    private static func messageConsequence(for guest: InvitedGuest) -> DeskOutboxSentence {
        guard guest.guest.hasAddress else { return .guestWithoutAddress }
        // A guest without a code gets a message only if a new code is made for the remaining invitations.
        return guest.guest.serial != nil || guest.invitations.count > 1 ? .guestMessage : .guestWithoutCode
    }

    /// The reason why the message about a withdrawn invitation may wait (`SenderState.fault`); nil if there is none, or
    /// if the guest gets no message.
    private func senderFault(
        for guest: InvitedGuest, _ event: Event, _ services: ManagementServices
    ) throws -> Sentence? {
        guard DeskGuestPage.messageConsequence(for: guest) == .guestMessage else { return nil }
        return try SenderState(desk.server).fault(
            to: .guests([guest.guest.number]), by: .invitationWithdrawn, of: event, services)
    }

    /// A text that says whether the guest gets a message, for the form that removes the guest.
    private static func messageOfRemoval(of guest: InvitedGuest) -> DeskOutboxSentence {
        guard guest.guest.hasAddress else { return .guestWithoutAddress }
        return guest.guest.serial != nil && !guest.invitations.isEmpty ? .guestMessage : .guestWithoutCode
    }

    /// A text that says what happens to the guest’s code, for the form that removes the guest.
    private static func codeAfterRemoval(
        of guest: InvitedGuest, _ event: Event, _ services: ManagementServices
    ) throws -> DeskGuestListSentence {
        guard let serial = guest.guest.serial else { return .noCode }
        let ticket = try services.tickets.ticket(TicketCode(serial), of: event)
        let names = try services.tickets.guestNames(on: [ticket], of: event)[serial] ?? []
        return names.count > 1 ? .codeIsShared : .codeEnds
    }

    private func answerContext(_ subEvent: SubEvent, _ invitation: Invitation, _ event: Event) -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "answer_sub_event": .text(subEvent.name), "answer_text": .sentence(invitation.reply.label),
        ]
        if let answered = event.formatted(invitation.repliedAt) { context["answer_at"] = .text(answered) }
        return TemplateContext(context)
    }

    /// Template values for the guest’s ticket. The link is included only for members who are allowed to see ticket
    /// tokens.
    private func context(
        _ request: PageRequest, _ ticket: Ticket, _ event: Event, _ services: ManagementServices
    ) throws -> [String: TemplateContext.Value] {
        var context = ticket.listContext(event, try services.ticketTypes.ticketTypes(of: event))
        context["issue"] = .text("\(ticket.issue)")
        context["admits"] = .text("\(ticket.admits)")
        context["inside"] = .text("\(try services.tickets.inside(on: ticket, of: event))")
        guard ticket.status == .issued else { return context }
        context["can_resend"] = .section(TemplateContext([:]))
        if try services.role(in: event.organizer)?.grants(Management.Operation.showTokens.requiredRight) ?? false,
            let ring = try desk.server.keyRing
        {
            do {
                let link = try TicketLink(to: ticket, of: event, ring)
                context["link"] = .text("\(request.origin ?? "")/i/\(link.path)")
            } catch is SigningError {
                // The key that signed the ticket is retired, so there is no link.
            }
        }
        return context
    }
}

extension Guest {
    func deskPath(at event: Event) -> String { "\(event.deskPath)/guests/\(number)" }

    /// Whether messages can reach the guest.
    var hasAddress: Bool { details.email != nil || details.phone != nil }
}

extension Ticketing.InvitationReply {
    var label: Sentence {
        switch self {
        case .none: Sentence(DeskGuestSentence.noAnswer)
        case .maybe: Sentence(DeskGuestSentence.maybe)
        case .declined: Sentence(DeskGuestSentence.notComing)
        case .attending(0): Sentence(DeskGuestSentence.coming)
        case .attending(let companions): Sentence(DeskGuestSentence.comingWith, ["count": .number(companions)])
        }
    }
}
