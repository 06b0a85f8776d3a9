import Languages
import Management
import Ticketing
import WebHost

/// The fields of a guest’s answers in forms: one field for each invitation, and one field for the meal.
enum GuestField: EditField {
    /// The answer to the invitation to one sub-event.
    ///
    /// - Parameters:
    ///   - most: The largest number of companions that the guest is allowed to bring.
    ///   - since: The time of the answer as text; nil if there is no answer.
    case answer(subEvent: Int, name: String, most: Int, since: String?)
    case meal

    /// The fields for one guest: an answer for each sub-event to which the guest is invited, and the meal.
    ///
    /// - Parameter subEvents: The sub-events of the event.
    static func all(of guest: InvitedGuest, at event: Event, _ subEvents: [SubEvent]) -> [GuestField] {
        subEvents.compactMap { subEvent in
            guest.invitations.first { $0.subEvent == subEvent.number }.map {
                .answer(
                    subEvent: subEvent.number, name: subEvent.name, most: guest.guest.details.companions,
                    since: event.formatted($0.repliedAt))
            }
        } + [.meal]
    }

    var rawValue: String {
        switch self {
        case .answer(let subEvent, _, _, _): "answer-\(subEvent)"
        case .meal: "meal"
        }
    }

    var field: FormField {
        switch self {
        case .answer(_, let name, let most, let since):
            .init(
                rawValue, .verbatim(name), .choice(GuestField.choices(most)),
                hint: since.map { Sentence(DeskGuestSentence.answeredAt, ["time": .text($0)]) })
        case .meal: .init(rawValue, Sentence(DeskGuestSentence.meal))
        }
    }

    private static func choices(_ most: Int) -> [FormField.Choice] {
        [
            .init("none", Sentence(DeskGuestSentence.noAnswer)),
            .init("declined", Sentence(DeskGuestSentence.notComing)),
        ] + (0...most).map { .init("\($0)", attendance($0, most)) }
    }

    private static func attendance(_ companions: Int, _ most: Int) -> Sentence {
        if most == 0 { return Sentence(DeskGuestSentence.coming) }
        return companions == 0
            ? Sentence(DeskGuestSentence.comingAlone)
            : Sentence(DeskGuestSentence.comingWith, ["count": .number(companions)])
    }

    func text(in guestAnswers: GuestAnswers) -> String {
        switch self {
        case .answer(let subEvent, _, _, _):
            switch guestAnswers.answers[subEvent] {
            case .attending(let companions)?: "\(companions)"
            case .declined?: "declined"
            case .some(.none), nil: "none"
            }
        case .meal: guestAnswers.meal ?? ""
        }
    }

    func set(_ text: String, into guestAnswers: inout GuestAnswers) throws(FieldFault) {
        switch self {
        case .answer(let subEvent, _, let most, _):
            guard guestAnswers.answers[subEvent] != nil else {
                throw FieldFault(rawValue, DeskGuestSentence.noLongerInvited)
            }
            switch (text, Int(text)) {
            case ("none", _): guestAnswers.answers[subEvent] = Ticketing.InvitationReply.none
            case ("declined", _): guestAnswers.answers[subEvent] = .declined
            case (_, let companions?) where (0...most).contains(companions):
                guestAnswers.answers[subEvent] = .attending(companions: companions)
            case (_, .some):
                throw FieldFault(rawValue, DeskGuestSentence.companionLimit, ["count": .number(most)])
            case (_, nil): throw FieldFault(rawValue, DeskSaleSentence.chooseOption)
            }
        case .meal: guestAnswers.meal = text.isEmpty ? nil : text
        }
    }

    /// Reports no faults, because the guest service checks the answers when they are saved.
    static func faults(in guestAnswers: GuestAnswers) -> [FieldFault] { [] }
}
