import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The page on which the recipient of messages chooses which messages to get. The link to the page is in every message,
/// so nobody needs an account.
struct PreferencesPage: Sendable {
    let site: PublicSite

    /// The forms of the page, by their actions.
    private enum Action: String {
        case save, reset, allow
        case turnOn = "turn-on"
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let found = try await site.linkedRecipient(request)
        return try page(request, found, PreferencesForm(found, at: site.server.now()))
    }

    /// Handles all forms of the page, and the form that undoes an unsubscription.
    func change(_ request: PageRequest) async throws -> RouteResponse {
        let fields = try await request.form()
        let found = try await site.linkedRecipient(request)
        guard let action = Action(rawValue: try fields.value("action") ?? "") else {
            throw Problem(.badRequest, .malformedForm)
        }
        var form =
            action == .save
            ? try PreferencesForm(fields, of: found) : PreferencesForm(found, at: site.server.now())
        guard try VisitorCookie(request.headers).verifies(fields) else {
            form.faults["form"] = Sentence(PublicSentence.cookieFault)
            return try page(request, found, form, status: .forbidden)
        }
        guard form.faults.isEmpty else { return try page(request, found, form, status: .unprocessableContent) }
        try await perform(action, form, fields, found.recipient.secret)
        return .seeOther("\(found.recipient.path)?saved=\(action.rawValue)")
    }

    private func perform(
        _ action: Action, _ form: PreferencesForm, _ fields: FormFields, _ secret: String
    ) async throws {
        switch action {
        case .save:
            try await site.withStorefront { storefront in
                try storefront.changePreferences(ofLink: secret) { form.apply(to: &$0, at: $1) }
            }
        case .reset:
            try await site.withStorefront { storefront in
                try storefront.changePreferences(ofLink: secret) { recipient, _ in
                    recipient.preferences = MessagePreferences()
                }
            }
        case .allow:
            try await site.withStorefront { try $0.allowMessages(ofLink: secret) }
        case .turnOn:
            guard let kind = Notice.Kind(rawValue: try fields.value("kind") ?? ""),
                try await site.withStorefront({ try $0.turn(kind, off: false, ofLink: secret) })
            else { throw Problem(.badRequest, .malformedForm) }
        }
    }

    private func page(
        _ request: PageRequest, _ found: LinkedRecipient, _ form: PreferencesForm,
        status: HTTPResponse.Status = .ok
    ) throws -> RouteResponse {
        let recipient = found.recipient
        let visitor = try VisitorCookie(request.headers)
        var context = form.context(recipient, at: site.server.now())
        context["visitor_code"] = try visitor.code
        context["path"] = .text(recipient.path)
        context["messages_to"] = .sentence(
            PreferenceSentence.messagesTo, ["address": .text(Notice.masked(recipient.address))])
        if let since = recipient.suppressed {
            context["stop"] = .sentence(
                PreferenceSentence.bounced, ["moment": .text(recipient.localText(since))])
            if let answer = recipient.suppressionAnswer, !answer.isEmpty {
                context["server_answer"] = .sentence(PreferenceSentence.serverAnswer, ["answer": .text(answer)])
            }
        }
        if try request.queryFields().value("saved") != nil { context["is_saved"] = .section(TemplateContext([:])) }
        if !form.faults.isEmpty { context["errors"] = form.errors }
        return visitor.settingCookie(
            try request.localizedPage(
                "preferences", title: Sentence(PreferenceSentence.title), status: status, context))
    }
}

extension PublicSite {
    /// The recipient whose secret is in the path of a request.
    ///
    /// - Throws: `Problem` 404 if the secret is unknown.
    func linkedRecipient(_ request: PageRequest) async throws -> LinkedRecipient {
        let secret = request.pathParameter("secret") ?? ""
        guard let found = try await withStorefront({ try $0.recipient(ofLink: secret) }) else {
            throw Problem.pageNotFound
        }
        return found
    }
}

extension MessageRecipient {
    /// The path of the page with the recipient's preferences.
    var path: String { "/m/\(secret)" }
}
