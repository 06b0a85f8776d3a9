import AttendeePack
import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The sitemap, and the feeds of public events: Atom (RFC 4287) for feed readers, and iCalendar for calendar programs.
/// A feed has the public events of all organizers, or of one organizer. Events that are over are left out.
struct EventFeeds: Sendable {
    let site: PublicSite

    /// The sitemap: the URLs of the public pages, for search engines.
    func sitemap(_ request: PageRequest) async throws -> RouteResponse {
        let origin = try EventFeeds.origin(of: request)
        let paths = try await site.withStorefront { try $0.publicPaths() }
        var xml = XMLWriter()
        xml.element("urlset", ["xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9"]) { xml in
            for path in ["/events"] + paths {
                xml.element("url") { $0.element("loc", text: origin + path) }
            }
        }
        return .text(xml.text, type: "application/xml; charset=utf-8")
    }

    func atom(_ request: PageRequest) async throws -> RouteResponse {
        let origin = try EventFeeds.origin(of: request)
        let (events, title, path) = try await feed(request)
        let latest = events.map(EventFeeds.changed).max() ?? site.server.now()
        var xml = XMLWriter()
        xml.element("feed", ["xmlns": "http://www.w3.org/2005/Atom", "xml:lang": request.language.rawValue]) { xml in
            xml.element("title", text: title)
            xml.element("id", text: "\(origin)\(path).atom")
            xml.element("updated", text: latest.iso8601(in: .gmt))
            xml.element("link", ["rel": "self", "type": "application/atom+xml", "href": "\(origin)\(path).atom"])
            for event in events { EventFeeds.add(event, origin, request.language, to: &xml) }
        }
        return .text(xml.text, type: "application/atom+xml; charset=utf-8")
    }

    func calendar(_ request: PageRequest) async throws -> RouteResponse {
        let origin = try EventFeeds.origin(of: request)
        let (events, title, _) = try await feed(request)
        let entries = events.map { found in
            CalendarFeed.Entry(
                event: AttendeeEvent(
                    found.event, organizer: found.organizer, revision: found.edits.count,
                    lastModified: found.edits.last, in: request.language),
                published: found.event.published ?? found.event.created, url: "\(origin)/events/\(found.event.slug)")
        }
        return .text(CalendarFeed.text(named: title, entries), type: MediaType.calendar)
    }

    /// The events of the requested feed, the feed’s title, and its path without `.atom` or `.ics`.
    private func feed(_ request: PageRequest) async throws -> (events: [FeedEvent], title: String, path: String) {
        let language = request.language
        guard let slug = request.pathParameter("organizer") else {
            let events = try await site.withStorefront { try $0.feed() ?? [] }
            return (events, language.text(PublicSentence.events), "/events")
        }
        let found = try await site.withStorefront { storefront in
            try storefront.organizer(named: slug).map { ($0, try storefront.feed(ofOrganizer: slug) ?? []) }
        }
        guard let (organizer, events) = found else { throw Problem.pageNotFound }
        let title = language.text(DiscoverySentence.eventsOf, ["organizer": .text(organizer.name)])
        return (events, title, "/organizers/\(organizer.slug)/events")
    }

    private static func add(_ found: FeedEvent, _ origin: String, _ language: Language, to xml: inout XMLWriter) {
        let texts = EventText(AttendeeEvent(found.event, organizer: found.organizer, in: language))
        let url = "\(origin)/events/\(found.event.slug)"
        xml.element("entry") { xml in
            xml.element("title", text: texts.title)
            xml.element("id", text: url)
            xml.element("link", ["rel": "alternate", "type": "text/html", "href": url])
            if let published = found.event.published {
                xml.element("published", text: published.iso8601(in: .gmt))
            }
            xml.element("updated", text: changed(found).iso8601(in: .gmt))
            xml.element("author") { $0.element("name", text: texts.organizer) }
            xml.element("category", ["term": found.event.details.category.rawValue])
            let summary = [texts.when, texts.location].compactMap(\.self).joined(separator: "\n")
            xml.element("summary", text: summary)
        }
    }

    /// The time at which an event was published or last edited, whichever is later.
    private static func changed(_ found: FeedEvent) -> Instant {
        max(found.event.published ?? found.event.created, found.edits.last ?? found.event.created)
    }

    /// The base URL of the server. Feeds have only absolute URLs.
    ///
    /// - Throws: `Problem` 400 if the request has no host name.
    private static func origin(of request: PageRequest) throws -> String {
        guard let origin = request.origin else { throw Problem(.badRequest) }
        return origin
    }
}
