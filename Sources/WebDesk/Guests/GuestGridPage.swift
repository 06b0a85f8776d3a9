import Management
import Ticketing
import WebHost

/// The guests and sub-events of a celebration as a grid. Each cell is a button that changes the answer from invited to
/// coming, to not coming, and back to invited.
struct GuestGridPage: Sendable {
    let desk: Desk

    /// The number of guests on one page.
    private static let pageSize = 40

    private static let search = FormField("text", "Name or household")

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let after = request.query("after").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let (event, facts) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showGuests)
            let found = try services.guests.guests(of: event, after: after, limit: GuestGridPage.pageSize + 1)
            var facts = try self.context(event, services, Array(found.prefix(GuestGridPage.pageSize)), after: after)
            if found.count > GuestGridPage.pageSize {
                facts["next"] = .text("\(found[GuestGridPage.pageSize - 1].guest.number)")
            }
            return (event, facts)
        }
        return try desk.page(request, "desk-guests", title: event.details.title, facts)
    }

    /// Searches by POST, because addresses must not contain the names of guests.
    func search(_ request: PageRequest) async throws -> RouteResponse {
        let text = try await request.form().typed("text") ?? ""
        let (event, facts) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showGuests)
            let found = try services.guests.guests(of: event, named: text, limit: GuestGridPage.pageSize + 1)
            var facts = try self.context(
                event, services, Array(found.prefix(GuestGridPage.pageSize)), after: nil, text: text)
            facts["found"] = .section(TemplateContext([:]))
            if found.isEmpty { facts["no_guests"] = .text("No guest found for “\(text)”.") }
            if found.count > GuestGridPage.pageSize { facts["rest"] = .text("There are more. Type more of the name.") }
            return (event, facts)
        }
        return try desk.page(request, "desk-guests", title: event.details.title, facts)
    }

    /// The state of a cell, and the state after a click.
    enum InvitationCell: String {
        case none, asked, coming, declined

        init(_ invitation: Invitation?) {
            self =
                switch invitation?.reply {
                case nil: .none
                case .some(.none): .asked
                case .attending: .coming
                case .declined: .declined
                }
        }

        var next: InvitationCell {
            switch self {
            case .none, .declined: .asked
            case .asked: .coming
            case .coming: .declined
            }
        }
    }

    func advanceCell(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let from = try form.value("from")
        // The guest’s own page uses this action, too.
        let back = try form.value("back") == "guest"
        let after = try form.value("after").flatMap { Int($0) }
        guard let number = request.pathParameter("guest").flatMap({ Int($0) }),
            let place = request.pathParameter("sub_event").flatMap({ Int($0) })
        else { throw Problem(.notFound) }
        let path = try await request.withServices { services in
            let event = try services.event(of: request, for: .inviteGuests)
            guard let subEvent = try services.subEvents.subEvents(of: event).first(where: { $0.number == place }) else {
                throw GuestError.unknownSubEvent("\(place)", known: [])
            }
            let guest = try services.guests.guest(named: "\(number)", of: event)
            let now = InvitationCell(guest.invitations.first { $0.subEvent == place })
            // A repeated click does nothing, nor does a click on a cell that somebody else has changed in the meantime.
            if from == now.rawValue { try setState(guest.guest, to: now.next, subEvent, event, services) }
            if back { return FlashMessage.path(guest.guest.deskPath(at: event), .invited) }
            let deed: FlashMessage.Kind = from != now.rawValue ? .unchanged : now == .none ? .invited : .answered
            return GuestGridPage.path(to: guest.guest, at: event, after: after, deed)
        }
        return .seeOther(path)
    }

    /// The address of a guest’s row in the grid.
    ///
    /// - Parameter after: The last guest number before the page that was clicked; nil for the first page and after a
    ///   search, whose text must not be in an address.
    static func path(to guest: Guest, at event: Event, after: Int? = nil, _ deed: FlashMessage.Kind? = nil) -> String {
        // Guest numbers start at 1, so the first guests are on the first page.
        let after = after ?? (guest.number > pageSize ? guest.number - 1 : nil)
        let query = [after.map { "after=\($0)" }, deed.map { "done=\($0.rawValue)" }].compactMap(\.self)
        let place = "\(event.deskPath)/guests\(query.isEmpty ? "" : "?")\(query.joined(separator: "&"))"
        return "\(place)#guest-\(guest.number)"
    }

    private func setState(
        _ guest: Guest, to cell: InvitationCell, _ subEvent: SubEvent, _ event: Event,
        _ services: ManagementServices
    )
        throws
    {
        switch cell {
        case .none: break
        case .asked:
            let isAsked = try services.guests.guest(named: "\(guest.number)", of: event).invitations.contains {
                $0.subEvent == subEvent.number
            }
            if isAsked {
                _ = try services.guests.answer(.none, ofGuest: "\(guest.number)", to: subEvent, of: event)
            } else {
                _ = try services.guests.invite(
                    .named(["\(guest.number)"]), InvitationChange(inviting: [subEvent.number]), of: event,
                    signingWith: try desk.signingKeys())
            }
        case .coming:
            _ = try services.guests.answer(
                .attending(companions: guest.details.companions), ofGuest: "\(guest.number)", to: subEvent, of: event)
        case .declined: _ = try services.guests.answer(.declined, ofGuest: "\(guest.number)", to: subEvent, of: event)
        }
    }

    private func context(
        _ event: Event, _ services: ManagementServices, _ guests: [InvitedGuest], after: Int?, text: String = ""
    ) throws -> [String: TemplateContext.Value] {
        var facts = try desk.headerContext(event, services)
        let subEvents = try services.subEvents.subEvents(of: event)
        facts["sub_events"] = .list(subEvents.map { TemplateContext(["sub_event": .text($0.name)]) })
        facts["guests"] = .list(
            guests.map { guest in
                var line: [String: TemplateContext.Value] = [
                    "guest_number": .text("\(guest.guest.number)"), "guest_name": .text(guest.guest.name),
                    "guest_path": .text(guest.guest.deskPath(at: event)),
                    "places": .list(subEvents.map { cellContext(guest, $0, event) }),
                ]
                if let household = guest.household { line["household"] = .text(household) }
                if guest.guest.details.companions > 0 {
                    line["companions"] = .text("\(guest.guest.details.companions)")
                }
                return TemplateContext(line)
            })
        if let after { facts["after"] = .text("\(after)") }
        facts["search_fields"] = .list([GuestGridPage.search.context(text)])
        if subEvents.isEmpty { facts["no_sub_events"] = .section(TemplateContext([:])) }
        if guests.isEmpty { facts["no_guests"] = .text("There are no guests yet.") }
        return facts
    }

    private func cellContext(_ guest: InvitedGuest, _ subEvent: SubEvent, _ event: Event) -> TemplateContext {
        let invitation = guest.invitations.first { $0.subEvent == subEvent.number }
        let place = InvitationCell(invitation)
        let companions = invitation?.reply.companions ?? 0
        let words =
            switch place {
            case .none: "–"
            case .asked: "invited"
            case .coming: companions > 0 ? "coming +\(companions)" : "coming"
            case .declined: "not coming"
            }
        let next =
            switch place.next {
            case .none: "nothing"
            case .asked: place == .none ? "invite" : "no answer yet"
            case .coming: "coming"
            case .declined: "not coming"
            }
        return TemplateContext([
            "place_path": .text("\(event.deskPath)/guests/\(guest.guest.number)/\(subEvent.number)"),
            "place": .text(place.rawValue), "place_words": .text(words),
            "place_label": .text("\(guest.guest.name), \(subEvent.name): \(words). Change to: \(next)"),
        ])
    }
}
