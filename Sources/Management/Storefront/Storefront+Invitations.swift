import Store
public import Ticketing

/// The invitation that a link opens.
public struct LinkedInvitation: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    public let code: TicketCode
    /// The event's sub-events, ordered by number.
    public let subEvents: [SubEvent]
    /// The guests who share the code (the ticket), ordered by number, with their invitations.
    public let guests: [InvitedGuest]
    /// The reason why the guests can no longer answer; nil while they can answer at least one of their invitations.
    public let closed: StorefrontError?
}

/// A guest's reply, which is sent from the page that the link of the guest's ticket opens.
public struct GuestReply: Hashable, Sendable {
    /// The number of the guest.
    public var guest: Int
    /// The guest's answers. The keys are the numbers of the sub-events. Answers for other sub-events stay unchanged.
    public var answers: [Int: InvitationReply]
    /// The guest's meal. Nil leaves the stored meal unchanged; an empty text clears it.
    public var meal: String?
    /// The guest's allergies. Nil leaves the stored allergies unchanged; an empty text clears them.
    public var allergy: String?
    /// All companions whom the guest describes. Blank companions are ignored, and the others are numbered again without
    /// gaps. Nil leaves the descriptions unchanged.
    public var companions: [Companion]?

    public init(
        guest: Int, answers: [Int: InvitationReply], meal: String? = nil, allergy: String? = nil,
        companions: [Companion]? = nil
    ) {
        self.guest = guest
        self.answers = answers
        self.meal = meal
        self.allergy = allergy
        self.companions = companions
    }

    /// The guest's answers after this reply, in the form in which they are stored. The parts that the reply leaves out
    /// stay as they are in `answers`.
    public func applied(to answers: GuestAnswers) -> GuestAnswers {
        var changed = answers
        changed.answers.merge(self.answers) { $1 }
        if let meal { changed.meal = GuestDescription.present(meal) }
        if let allergy { changed.allergy = GuestDescription.present(allergy) }
        if let companions { changed.companions = GuestDescription.stored(companions) }
        return changed
    }
}

extension Storefront {
    /// The invitation of a link; nil if the link is invalid or leads to no invitation.
    public func invitation(_ link: TicketLink) throws -> LinkedInvitation? {
        let now = now()
        return try store.read { connection in
            guard let (event, ticket) = try resolve(by: link, connection), ticket.status == .issued else { return nil }
            let guests = try connection.guests.with(serial: ticket.serial, of: event.number)
            guard !guests.isEmpty else { return nil }
            let subEvents = try connection.subEvents.all(of: event.number)
            let invited = try GuestService.withInvitations(guests, of: event.number, connection)
            return LinkedInvitation(
                event: event, organizer: try Storefront.organizer(of: event, connection), code: ticket.code,
                subEvents: subEvents, guests: invited,
                closed: event.answersClosedReason(of: invited.flatMap(\.invitations), to: subEvents, at: now))
        }
    }

