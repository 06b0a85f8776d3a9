import Languages
import Management
import Ticketing
import WebHost

/// The guests and sub-events of a celebration as a grid. Each cell is a button. A click changes an empty cell to
/// “invited”, “invited” and “maybe” to “coming”, “coming” to “not coming”, and “not coming” to “invited”.
struct GuestGridPage: Sendable {
    let desk: Desk

    /// The number of guests on one page.
    private static let pageSize = 40

    private static let search = FormField("text", Sentence(DeskGuestSentence.searchLabel))

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let after = request.query("after").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showGuests)
            let found = try services.guests.guests(of: event, after: after, limit: GuestGridPage.pageSize + 1)
            var context = try self.context(event, services, Array(found.prefix(GuestGridPage.pageSize)), after: after)
            if found.count > GuestGridPage.pageSize {
                context["next"] = .text("\(found[GuestGridPage.pageSize - 1].guest.number)")
            }
            return (event, context)
        }
        return try desk.page(request, "desk-guests", title: .verbatim(event.details.title), context)
    }

    /// Searches for guests. The search text is sent with POST, because addresses must not contain the names of guests.
    func search(_ request: PageRequest) async throws -> RouteResponse {
        let text = try await request.form().typed("text") ?? ""
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showGuests)
            let found = try services.guests.guests(of: event, named: text, limit: GuestGridPage.pageSize + 1)
            var context = try self.context(
                event, services, Array(found.prefix(GuestGridPage.pageSize)), after: nil, text: text)
            context["found"] = .section(TemplateContext([:]))
            if found.isEmpty {
                context["no_guests"] = .sentence(DeskGuestSentence.noGuestFound, ["text": .text(text)])
            }
            if found.count > GuestGridPage.pageSize { context["rest"] = .sentence(DeskGuestSentence.moreGuests) }
            return (event, context)
        }
        return try desk.page(request, "desk-guests", title: .verbatim(event.details.title), context)
    }

    /// The state of a cell: the invitation of one guest to one sub-event, with the answer. `next` is the state after a
    /// click.
    enum InvitationCell: String {
        case none, invited, maybe, coming, declined

        init(_ invitation: Invitation?) {
            self =
                switch invitation?.reply {
                case nil: .none
                case .some(.none): .invited
                case .attending: .coming
                case .maybe: .maybe
                case .declined: .declined
                }
        }

        var next: InvitationCell {
            switch self {
            case .none, .declined: .invited
            case .invited, .maybe: .coming
            case .coming: .declined
            }
        }
    }

    func advanceCell(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let from = try form.value("from")
        // The page of a single guest also has this form. For that page, the server shows the guest again instead of the
        // grid.
        let back = try form.value("back") == "guest"
        let after = try form.value("after").flatMap { Int($0) }
        guard let number = request.pathParameter("guest").flatMap({ Int($0) }),
            let subEventNumber = request.pathParameter("sub_event").flatMap({ Int($0) })
        else { throw Problem(.notFound) }
        let path = try await request.withServices { services in
            let event = try services.event(of: request, for: .inviteGuests)
            let subEvents = try services.subEvents.subEvents(of: event)
            guard let subEvent = subEvents.first(where: { $0.number == subEventNumber }) else {
                throw GuestError.unknownSubEvent("\(subEventNumber)", known: [])
            }
            let guest = try services.guests.guest(named: "\(number)", of: event)
            let now = InvitationCell(guest.invitations.first { $0.subEvent == subEventNumber })
            // A click has an effect only if the cell is still in the state that the page showed. It has no effect if it
            // is sent twice, or if somebody else has changed the cell in the meantime.
            if from == now.rawValue { try setState(guest.guest, to: now.next, subEvent, event, services) }
            let flash: FlashMessage.Kind = from != now.rawValue ? .unchanged : now == .none ? .invited : .answered
            let unreachable = flash == .invited && !guest.guest.hasAddress ? 1 : 0
            if back {
                return FlashMessage.path(
                    guest.guest.deskPath(at: event), .invited, unreachable: .people(unreachable))
            }
            return GuestGridPage.path(to: guest.guest, at: event, after: after, flash, unreachable: unreachable)
        }
        return .seeOther(path)
    }

    /// The address of a guest’s row in the grid.
    ///
    /// - Parameters:
    ///   - after: The number of the last guest before the page on which the cell was clicked. Nil on the first page.
    ///     Also nil on a page of search results, which cannot be shown again, because an address must not contain the
    ///     search text.
    ///   - unreachable: The number of guests who get no message, because they have no address.
    static func path(
        to guest: Guest, at event: Event, after: Int? = nil, _ flash: FlashMessage.Kind? = nil, unreachable: Int = 0
    ) -> String {
        // Guest numbers start at 1, so a guest whose number is at most `pageSize` is always on the first page. For a
        // guest with a higher number, the new page begins with that guest.
        let after = after ?? (guest.number > pageSize ? guest.number - 1 : nil)
        let query = [
            after.map { "after=\($0)" }, flash.map { "done=\($0.rawValue)" },
            unreachable > 0 ? "unreachable=\(unreachable)" : nil,
        ].compactMap(\.self)
        let path = "\(event.deskPath)/guests\(query.isEmpty ? "" : "?")\(query.joined(separator: "&"))"
        return "\(path)#guest-\(guest.number)"
    }

    private func setState(
        _ guest: Guest, to cell: InvitationCell, _ subEvent: SubEvent, _ event: Event,
        _ services: ManagementServices
    )
        throws
    {
        switch cell {
        case .none: break
        case .invited:
            let isInvited = try services.guests.guest(named: "\(guest.number)", of: event).invitations.contains {
                $0.subEvent == subEvent.number
            }
            if isInvited {
                _ = try services.guests.answer(.none, ofGuest: "\(guest.number)", to: subEvent, of: event)
            } else {
                _ = try services.guests.invite(
                    .named(["\(guest.number)"]), InvitationChange(inviting: [subEvent.number]), of: event,
                    signingWith: try desk.signingKeys())
            }
        case .coming:
            _ = try services.guests.answer(
                .attending(companions: guest.details.companions), ofGuest: "\(guest.number)", to: subEvent, of: event)
        case .maybe: _ = try services.guests.answer(.maybe, ofGuest: "\(guest.number)", to: subEvent, of: event)
        case .declined: _ = try services.guests.answer(.declined, ofGuest: "\(guest.number)", to: subEvent, of: event)
        }
    }

    private func context(
        _ event: Event, _ services: ManagementServices, _ guests: [InvitedGuest], after: Int?, text: String = ""
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        let subEvents = try services.subEvents.subEvents(of: event)
        context["sub_events"] = .list(subEvents.map { TemplateContext(["sub_event": .text($0.name)]) })
        context["guests"] = .list(
            guests.map { guest in
                var line: [String: TemplateContext.Value] = [
                    "guest_number": .text("\(guest.guest.number)"), "guest_name": .text(guest.guest.name),
                    "guest_path": .text(guest.guest.deskPath(at: event)),
                    "cells": .list(subEvents.map { cellContext(guest, $0, event) }),
                ]
                if let household = guest.household { line["household"] = .text(household) }
                if guest.guest.details.companions > 0 {
                    line["companions"] = .text("\(guest.guest.details.companions)")
                }
                let names = guest.companions.compactMap(\.name)
                if !names.isEmpty {
                    line["companion_names"] = .sentence(
                        DeskGuestSentence.companionNames, ["names": .text(names.joined(separator: ", "))])
                }
                return TemplateContext(line)
            })
        if let after { context["after"] = .text("\(after)") }
        context["search_fields"] = .list([GuestGridPage.search.context(text)])
        if subEvents.isEmpty { context["no_sub_events"] = .section(TemplateContext([:])) }
        if guests.isEmpty { context["no_guests"] = .sentence(DeskGuestSentence.noGuests) }
        return context
    }

    private func cellContext(_ guest: InvitedGuest, _ subEvent: SubEvent, _ event: Event) -> TemplateContext {
        let invitation = guest.invitations.first { $0.subEvent == subEvent.number }
        let cell = InvitationCell(invitation)
        let companions = invitation?.reply.companions ?? 0
        let text: Sentence =
            switch cell {
            case .none: .verbatim("–")
            case .invited: Sentence(DeskGuestSentence.invited)
            case .coming where companions > 0:
                Sentence(DeskGuestSentence.comingCount, ["companions": .number(companions)])
            case .coming: Sentence(DeskGuestSentence.coming)
            case .maybe: Sentence(DeskGuestSentence.maybe)
            case .declined: Sentence(DeskGuestSentence.notComing)
            }
        let next: Sentence =
            switch cell.next {
            case .none: .verbatim("–")
            case .invited: Sentence(cell == .none ? DeskGuestSentence.sendInvitation : DeskGuestSentence.noAnswer)
            case .coming: Sentence(DeskGuestSentence.coming)
            case .maybe: Sentence(DeskGuestSentence.maybe)
            case .declined: Sentence(DeskGuestSentence.notComing)
            }
        return TemplateContext([
            "cell_path": .text("\(event.deskPath)/guests/\(guest.guest.number)/\(subEvent.number)"),
            "cell": .text(cell.rawValue), "cell_text": .sentence(text),
            "cell_label": .sentence(
                DeskGuestSentence.cell,
                [
                    "guest": .text(guest.guest.name), "subEvent": .text(subEvent.name), "state": .sentence(text),
                    "next": .sentence(next),
                ]),
        ])
    }
}
