import Management
import Ticketing

/// The guests of a celebration and its functions, as a grid: each place is a button that leads from being asked to
/// coming, to not coming, and round again.
struct GuestGrid: Sendable {
    let desk: Desk

    /// Guests on one page.
    private static let most = 40

    private static let search = FormField("text", "Name or household")

    func page(_ visit: Visit) async throws -> Answer {
        let after = visit.query("after").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showGuests)
            let found = try office.guests(of: event, after: after, limit: GuestGrid.most + 1)
            var facts = try self.facts(event, office, Array(found.prefix(GuestGrid.most)), after: after)
            if found.count > GuestGrid.most { facts["next"] = .text("\(found[GuestGrid.most - 1].guest.number)") }
            return (event, facts)
        }
        return try desk.page(visit, "desk-guests", title: event.details.title, facts)
    }

    /// By POST: the names of guests stay out of addresses.
    func find(_ visit: Visit) async throws -> Answer {
        let text = try await visit.form().typed("text") ?? ""
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showGuests)
            let found = try office.guests(of: event, named: text, limit: GuestGrid.most + 1)
            var facts = try self.facts(event, office, Array(found.prefix(GuestGrid.most)), after: nil, text: text)
            facts["found"] = .one(Facts([:]))
            if found.isEmpty { facts["no_guests"] = .text("No guest found for “\(text)”.") }
            if found.count > GuestGrid.most { facts["rest"] = .text("There are more: write more of the name.") }
            return (event, facts)
        }
        return try desk.page(visit, "desk-guests", title: event.details.title, facts)
    }

    /// What a place in the grid says, and what a click makes of it.
    enum Place: String {
        case none, asked, coming, declined

        init(_ invitation: Invitation?) {
            self =
                switch invitation?.answer {
                case nil: .none
                case .some(.none): .asked
                case .attending: .coming
                case .declined: .declined
                }
        }

        var next: Place {
            switch self {
            case .none, .declined: .asked
            case .asked: .coming
            case .coming: .declined
            }
        }
    }

    func click(_ visit: Visit) async throws -> Answer {
        let form = try await visit.form()
        let from = try form.one("from")
        // The guest’s own page asks them, too.
        let back = try form.one("back") == "guest"
        let after = try form.one("after").flatMap { Int($0) }
        guard let number = visit.part("guest").flatMap({ Int($0) }),
            let place = visit.part("function").flatMap({ Int($0) })
        else { throw Problem(.notFound) }
        let path = try await visit.office { office in
            let event = try office.event(of: visit, for: .inviteGuests)
            guard let function = try office.functions(of: event).first(where: { $0.number == place }) else {
                throw CelebrationError.unknownFunction("\(place)", known: [])
            }
            let guest = try office.guest(named: "\(number)", of: event)
            let now = Place(guest.invitations.first { $0.function == place })
            // A click that comes twice, or on what somebody else has changed meanwhile, does nothing.
            if from == now.rawValue { try move(guest.guest, to: now.next, function, event, office) }
            if back { return DeskNote.path(guest.guest.deskPath(at: event), .invited) }
            let deed: DeskNote.Deed = from != now.rawValue ? .unchanged : now == .none ? .invited : .answered
            return GuestGrid.path(to: guest.guest, at: event, after: after, deed)
        }
        return .seeOther(path)
    }

    /// Where a guest stands in the grid.
    ///
    /// - Parameter after: of the page on which they were clicked; nil also after a search, which is not repeated, since
    ///   names stay out of addresses.
    static func path(to guest: Guest, at event: Event, after: Int? = nil, _ deed: DeskNote.Deed? = nil) -> String {
        // Guests have the numbers from 1 on: the first page has no others.
        let after = after ?? (guest.number > most ? guest.number - 1 : nil)
        let query = [after.map { "after=\($0)" }, deed.map { "done=\($0.rawValue)" }].compactMap(\.self)
        let place = "\(event.deskPath)/guests\(query.isEmpty ? "" : "?")\(query.joined(separator: "&"))"
        return "\(place)#guest-\(guest.number)"
    }

    private func move(_ guest: Guest, to place: Place, _ function: EventFunction, _ event: Event, _ office: Office)
        throws
    {
        switch place {
        case .none: break
        case .asked:
            let isAsked = try office.guest(named: "\(guest.number)", of: event).invitations.contains {
                $0.function == function.number
            }
            if isAsked {
                _ = try office.answer(.none, ofGuest: "\(guest.number)", to: function, of: event)
            } else {
                _ = try office.invite(
                    .named(["\(guest.number)"]), InvitationChange(inviting: [function.number]), of: event,
                    signingWith: try desk.keys())
            }
        case .coming:
            _ = try office.answer(
                .attending(companions: guest.details.companions), ofGuest: "\(guest.number)", to: function, of: event)
        case .declined: _ = try office.answer(.declined, ofGuest: "\(guest.number)", to: function, of: event)
        }
    }

    private func facts(
        _ event: Event, _ office: Office, _ guests: [InvitedGuest], after: Int?, text: String = ""
    ) throws -> [String: Facts.Fact] {
        var facts = try desk.heading(event, office)
        let functions = try office.functions(of: event)
        facts["functions"] = .list(functions.map { Facts(["function": .text($0.name)]) })
        facts["guests"] = .list(
            guests.map { guest in
                var line: [String: Facts.Fact] = [
                    "guest_number": .text("\(guest.guest.number)"), "guest_name": .text(guest.guest.name),
                    "guest_path": .text(guest.guest.deskPath(at: event)),
                    "places": .list(functions.map { place(guest, $0, event) }),
                ]
                if let household = guest.household { line["household"] = .text(household) }
                if guest.guest.details.companions > 0 {
                    line["companions"] = .text("\(guest.guest.details.companions)")
                }
                return Facts(line)
            })
        if let after { facts["after"] = .text("\(after)") }
        facts["search_fields"] = .list([GuestGrid.search.facts(text)])
        if functions.isEmpty { facts["no_functions"] = .one(Facts([:])) }
        if guests.isEmpty { facts["no_guests"] = .text("There are no guests yet.") }
        return facts
    }

    private func place(_ guest: InvitedGuest, _ function: EventFunction, _ event: Event) -> Facts {
        let invitation = guest.invitations.first { $0.function == function.number }
        let place = Place(invitation)
        let companions = invitation?.answer.companions ?? 0
        let words =
            switch place {
            case .none: "–"
            case .asked: "asked"
            case .coming: companions > 0 ? "coming +\(companions)" : "coming"
            case .declined: "not coming"
            }
        let next =
            switch place.next {
            case .none: "nothing"
            case .asked: place == .none ? "ask them" : "no answer yet"
            case .coming: "coming"
            case .declined: "not coming"
            }
        return Facts([
            "place_path": .text("\(event.deskPath)/guests/\(guest.guest.number)/\(function.number)"),
            "place": .text(place.rawValue), "place_words": .text(words),
            "place_label": .text("\(guest.guest.name), \(function.name): \(words). Make it: \(next)"),
        ])
    }
}
