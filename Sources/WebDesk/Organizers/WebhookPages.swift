import Foundation
import Languages
import Management
import Presentation
import TicketToken
import Ticketing
import WebHost

/// The pages that list, create, show and remove an organizer’s webhooks.
struct WebhookPages: Sendable {
    let desk: Desk

    private static let maxDeliveriesShown = 50
    private static let anyEvent = "every"

    private static let url = FieldInput<WebhookDetails>.named(["url"])[0].field
    private static let kinds = FieldInput<WebhookDetails>.named(["kinds"])[0].declaration
    private static let kindChoices: [FieldChoice] = if case .choices(let choices) = kinds.kind { choices } else { [] }
    private static let privateNetworkField = FormField(
        "allow-private", Sentence(DeskOrganizerSentence.allowPrivate), .checkbox,
        hint: Sentence(DeskOrganizerSentence.allowPrivateHint))

    private static func checkbox(_ kind: FieldChoice) -> FormField {
        FormField("kind-\(kind.value)", kind.label, .checkbox)
    }

    private struct FormInput: Sendable {
        var details = WebhookDetails.blank
        var event = WebhookPages.anyEvent

        init() {}

        init(_ form: FormFields) throws {
            func isTicked(_ field: FormField) throws -> Bool { try form.value(field.name) == FormField.checkedValue }
            details.address = try form.typed(WebhookPages.url.name) ?? ""
            let ticked = try WebhookPages.kindChoices.filter { try isTicked(WebhookPages.checkbox($0)) }
            details.kinds = Set(ticked.compactMap { Webhook.Kind(rawValue: $0.value) })
            details.allowance = try isTicked(WebhookPages.privateNetworkField) ? .privateAllowed : .publicOnly
            event = try form.value("event") ?? WebhookPages.anyEvent
        }
    }

