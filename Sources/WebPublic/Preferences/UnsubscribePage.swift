import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The page whose URL is in the header `List-Unsubscribe` of a message. It turns off the kind of messages that the
/// query names; for news, it ends the consent for the organizer that the query names.
///
/// After one click of the recipient, the mail program itself sends the POST request, with neither a cookie nor a CSRF
/// token (RFC 8058). The path's secret proves that the sender of the request has the message. A GET request changes
/// nothing, because programs that check mail for viruses open all links.
struct UnsubscribePage: Sendable {
    let site: PublicSite

    /// The messages that the query names.
    private enum Topic: Sendable {
        case kind(Notice.Kind)
        case news(OrganizerNews)

        /// - Throws: `Problem` 404 for an unknown kind, and for an organizer whose news the recipient never agreed to
        ///   get.
        init(_ request: PageRequest, _ found: LinkedRecipient) throws {
            let query = try request.queryFields()
            guard let kind = Notice.Kind(rawValue: try query.value("kind") ?? "") else { throw Problem.pageNotFound }
            guard kind == .news else {
                self = .kind(kind)
                return
            }
            let number = try query.organizer()
            guard let news = found.news.first(where: { $0.consent.organizer == number }) else {
                throw Problem.pageNotFound
            }
            self = .news(news)
        }

        var isOptional: Bool {
            switch self {
            case .kind(let kind): Storefront.optionalKinds.contains(kind)
            case .news: true
            }
        }

        func isOff(for recipient: MessageRecipient) -> Bool {
            switch self {
            case .kind(let kind): recipient.channels.allSatisfy { recipient.preferences.isOff(kind, by: $0) }
            case .news(let news): !news.consent.isActive
            }
        }

        var name: Sentence {
            switch self {
            case .kind(let kind): Sentence(kind.preferenceSentence)
            case .news(let news): Sentence(PreferenceSentence.newsFrom, ["organizer": .text(news.organizer)])
            }
        }
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let found = try await site.linkedRecipient(request)
        let topic = try Topic(request, found)
        guard topic.isOptional else { return try page(request, found, topic, .refused) }
        return try page(request, found, topic, topic.isOff(for: found.recipient) ? .done : .question)
    }

    func turnOff(_ request: PageRequest) async throws -> RouteResponse {
        // Mail programs send the body in different media types. The body contains no information, so it is not parsed.
        _ = try await request.body()
        let found = try await site.linkedRecipient(request)
        let (topic, secret) = (try Topic(request, found), found.recipient.secret)
        let isTurnedOff = try await site.withStorefront { storefront in
            switch topic {
            case .kind(let kind): return try storefront.turn(kind, off: true, ofLink: secret)
            case .news(let news):
                try storefront.setNews(of: news.consent.organizer, ended: true, ofLink: secret)
                return true
            }
        }
        return try page(
            request, found, topic, isTurnedOff ? .done : .refused, status: isTurnedOff ? .ok : .unprocessableContent)
    }

    private enum State { case question, done, refused }

    private func page(
        _ request: PageRequest, _ found: LinkedRecipient, _ topic: Topic, _ state: State,
        status: HTTPResponse.Status = .ok
    ) throws -> RouteResponse {
        let visitor = try VisitorCookie(request.headers)
        let name = SentenceArgument.sentence(topic.name)
        let address = SentenceArgument.text(Notice.masked(found.recipient.address))
        var context: [String: TemplateContext.Value] = [
            "visitor_code": try visitor.code, "path": .text(found.recipient.path),
        ]
        switch topic {
        case .kind(let kind): context["kind"] = .text(kind.rawValue)
        case .news(let news):
            context["kind"] = .text(Notice.Kind.news.rawValue)
            context["news"] = .section(TemplateContext(["organizer": .text("\(news.consent.organizer)")]))
        }
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
