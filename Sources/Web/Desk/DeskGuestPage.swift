import Management
import TicketToken
import Ticketing

/// One guest: what is known of them, what they said to each function, and what lets them in.
struct DeskGuestPage: Sendable {
    let desk: Desk

    func page(_ visit: Visit) async throws -> Answer {
        let shown = try await visit.office { try self.shown(visit, $0, for: .showGuests) }
        return try desk.page(visit, "desk-guest", title: shown.title, shown.facts)
    }

    /// As it stands, with nothing typed.
    private func shown(_ visit: Visit, _ office: Office, for operation: Management.Operation) throws -> Desk.Shown {
        let event = try office.event(of: visit, for: operation)
        let guest = try DeskGuestPage.guest(of: visit, event, office)
        let fields = GuestField.all(of: guest, at: event, try office.functions(of: event))
        let filled = try GuestField.facts(fields, of: GuestAnswers(guest))
        return (event.details.title, try facts(visit, guest, event, office, filled))
    }

    func answer(_ visit: Visit) async throws -> Answer {
        let form = try await visit.form()
        @Sendable func sent(_ event: Event, _ office: Office) throws -> (InvitedGuest, SentEdit<GuestField>) {
            let guest = try DeskGuestPage.guest(of: visit, event, office)
            let fields = GuestField.all(of: guest, at: event, try office.functions(of: event))
            // A function that was added since the page was opened is not in its form.
            return (guest, try SentEdit(form, fields.filter { form.has($0.rawValue) }))
        }
        return try await desk.act(visit, "desk-guest", refusal: "Nothing is saved yet.") { office in
            let event = try office.event(of: visit, for: .answerInvitation)
            let (guest, sent) = try sent(event, office)
            let answered = try office.editAnswers(ofGuest: guest.guest.number, of: event) { try sent.apply(to: &$0) }
            let isChanged = GuestAnswers(answered) != GuestAnswers(guest)
            return DeskNote.path(guest.guest.deskPath(at: event), isChanged ? .answered : .unchanged)
        } again: { office, refused in
            let event = try office.event(of: visit, for: .answerInvitation)
            let (guest, sent) = try sent(event, office)
            let fields = try sent.facts(over: GuestAnswers(guest), faults: refused.faults, notes: refused.notes)
            return (event.details.title, try self.facts(visit, guest, event, office, fields))
        }
    }

    /// Takes the invitation to one function back.
    func withdraw(_ visit: Visit) async throws -> Answer {
        let change = try await visit.formChange()
        return try await desk.act(visit, "desk-guest", refusal: "They are still asked.") { office in
            let event = try office.event(of: visit, for: .inviteGuests)
            let guest = try DeskGuestPage.guest(of: visit, event, office).guest
            guard let function = visit.part("function").flatMap({ Int($0) }) else { throw Problem(.notFound) }
            // Sent a second time, it does not take back what they were asked meanwhile.
            try office.once(change) {
                try $0.invite(
                    .named(["\(guest.number)"]), InvitationChange(withdrawing: [function]), of: event,
                    signingWith: try desk.keys())
            }
            return DeskNote.path(guest.deskPath(at: event), .withdrawn)
        } again: { office, _ in
            try shown(visit, office, for: .inviteGuests)
        }
    }

    /// By number alone: names stay out of addresses.
    private static func guest(of visit: Visit, _ event: Event, _ office: Office) throws -> InvitedGuest {
        guard let number = visit.part("guest").flatMap({ Int($0) }) else { throw Problem(.notFound) }
        let guest = try office.guest(named: "\(number)", of: event)
        guard guest.guest.number == number else { throw Problem(.notFound) }
        return guest
    }

