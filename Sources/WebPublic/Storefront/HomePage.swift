import Languages
import Management
import WebHost

/// The home page of the server: the next public events, and links to the pages for visitors, organizers and gates.
struct HomePage: Sendable {
    let site: PublicSite

    private static let mostEvents = 6

    func page(_ request: PageRequest) async throws -> RouteResponse {
        var context: [String: TemplateContext.Value] = [:]
        // Without signing keys, the server has no public site.
        if site.server.keys != nil {
            let found = try await site.withStorefront { try $0.events(EventSearch(), limit: HomePage.mostEvents) }
            let cards = found.map { EventCardContext($0, in: request.language).context }
            if !cards.isEmpty { context["upcoming"] = .section(TemplateContext(["events": .list(cards)])) }
        }
        return try request.localizedPage("home", title: Sentence(PageSentence.start), context)
    }
}
