import Store
public import Ticketing

extension GuestService {
    /// At most `limit` guests of a list that follow the guest `last`. If `last` has moved in the list, the result
    /// begins after the new position. If `last` was removed, a list that is sorted by number continues after this
    /// number, and any other list begins again with its first guest.
    ///
    /// - Parameter last: the number of a guest; nil to begin with the first guest of the list.
    public func guests(
        of event: Event, in query: GuestListQuery, after last: Int? = nil, limit: Int
    ) throws -> [InvitedGuest] {
        try services.read(.showGuests, on: event) { connection in
            let position = try last.flatMap { try connection.guests.position(of: $0, at: event.number, in: query) }
            let page = try connection.guests.page(of: event.number, in: query, after: position, limit: limit)
            return try shown(
                GuestService.withInvitations(page, of: event.number, connection), of: event, connection)
        }
    }

    /// The numbers of the first guests of a list, or of the guests that a search finds; at most `limit`.
    ///
    /// - Parameter name: the words to search for, as in `forEachGuest`; nil to list all guests. The guests that a
    ///   search finds are sorted by name, and the query is ignored.
    public func guestNumbers(
        of event: Event, in query: GuestListQuery, named name: String? = nil, limit: Int = .max
    ) throws -> [Int] {
        try services.read(.showGuests, on: event) { connection in
            guard let name, !name.folded.isEmpty else {
                return try connection.guests.numbers(of: event.number, in: query, limit: limit)
            }
            var numbers: [Int] = []
            var last: Guest?
            while numbers.count < limit {
                let page = try connection.guests.page(
                    of: event.number, naming: name, after: last, limit: min(1000, limit - numbers.count))
                guard let end = page.last else { break }
                numbers += page.map(\.number)
                last = end
            }
            return numbers
        }
    }

    /// Passes guests to a closure one by one, in the order of `numbers`. All guests are read from one snapshot of the
    /// store. Numbers without a guest are skipped.
    public func forEachGuest(_ numbers: [Int], of event: Event, _ body: (InvitedGuest) throws -> Void) throws {
        try services.read(.showGuests, on: event) { connection in
            for start in stride(from: 0, to: numbers.count, by: 1000) {
                let part = Array(numbers[start..<min(start + 1000, numbers.count)])
                let guests = try connection.guests.all(part, of: event.number)
                try shown(
                    GuestService.withInvitations(guests, of: event.number, connection), of: event, connection
                ).forEach(body)
            }
        }
    }

    /// The number of guests, and the numbers of their answers for each sub-event.
    public func guestTotals(of event: Event) throws -> GuestTotals {
        try services.read(.showGuests, on: event) { connection in
            let (guests, withoutCode) = try connection.guests.counts(of: event.number)
            let counts = try connection.invitations.counts(of: event.number)
            let subEvents = try connection.subEvents.all(of: event.number).map { subEvent in
                let own = counts.filter { $0.subEvent == subEvent.number }
                func count(_ answer: InvitationReply.Kind) -> Int {
                    own.filter { $0.answer == answer }.map(\.guests).reduce(0, +)
                }
                let coming = count(.attending)
                let people = own.filter { $0.answer == .attending }.map(\.people).reduce(0, +)
                return AnswerTotals(
                    subEvent: subEvent.number, coming: coming, companions: people - coming, maybe: count(.maybe),
                    declined: count(.declined), unanswered: count(.none))
            }
            return GuestTotals(guests: guests, withoutCode: withoutCode, subEvents: subEvents)
        }
    }

    /// The values by which a list of guests can be filtered.
    ///
    /// - Parameter limit: the maximum number of households and of tables.
    /// - Returns: the households, sorted by number, and the tables, sorted by name.
    public func listChoices(of event: Event, limit: Int) throws -> (households: [Household], tables: [String]) {
        try services.read(.showGuests, on: event) { connection in
            (
                try connection.guests.households(of: event.number, limit: limit),
                try connection.guests.tables(of: event.number, limit: limit)
            )
        }
    }
}
