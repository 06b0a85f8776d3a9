import Management
import Presenting
import TicketToken
import Ticketing

/// An organizer's webhooks: what there are, one more, and how one stands.
struct WebhookPages: Sendable {
    let desk: Desk

    /// Deliveries that are shown of one.
    private static let most = 50
    private static let anyEvent = "every"

    private static let address = FormField(
        "url", "Where it is sent", hint: "An https address of the program that is to be told.", need: .needed)
    private static let allowance = FormField(
        "allow-private", "It may lead to this machine and to private networks", .tick,
        hint: "For the owner of this server.")

    private static func kind(_ kind: Webhook.Kind) -> FormField {
        FormField("kind-\(kind.rawValue)", label(kind), .tick)
    }

    private static func label(_ kind: Webhook.Kind) -> String {
        switch kind {
        case .issued: "Tickets that are issued"
        case .cancelled: "Tickets that are cancelled or refunded"
        case .admitted: "Who was let in"
        case .refused: "Whose ticket was refused at a gate"
        case .voided: "Admissions that were taken back, and sheets of paper that were voided"
        }
    }

    /// What was typed.
    private struct Typed: Sendable {
        var address = ""
        var kinds: Set<Webhook.Kind> = []
        var event = WebhookPages.anyEvent
        var allowsPrivate = false

        init() {}

        init(_ form: FormFields) throws {
            address = try form.typed(WebhookPages.address.name) ?? ""
            kinds = try Set(
                Webhook.Kind.allCases.filter { try form.one(WebhookPages.kind($0).name) == FormField.ticked })
            event = try form.one("event") ?? WebhookPages.anyEvent
            allowsPrivate = try form.one(WebhookPages.allowance.name) == FormField.ticked
        }
    }

