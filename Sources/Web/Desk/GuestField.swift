import Management
import Ticketing

/// What a guest said, as the form of their page has it: a field for each function that they are invited to, and their meal.
enum GuestField: EditField {
    /// - Parameters:
    ///   - most: companions whom they may bring.
    ///   - since: when they answered.
    case answer(function: Int, name: String, most: Int, since: String?)
    case meal

    /// - Parameter functions: of the event.
    static func all(of guest: InvitedGuest, at event: Event, _ functions: [EventFunction]) -> [GuestField] {
        functions.compactMap { function in
            guest.invitations.first { $0.function == function.number }.map {
                .answer(
                    function: function.number, name: function.name, most: guest.guest.details.companions,
                    since: event.shown($0.answered))
            }
        } + [.meal]
    }

    var rawValue: String {
        switch self {
        case .answer(let function, _, _, _): "answer-\(function)"
        case .meal: "meal"
        }
    }

    var field: FormField {
        switch self {
        case .answer(_, let name, let most, let since):
            .init(rawValue, name, .choice(GuestField.choices(most)), hint: since.map { "Said \($0)." })
        case .meal: .init(rawValue, "What they eat")
        }
    }

    private static func choices(_ most: Int) -> [FormField.Choice] {
        [.init("none", "no answer yet"), .init("declined", "not coming")]
            + (0...most).map { companions in
                .init(
                    "\(companions)",
                    most == 0 ? "coming" : companions == 0 ? "coming alone" : "coming, and brings \(companions)")
            }
    }

    func text(in said: GuestAnswers) -> String {
        switch self {
        case .answer(let function, _, _, _):
            switch said.answers[function] {
            case .attending(let companions)?: "\(companions)"
            case .declined?: "declined"
            case .some(.none), nil: "none"
            }
        case .meal: said.meal ?? ""
        }
    }

    func put(_ text: String, into said: inout GuestAnswers) throws(FieldFault) {
        switch self {
        case .answer(let function, _, let most, _):
            guard said.answers[function] != nil else {
                throw FieldFault(rawValue, "they are not asked there any more")
            }
            switch (text, Int(text)) {
            case ("none", _): said.answers[function] = Ticketing.Answer.none
            case ("declined", _): said.answers[function] = .declined
            case (_, let companions?) where (0...most).contains(companions):
                said.answers[function] = .attending(companions: companions)
            case (_, .some): throw FieldFault(rawValue, "they may bring \(most) at most")
            case (_, nil): throw FieldFault(rawValue, "one of those offered")
            }
        case .meal: said.meal = text.isEmpty ? nil : text
        }
    }

    /// The office judges them.
    static func faults(in said: GuestAnswers) -> [FieldFault] { [] }
}