    func list(_ request: PageRequest) async throws -> RouteResponse {
        let (name, context) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .showWebhooks)
            return (organizer.name, try self.context(organizer, services, FormInput()))
        }
        return try desk.page(request, "desk-webhooks", title: .verbatim(name), context)
    }

    func create(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let typed = try FormInput(try await request.form())
            let outcome = try await request.withServices { services in
                let organizer = try services.organizer(of: request, for: .makeWebhook)
                do {
                    let event = try WebhookPages.event(typed.event, of: organizer, services)
                    let made = try services.webhooks.createWebhook(
                        typed.details, of: organizer, event: event, signingWith: try desk.signingKeys()
                    ).webhook
                    return Outcome.done(WebhookPages.path(of: made.id, organizer))
                } catch {
                    guard let faults = [FieldFault](refusalOfWebhook: error) else { throw error }
                    var context = try self.context(organizer, services, typed, faults: faults)
                    context["fault"] = .sentence(faults.message(Sentence(DeskOrganizerSentence.noWebhookCreated)))
                    return .redisplay(organizer.name, context)
                }
            }
            switch outcome {
            case .done(let path): return .seeOther(FlashMessage.path(path, .added))
            case .redisplay(let title, let context):
                return try desk.page(
                    request, "desk-webhooks", title: .verbatim(title), status: .unprocessableContent, context)
            }
        }
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (name, context) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .showWebhooks)
            let id = try WebhookPages.id(of: request)
            let found = try services.webhooks.webhook(id, of: organizer, latest: WebhookPages.maxDeliveriesShown)
            let zone = try services.events.timeZone(of: organizer)
            var context = WebhookPages.context(found.state, organizer, in: zone)
            context["zone"] = .text(zone.label)
            context.merge(try services.organizerContext(organizer)) { own, _ in own }
            context["deliveries"] = .list(
                found.deliveries.map { delivery in
                    TemplateContext([
                        "delivery_id": .text(WebhookMessage.id(of: delivery)),
                        "delivery_type": .text(WebhookMessage.type(of: delivery.kind)),
                        "delivery_ticket": .text(delivery.payload["ticket"] ?? ""),
                        "delivery_created": .text(delivery.created.minuteText(in: zone)),
                        "delivery_state": .sentence(delivery.state.label),
                        "delivery_tries": .text("\(delivery.tries)"),
                        "delivery_answer": .sentence(delivery.lastResult?.sentence ?? .verbatim("")),
                    ])
                })
            if found.state.webhook.ended == nil {
                do {
                    let secret = try services.webhooks.secret(
                        ofWebhook: id, of: organizer, signingWith: try desk.signingKeys())
                    context["active"] = .section(TemplateContext(["secret": .text(secret.text)]))
                } catch is SigningError {
                    context["active"] = .section(TemplateContext([:]))
                } catch ManagementError.noSigningKey {
                    context["active"] = .section(TemplateContext([:]))
                }
            }
            return (organizer.name, context)
        }
        return try desk.page(request, "desk-webhook", title: .verbatim(name), context)
    }

    func end(_ request: PageRequest) async throws -> RouteResponse {
        let path = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .endWebhook)
            let id = try WebhookPages.id(of: request)
            try services.webhooks.endWebhook(id, of: organizer)
            return "\(organizer.deskPath)/webhooks"
        }
        return .seeOther(FlashMessage.path(path, .removed))
    }

    private enum Outcome: Sendable {
        case done(String)
        case redisplay(String, [String: TemplateContext.Value])
    }

    /// The id of the webhook in the request’s path.
    ///
    /// - Throws: `Problem` 404 if the id is missing or malformed.
    private static func id(of request: PageRequest) throws -> WebhookID {
        guard let id = request.pathParameter("webhook").flatMap({ WebhookID($0) }) else { throw Problem(.notFound) }
        return id
    }

    private static func path(of id: WebhookID, _ organizer: Organizer) -> String {
        "\(organizer.deskPath)/webhooks/\(id)"
    }

    /// The event that the user chose in the form for a new webhook; nil if the user chose all events.
    ///
    /// - Parameter text: The value of the form’s event field.
    private static func event(_ text: String, of organizer: Organizer, _ services: ManagementServices) throws -> Event?
    {
        guard text != anyEvent else { return nil }
        let own = try services.events.events().filter { $0.organizer == organizer.number }
        guard let event = own.first(where: { $0.number.description == text }) else {
            throw FieldFault("event", DeskSaleSentence.chooseOption)
        }
        return event
    }

    private static func context(_ state: WebhookStatus, _ organizer: Organizer, in zone: TimeZone) -> [String:
        TemplateContext.Value]
    {
        let webhook = state.webhook
        var context: [String: TemplateContext.Value] = [
            "webhook_url": .text("\(webhook.address)"), "webhook_path": .text(path(of: webhook.id, organizer)),
            "webhook_state": .sentence(webhook.state.label), "webhook_tone": .text(webhook.state.tone.rawValue),
            "webhook_kinds": .sentence(.list(webhook.kinds.sorted().map(\.label), separator: ", ")),
            "webhook_waiting": .number(state.waiting),
        ]
        if let answer = webhook.lastResult, let sent = webhook.lastSent {
            context["webhook_answer"] = .sentence(
                .list([answer.sentence, .verbatim(sent.zonedText(in: zone))], separator: ", "))
        }
        return context
    }

    private func context(
        _ organizer: Organizer, _ services: ManagementServices, _ typed: FormInput, faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        let events = try services.events.events().filter { $0.organizer == organizer.number }
        let zone = try services.events.timeZone(of: organizer)
        let choices =
            [FormField.Choice(WebhookPages.anyEvent, Sentence(DeskOrganizerSentence.allEvents))]
            + events.map { FormField.Choice("\($0.number)", .verbatim($0.details.title)) }
        var context: [String: TemplateContext.Value] = [
            "webhooks": .list(
                try services.webhooks.webhooks(of: organizer).map {
                    TemplateContext(WebhookPages.context($0, organizer, in: zone))
                }),
            "fields": .list([
                WebhookPages.url.context(typed.details.address, fault: faults.text(of: WebhookPages.url.name)),
                FormField("event", Sentence(DeskSentence.events), .choice(choices)).context(
                    typed.event, fault: faults.text(of: "event")),
            ]),
            "kinds_label": .sentence(WebhookPages.kinds.label),
            "kinds": .list(
                WebhookPages.kindChoices.map { choice in
                    let isTicked = typed.details.kinds.contains { $0.rawValue == choice.value }
                    return WebhookPages.checkbox(choice).context(isTicked ? FormField.checkedValue : "")
                }),
            "allowance": .list([
                WebhookPages.privateNetworkField.context(
                    typed.details.allowance == .privateAllowed ? FormField.checkedValue : "",
                    fault: faults.text(of: "allow-private"))
            ]),
        ]
        context.merge(try services.organizerContext(organizer)) { own, _ in own }
        if faults.text(of: "kinds") != nil {
            context["kinds_fault"] = ErrorSummary.fault(
                Sentence(DeskFormSentence.chooseOne), of: WebhookPages.kinds.label,
                at: WebhookPages.kindChoices.first.map { WebhookPages.checkbox($0).id } ?? "kinds")
        }
        return context
    }
}

extension [FieldFault] {
    fileprivate init?(refusalOfWebhook error: any Error) {
        if case ManagementError.localOwnerOnly = error {
            self = [FieldFault("allow-private", DeskOrganizerSentence.privateRefused)]
        } else {
            self.init(refusal: error)
        }
    }
}