    func list(_ visit: Visit) async throws -> Answer {
        let (name, facts) = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .showWebhooks)
            return (organizer.name, try self.facts(organizer, office, Typed()))
        }
        return try desk.page(visit, "desk-webhooks", title: name, facts)
    }

    func make(_ visit: Visit) async throws -> Answer {
        try await desk.once(visit) {
            let typed = try Typed(try await visit.form())
            let outcome = try await visit.office { office in
                let organizer = try office.organizer(of: visit, for: .makeWebhook)
                do {
                    let event = try WebhookPages.event(typed.event, of: organizer, office)
                    let draft = WebhookDraft(
                        address: typed.address, kinds: typed.kinds,
                        allowance: typed.allowsPrivate ? .privateToo : .publicOnly)
                    let made = try office.makeWebhook(
                        draft, of: organizer, event: event, signingWith: try desk.keys()
                    ).webhook
                    return Outcome.done(WebhookPages.path(of: made.id, organizer))
                } catch {
                    guard let faults = [FieldFault](refusalOfWebhook: error) else { throw error }
                    var facts = try self.facts(organizer, office, typed, faults: faults)
                    facts["fault"] = .text(
                        "It is not made. \(faults.text(of: [FieldFault].whole) ?? "Look at what is marked.")")
                    return .again(organizer.name, facts)
                }
            }
            switch outcome {
            case .done(let path): return .seeOther(DeskNote.path(path, .added))
            case .again(let title, let facts):
                return try desk.page(visit, "desk-webhooks", title: title, status: .unprocessableContent, facts)
            }
        }
    }

    func page(_ visit: Visit) async throws -> Answer {
        let (name, facts) = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .showWebhooks)
            let id = try WebhookPages.id(of: visit)
            let found = try office.webhook(id, of: organizer, latest: WebhookPages.most)
            var facts = WebhookPages.facts(found.state, organizer)
            facts["organizer_name"] = .text(organizer.name)
            facts["organizer_path"] = .text(organizer.deskPath)
            facts["deliveries"] = .list(
                found.deliveries.map { delivery in
                    Facts([
                        "delivery_id": .text(WebhookMessage.id(of: delivery)),
                        "delivery_type": .text(WebhookMessage.type(of: delivery.kind)),
                        "delivery_ticket": .text(delivery.facts["ticket"] ?? ""),
                        "delivery_created": .text(delivery.created.minuteText(in: .gmt)),
                        "delivery_state": .text(WebhookDeliveryView(delivery).state),
                        "delivery_tries": .text("\(delivery.tries)"), "delivery_answer": .text(delivery.answer ?? ""),
                    ])
                })
            if found.state.webhook.ended == nil {
                do {
                    let secret = try office.secret(ofWebhook: id, of: organizer, signingWith: try desk.keys())
                    facts["standing"] = .one(Facts(["secret": .text(secret.text)]))
                } catch is SigningError {
                    facts["standing"] = .one(Facts([:]))
                } catch ManagementError.noSigningKey {
                    facts["standing"] = .one(Facts([:]))
                }
            }
            return (organizer.name, facts)
        }
        return try desk.page(visit, "desk-webhook", title: name, facts)
    }

    func end(_ visit: Visit) async throws -> Answer {
        let path = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .endWebhook)
            let id = try WebhookPages.id(of: visit)
            try office.endWebhook(id, of: organizer)
            return "\(organizer.deskPath)/webhooks"
        }
        return .seeOther(DeskNote.path(path, .removed))
    }

    private enum Outcome: Sendable {
        case done(String)
        case again(String, [String: Facts.Fact])
    }

    /// - Throws: `Problem` 404.
    private static func id(of visit: Visit) throws -> WebhookID {
        guard let id = visit.part("webhook").flatMap({ WebhookID($0) }) else { throw Problem(.notFound) }
        return id
    }

    private static func path(of id: WebhookID, _ organizer: Organizer) -> String {
        "\(organizer.deskPath)/webhooks/\(id)"
    }

    /// Nil is every event.
    private static func event(_ text: String, of organizer: Organizer, _ office: Office) throws -> Event? {
        guard text != anyEvent else { return nil }
        let own = try office.events().filter { $0.organizer == organizer.number }
        guard let event = own.first(where: { $0.number.description == text }) else {
            throw FieldFault("event", "one of those offered")
        }
        return event
    }

    private static func facts(_ state: WebhookState, _ organizer: Organizer) -> [String: Facts.Fact] {
        let webhook = state.webhook
        var facts: [String: Facts.Fact] = [
            "webhook_url": .text("\(webhook.address)"), "webhook_path": .text(path(of: webhook.id, organizer)),
            "webhook_state": .text(WebhookView(state).state),
            "webhook_tone": .text(webhook.ended != nil ? "" : webhook.trouble == nil ? "good" : "bad"),
            "webhook_kinds": .text(webhook.kinds.sorted().map(\.rawValue).joined(separator: ", ")),
            "webhook_waiting": .text("\(state.waiting)"),
        ]
        if let answer = webhook.lastAnswer, let sent = webhook.lastSent {
            facts["webhook_answer"] = .text("\(answer), \(sent.minuteText(in: .gmt)) UTC")
        }
        return facts
    }

    private func facts(
        _ organizer: Organizer, _ office: Office, _ typed: Typed, faults: [FieldFault] = []
    ) throws -> [String: Facts.Fact] {
        let events = try office.events().filter { $0.organizer == organizer.number }
        let choices =
            [FormField.Choice(WebhookPages.anyEvent, "every event")]
            + events.map { FormField.Choice("\($0.number)", $0.details.title) }
        var facts: [String: Facts.Fact] = [
            "organizer_name": .text(organizer.name), "organizer_path": .text(organizer.deskPath),
            "webhooks": .list(
                try office.webhooks(of: organizer).map { Facts(WebhookPages.facts($0, organizer)) }),
            "fields": .list([
                WebhookPages.address.facts(typed.address, fault: faults.text(of: "url")),
                FormField("event", "Of which event", .choice(choices)).facts(
                    typed.event, fault: faults.text(of: "event")),
            ]),
            "kinds": .list(
                Webhook.Kind.allCases.map {
                    WebhookPages.kind($0).facts(typed.kinds.contains($0) ? FormField.ticked : "")
                }),
            "allowance": .list([
                WebhookPages.allowance.facts(
                    typed.allowsPrivate ? FormField.ticked : "", fault: faults.text(of: "allow-private"))
            ]),
        ]
        if faults.text(of: "kinds") != nil {
            facts["kinds_fault"] = ErrorSummary.fault(
                "at least one of them", of: "Kinds", at: WebhookPages.kind(.issued).id)
        }
        return facts
    }
}

extension [FieldFault] {
    fileprivate init?(refusalOfWebhook error: any Error) {
        if case ManagementError.localOwnerOnly = error {
            self = [FieldFault("allow-private", "only the owner of this server may allow that")]
        } else {
            self.init(refusal: error)
        }
    }
}
