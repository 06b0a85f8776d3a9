import Languages
import Management
import Ticketing
import WebHost

/// The public page of an organizer, with its events.
///
/// If the visitor follows the organizer, `scripts/visits.js` stores this in the browser, and the server does not.
struct OrganizerPublicPage: Sendable {
    let site: PublicSite

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let slug = request.pathParameter("organizer") ?? ""
        guard let organizer = try await site.withStorefront({ try $0.organizer(named: slug) }) else {
            throw Problem.pageNotFound
        }
        let language = request.language
        var context: [String: TemplateContext.Value] = [
            "organizer": .text(organizer.name), "organizer_slug": .text(organizer.slug),
            "events": .list(organizer.events.map { EventCardContext($0, in: language).context }),
        ]
        if let picture = organizer.picture {
            context["organizer_picture"] = .section(TemplateContext(picture.context(sizes: "6rem")))
        }
        let about = Sentence(DiscoverySentence.eventsOf, ["organizer": .text(organizer.name)])
        context["preview"] = .section(
            LinkPreview(
                title: organizer.name, about: about.text(in: language), path: "/organizers/\(organizer.slug)", request
            ).context)
        if organizer.events.isEmpty { context["nothing"] = .section(TemplateContext([:])) }
        return try request.localizedPage("organizer", title: .verbatim(organizer.name), context)
    }
}
