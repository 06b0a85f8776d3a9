import Foundation
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The page that lists, creates and revokes an organizer’s API tokens.
struct APITokenPage: Sendable {
    let desk: Desk

    private struct FormInput: Sendable {
        var name = ""
        var scopes: Set<String> = []
        var event = ""
        var expires = ""
        /// The time zone of `expires`: the zone that the form showed; nil for a new form.
        var zone: TimeZone?
    }

    /// A new token. The token’s secret can’t be looked up later, so the response to the form shows the secret.
    private struct CreatedToken: Sendable {
        let text: String
        let name: String
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (name, context) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .showAPITokens)
            return (organizer.name, try self.context(organizer, services, FormInput()))
        }
        return try desk.page(request, "desk-api-tokens", title: .verbatim(name), context)
    }

    func create(_ request: PageRequest) async throws -> RouteResponse {
        // After a double click, the browser sends the form twice and shows only the second response. So the server
        // answers the second request with the first response, which contains the new token.
        try await desk.performOnce(request, keeping: .created) {
            let form = try await request.form()
            let typed = FormInput(
                name: try form.typed("name") ?? "", scopes: Set(form.values("scope")),
                event: try form.value("event") ?? "", expires: try form.typed("expires") ?? "",
                zone: try form.value("zone").flatMap { TimeZones.named($0) })
            let change = try await request.formChangeID()
            let outcome = try await request.withServices { services in
                let organizer = try services.organizer(of: request, for: .makeAPIToken)
                do {
                    let made = try services.performOnce(change) { try APITokenPage.create(typed, of: organizer, $0) }
                    var context = try self.context(organizer, services, FormInput())
                    if let made {
                        context["made"] = .section(
                            TemplateContext(["token": .text(made.text), "made_name": .text(made.name)]))
                    } else {
                        context["done"] = .sentence(DeskOrganizerSentence.createdBefore)
                    }
                    return Outcome.made(organizer.name, context)
                } catch {
                    guard let refused = RejectedForm(error) else { throw error }
                    var context = try self.context(organizer, services, typed, refused.faults)
                    context["fault"] = .sentence(
                        refused.message(Sentence(DeskOrganizerSentence.noTokenCreated)))
                    return .redisplay(organizer.name, context)
                }
            }
            switch outcome {
            case .made(let name, let context):
                return try desk.page(request, "desk-api-tokens", title: .verbatim(name), status: .created, context)
            case .redisplay(let name, let context):
                return try desk.page(
                    request, "desk-api-tokens", title: .verbatim(name), status: .unprocessableContent, context)
            }
        }
    }

    func revoke(_ request: PageRequest) async throws -> RouteResponse {
        let path = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .revokeAPIToken)
            guard let id = APITokenID(request.pathParameter("token") ?? "") else { throw Problem(.notFound) }
            try services.apiTokens.revokeAPIToken(id, of: organizer)
            return "\(organizer.deskPath)/tokens"
        }
        return .seeOther(FlashMessage.path(path, .revoked))
    }

    private enum Outcome: Sendable {
        case made(String, [String: TemplateContext.Value])
        case redisplay(String, [String: TemplateContext.Value])
    }

    private static func create(_ typed: FormInput, of organizer: Organizer, _ services: ManagementServices) throws
        -> CreatedToken
    {
        var faults: [FieldFault] = []
        var expires: Instant?
        do throws(FieldFault) {
            expires = try FormTime.instant(typed.expires, in: typed.zone ?? .gmt, field: "expires")
        } catch { faults.append(error) }
        let event = try services.events.events().first {
            "\($0.number)" == typed.event && $0.organizer == organizer.number
        }
        if event == nil, !typed.event.isEmpty {
            faults.append(FieldFault("event", DeskSaleSentence.chooseOption))
        }
        let scopes = typed.scopes.compactMap { APIToken.Scope(rawValue: $0) }
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        let made = try services.apiTokens.createAPIToken(
            Set(scopes), named: typed.name, of: organizer, event: event, expires: expires)
        return CreatedToken(text: made.secret.encoded, name: made.token.name)
    }

    private func context(
        _ organizer: Organizer, _ services: ManagementServices, _ typed: FormInput, _ faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        let now = desk.server.now()
        let zone = try typed.zone ?? services.events.timeZone(of: organizer)
        let events = try services.events.events().filter { $0.organizer == organizer.number }
        var context = try services.organizerContext(organizer)
        context["tokens"] = .list(try APITokenPage.lines(of: organizer, events, services, in: zone, at: now))
        context["scopes"] = .list(
            APIToken.Scope.allCases.map { scope in
                var line: [String: TemplateContext.Value] = [
                    "scope": .text(scope.rawValue),
                    "scope_text": .sentence(scope.about, ["scope": .text(scope.rawValue)]),
                ]
                if typed.scopes.contains(scope.rawValue) { line["scope_set"] = .section(TemplateContext([:])) }
                return TemplateContext(line)
            })
        if let fault = faults.text(of: "scopes") {
            let first = "scope-\(APIToken.Scope.read.rawValue)"
            context["scopes_fault"] = ErrorSummary.fault(
                fault, of: Sentence(DeskOrganizerSentence.scopes), at: first)
        }
        let event = FormField(
            "event", Sentence(DeskSentence.events),
            .choice(
                [.init("", Sentence(DeskOrganizerSentence.allEventsOfOrganizer))]
                    + events.map { .init("\($0.number)", .verbatim($0.details.title)) }))
        context["zone"] = .text(zone.label)
        context["name_fields"] = .list([
            FormField(
                "name", Sentence(DeskSentence.name), hint: Sentence(DeskOrganizerSentence.tokenNameHint),
                requirement: .required
            ).context(typed.name, fault: faults.text(of: "name"))
        ])
        context["more_fields"] = .list([
            event.context(typed.event, fault: faults.text(of: "event")),
            FormField(
                "expires", Sentence(DeskOrganizerSentence.expires), .dateTime,
                hint: Sentence(DeskOrganizerSentence.expiryHint, ["zone": .text(zone.label)])
            ).context(typed.expires, fault: faults.text(of: "expires")),
        ])
        return context
    }

    /// Template values for the list of the organizer’s tokens, the newest first.
    private static func lines(
        of organizer: Organizer, _ events: [Event], _ services: ManagementServices, in zone: TimeZone, at now: Instant
    ) throws -> [TemplateContext] {
        let members = Dictionary(try services.members.members(of: organizer).map { ($0.user.id, $0.user.name) }) {
            first, _ in
            first
        }
        return try services.apiTokens.apiTokens(of: organizer).reversed().map { token in
            let path = "\(organizer.deskPath)/tokens/\(token.id)"
            var line: [String: TemplateContext.Value] = [
                "token_name": .text(token.name), "token_state": .sentence(token.state(at: now).label),
                "token_tone": .text(token.state(at: now).tone.rawValue),
                "token_scopes": .text(token.scopes.sorted().map(\.rawValue).joined(separator: ", ")),
                "token_event": .sentence(APITokenPage.eventText(token.event, among: events)),
                "token_creator": .sentence(
                    members[token.madeBy].map(Sentence.verbatim)
                        ?? Sentence(DeskOrganizerSentence.userOfNumber, ["number": .text("\(token.madeBy)")])),
                "token_made": .text(token.created.zonedText(in: zone)), "token_path": .text(path),
                "token_expires": .sentence(APITokenPage.timeText(token.expires, in: zone)),
                "token_seen": .sentence(APITokenPage.timeText(token.seen, in: zone)),
            ]
            if !token.isInvalid(at: now) { line["token_works"] = .section(TemplateContext([:])) }
            return TemplateContext(line)
        }
    }

    /// The title of a token’s event. If the user can’t see the event, the text has the number of the event instead. If
    /// the token is for all events, the text says this.
    private static func eventText(_ number: EventNumber?, among events: [Event]) -> Sentence {
        guard let number else { return Sentence(DeskOrganizerSentence.allEvents) }
        if let event = events.first(where: { $0.number == number }) { return .verbatim(event.details.title) }
        return Sentence(DeskOrganizerSentence.eventNumber, ["number": .text("\(number)")])
    }

    private static func timeText(_ time: Instant?, in zone: TimeZone) -> Sentence {
        time.map { Sentence.verbatim($0.zonedText(in: zone)) } ?? Sentence(DeskOrganizerSentence.never)
    }
}

extension APIToken.Scope {
    fileprivate var about: DeskOrganizerSentence {
        switch self {
        case .read: .read
        case .readOrders: .readOrders
        case .scan: .scan
        case .sell: .sell
        case .changeTickets: .changeTickets
        case .manageEvents: .manageEvents
        case .readReports: .readReports
        case .administer: .administer
        }
    }
}
