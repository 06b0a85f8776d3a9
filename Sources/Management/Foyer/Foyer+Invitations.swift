import Store
public import Ticketing

/// What an invitation's link shows.
public struct InvitationAtLink: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    public let code: TicketCode
    /// The event's functions, by number.
    public let functions: [EventFunction]
    /// Whom the code lets in, by number, each with their invitations.
    public let guests: [InvitedGuest]
    /// Why nobody can answer any more; nil while they can.
    public let closed: FoyerError?
}

/// What one guest says by their link.
public struct GuestReply: Hashable, Sendable {
    /// The number of the guest.
    public var guest: Int
    /// By number of the function; what is not there stays as it is.
    public var answers: [Int: Answer]
    /// Nil leaves the meal as it is; an empty text takes it back.
    public var meal: String?

    public init(guest: Int, answers: [Int: Answer], meal: String? = nil) {
        self.guest = guest
        self.answers = answers
        self.meal = meal
    }
}

extension Foyer {
    /// What a link opens; nil when it opens nothing, or no invitation.
    public func invitation(_ link: TicketLink) throws -> InvitationAtLink? {
        let now = now()
        return try store.read { connection in
            guard let (event, ticket) = try opened(by: link, connection), ticket.status == .issued else { return nil }
            let guests = try connection.guests.with(serial: ticket.serial, of: event.number)
            guard !guests.isEmpty else { return nil }
            return InvitationAtLink(
                event: event, organizer: try Foyer.organizer(of: event, connection), code: ticket.code,
                functions: try connection.functions.all(of: event.number),
                guests: try Office.withInvitations(guests, of: event.number, connection), closed: event.over(at: now))
        }
    }

    /// Keeps what a guest of the link's code says; all of it, or nothing. It may change as often as they like until the
    /// event, or a function, is over. What their code admits stays.
    ///
    /// - Throws: `FoyerError`; `CelebrationError` for a function they are not invited to, or too many companions.
    public func answer(_ link: TicketLink, _ reply: GuestReply) throws {
        let faults = GuestAnswers.faults(ofMeal: reply.meal)
        guard faults.isEmpty else { throw FoyerError.invalid(faults) }
        let organizer = try organizer(of: link.event)
        try desk.transact(.answerInvitation, in: organizer) { work in
            guard let (event, ticket) = try opened(by: link, work.connection), ticket.status == .issued,
                let own = try work.connection.guests.with(serial: ticket.serial, of: event.number)
                    .first(where: { $0.number == reply.guest })
            else { throw FoyerError.notThere }
            if let over = event.over(at: work.now) { throw over }
            let functions = try work.connection.functions.all(of: event.number)
            var answers: [EventFunction: Answer] = [:]
            for (number, answer) in reply.answers {
                guard let function = functions.first(where: { $0.number == number }) else {
                    throw FoyerError.notThere
                }
                if let end = function.details.end, work.now >= end { throw FoyerError.eventOver }
                answers[function] = answer
            }
            let guest = try work.answer(answers, ofGuest: own, of: event.number)
            // Behind the guest's lock: an import may have given them another code meanwhile.
            guard guest.serial == ticket.serial else { throw FoyerError.notThere }
            if let meal = reply.meal { _ = try work.note(meal: meal, of: guest) }
        }
    }
}
