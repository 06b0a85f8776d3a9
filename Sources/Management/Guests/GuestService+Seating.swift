public import Ticketing

extension GuestService {
    /// The seating of a sub-event: one seat for each guest whom the filter `whose` includes, and for each of the
    /// guest's companions.
    ///
    /// - Throws: `GuestError.nobodyInvited`; `nobodyAttends` if guests are invited but nobody gets a seat.
    public func seating(
        at subEvent: SubEvent, of event: Event, _ whose: Seating.GuestFilter = .attending
    ) throws -> Seating {
        var seats: [Seat] = []
        var (invited, unanswered) = (0, 0)
        try forEachGuest(of: event) { guest in
            guard let answer = guest.invitations.first(where: { $0.subEvent == subEvent.number })?.reply else {
                return
            }
            invited += 1
            if answer == .none || answer == .maybe { unanswered += 1 }
            guard let companions = whose.companions(of: guest.guest, answer) else { return }
            seats.append(Seat(guest: guest.guest, household: guest.household))
            for number in 0..<companions {
                let companion = guest.companions.first { $0.number == number + 1 } ?? Companion(number: number + 1)
                seats.append(Seat(guest: guest.guest, household: guest.household, companion: companion))
            }
        }
        guard !seats.isEmpty else {
            throw invited == 0
                ? GuestError.nobodyInvited(subEvent: subEvent.name)
                : GuestError.nobodyAttends(subEvent: subEvent.name, unanswered: unanswered)
        }
        return Seating(seats)
    }
}

extension Seating.GuestFilter {
    /// The number of a guest's companions who get seats; nil if the guest gets no seat.
    fileprivate func companions(of guest: Guest, _ answer: InvitationReply) -> Int? {
        switch (answer, self) {
        case (.attending(let companions), _): companions
        case (.none, .notDeclined), (.maybe, .notDeclined): guest.details.companions
        case (.none, .attending), (.maybe, .attending), (.declined, _): nil
        }
    }
}
