import Languages
import Management
import Ticketing
import WebHost

/// The public page of an organizer, with its contact and its events.
///
/// `scripts/visits.js` stores in the browser whether the visitor follows the organizer. The server does not store it.
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
        let contacts = organizer.contact?.linkContexts ?? []
        if !contacts.isEmpty {
            context["has_contacts"] = .section(TemplateContext(["contacts": .list(contacts)]))
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
