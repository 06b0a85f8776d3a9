import Languages
import Management
import TicketToken
import Ticketing
import WebHost

/// The households of an event with their guests: the answers for each sub-event, the companions, the contact and the
/// invitation.
struct HouseholdPage: Sendable {
    let desk: Desk

    private static let pageSize = 30

    private static let textName = "text"
    private static let afterName = "after"
    private static let search = FormField(textName, Sentence(DeskSeatingSentence.searchLabel))

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let after = request.query(HouseholdPage.afterName).flatMap { Int($0) }
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showGuests)
            return (event, try self.context(event, services, after: after))
        }
        return try desk.page(request, "desk-households", title: .verbatim(event.details.title), context)
    }

    /// Searches for households. The search text is sent with POST, because URLs must not contain names.
    func search(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let text = try form.typed(HouseholdPage.textName) ?? ""
        let after = try form.value(HouseholdPage.afterName).flatMap { Int($0) }
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showGuests)
            return (event, try self.context(event, services, after: after, text: text))
        }
        return try desk.page(request, "desk-households", title: .verbatim(event.details.title), context)
    }

    /// - Parameters:
    ///   - after: The number of the last household before the page; nil for the first page.
    ///   - text: The search text; nil for all households.
    private func context(
        _ event: Event, _ services: ManagementServices, after: Int?, text: String? = nil
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        context["parents"] = Desk.parents([Desk.guestsParent(event)])
        let subEvents = try services.subEvents.subEvents(of: event)
        let found = try services.guests.households(
            of: event, named: text, after: after, limit: HouseholdPage.pageSize + 1)
        let shown = found.prefix(HouseholdPage.pageSize)
        let ring = try signingKeys(of: event, services)
        context["household_columns"] = .list(
            subEvents.map { TemplateContext(["column_name": .text($0.name)]) })
        context["households"] = .list(
            try shown.map { household in
                var line = HouseholdPage.context(of: household, subEvents, event)
                line["household_links"] = .list(try HouseholdPage.links(of: household, event, services, ring))
                return TemplateContext(line)
            })
        context["search_fields"] = .list([HouseholdPage.search.context(text ?? "")])
        if let text { context["household_search"] = .section(TemplateContext(["search_text": .text(text)])) }
        if shown.isEmpty {
            let none =
                text.map { Sentence(DeskSeatingSentence.noneFound, ["text": .text($0)]) }
                ?? Sentence(DeskSeatingSentence.noHouseholds)
            context["no_households"] = .sentence(none)
        }
        if found.count > HouseholdPage.pageSize, let last = shown.last {
            context[text == nil ? "households_next" : "found_next"] = .section(
                TemplateContext(["next_after": .text("\(last.household.number)")]))
        }
        return context
    }

    private static func context(
        of household: InvitedHousehold, _ subEvents: [SubEvent], _ event: Event
    ) -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [
            "household_name": .text(household.household.name),
            // The columns: the guest, the sub-events, the companions, the contact and the invitation.
            "household_width": .text("\(subEvents.count + 4)"),
            "members": .list(household.guests.map { member($0, subEvents, event) }),
        ]
        let differing = household.differingSubEvents
        let names = subEvents.filter { differing.contains($0.number) }.map(\.name)
        if !names.isEmpty {
            context["household_differs"] = .sentence(
                DeskSeatingSentence.differing, ["sub_events": .text(names.joined(separator: ", "))])
        }
        return context
    }

    private static func member(_ guest: InvitedGuest, _ subEvents: [SubEvent], _ event: Event) -> TemplateContext {
        let details = guest.guest.details
        let answers = subEvents.map { subEvent -> TemplateContext in
            let reply = guest.invitations.first { $0.subEvent == subEvent.number }?.reply
            let text = reply?.shortText ?? Sentence.verbatim("–")
            return TemplateContext([
                "answer_sub_event": .text(subEvent.name), "answer_text": .sentence(text),
                "answer_tone": .text(reply?.tone.rawValue ?? ""),
            ])
        }
        let most =
            details.companions > 0
            ? Sentence(DeskGuestSentence.companions, ["count": .number(details.companions)]) : nil
        let described = guest.companions.compactMap(\.name).map(Sentence.verbatim)
        let companions = Sentence.list([most].compactMap(\.self) + described, separator: ", ")
        return TemplateContext([
            "guest_path": .text(guest.guest.deskPath(at: event)), "guest_name": .text(guest.guest.name),
            "answers": .list(answers),
            "member_companions": .sentence(companions),
            "member_contact": .text([details.email, details.phone].compactMap(\.self).joined(separator: ", ")),
            "member_invitation": .sentence(invitationState(of: guest)),
        ])
    }

    private static func invitationState(of guest: InvitedGuest) -> DeskSeatingSentence {
        if guest.invitations.isEmpty { return .notInvited }
        return guest.guest.serial == nil ? .withoutCode : .withCode
    }

    /// The keys that make the links of invitations. Nil if the member may not see these links, or if the server has no
    /// keys.
    private func signingKeys(of event: Event, _ services: ManagementServices) throws -> KeyRing? {
        let role = try services.role(in: event.organizer)
        guard role?.grants(Management.Operation.showTokens.requiredRight) ?? false else { return nil }
        return try desk.server.keyRing
    }

    /// Template values for the links of a household’s invitations, one for each code that is valid.
    private static func links(
        of household: InvitedHousehold, _ event: Event, _ services: ManagementServices, _ ring: KeyRing?
    ) throws -> [TemplateContext] {
        guard let ring else { return [] }
        var links: [TemplateContext] = []
        var seen: Set<Serial> = []
        for serial in household.guests.compactMap(\.guest.serial) where seen.insert(serial).inserted {
            let ticket = try services.tickets.ticket(TicketCode(serial), of: event)
            guard ticket.status == .issued else { continue }
            do {
                let link = try TicketLink(to: ticket, of: event, ring)
                links.append(
                    TemplateContext([
                        "link_path": .text("/i/\(link.path)"),
                        "link_label": .sentence(
                            DeskSeatingSentence.invitationOf, ["code": .text(ticket.code.description)]),
                    ]))
            } catch is SigningError {
                // The key that signed the ticket is retired, so there is no link.
            }
        }
        return links
    }
}
