import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The pages of widgets: one event, or the coming events of an organizer. The websites that the organizer has listed
/// can show these pages in a frame. The pages have no scripts, and neither read nor set cookies.
struct EmbedPage: Sendable {
    let site: PublicSite

    func event(_ request: PageRequest) async throws -> RouteResponse {
        let name = request.pathParameter("event") ?? ""
        guard let event = try await site.withStorefront({ try $0.embeddableEvent(named: name) }) else {
            throw Problem.pageNotFound
        }
        var context = event.pictures.logoContext
        context["events"] = .list([self.context(of: event.found, in: request.language)])
        context["theme"] = try await site.theme(of: event.found.event)
        return try page(
            request, "embed-event", title: .verbatim(event.found.event.details.title), for: event.origins, context)
    }

    func organizer(_ request: PageRequest) async throws -> RouteResponse {
        let slug = request.pathParameter("organizer") ?? ""
        guard let organizer = try await site.withStorefront({ try $0.organizer(named: slug) }) else {
            throw Problem.pageNotFound
        }
        let language = request.language
        var context: [String: TemplateContext.Value] = [
            "organizer": .text(organizer.name),
            "events": .list(organizer.events.map { self.context(of: $0, in: language) }),
        ]
        if organizer.events.isEmpty { context["nothing"] = .section(TemplateContext([:])) }
        return try page(
            request, "embed-organizer", title: .verbatim(organizer.name), for: organizer.details.embedOrigins, context)
    }

    /// - Parameter listed: the websites that the organizer has listed.
    /// - Throws: `Problem` 404 if no website may show the page.
    private func page(
        _ request: PageRequest, _ template: String, title: Sentence, for listed: [WebOrigin],
        _ context: [String: TemplateContext.Value]
    ) throws -> RouteResponse {
        let origins = site.server.embedders(among: listed)
        guard !origins.isEmpty else { throw Problem.pageNotFound }
        var context = context
        context["bare"] = .section(TemplateContext([:]))
        var answer = try request.page(template, title: title, in: request.language, context, embedders: origins)
        answer.headers[.contentLanguage] = request.language.rawValue
        return answer
    }

    /// The values for the card of an event. Only an event with tickets that visitors can reserve has the link
    /// “Reserve”.
    private func context(of found: FoundEvent, in language: Language) -> TemplateContext {
        let phase = found.event.phase(at: site.server.now())
        let state: PublicSentence? =
            switch phase {
            case .cancelled: .eventCancelled
            case .completed: .eventOver
            default: nil
            }
        var more: [String: TemplateContext.Value] = [:]
        if let state {
            more["card_state"] = .sentence(state)
        } else if found.isReservable {
            more["reservable"] = .section(TemplateContext([:]))
        }
        return EventCardContext(found, in: language).context.merging(more)
    }
}
