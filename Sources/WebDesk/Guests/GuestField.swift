import Languages
import Management
import Ticketing
import WebHost

/// The fields of a guest’s answers in forms: one field for each invitation, the meal, the allergies, and the fields of
/// each companion whom the guest may bring.
enum GuestField: EditField {
    /// The answer to the invitation to one sub-event.
    ///
    /// - Parameters:
    ///   - most: The largest number of companions that the guest is allowed to bring.
    ///   - since: The time of the answer as text; nil if there is no answer.
    case answer(subEvent: Int, name: String, most: Int, since: String?)
    case meal
    case allergy
    /// A field of a companion.
    ///
    /// - Parameters:
    ///   - number: The number of the companion, from 1.
    ///   - field: The index of the field in `Companion.fields`.
    case companion(number: Int, field: Int)

    static func all(of guest: InvitedGuest, at event: Event, _ subEvents: [SubEvent]) -> [GuestField] {
        let answers: [GuestField] = subEvents.compactMap { subEvent in
            guest.invitations.first { $0.subEvent == subEvent.number }.map {
                .answer(
                    subEvent: subEvent.number, name: subEvent.name, most: guest.guest.details.companions,
                    since: event.formatted($0.repliedAt))
            }
        }
        return answers + [.meal, .allergy] + companionFields(guest.guest.details.companions)
    }

    private static func companionFields(_ most: Int) -> [GuestField] {
        (0..<most).flatMap { index in
            Companion.fields.indices.map { GuestField.companion(number: index + 1, field: $0) }
        }
    }

    var rawValue: String {
        switch self {
        case .answer(let subEvent, _, _, _): "answer-\(subEvent)"
        case .meal: "meal"
        case .allergy: "allergy"
        case .companion(let number, let field): Companion(number: number).fieldName(Companion.fields[field])
        }
    }

    var field: FormField {
        switch self {
        case .answer(_, let name, let most, let since):
            .init(
                rawValue, .verbatim(name), .choice(GuestField.choices(most)),
                hint: since.map { Sentence(DeskGuestSentence.answeredAt, ["time": .text($0)]) })
        case .meal, .allergy: .init(rawValue, GuestDetails.field(rawValue)?.label ?? .verbatim(rawValue))
        case .companion(let number, let field):
            .init(
                rawValue,
                Sentence(
                    DeskGuestSentence.companionField,
                    ["number": "\(number)", "field": .sentence(Companion.fields[field].label)]),
                Companion.fields[field].kind == .flag ? .checkbox : .singleLine)
        }
    }

    /// All fields of companions are in one group, so changes of companions by two users at the same time conflict, even
    /// in different fields. Otherwise, a change could affect the wrong companion: if one user removes a companion, the
    /// companions after it get lower numbers.
    var group: String? { if case .companion = self { "companions" } else { nil } }

    /// The choices for the answer to an invitation. If the guest comes, there is one choice for each possible number of
    /// companions.
    ///
    /// - Parameter most: The largest number of companions that the guest is allowed to bring.
    static func choices(_ most: Int) -> [FormField.Choice] {
        [
            .init("none", Sentence(DeskGuestSentence.noAnswer)),
            .init("maybe", Sentence(DeskGuestSentence.maybe)),
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
            GuestField.text(of: guestAnswers.answers[subEvent] ?? Ticketing.InvitationReply.none)
        case .meal: guestAnswers.meal ?? ""
        case .allergy: guestAnswers.allergy ?? ""
        case .companion(let number, let field):
            switch Companion.fields[field].content(of: guestAnswers[companion: number]) {
            case .text(let text): text
            case .flag(true): FormField.checkedValue
            default: ""
            }
        }
    }

    func set(_ text: String, into guestAnswers: inout GuestAnswers) throws(FieldFault) {
        switch self {
        case .answer(let subEvent, _, let most, _):
            guard guestAnswers.answers[subEvent] != nil else {
                throw FieldFault(rawValue, DeskGuestSentence.noLongerInvited)
            }
            guestAnswers.answers[subEvent] = try GuestField.reply(text, most: most, field: rawValue)
        case .meal: guestAnswers.meal = text.isEmpty ? nil : text
        case .allergy: guestAnswers.allergy = text.isEmpty ? nil : text
        case .companion(let number, let index):
            let field = Companion.fields[index]
            var companion = guestAnswers[companion: number]
            guard let content = field.kind.content(text, time: { _ in nil }) else {
                throw FieldFault(rawValue, field.kind.allowed)
            }
            do throws(FieldFault) {
                try field.set(content, in: &companion)
            } catch {
                throw FieldFault(rawValue, error.allowed)
            }
            guestAnswers[companion: number] = companion
        }
    }

    /// The value with which a form sends a reply.
    static func text(of reply: Ticketing.InvitationReply) -> String {
        switch reply {
        case .attending(let companions): "\(companions)"
        case .maybe: "maybe"
        case .declined: "declined"
        case .none: "none"
        }
    }

    /// The reply that a form has sent.
    ///
    /// - Parameters:
    ///   - most: The largest number of companions that the guest is allowed to bring.
    ///   - field: The name of the field, for the fault.
    /// - Throws: `FieldFault` if the text is not the value of a choice.
    static func reply(_ text: String, most: Int, field: String) throws(FieldFault) -> Ticketing.InvitationReply {
        switch (text, Int(text)) {
        case ("none", _): return .none
        case ("maybe", _): return .maybe
        case ("declined", _): return .declined
        case (_, let companions?) where (0...most).contains(companions): return .attending(companions: companions)
        case (_, .some): throw FieldFault(field, DeskGuestSentence.companionLimit, ["count": .number(most)])
        case (_, nil): throw FieldFault(field, DeskSaleSentence.chooseOption)
        }
    }

    /// Reports no faults, because the guest service checks the answers when they are saved.
    static func faults(in guestAnswers: GuestAnswers) -> [FieldFault] { [] }
}
