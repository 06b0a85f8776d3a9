import Store
public import Ticketing

/// A guest and what they are invited to.
public struct InvitedGuest: Sendable {
    public let guest: Guest
    /// The household's name.
    public let household: String?
    /// By function.
    public let invitations: [Invitation]
}

extension Office {
    /// Hands over an event's guests, by number, or by name when one is searched for. Between two pages the store is free for others.
    ///
    /// - Parameter name: only the guests who have each of its words, or what it begins, in their name or their household's
    ///   name, letter case and accents aside.
    public func forEachGuest(
        of event: Event, named name: String? = nil, _ body: (InvitedGuest) throws -> Void
    ) throws {
        try forEachPage { last in
            try look(.showGuests, on: event) { connection in
                try Office.page(of: event.number, named: name, after: last?.guest, limit: 1000, connection)
            }
        } body: {
            try body($0)
        }
    }

    /// At most `limit` guests in the same order, those after one of them.
    ///
    /// - Parameter last: the number of a guest.
    /// - Throws: `CelebrationError.unknownGuest` where there is none of that number.
    public func guests(
        of event: Event, named name: String? = nil, after last: Int? = nil, limit: Int
    ) throws -> [InvitedGuest] {
        try look(.showGuests, on: event) { connection in
            let last = try last.map { number in
                guard let guest = try connection.guests.with(number: number, of: event.number) else {
                    throw CelebrationError.unknownGuest("\(number)")
                }
                return guest
            }
            return try Office.page(of: event.number, named: name, after: last, limit: limit, connection)
        }
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
        guard let first = guests.map(\.number).min(), let last = guests.map(\.number).max() else { return [] }
        // A search finds few among many: then each is asked for alone.
        let isDense = last - first < 2 * guests.count
        let all = isDense ? try connection.invitations.all(ofGuests: first...last, event: event) : []
        let invitations = Dictionary(grouping: all, by: \.guest)
        var names: [Int: String] = [:]
        return try guests.map { guest in
            if let household = guest.household, names[household] == nil {
                names[household] = try connection.guests.household(household, of: event)?.name
            }
            return InvitedGuest(
                guest: guest, household: guest.household.flatMap { names[$0] },
                invitations: isDense
                    ? invitations[guest.number, default: []].map(\.invitation)
                    : try connection.invitations.all(ofGuest: guest.number, event: event))
        }
    }

    /// One guest, by number, e-mail or name (letter case and accents aside).
    public func guest(named name: String, of event: Event) throws -> InvitedGuest {
        try look(.showGuests, on: event) { connection in
            let guest = try Office.guest(named: name, of: event.number, connection)
            return try Office.withInvitations([guest], of: event.number, connection)[0]
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
        guard let found = candidates.first else { throw CelebrationError.unknownGuest(name) }
        guard candidates.count == 1 else {
            throw ManagementError.ambiguous(
                name, candidates: try candidates.map { try $0.candidate(of: event, connection) })
        }
        return found
    }

    /// Keeps what a guest said to an invitation; it may change as often as they like. What their code admits stays.
    ///
    /// - Throws: `CelebrationError` when they are not invited there, or bring more than they may.
    public func answer(
        _ answer: Answer, ofGuest name: String, to function: EventFunction, of event: Event
    ) throws -> InvitedGuest {
        try perform(.answerInvitation, on: event) { work in
            let connection = work.connection
            let named = try Office.guest(named: name, of: event.number, connection)
            let guest = try work.answer([function: answer], ofGuest: named, of: event.number)
            return try Office.withInvitations([guest], of: event.number, connection)[0]
        }
    }
}

extension Guest {
    /// As an error names them beside others: `Grace Nakato (number 7, household Nakato, grace@example.org)`.
    fileprivate func candidate(of event: EventNumber, _ connection: any StoreConnection) throws -> String {
        let home = try household.flatMap { try connection.guests.household($0, of: event)?.name }
        let facts = ["number \(number)", home.map { "household \($0)" }, details.email]
        return "\(name) (\(facts.compactMap(\.self).joined(separator: ", ")))"
    }
}

extension Work {
    /// Keeps what a guest said to invitations.
    ///
    /// - Returns: the guest, kept from others until the transaction ends.
    /// - Throws: as `Office.answer`.
    func answer(_ answers: [EventFunction: Answer], ofGuest named: Guest, of event: EventNumber) throws -> Guest {
        // An import may lower what they may bring at the same moment.
        guard let guest = try connection.guests.locked(number: named.number, of: event) else {
            throw CelebrationError.unknownGuest(named.name)
        }
        let before = try connection.invitations.all(ofGuest: guest.number, event: event)
        for (function, answer) in answers.sorted(by: { $0.key.number < $1.key.number }) {
            if let companions = answer.companions, !(0...guest.details.companions).contains(companions) {
                throw CelebrationError.tooManyCompanions(asked: companions, allowed: guest.details.companions)
            }
            guard
                try connection.invitations.answer(
                    answer, guest: guest.number, function: function.number, of: event, at: now)
            else { throw CelebrationError.notInvited(guest: guest.name, function: function.name) }
            let old = before.first { $0.function == function.number }?.answer ?? .none
            try record(
                AuditSubject(.guest, guest.number), of: event, before: [function.name: old.auditText],
                after: [function.name: answer.auditText])
        }
        return guest
    }
}
