import Store
public import TicketToken
public import Ticketing

extension GuestService {
    /// Adds or withdraws invitations. Issues a code (a ticket) to each guest or household that is invited to a
    /// sub-event and has no code. Guests with an e-mail address or telephone number get one notice about the change.
    ///
    /// - Parameter progress: called regularly before anything is committed: first with the number of the last processed
    ///   guest, later with the count of guests who have received codes.
    /// - Throws: `GuestError`; `ManagementError` if the ticket type or the venue has too little capacity.
    public func invite(
        _ selection: GuestSelection, _ change: InvitationChange, of event: Event, signingWith ring: KeyRing,
        publicKeys: PublicKeyUse = .refused, progress: (Int) -> Void = { _ in }
    ) throws -> InvitationSummary {
        let key = try ManagementServices.signingKey(of: ring, publicKeys)
        return try services.perform(.inviteGuests, on: event) { work in
            let current = try work.lockedForGuestChanges(of: event)
            let summary = try work.invite(selection, change, of: current, key: key, progress: progress)
            try work.connection.knownKeys.record(ring.checkValues)
            return summary
        }
    }

    /// Stores the replies of guests to their invitations, and invites the guests to further sub-events, in one
    /// transaction. If one reply or invitation is refused, nothing is changed.
    ///
    /// - Parameters:
    ///   - numbers: the guests' numbers.
    ///   - ring: the keys that sign new codes. They are read only if a guest is invited to a further sub-event.
    ///   - alter: receives the replies of these guests by the numbers of the guests and of the sub-events, and changes
    ///     them. If the closure adds a reply for a sub-event to which the guest is not invited, this function invites
    ///     the guest to that sub-event. If the closure removes a reply, the stored reply stays unchanged, because this
    ///     function withdraws no invitation. The closure is called more than once, each time with the current replies.
    /// - Returns: the guests, sorted by number.
    /// - Throws: the errors of `invite` and `answer`; any error that `alter` throws.
    public func editReplies(
        ofGuests numbers: Set<Int>, of event: Event, signingWith ring: () throws -> KeyRing,
        publicKeys: PublicKeyUse = .refused, _ alter: (inout [Int: [Int: InvitationReply]]) throws -> Void
    ) throws -> [InvitedGuest] {
        let numbers = numbers.sorted()
        // Inviting guests needs the same right as recording their answers, so one authorization is enough for both.
        return try services.perform(.answerInvitation, on: event) { work in
            let connection = work.connection
            let current = try work.lockedForGuestChanges(of: event)
            let before = try work.replies(ofGuests: numbers, of: event.number)
            var wanted = before
            try alter(&wanted)
            let inviting = InvitationChange.further(from: before, to: wanted)
            if !inviting.isEmpty {
                let ring = try ring()
                let key = try ManagementServices.signingKey(of: ring, publicKeys)
                try work.recorded(.inviteGuests).invite(inviting, to: current, key: key)
                try connection.knownKeys.record(ring.checkValues)
            }
            // The guests are locked only after the new invitations were added. Issuing codes locks ticket types, and
            // ticket types must be locked before guests. Guests may have answered in the meantime, so the replies are
            // read again.
            for number in numbers where wanted[number] != before[number] {
                _ = try connection.guests.locked(number: number, of: event.number)
            }
            let former = try work.replies(ofGuests: numbers, of: event.number)
            var edited = former
            try alter(&edited)
            let subEvents = try connection.subEvents.all(of: event.number)
            let answered = try numbers.map { number in
                try work.answer(
                    from: former[number, default: [:]], to: edited[number, default: [:]], ofGuest: number,
                    of: event.number, subEvents)
            }
            return try GuestService.withInvitations(answered, of: event.number, connection)
        }
    }
}

extension InvitationChange {
    /// The numbers of the sub-events for which each guest has a reply in `after`, but none in `before`. The keys are
    /// the numbers of the guests; guests without such sub-events are left out.
    fileprivate static func further(
        from before: [Int: [Int: InvitationReply]], to after: [Int: [Int: InvitationReply]]
    ) -> [Int: [Int]] {
        before.reduce(into: [:]) { further, guest in
            let new = Set(after[guest.key, default: [:]].keys).subtracting(guest.value.keys)
            if !new.isEmpty { further[guest.key] = new.sorted() }
        }
    }
}

extension UnitOfWork {
    /// The guests' replies by the numbers of the guests and of the sub-events to which they are invited.
    ///
    /// - Throws: `GuestError.unknownGuest`.
    fileprivate func replies(ofGuests numbers: [Int], of event: EventNumber) throws -> [Int: [Int: InvitationReply]] {
        try numbers.reduce(into: [:]) { replies, number in
            guard try connection.guests.with(number: number, of: event) != nil else {
                throw GuestError.unknownGuest("\(number)")
            }
            let invitations = try connection.invitations.all(ofGuest: number, event: event)
            replies[number] = Dictionary(invitations.map { ($0.subEvent, $0.reply) }) { first, _ in first }
        }
    }

    /// Stores the replies of a guest that differ from the stored ones. Returns the guest.
    fileprivate func answer(
        from former: [Int: InvitationReply], to edited: [Int: InvitationReply], ofGuest number: Int,
        of event: EventNumber, _ subEvents: [SubEvent]
    ) throws -> Guest {
        guard let guest = try connection.guests.with(number: number, of: event) else {
            throw GuestError.unknownGuest("\(number)")
        }
        var answers: [SubEvent: InvitationReply] = [:]
        for (number, reply) in edited where former[number] != reply {
            guard let subEvent = subEvents.first(where: { $0.number == number }) else {
                throw GuestError.unknownSubEvent("\(number)", known: subEvents.map(\.name))
            }
            answers[subEvent] = reply
        }
        return answers.isEmpty ? guest : try answer(answers, ofGuest: guest, of: event)
    }
}
