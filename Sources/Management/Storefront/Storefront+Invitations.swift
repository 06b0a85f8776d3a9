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
    /// The reason why guests can no longer answer; nil while guests can answer.
    public let closed: StorefrontError?
}

/// A guest's reply, which is sent from the page that the link of the guest's ticket opens.
public struct GuestReply: Hashable, Sendable {
    /// The number of the guest.
    public var guest: Int
    /// The guest's answers. The keys are the numbers of the sub-events. Answers for other sub-events stay unchanged.
    public var answers: [Int: InvitationReply]
    /// Nil leaves the meal unchanged; an empty text clears it.
    public var meal: String?

    public init(guest: Int, answers: [Int: InvitationReply], meal: String? = nil) {
        self.guest = guest
        self.answers = answers
        self.meal = meal
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
            return LinkedInvitation(
                event: event, organizer: try Storefront.organizer(of: event, connection), code: ticket.code,
                subEvents: try connection.subEvents.all(of: event.number),
                guests: try GuestService.withInvitations(guests, of: event.number, connection),
                closed: event.answersClosedReason(at: now))
        }
    }

    /// Stores a guest's reply in one transaction. Guests can change their reply any number of times until the event's
    /// deadline for answers, or until the event or the sub-event is over. The guest's ticket admits as many people as
    /// before.
    ///
    /// - Throws: `StorefrontError`; `GuestError` for a sub-event that the guest is not invited to, or for too many
    ///   companions.
    public func answer(_ link: TicketLink, _ reply: GuestReply) throws {
        let faults = GuestAnswers.faults(ofMeal: reply.meal)
        guard faults.isEmpty else { throw StorefrontError.invalid(faults) }
        let organizer = try organizer(of: link.event)
        try visitorServices.transact(.answerInvitation, in: organizer) { work in
            guard let (event, ticket) = try resolve(by: link, work.connection), ticket.status == .issued,
                let own = try work.connection.guests.with(serial: ticket.serial, of: event.number)
                    .first(where: { $0.number == reply.guest })
            else { throw StorefrontError.notFound }
            if let closed = event.answersClosedReason(at: work.now) { throw closed }
            let subEvents = try work.connection.subEvents.all(of: event.number)
            var answers: [SubEvent: InvitationReply] = [:]
            for (number, answer) in reply.answers {
                guard let subEvent = subEvents.first(where: { $0.number == number }) else {
                    throw StorefrontError.notFound
                }
                if let end = subEvent.details.end, work.now >= end { throw StorefrontError.eventOver }
                answers[subEvent] = answer
            }
            let guest = try work.answer(answers, ofGuest: own, of: event.number)
            // An import could have changed the guest's ticket before the guest was locked, so the serial is checked
            // here.
            guard guest.serial == ticket.serial else { throw StorefrontError.notFound }
            if let meal = reply.meal { _ = try work.set(meal: meal, of: guest) }
        }
    }
}

extension Event {
    /// The reason why guests can no longer answer their invitations; nil while they can answer.
    fileprivate func answersClosedReason(at now: Instant) -> StorefrontError? {
        if let closed = closedReason(at: now) { return closed }
        return details.answerBy.map { now >= $0 } ?? false ? .answersClosed : nil
    }
}
