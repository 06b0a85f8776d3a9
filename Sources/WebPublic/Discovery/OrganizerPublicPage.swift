import Languages
import Management
import Ticketing
import WebHost

/// The public page of an organizer, with its description, links, contact and events.
///
/// `scripts/visits.js` stores in the browser whether the visitor follows the organizer. The server does not store this.
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
        let about = organizer.details.about.map { FormattedText($0) }
        if let about, !about.blocks.isEmpty { context["about"] = .section(about.context) }
        if !organizer.details.links.isEmpty {
            context["has_links"] = .section(
                TemplateContext(["links": .list(organizer.details.links.map(\.linkContext))]))
        }
        let summary = language.text(DiscoverySentence.eventsOf, ["organizer": .text(organizer.name)])
        context["preview"] = .section(
            LinkPreview(
                title: organizer.name, about: about?.plainText ?? summary, path: "/organizers/\(organizer.slug)",
                request
            ).context)
        if organizer.events.isEmpty { context["nothing"] = .section(TemplateContext([:])) }
        return try request.localizedPage("organizer", title: .verbatim(organizer.name), context)
    }
}

extension OrganizerLink {
    /// The values for the template `organizer`.
    fileprivate var linkContext: TemplateContext {
        TemplateContext(["organizer_link": .text(rawValue), "organizer_link_text": .text(text)])
    }
}

extension PublicContact {
    /// The values for the template `organizer`: the e-mail address, phone number and website, each as a link.
    fileprivate var linkContexts: [TemplateContext] {
        var links: [(text: String, address: String)] = []
        if let email { links.append((email.rawValue, email.mailtoURL)) }
        if let phone { links.append((phone.rawValue, "tel:\(phone.rawValue)")) }
        if let website, website.hasPrefix("https://") || website.hasPrefix("http://") {
            links.append((website, website))
        }
        return links.map { TemplateContext(["contact": .text($0.text), "contact_link": .text($0.address)]) }
    }
}
