import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The page to which the header `List-Unsubscribe` of a message leads. It turns off the kind of messages that the query
/// names.
///
/// After one click of the recipient, the mail program itself sends the POST request, with neither a cookie nor a CSRF
/// token (RFC 8058). The path's secret proves that the sender of the request has the message. A GET request changes
/// nothing, because programs that check mail for viruses open all links.
struct UnsubscribePage: Sendable {
    let site: PublicSite

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let found = try await site.linkedRecipient(request)
        let kind = try kind(request)
        guard Storefront.optionalKinds.contains(kind) else { return try page(request, found, kind, .refused) }
        let isOff = found.recipient.channels.allSatisfy { found.recipient.preferences.isOff(kind, by: $0) }
        return try page(request, found, kind, isOff ? .done : .question)
    }

    func turnOff(_ request: PageRequest) async throws -> RouteResponse {
        // Mail programs send the body in different media types. The body contains no information, so it is not parsed.
        _ = try await request.body()
        let found = try await site.linkedRecipient(request)
        let (kind, secret) = (try kind(request), found.recipient.secret)
        let isTurnedOff = try await site.withStorefront { try $0.turn(kind, off: true, ofLink: secret) }
        return try page(
            request, found, kind, isTurnedOff ? .done : .refused, status: isTurnedOff ? .ok : .unprocessableContent)
    }

    private enum State { case question, done, refused }

    private func kind(_ request: PageRequest) throws -> Notice.Kind {
        guard let kind = Notice.Kind(rawValue: try request.queryFields().value("kind") ?? "") else {
            throw Problem.pageNotFound
        }
        return kind
    }

    private func page(
        _ request: PageRequest, _ found: LinkedRecipient, _ kind: Notice.Kind, _ state: State,
        status: HTTPResponse.Status = .ok
    ) throws -> RouteResponse {
        let visitor = try VisitorCookie(request.headers)
        let name = SentenceArgument.sentence(kind.preferenceSentence)
        let address = SentenceArgument.text(Notice.masked(found.recipient.address))
        var context: [String: TemplateContext.Value] = [
            "visitor_code": try visitor.code, "path": .text(found.recipient.path), "kind": .text(kind.rawValue),
        ]
        switch state {
        case .question:
            context["question"] = .sentence(
                PreferenceSentence.turnOffQuestion, ["kind": name, "address": address])
        case .done:
            context["turned_off"] = .sentence(PreferenceSentence.turnedOff, ["kind": name, "address": address])
        case .refused:
            context["errors"] = ErrorSummary().templateValue(
                Sentence(PreferenceSentence.notTurnedOff, ["kind": name]))
        }
        return visitor.settingCookie(
            try request.localizedPage(
                "preferences-unsubscribe", title: Sentence(PreferenceSentence.turnOffTitle), status: status, context))
    }
}
