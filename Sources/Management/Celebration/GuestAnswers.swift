import Store
public import Ticketing

/// What a guest said, to whatever they are invited to, and what they eat.
public struct GuestAnswers: Hashable, Sendable {
    /// By number of the function; to what is not there they are not invited.
    public var answers: [Int: Answer]
    public var meal: String?

    public init(_ guest: InvitedGuest) {
        answers = Dictionary(guest.invitations.map { ($0.function, $0.answer) }) { first, _ in first }
        meal = guest.guest.details.meal
    }

    /// White space alone is no meal.
    static func faults(ofMeal meal: String?) -> [FieldFault] {
        var faults = FieldFaults()
        faults.demand(optional: meal.flatMap { $0.folded.isEmpty ? nil : $0 }, "meal")
        return faults.all
    }
}

extension Office {
    /// Keeps what a guest said, all of it or nothing. What their code admits stays.
    ///
    /// - Parameters:
    ///   - number: of the guest.
    ///   - alter: is handed what they have said until now.
    /// - Throws: as `answer`; `ManagementError.invalid` for a meal; what the closure does.
    public func editAnswers(
        ofGuest number: Int, of event: Event, _ alter: (inout GuestAnswers) throws -> Void
    ) throws -> InvitedGuest {
        try perform(.answerInvitation, on: event) { work in
            let connection = work.connection
            guard let guest = try connection.guests.locked(number: number, of: event.number) else {
                throw CelebrationError.unknownGuest("\(number)")
            }
            let former = GuestAnswers(try Office.withInvitations([guest], of: event.number, connection)[0])
            var said = former
            try alter(&said)
            let functions = try connection.functions.all(of: event.number)
            var answers: [EventFunction: Answer] = [:]
            for (number, answer) in said.answers where former.answers[number] != answer {
                guard let function = functions.first(where: { $0.number == number }) else {
                    throw CelebrationError.unknownFunction("\(number)", known: functions.map(\.name))
                }
                answers[function] = answer
            }
            let answered = try work.answer(answers, ofGuest: guest, of: event.number)
            let changed = try work.note(meal: said.meal, of: answered)
            return try Office.withInvitations([changed], of: event.number, connection)[0]
        }
    }
}

extension Work {
    /// Keeps what a guest eats.
    ///
    /// - Parameters:
    ///   - meal: white space alone is nothing.
    ///   - guest: kept from others.
    /// - Returns: the guest as they are then.
    /// - Throws: `ManagementError.invalid`.
    func note(meal: String?, of guest: Guest) throws -> Guest {
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
