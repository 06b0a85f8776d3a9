import EventFixture
import Foundation
import Management
import Presentation
import Testing
import Ticketing

@testable import WebHost
@testable import WebPublic

/// A title that a page must escape in markup, in JSON and in XML.
private let hostile = #"</script><script>alert("1")</script><b>'&"#

@Suite("Discovery: pages for people and programs", .serving)
struct DiscoveryFeedTests {
    @Test("The page of an organizer lists its events; organizers without public events have no page")
    func organizer() async throws {
        let festival = try Festival()
        _ = try festival.services.organizers.createOrganizer(OrganizerDetails(name: "Private Parties"))
        try festival.announce(hostile)
        try await festival.browse { _, browser async throws in
            try await browser.get("/events/\(festival.event.slug)")
            #expect(browser.body.contains(#"href="/organizers/nile-nights">More events by Nile Nights</a>"#))
            try await browser.get("/organizers/nile-nights")
            #expect(browser.page?.status == 200 && browser.body.contains("<h1>Nile Nights</h1>"))
            #expect(browser.body.contains("New Year by the Lake") && browser.body.contains("&lt;/script&gt;"))
            #expect(browser.body.contains(#"property="og:title" content="Nile Nights""#))
            #expect(MarkupGrammar.fault(in: browser.body) == nil)
            for path in [
                "/organizers/private-parties", "/organizers/nobody", "/organizers/private-parties/events.atom",
                "/organizers/nobody/events.ics",
            ] {
                #expect(try await browser.get(path).status == 404, "\(path)")
            }
        }
    }

    @Test("An event’s page has data for search engines and link previews, even if the event’s texts contain markup")
    func linkedData() async throws {
        let festival = try Festival()
        let event = try festival.announce(
            hostile, type: TicketTypeDetails(name: "</script>", price: Money("12.50 EUR"), quantity: 5)
        ) { details in
            details.about = "Bands & <i>more</i>"
            (details.city, details.address, details.minimumAge) = ("Kampala", "Beach Road 1", .eighteen)
            details.position = Coordinates(latitude: 313_600, longitude: 32_581_100)
        }
        try await festival.browse { _, browser async throws in
            try await browser.get("/events/\(event.slug)")
            #expect(MarkupGrammar.fault(in: browser.body) == nil)
            let data = try festival.linkedData(of: browser.body)
            #expect(data["@context"] as? String == "https://schema.org" && data["@type"] as? String == "Event")
            #expect(data["name"] as? String == hostile)
            #expect(data["url"] as? String == "http://localhost/events/\(event.slug)")
            #expect(data["startDate"] as? String == "2026-12-23T09:26:40+03:00")
            #expect(data["eventStatus"] as? String == "https://schema.org/EventScheduled")
            #expect(data["typicalAgeRange"] as? String == "18-" && data["isAccessibleForFree"] as? Bool == false)
            let offer = try #require((data["offers"] as? [[String: Any]])?.first)
            #expect(offer["price"] as? String == "12.50" && offer["priceCurrency"] as? String == "EUR")
            #expect(offer["availability"] as? String == "https://schema.org/InStock")
            let place = try #require(data["location"] as? [String: Any])
            let address = try #require(place["address"] as? [String: String])
            #expect(place["name"] as? String == "Hall" && address["addressLocality"] == "Kampala")
            #expect((place["geo"] as? [String: String])?["latitude"] == "0.313600")
            let unknown = try SchemaVocabulary.unknownTerms(in: data)
            #expect(unknown.isEmpty, "\(unknown)")
            #expect(browser.body.contains(#"<meta property="og:type" content="website">"#))
            #expect(browser.body.contains("property=\"og:url\" content=\"http://localhost/events/\(event.slug)\""))
            #expect(data["image"] == nil)
            let poster = try festival.services.pictures.setPicture(anyPicture(), as: .poster, showing: "", of: event)
            let shown = try festival.linkedData(of: try await browser.get("/events/\(event.slug)").body)
            #expect(shown["image"] as? String == "http://localhost/pictures/\(poster.id)/1200.jpg")
            #expect(try SchemaVocabulary.unknownTerms(in: shown).isEmpty)
            _ = try festival.services.events.cancelEvent(event)
            let cancelled = try festival.linkedData(of: try await browser.get("/events/\(event.slug)").body)
            #expect(cancelled["eventStatus"] as? String == "https://schema.org/EventCancelled")
        }
    }

