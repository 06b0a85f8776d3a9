import AttendeePack
import Management
import Ticketing

/// A guest on the page of their invitation.
struct ShownGuest {
    private let guest: InvitedGuest
    private let functions: [EventFunction]
    private let words: EventWording
    /// What they sent and was refused; nil shows what is kept.
    private let typed: FormFields?
    private let now: Instant

    init(
        _ guest: InvitedGuest, _ found: InvitationAtLink, _ words: EventWording, typed: FormFields?, at now: Instant
    ) throws {
        self.now = now
        self.guest = guest
        functions = found.functions
        self.words = words
        self.typed = typed
    }

    var facts: [String: Facts.Fact] {
        get throws {
            [
                "guest": .text("\(guest.guest.number)"), "name": .text(guest.guest.name),
                "meal": .text(try typed?.one("meal") ?? guest.guest.details.meal ?? ""),
                "functions": .list(
                    try guest.invitations.compactMap { invitation in
                        try functions.first { $0.number == invitation.function }.map {
                            Facts(try facts(of: $0, invitation.answer))
                        }
                    }),
            ]
        }
    }

    /// What the store has of their answers, in words.
    var kept: String {
        let answers = guest.invitations.compactMap { invitation in
            functions.first { $0.number == invitation.function }.map { "\($0.name): \(invitation.answer.kept)." }
        }
        return (answers + (guest.guest.details.meal.map { ["Meal: \($0)."] } ?? [])).joined(separator: " ")
    }

    private func facts(of function: EventFunction, _ answer: Ticketing.Answer) throws -> [String: Facts.Fact] {
        let details = function.details
        var facts: [String: Facts.Fact] = [
            "function": .text("\(function.number)"), "called": .text(function.name),
            "owner": .text("\(guest.guest.number)"),
        ]
        let place = [details.start.map { words.moment($0) }, details.venue].compactMap(\.self)
        if !place.isEmpty { facts["where"] = .text(place.joined(separator: ", ")) }
        if let note = details.note { facts["note"] = .text(note) }
        let kind = try typed?.one("function_\(function.number)") ?? answer.kind.rawValue
        if function.isOver(at: now) {
            facts["over"] = .text(answer.kept)
            return facts
        }
        if kind == Ticketing.Answer.Kind.attending.rawValue { facts["attending"] = .one(Facts([:])) }
        if kind == Ticketing.Answer.Kind.declined.rawValue { facts["declined"] = .one(Facts([:])) }
        let chosen = try typed?.one("companions_\(function.number)").flatMap { Int($0) } ?? answer.companions ?? 0
        if guest.guest.details.companions > 0 {
            facts["bringing"] = .one(
                Facts(
                    facts.merging([
                        "companions": .list(
                            (0...guest.guest.details.companions).map { count in
                                var facts: [String: Facts.Fact] = ["n": .text("\(count)")]
                                if count == chosen { facts["chosen"] = .one(Facts([:])) }
                                return Facts(facts)
                            })
                    ]) { $1 }))
        }
        return facts
    }
}

extension EventFunction {
    /// Whether nobody can answer to it any more.
    func isOver(at now: Instant) -> Bool { details.end.map { now >= $0 } ?? false }
}

extension Ticketing.Answer {
    /// To who gave it.
    fileprivate var kept: String {
        switch self {
        case .none: "no answer"
        case .declined: "you are not coming"
        case .attending(0): "you are coming"
        case .attending(1): "you are coming with 1 guest"
        case .attending(let companions): "you are coming with \(companions) guests"
        }
    }
}