    /// Stores a guest's reply in one transaction. Guests can change their reply any number of times until the deadline
    /// for answers to the sub-event, or until the event or the sub-event is over. If the reply contains an answer that
    /// comes too late, nothing is stored. If a guest who comes describes more companions than the guest brings to any
    /// one sub-event, nothing is stored either. The guest's ticket admits as many people as before.
    ///
    /// - Parameter merge: receives the reply and the answers that are stored now, and returns the reply to store. It can
    ///   leave out parts that would overwrite newer answers.
    /// - Throws: `StorefrontError`; `GuestError` for a sub-event that the guest is not invited to, or for too many
    ///   companions; any error that `merge` throws. The fields of a companion's faults are called `companion-1-name`,
    ///   `companion-2-meal` and so on.
    public func answer(
        _ link: TicketLink, _ reply: GuestReply,
        merging merge: (GuestReply, GuestAnswers) throws -> GuestReply = { reply, _ in reply }
    ) throws {
        let organizer = try organizer(of: link.event)
        try visitorServices.transact(.answerInvitation, in: organizer) { work in
            guard let (event, ticket) = try resolve(by: link, work.connection), ticket.status == .issued,
                let own = try work.connection.guests.with(serial: ticket.serial, of: event.number)
                    .first(where: { $0.number == reply.guest })
            else { throw StorefrontError.notFound }
            // An import could have changed the guest's ticket before the guest was locked, so the serial is checked
            // again.
            guard let locked = try work.connection.guests.locked(number: own.number, of: event.number),
                locked.serial == ticket.serial
            else { throw StorefrontError.notFound }
            let subEvents = try work.connection.subEvents.all(of: event.number)
            let stored = try GuestService.withInvitations([locked], of: event.number, work.connection)[0]
            if let closed = event.answersClosedReason(of: stored.invitations, to: subEvents, at: work.now) {
                throw closed
            }
            let former = GuestAnswers(stored)
            let reply = try merge(reply, former)
            var answers: [SubEvent: InvitationReply] = [:]
            for (number, answer) in reply.answers.sorted(by: { $0.key < $1.key }) {
                guard let subEvent = subEvents.first(where: { $0.number == number }) else {
                    throw StorefrontError.notFound
                }
                if let end = subEvent.details.end, work.now >= end { throw StorefrontError.eventOver }
                guard !event.details.areAnswersClosed(for: subEvent.details, at: work.now) else {
                    throw StorefrontError.subEventAnswersClosed(number, subEvent.name)
                }
                answers[subEvent] = answer
            }
            try describe(try work.answer(answers, ofGuest: locked, of: event.number), reply, work)
            try requireChosenCompanions(reply.applied(to: former), event, subEvents, at: work.now)
        }
    }

    /// Checks the number of companions that a guest who comes describes. The guest must bring at least this number of
    /// companions to one sub-event. Nothing is checked if the guest can no longer change the number of companions at
    /// any sub-event that the guest attends.
    ///
    /// - Parameter answers: the guest’s answers after the reply.
    /// - Throws: `StorefrontError.companionsNotChosen`.
    private func requireChosenCompanions(
        _ answers: GuestAnswers, _ event: Event, _ subEvents: [SubEvent], at now: Instant
    ) throws {
        let chosen = answers.answers.compactMapValues { $0.companions }
        guard let most = chosen.values.max(), most < answers.companions.count else { return }
        let open = subEvents.filter { subEvent in
            chosen[subEvent.number] != nil && subEvent.details.end.map { now < $0 } ?? true
                && !event.details.areAnswersClosed(for: subEvent.details, at: now)
        }
        guard !open.isEmpty else { return }
        throw StorefrontError.companionsNotChosen(
            described: answers.companions.count, chosen: most, subEvents: open.map(\.number))
    }

    /// Stores the meal, the allergies and the companions in a reply.
    private func describe(_ guest: Guest, _ reply: GuestReply, _ work: UnitOfWork) throws {
        let companions =
            try reply.companions ?? work.connection.companions.all(ofGuest: guest.number, event: guest.event)
        do {
            _ = try work.describe(
                guest, meal: reply.meal ?? guest.details.meal, allergy: reply.allergy ?? guest.details.allergy,
                companions: companions)
        } catch ManagementError.invalid(let faults) {
            throw StorefrontError.invalid(faults)
        }
    }
}

extension Event {
    /// The reason why guests can no longer answer any of their invitations; nil while they can answer one of them. If
    /// the guests have no invitations, the deadline of the event applies.
    ///
    /// - Parameter subEvents: the event's sub-events.
    public func answersClosedReason(
        of invitations: [Invitation], to subEvents: [SubEvent], at now: Instant
    ) -> StorefrontError? {
        if let closed = closedReason(at: now) { return closed }
        let invited = Set(invitations.map(\.subEvent))
        let theirs = subEvents.filter { invited.contains($0.number) }
        let isClosed =
            theirs.isEmpty
            ? details.answerBy.map { now >= $0 } ?? false
            : theirs.allSatisfy { details.areAnswersClosed(for: $0.details, at: now) }
        return isClosed ? .answersClosed : nil
    }
}