    @Test("An event’s page, the list and the data for search engines show the same availability, such as “sold out”")
    func availability() async throws {
        let type = TicketTypeDetails(name: "Regular", price: Money("5000 UGX"), quantity: 20).with {
            ($0.allowsDoorReservations, $0.perOrder) = (true, OrderRange(least: 2))
        }
        let festival = try Festival(capacity: 4, type: type)
        let deadline = Festival.start.advanced(bySeconds: 1800)
        let path = "/events/\(festival.event.slug)"
        /// Visits the page and the list.
        ///
        /// - Returns: the page.
        func visit(_ browser: Browser, _ availability: String, badge: String) async throws -> String {
            let list = try await browser.get("/events").body
            let page = try await browser.get(path).body
            let data = try festival.linkedData(of: page)
            let offer = try #require((data["offers"] as? [[String: Any]])?.first)
            #expect(offer["availability"] as? String == "https://schema.org/\(availability)")
            #expect(offer["price"] as? String == "5000" && offer["priceCurrency"] as? String == "UGX")
            #expect(page.contains("<dt>Price</dt><dd>UGX\u{A0}5,000</dd>") && list.contains(">from UGX\u{A0}5,000<"))
            for (name, body) in [("list", list), ("page", page)] {
                for (shown, tone) in [("4 left", "warn"), ("12 left", "warn"), ("Sold out", "bad")] {
                    let isShown = body.contains("<span class=\"badge \(tone)\">\(shown)</span>")
                    #expect(isShown == (shown == badge), "\(availability), \(name): \(shown)")
                }
            }
            #expect(page.contains("reserve-bar") == (availability == "InStock"), "\(availability)")
            #expect(page.contains("class=\"sale closed\">Sold out<") == (badge == "Sold out"), "\(availability)")
            #expect(!page.contains("Ask the organizer."))
            return page
        }
        try await festival.browse { _, browser async throws in
            let open = try await visit(browser, "InStock", badge: "4 left")
            #expect(open.contains("<span class=\"quiet\">4 left</span>") && open.contains("data-until"))
            // One more ticket fits, but an order has at least two.
            _ = try festival.issue(3)
            _ = try await visit(browser, "SoldOut", badge: "Sold out")
            _ = try festival.issue(1)
            _ = try await visit(browser, "SoldOut", badge: "Sold out")

            _ = try festival.services.events.edit(festival.event) { ($0.capacity, $0.payBy) = (16, deadline) }
            festival.clock.set(deadline)
            let late = try await visit(browser, "InStoreOnly", badge: "12 left")
            #expect(late.contains("Reservations have ended. Tickets are sold at the door."))
            // No countdown tells the visitor to hurry.
            #expect(late.contains("Less than an hour left: until") && !late.contains("data-until"))
        }
    }

    @Test("The page of an event shows up to four similar events, all of the same category")
    func similar() async throws {
        let festival = try Festival()
        let event = try festival.announce("Reading") { $0.category = .arts }
        for number in 1...5 {
            try festival.announce("Play \(number)", at: 7200 + Int64(number)) { $0.category = .arts }
        }
        try await festival.browse { _, browser async throws in
            try await browser.get("/events/\(event.slug)")
            let section = try #require(browser.body.range(of: "Similar events"))
            let cards = String(browser.body[section.upperBound...])
            #expect(cards.matches(of: /event-card/).count == 4)
            #expect(cards.contains("Play 1") && !cards.contains("Play 5") && !cards.contains("Lake"))
            try await browser.get("/events/\(festival.event.slug)")
            #expect(!browser.body.contains("Similar events"))
        }
    }

