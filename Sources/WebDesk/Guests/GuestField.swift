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
            .init(rawValue, name, .choice(GuestField.choices(most)), hint: since.map { "Answered \($0)." })
        case .meal: .init(rawValue, "Meal")
        }
    }

    private static func choices(_ most: Int) -> [FormField.Choice] {
        [.init("none", "no answer yet"), .init("declined", "not coming")]
            + (0...most).map { companions in
                .init(
                    "\(companions)",
                    most == 0 ? "coming" : companions == 0 ? "coming alone" : "coming, with \(companions) more")
            }
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
                throw FieldFault(rawValue, "the guest is no longer invited")
            }
            switch (text, Int(text)) {
            case ("none", _): guestAnswers.answers[subEvent] = Ticketing.InvitationReply.none
            case ("declined", _): guestAnswers.answers[subEvent] = .declined
            case (_, let companions?) where (0...most).contains(companions):
                guestAnswers.answers[subEvent] = .attending(companions: companions)
            case (_, .some): throw FieldFault(rawValue, "at most \(most) companions")
            case (_, nil): throw FieldFault(rawValue, "choose one of the options")
            }
        case .meal: guestAnswers.meal = text.isEmpty ? nil : text
        }
    }

    /// Reports no faults, because the guest service checks the answers when they are saved.
    static func faults(in guestAnswers: GuestAnswers) -> [FieldFault] { [] }
}
