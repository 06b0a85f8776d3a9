import Store
public import Ticketing

/// The invitation that a link opens.
public struct LinkedInvitation: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    /// The poster and the logo of the event.
    public let pictures: [StoredPicture]
    public let code: TicketCode
    /// The event's sub-events, ordered by number.
    public let subEvents: [SubEvent]
    /// The guests whom the ticket admits, ordered by number, with their invitations.
    public let guests: [InvitedGuest]
    /// The reason why the guests can no longer answer; nil while they can answer at least one of their invitations.
    public let closed: StorefrontError?
}

/// A guest's reply to the invitations that the link of the guest's ticket opens.
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
    /// The invitation that a link opens; nil if the link is invalid or leads to no invitation. If the event was
    /// cancelled or deleted, the link still opens the invitation, and `closed` says why nobody can answer.
    public func invitation(_ link: TicketLink) throws -> LinkedInvitation? {
        let now = now()
        return try store.read { connection in
            guard let (event, ticket) = try resolve(by: link, connection), ticket.isInvitation(to: event) else {
                return nil
            }
            let guests = try connection.guests.with(serial: ticket.serial, of: event.number)
            guard !guests.isEmpty else { return nil }
            let subEvents = try connection.subEvents.all(of: event.number)
            let invited = try GuestService.withInvitations(guests, of: event.number, connection)
            return LinkedInvitation(
                event: event, organizer: try Storefront.organizer(of: event, connection),
                pictures: try connection.pictures.all(of: event.number), code: ticket.code, subEvents: subEvents,
                guests: invited,
                closed: event.answersClosedReason(of: invited.flatMap(\.invitations), to: subEvents, at: now))
        }
    }

    /// Stores the replies of guests who share a ticket, in one transaction. Guests can change their replies any number
    /// of times until the deadline for answers to the sub-event, or until the event or the sub-event is over. If one
    /// reply is refused, nothing is stored. The replies do not change how many people the guests' ticket admits.
    ///
    /// - Parameters:
    ///   - writeMode: with `dryRun`, the replies are checked, and nothing is stored.
    ///   - merge: receives a reply and the answers that are stored now, and returns the reply to store. If `merge`
    ///     throws an error, the reply is refused.
    /// - Throws: `RefusedReplies`; `StorefrontError` if no guest can answer any more, or if a guest does not have the
    ///   ticket.
    public func answer(
        _ link: TicketLink, _ replies: [GuestReply], _ writeMode: WriteMode = .commit,
        merging merge: (GuestReply, GuestAnswers) throws -> GuestReply = { reply, _ in reply }
    ) throws {
        let organizer = try organizer(of: link.event)
        try withWriteMode(writeMode) { effect in
            try visitorServices.transact(.answerInvitation, in: organizer) { work in
                try effect(try store(replies, of: link, work, merge))
            }
        }
    }

    private func store(
        _ replies: [GuestReply], of link: TicketLink, _ work: UnitOfWork,
        _ merge: (GuestReply, GuestAnswers) throws -> GuestReply
    ) throws {
        guard let (event, ticket) = try resolve(by: link, work.connection), ticket.isInvitation(to: event) else {
            throw StorefrontError.notFound
        }
        let guests = try work.connection.guests.with(serial: ticket.serial, of: event.number)
        guard replies.allSatisfy({ reply in guests.contains { $0.number == reply.guest } }) else {
            throw StorefrontError.notFound
        }
        let invited = try GuestService.withInvitations(guests, of: event.number, work.connection)
        let writer = ReplyWriter(
            work: work, event: event, subEvents: try work.connection.subEvents.all(of: event.number),
            serial: ticket.serial)
        if let closed = writer.closedReason(of: invited.flatMap(\.invitations)) { throw closed }
        // The guests are locked in the order of their numbers. Imports usually lock guests in the same order, so there
        // are few deadlocks. The store repeats a transaction that ends because of a deadlock.
        let faults = try replies.sorted { $0.guest < $1.guest }.flatMap { try writer.store($0, merging: merge) }
        guard faults.isEmpty else { throw RefusedReplies(faults: faults) }
    }
}

extension Ticket {
    /// Whether the guests of this ticket are invited: gates admit them, or the ticket was valid until the event was
    /// cancelled or deleted.
    ///
    /// - Parameter event: the event as visitors see it (`Event.forVisitors`).
    package func isInvitation(to event: Event) -> Bool {
        status == .issued || event.status == .cancelled && statusSince != nil && statusSince == event.cancelled
    }
}

extension Event {
    /// The reason why guests can no longer answer; nil while they can answer at least one of their invitations. If the
    /// guests have no invitations, the deadline of the event applies.
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