    @Test("The sitemap has the public pages, and no page of a private event")
    func sitemap() async throws {
        let festival = try Festival()
        try festival.announce("Secret") { $0.kind = .private }
        try await festival.browse { _, browser async throws in
            let reply = try await browser.get("/sitemap.xml")
            #expect(reply.headers["content-type"] == "application/xml; charset=utf-8")
            let elements = try #require(XMLElements(reply.body))
            #expect(
                elements.texts["loc"] == [
                    "http://localhost/events", "http://localhost/events/new-year-by-the-lake",
                    "http://localhost/organizers/nile-nights",
                ])
            #expect(elements.names.first == "urlset")
        }
    }

    @Test("The Atom feeds have the elements that RFC 4287 requires, and the titles of the events")
    func atom() async throws {
        let festival = try Festival()
        let event = try festival.announce(hostile)
        _ = try festival.services.events.edit(event) { $0.city = "Kampala" }
        try await festival.browse { _, browser async throws in
            for path in ["/events.atom", "/organizers/nile-nights/events.atom"] {
                let reply = try await browser.get(path)
                #expect(reply.status == 200)
                #expect(reply.headers["content-type"] == "application/atom+xml; charset=utf-8")
                let feed = try #require(XMLElements(reply.body))
                #expect(feed.names.first == "feed" && feed.names.count { $0 == "entry" } == 2)
                // A feed and each entry need a title, an id and a time.
                for name in ["title", "id", "updated"] { #expect(feed.texts[name]?.count == 3, "\(name)") }
                #expect(feed.texts["title"]?.contains(hostile) == true)
                #expect(feed.texts["id"]?.first == "http://localhost\(path)")
                #expect(feed.texts["name"] == ["Nile Nights", "Nile Nights"])
                for time in feed.texts["updated"] ?? [] {
                    let isTime = time.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z/) != nil
                    #expect(isTime, "\(time)")
                }
            }
        }
    }

    @Test("The calendar feeds have every public event, with the same UID as the calendar file of the event")
    func calendar() async throws {
        let festival = try Festival()
        let event = try festival.announce("Concert, at night; late")
        try await festival.browse { _, browser async throws in
            for path in ["/events.ics", "/organizers/nile-nights/events.ics"] {
                let reply = try await browser.get(path)
                #expect(reply.headers["content-type"] == "text/calendar; charset=utf-8")
                #expect(reply.body.matches(of: /BEGIN:VEVENT/).count == 2)
                #expect(reply.body.contains("UID:\(event.number)@eventpass\r\n"))
                #expect(reply.body.contains("DTSTART:20261223T062640Z\r\n"))
                #expect(reply.body.contains(#"SUMMARY:Concert\, at night\; late"#))
                #expect(reply.body.contains("URL:http://localhost/events/\(event.slug)\r\n"))
            }
            let own = try await browser.get("/events/\(event.slug)/calendar.ics").body
            #expect(own.contains("UID:\(event.number)@eventpass\r\n"))
        }
    }
}

extension Festival {
    /// The JSON-LD of a page.
    fileprivate func linkedData(of page: String) throws -> [String: Any] {
        let script = try #require(page.firstMatch(of: /<script type="application\/ld\+json">(.*?)<\/script>/)).1
        return try #require(try JSONSerialization.jsonObject(with: Data(script.utf8)) as? [String: Any])
    }
}

/// The terms of schema.org (version 29) that may be used with each type.
private enum SchemaVocabulary {
    private static let properties: [String: Set<String>] = [
        "Event": [
            "name", "url", "startDate", "endDate", "doorTime", "eventStatus", "eventAttendanceMode", "description",
            "location", "organizer", "typicalAgeRange", "isAccessibleForFree", "offers", "image",
        ],
        "Place": ["name", "address", "geo"], "PostalAddress": ["streetAddress", "addressLocality"],
        "GeoCoordinates": ["latitude", "longitude"], "Organization": ["name", "url"],
        "Offer": ["name", "url", "price", "priceCurrency", "availability", "validFrom"],
    ]

    /// The properties of an object, and of the objects in it, that schema.org does not define for the object’s type.
    static func unknownTerms(in object: [String: Any]) throws -> [String] {
        let type = try #require(object["@type"] as? String)
        let known = try #require(properties[type], "\(type)")
        return try object.flatMap { name, value -> [String] in
            var unknown = name.hasPrefix("@") || known.contains(name) ? [] : ["\(type).\(name)"]
            if let inner = value as? [String: Any] { unknown += try unknownTerms(in: inner) }
            if let list = value as? [[String: Any]] { unknown += try list.flatMap { try unknownTerms(in: $0) } }
            return unknown
        }
    }
}

/// The elements of a well-formed XML document.
private struct XMLElements {
    /// The names of all elements, in the order of their start tags.
    private(set) var names: [String] = []
    /// The texts of the elements that contain text, by element name.
    private(set) var texts: [String: [String]] = [:]

    init?(_ document: String) {
        let start = #"<?xml version="1.0" encoding="UTF-8"?>"#
        guard document.hasPrefix(start), let tree = try? MarkupTree(String(document.dropFirst(start.count))),
            let parsed = try? JSONSerialization.jsonObject(with: Data(tree.json.text.utf8)) as? [Any]
        else { return nil }
        for part in parsed { add(part) }
    }

    private mutating func add(_ part: Any) {
        guard let element = part as? [Any], let name = element.first as? String else { return }
        names.append(name)
        let contents = element.dropFirst(2)
        let text = contents.compactMap { $0 as? String }.joined()
        if !contents.isEmpty, text.isEmpty == false || contents.allSatisfy({ $0 is String }) {
            texts[name, default: []].append(text)
        }
        for inner in contents { add(inner) }
    }
}
