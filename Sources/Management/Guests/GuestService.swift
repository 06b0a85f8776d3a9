import Languages
import Store
public import Ticketing

/// A guest with their invitations and companions.
public struct InvitedGuest: Sendable {
    public let guest: Guest
    /// The household's name; nil if the guest belongs to no household.
    public let household: String?
    /// The invitations, ordered by sub-event.
    public let invitations: [Invitation]
    /// The companions whom the guest has described, ordered by number.
    public let companions: [Companion]

    /// A copy for a reader with these rights. Fields that the reader may not see are empty. The companions are left out
    /// if the reader may not see companions.
    fileprivate func visible(with rights: Set<Role.Right>) -> InvitedGuest {
        var guest = guest
        guest.details = guest.details.visible(with: rights)
        return InvitedGuest(
            guest: guest, household: household, invitations: invitations,
            companions: rights.contains(Companion.visibleTo) ? companions.map { $0.visible(with: rights) } : [])
    }
}

/// The guest list of an event: guests, households, invitations, answers, companions and seats. In lists and search
/// results, the fields that the reader may not see (`EntityField.visibleTo`) are empty.
public struct GuestService: Sendable {
    let services: ManagementServices

    /// Passes an event's guests to a closure. They are ordered by number; in a search, they are ordered by name. The
    /// guests are read in pages, and the store is not locked between pages.
    ///
    /// - Parameter name: words to search for; nil for all guests. A guest matches if each of these words is the
    ///   beginning of a word in the name of the guest or of the household. Case and accents are ignored.
    public func forEachGuest(
        of event: Event, named name: String? = nil, _ body: (InvitedGuest) throws -> Void
    ) throws {
        try forEachPage { last in
            try services.read(.showGuests, on: event) { connection in
                try shown(
                    GuestService.page(of: event.number, named: name, after: last?.guest, limit: 1000, connection),
                    of: event, connection)
            }
        } body: {
            try body($0)
        }
    }

    /// At most `limit` guests that follow the guest `last`, in the order of `forEachGuest`.
    ///
    /// - Parameter last: the number of a guest; nil starts with the first guest.
    /// - Throws: `GuestError.unknownGuest` if there is no guest with that number.
    public func guests(
        of event: Event, named name: String? = nil, after last: Int? = nil, limit: Int
    ) throws -> [InvitedGuest] {
        try services.read(.showGuests, on: event) { connection in
            let last = try last.map { number in
                guard let guest = try connection.guests.with(number: number, of: event.number) else {
                    throw GuestError.unknownGuest("\(number)")
                }
                return guest
            }
            return try shown(
                GuestService.page(of: event.number, named: name, after: last, limit: limit, connection), of: event,
                connection)
        }
    }

    func shown(
        _ guests: [InvitedGuest], of event: Event, _ connection: any StoreConnection
    ) throws -> [InvitedGuest] {
        let rights = try services.rights(in: event.organizer, connection)
        return guests.map { $0.visible(with: rights) }
    }

    private static func page(
        of event: EventNumber, named name: String?, after last: Guest?, limit: Int, _ connection: any StoreConnection
    ) throws -> [InvitedGuest] {
        let text = name ?? ""
        let guests =
            text.folded.isEmpty
            ? try connection.guests.page(of: event, after: last?.number ?? 0, limit: limit)
            : try connection.guests.page(of: event, naming: text, after: last, limit: limit)
        return try withInvitations(guests, of: event, connection)
    }

    static func withInvitations(
        _ guests: [Guest], of event: EventNumber, _ connection: any StoreConnection
    ) throws -> [InvitedGuest] {
        let numbers = guests.map(\.number)
        let invitations = try connection.invitations.all(ofGuests: numbers, event: event)
        let companions = try connection.companions.all(ofGuests: numbers, event: event)
        let households = try connection.guests.householdNames(Set(guests.compactMap(\.household)), of: event)
        return guests.map { guest in
            InvitedGuest(
                guest: guest, household: guest.household.flatMap { households[$0] },
                invitations: invitations[guest.number, default: []],
                companions: companions[guest.number, default: []])
        }
    }

