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

    init(_ guest: InvitedGuest, _ found: InvitationAtLink, _ words: EventWording, typed: FormFields?) throws {
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
