import Store
public import Ticketing

/// A guest's answers to their invitations, and their choice of meal.
public struct GuestAnswers: Hashable, Sendable {
    /// The guest's answer for each sub-event that the guest is invited to. The keys are the numbers of the sub-events.
    public var answers: [Int: InvitationReply]
    public var meal: String?

    public init(_ guest: InvitedGuest) {
        answers = Dictionary(guest.invitations.map { ($0.subEvent, $0.reply) }) { first, _ in first }
        meal = guest.guest.details.meal
    }

    /// The faults of a meal. A meal that is only white space is treated as no meal.
    static func faults(ofMeal meal: String?) -> [FieldFault] {
        var faults = FieldFaults()
        faults.require(optional: meal.flatMap { $0.folded.isEmpty ? nil : $0 }, "meal")
        return faults.all
    }
}

extension GuestService {
    /// Stores a guest's answers and meal in one transaction. The guest's ticket admits as many people as before, even
    /// if the guest declines.
    ///
    /// - Parameters:
    ///   - number: the guest's number.
    ///   - alter: receives the current answers and changes them.
    /// - Throws: the errors of `answer`; `ManagementError.invalid` for an invalid meal; any error that `alter` throws.
    public func editAnswers(
        ofGuest number: Int, of event: Event, _ alter: (inout GuestAnswers) throws -> Void
    ) throws -> InvitedGuest {
        try services.perform(.answerInvitation, on: event) { work in
            let connection = work.connection
            guard let guest = try connection.guests.locked(number: number, of: event.number) else {
                throw GuestError.unknownGuest("\(number)")
            }
            let former = GuestAnswers(try GuestService.withInvitations([guest], of: event.number, connection)[0])
            var edited = former
            try alter(&edited)
            let subEvents = try connection.subEvents.all(of: event.number)
            var answers: [SubEvent: InvitationReply] = [:]
            for (number, answer) in edited.answers where former.answers[number] != answer {
                guard let subEvent = subEvents.first(where: { $0.number == number }) else {
                    throw GuestError.unknownSubEvent("\(number)", known: subEvents.map(\.name))
                }
                answers[subEvent] = answer
            }
            let answered = try work.answer(answers, ofGuest: guest, of: event.number)
            let changed = try work.set(meal: edited.meal, of: answered)
            return try GuestService.withInvitations([changed], of: event.number, connection)[0]
        }
    }
}

extension UnitOfWork {
    /// Stores a guest's meal.
    ///
    /// - Parameters:
    ///   - meal: the meal; nil or only white space for none.
    ///   - guest: the guest, which must be locked.
    /// - Returns: the changed guest.
    /// - Throws: `ManagementError.invalid` for an invalid meal.
    func set(meal: String?, of guest: Guest) throws -> Guest {
        let faults = GuestAnswers.faults(ofMeal: meal)
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        let meal = meal.flatMap { $0.folded.isEmpty ? nil : $0 }
        guard meal != guest.details.meal else { return guest }
        var changed = guest
        changed.details.meal = meal
        try connection.guests.update(changed)
        try record(
            AuditSubject(.guest, guest.number), of: guest.event, before: guest.auditFields, after: changed.auditFields)
        return changed
    }
}