    private func facts(
        _ visit: Visit, _ guest: InvitedGuest, _ event: Event, _ office: Office, _ fields: [Facts]
    ) throws -> [String: Facts.Fact] {
        let details = guest.guest.details
        var facts = try desk.heading(event, office)
        facts["guest_name"] = .text(guest.guest.name)
        facts["guest_path"] = .text(guest.guest.deskPath(at: event))
        facts["grid_path"] = .text(GuestGrid.path(to: guest.guest, at: event))
        facts["said"] = Desk.said([
            ("Household", guest.household), ("E-mail", details.email), ("Telephone", details.phone),
            ("May bring", details.companions > 0 ? "\(details.companions)" : nil), ("Meal", details.meal),
            ("To get around", details.access), ("Table", details.table), ("Note", details.note),
        ])
        facts["fields"] = .list(fields)
        let functions = try office.functions(of: event)
        facts["answers"] = .list(
            functions.compactMap { function in
                let invitation = guest.invitations.first { $0.function == function.number }
                return invitation.map { line(function, $0, event) }
            })
        facts["others"] = .list(
            functions.filter { function in !guest.invitations.contains { $0.function == function.number } }.map {
                Facts([
                    "other": .text($0.name), "other_path": .text("\(guest.guest.deskPath(at: event))/\($0.number)"),
                ])
            })
        facts["asked_to"] = .list(
            functions.filter { function in guest.invitations.contains { $0.function == function.number } }.map {
                Facts([
                    "asked": .text($0.name),
                    "asked_path": .text("\(guest.guest.deskPath(at: event))/\($0.number)/withdraw"),
                    "asked_code": .text(DeskGuestPage.consequence(for: guest)),
                ])
            })
        if let ticket = try guest.guest.serial.map({ try office.ticket(TicketCode($0), of: event) }) {
            facts["ticket"] = .one(Facts(try self.facts(visit, ticket, event, office)))
        }
        return facts
    }

    /// What becomes of a guest’s code when an invitation of theirs is taken back.
    private static func consequence(for guest: InvitedGuest) -> String {
        if guest.guest.serial != nil {
            return
                "Their code stays: there it lets in only those who share it and are still asked, and lets out who is inside."
        }
        return guest.invitations.count > 1
            ? "They get their code now, for what they are still asked to." : "They have no code yet, and get none."
    }

    private func line(_ function: EventFunction, _ invitation: Invitation, _ event: Event) -> Facts {
        var facts: [String: Facts.Fact] = [
            "answer_function": .text(function.name), "answer_said": .text(invitation.answer.words),
        ]
        if let answered = event.shown(invitation.answered) { facts["answer_at"] = .text(answered) }
        return Facts(facts)
    }

    /// What lets them in: their link is for who may have tokens.
    private func facts(
        _ visit: Visit, _ ticket: Ticket, _ event: Event, _ office: Office
    ) throws -> [String: Facts.Fact] {
        var facts = ticket.line(event, try office.ticketTypes(of: event))
        facts["issue"] = .text("\(ticket.issue)")
        facts["admits"] = .text("\(ticket.admits)")
        facts["inside"] = .text("\(try office.inside(on: ticket, of: event))")
        guard ticket.status == .issued else { return facts }
        facts["can_resend"] = .one(Facts([:]))
        if try office.role(in: event.organizer)?.grants(Management.Operation.showTokens.right) ?? false,
            let ring = try desk.house.keyRing
        {
            do {
                let link = try TicketLink(to: ticket, of: event, ring)
                facts["link"] = .text("\(visit.origin ?? "")/i/\(link.path)")
            } catch is SigningError {
                // Its key was retired: re-issued, it has a link again.
            }
        }
        return facts
    }
}

extension Guest {
    func deskPath(at event: Event) -> String { "\(event.deskPath)/guests/\(number)" }
}

extension Ticketing.Answer {
    fileprivate var words: String {
        switch self {
        case .none: "no answer yet"
        case .declined: "not coming"
        case .attending(0): "coming"
        case .attending(let companions): "coming, and brings \(companions)"
        }
    }
}