    /// Finds a guest by number, e-mail address or name. Case and accents are ignored.
    public func guest(named name: String, of event: Event) throws -> InvitedGuest {
        try services.read(.showGuests, on: event) { connection in
            let guest = try GuestService.guest(named: name, of: event.number, connection)
            return try shown(
                GuestService.withInvitations([guest], of: event.number, connection), of: event, connection)[0]
        }
    }

    static func guest(
        named name: String, of event: EventNumber, _ connection: any StoreConnection
    ) throws -> Guest {
        if let number = Int(name), let guest = try connection.guests.with(number: number, of: event) { return guest }
        var candidates =
            try EmailAddress(rawValue: name).map {
                try connection.guests.with(email: $0.rawValue, of: event, limit: 5)
            } ?? []
        if candidates.isEmpty {
            candidates = try connection.guests.named(foldedName: name.folded, of: event, limit: 5)
        }
        guard let found = candidates.first else { throw GuestError.unknownGuest(name) }
        guard candidates.count == 1 else {
            throw ManagementError.ambiguous(
                .guest, name, candidates: try candidates.map { try $0.candidate(of: event, connection) })
        }
        return found
    }

    /// Stores a guest's answer to an invitation. The guest's ticket admits as many people as before, even if the guest
    /// declines.
    ///
    /// - Throws: `GuestError` if the guest is not invited to the sub-event, or brings more companions than allowed.
    public func answer(
        _ answer: InvitationReply, ofGuest name: String, to subEvent: SubEvent, of event: Event
    ) throws -> InvitedGuest {
        try services.perform(.answerInvitation, on: event) { work in
            let connection = work.connection
            let named = try GuestService.guest(named: name, of: event.number, connection)
            let guest = try work.answer([subEvent: answer], ofGuest: named, of: event.number)
            return try GuestService.withInvitations([guest], of: event.number, connection)[0]
        }
    }
}

extension Guest {
    /// The text by which an error names the guest in a list of several guests, such as `Grace Nakato (number 7,
    /// household Nakato, grace@example.org)`.
    fileprivate func candidate(of event: EventNumber, _ connection: any StoreConnection) throws -> Sentence {
        typealias Text = ManagementError.Text
        var arguments: [String: SentenceArgument] = ["name": .text(name), "number": "\(number)"]
        arguments["household"] = try household.flatMap { try connection.guests.household($0, of: event)?.name }
            .map { .text($0) }
        arguments["email"] = details.email.map { .text($0) }
        return switch (arguments["household"], arguments["email"]) {
        case (nil, nil): Sentence(Text.numbered, arguments)
        case (nil, _?): Sentence(Text.guestWithEmail, arguments)
        case (_?, nil): Sentence(Text.guestOfHousehold, arguments)
        case (_?, _?): Sentence(Text.guestOfHouseholdWithEmail, arguments)
        }
    }
}

extension UnitOfWork {
    /// Stores a guest's answers to invitations.
    ///
    /// - Returns: the guest, locked until the transaction ends.
    /// - Throws: the errors of `GuestService.answer`.
    func answer(_ answers: [SubEvent: InvitationReply], ofGuest named: Guest, of event: EventNumber) throws
        -> Guest
    {
        // The guest is locked first, because an import could lower the number of allowed companions at the same moment.
        guard let guest = try connection.guests.locked(number: named.number, of: event) else {
            throw GuestError.unknownGuest(named.name)
        }
        let before = try connection.invitations.all(ofGuest: guest.number, event: event)
        for (subEvent, answer) in answers.sorted(by: { $0.key.number < $1.key.number }) {
            if let companions = answer.companions, !(0...guest.details.companions).contains(companions) {
                throw GuestError.tooManyCompanions(asked: companions, allowed: guest.details.companions)
            }
            guard
                try connection.invitations.answer(
                    answer, guest: guest.number, subEvent: subEvent.number, of: event, at: now)
            else { throw GuestError.notInvited(guest: guest.name, subEvent: subEvent.name) }
            let old = before.first { $0.subEvent == subEvent.number }?.reply ?? .none
            try record(
                AuditSubject(.guest, guest.number), of: event, before: [subEvent.guestAuditName: old.auditText],
                after: [subEvent.guestAuditName: answer.auditText])
        }
        return guest
    }
}
