import Store
public import Ticketing

/// A guest's answers to their invitations, the guest's meal and allergies, and the companions whom the guest has
/// described.
public struct GuestAnswers: Hashable, Sendable {
    /// The guest's answer for each sub-event that the guest is invited to. The keys are the numbers of the sub-events.
    public var answers: [Int: InvitationReply]
    public var meal: String?
    public var allergy: String?
    /// The described companions, sorted by number.
    public var companions: [Companion]

    public init(_ guest: InvitedGuest) {
        answers = Dictionary(guest.invitations.map { ($0.subEvent, $0.reply) }) { first, _ in first }
        meal = guest.guest.details.meal
        allergy = guest.guest.details.allergy
        companions = guest.companions
    }

    /// The companion with the given number, counted from 1. If the guest has not described this companion, the result
    /// is blank.
    public subscript(companion number: Int) -> Companion {
        get { companions.first { $0.number == number } ?? Companion(number: number) }
        set {
            companions.removeAll { $0.number == number }
            if !newValue.isBlank { companions.append(newValue) }
            companions.sort { $0.number < $1.number }
        }
    }
}

extension GuestService {
    /// Stores a guest's answers, meal, allergies and companions in one transaction. The guest's ticket admits as many
    /// people as before, even if the guest declines.
    ///
    /// - Parameters:
    ///   - number: the guest's number.
    ///   - alter: receives the current answers and changes them.
    /// - Throws: the errors of `answer`; `GuestError.tooManyCompanions` for more described companions than the guest
    ///   may bring; `ManagementError.invalid` for an invalid text; any error that `alter` throws.
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
            let changed = try work.describe(
                answered, meal: edited.meal, allergy: edited.allergy, companions: edited.companions)
            return try GuestService.withInvitations([changed], of: event.number, connection)[0]
        }
    }
}
