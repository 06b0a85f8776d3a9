import Management
import Presenting
import Ticketing

/// What programs of an organizer act with: made here, shown once, revoked.
struct TokenPages: Sendable {
    let desk: Desk

    private struct Typed: Sendable {
        var name = ""
        var scopes: Set<String> = []
        var event = ""
        var expires = ""
    }

    /// A token that was made just now: nobody can look its text up later, so it stands in the answer to the form itself.
    private struct Made: Sendable {
        let text: String
        let name: String
    }

    func page(_ visit: Visit) async throws -> Answer {
        let (name, facts) = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .showAPITokens)
            return (organizer.name, try self.facts(organizer, office, Typed()))
        }
        return try desk.page(visit, "desk-tokens", title: name, facts)
    }

    func make(_ visit: Visit) async throws -> Answer {
        // By a double click it would be shown by the first answer, which nobody sees.
        try await desk.once(visit, keeping: .created) {
            let form = try await visit.form()
            let typed = Typed(
                name: try form.typed("name") ?? "", scopes: Set(form.all("scope")),
                event: try form.one("event") ?? "", expires: try form.typed("expires") ?? "")
            let change = try await visit.formChange()
            let outcome = try await visit.office { office in
                let organizer = try office.organizer(of: visit, for: .makeAPIToken)
                do {
                    let made = try office.once(change) { try TokenPages.make(typed, of: organizer, $0) }
                    var facts = try self.facts(organizer, office, Typed())
                    if let made {
                        facts["made"] = .one(Facts(["token": .text(made.text), "made_name": .text(made.name)]))
                    } else {
                        facts["done"] = .text(
                            "It was made when this form came the first time, and shown then. If it is lost, revoke it and make another."
                        )
                    }
                    return Outcome.made(organizer.name, facts)
                } catch {
                    guard let refused = RefusedForm(error) else { throw error }
                    var facts = try self.facts(organizer, office, typed, refused.faults)
                    facts["fault"] = .text(refused.words("No token is made."))
                    return .again(organizer.name, facts)
                }
            }
            switch outcome {
            case .made(let name, let facts):
                return try desk.page(visit, "desk-tokens", title: name, status: .created, facts)
            case .again(let name, let facts):
                return try desk.page(visit, "desk-tokens", title: name, status: .unprocessableContent, facts)
            }
        }
    }

    func revoke(_ visit: Visit) async throws -> Answer {
        let path = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .revokeAPIToken)
            guard let id = APITokenID(visit.part("token") ?? "") else { throw Problem(.notFound) }
            try office.revokeAPIToken(id, of: organizer)
            return "\(organizer.deskPath)/tokens"
        }
        return .seeOther(DeskNote.path(path, .revoked))
    }

    private enum Outcome: Sendable {
        case made(String, [String: Facts.Fact])
        case again(String, [String: Facts.Fact])
    }

    private static func make(_ typed: Typed, of organizer: Organizer, _ office: Office) throws -> Made {
        var faults: [FieldFault] = []
        var expires: Instant?
        do throws(FieldFault) {
            expires = try FormTime.instant(typed.expires, in: .gmt, field: "expires")
        } catch { faults.append(error) }
        let event = try office.events().first {
            "\($0.number)" == typed.event && $0.organizer == organizer.number
        }
        if event == nil, !typed.event.isEmpty { faults.append(FieldFault("event", "one of those offered")) }
        let scopes = typed.scopes.compactMap { APIToken.Scope(rawValue: $0) }
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        let made = try office.makeAPIToken(
            Set(scopes), named: typed.name, of: organizer, event: event, expires: expires)
        return Made(text: made.secret.text, name: made.token.name)
    }

    private func facts(
        _ organizer: Organizer, _ office: Office, _ typed: Typed, _ faults: [FieldFault] = []
    ) throws -> [String: Facts.Fact] {
        let now = desk.house.now()
        let events = try office.events().filter { $0.organizer == organizer.number }
        let members = Dictionary(try office.members(of: organizer).map { ($0.user.id, $0.user.name) }) { first, _ in
            first
        }
        var facts = try office.rights(in: organizer.number)
        facts["organizer_name"] = .text(organizer.name)
        facts["organizer_path"] = .text(organizer.deskPath)
        facts["tokens"] = .list(
            try office.apiTokens(of: organizer).reversed().map { token in
                let path = "\(organizer.deskPath)/tokens/\(token.id)"
                var line: [String: Facts.Fact] = [
                    "token_name": .text(token.name), "token_state": .text(APITokenView(token: token, now: now).state),
                    "token_tone": .text(token.isOver(at: now) ? "bad" : "good"),
                    "token_scopes": .text(token.scopes.sorted().map(\.rawValue).joined(separator: ", ")),
                    "token_event": .text(
                        token.event.map { number in
                            events.first { $0.number == number }?.details.title ?? "event \(number)"
                        } ?? "every event"),
                    "token_maker": .text(members[token.madeBy] ?? "user \(token.madeBy)"),
                    "token_made": .text(token.created.minuteText), "token_path": .text(path),
                    "token_expires": .text(token.expires?.minuteText ?? "when it is revoked"),
                    "token_seen": .text(token.seen?.minuteText ?? "never"),
                ]
                if !token.isOver(at: now) { line["token_works"] = .one(Facts([:])) }
                return Facts(line)
            })
        facts["scopes"] = .list(
            APIToken.Scope.allCases.map { scope in
                var line: [String: Facts.Fact] = ["scope": .text(scope.rawValue), "scope_words": .text(scope.words)]
                if typed.scopes.contains(scope.rawValue) { line["scope_set"] = .one(Facts([:])) }
                return Facts(line)
            })
        if let fault = faults.text(of: "scopes") {
            let first = "scope-\(APIToken.Scope.read.rawValue)"
            facts["scopes_fault"] = ErrorSummary.fault(fault, of: "Scopes", at: first)
        }
        let event = FormField(
            "event", "Where it is good",
            .choice(
                [.init("", "for every event of the organizer")]
                    + events.map { .init("\($0.number)", $0.details.title) }))
        facts["name_fields"] = .list([
            FormField("name", "What it is for", hint: "Such as: box office.", need: .needed).facts(
                typed.name, fault: faults.text(of: "name"))
        ])
        facts["more_fields"] = .list([
            event.facts(typed.event, fault: faults.text(of: "event")),
            FormField(
                "expires", "Until when", .moment, hint: "In UTC. Empty is until it is revoked."
            ).facts(typed.expires, fault: faults.text(of: "expires")),
        ])
        return facts
    }
}

extension APIToken.Scope {
    fileprivate var words: String {
        switch self {
        case .read: "read: events, types, tickets without what opens a gate, guests"
        case .readOrders: "read-orders: who buys, and for how much"
        case .scan: "scan: work at gates"
        case .sell: "sell: issue and sell; have what opens a gate"
        case .changeTickets: "change-tickets: cancel, refund, block, re-issue, transfer"
        case .manageEvents: "manage-events: events, types, functions, guest lists"
        case .readReports: "read-reports: reports, audit"
        case .administer: "administer: members, verification"
        }
    }
}
