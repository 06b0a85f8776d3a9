import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@testable import WebHost
@testable import WebPublic

private let day: Int64 = 86_400

extension Festival {
    /// Serves the data folder of the festival, and visits the server with a browser.
    func browse(_ work: (Served, Browser) async throws -> Void) async throws {
        try await Served.with(configuration: configuration) { served async throws in
            try await work(served, Browser(served))
        }
    }

    /// Publishes another event, which begins `seconds` seconds after `Festival.start`.
    @discardableResult
    func announce(
        _ title: String, at seconds: Int64 = 7200, type: TicketTypeDetails = TicketTypeDetails(name: "Regular"),
        _ change: (inout EventDetails) -> Void = { _ in }
    ) throws -> Event {
        let start = Festival.start.advanced(bySeconds: seconds)
        var details = EventDetails(
            title: title, venue: "Hall", timeZone: "Africa/Kampala", start: start,
            end: start.advanced(bySeconds: 3600))
        change(&details)
        let draft = try services.events.createEvent(
            details, suite: .hmac, of: services.organizers.organizer(named: "Nile Nights"))
        _ = try services.ticketTypes.addTicketType(type, to: draft)
        return try services.events.publish(draft)
    }
}

@Suite("Discovery: chips, search and badges", .serving)
struct DiscoveryPageTests {
    @Test("A chip filters by a period or category and keeps the other filters; a chosen chip removes its filter")
    func chips() async throws {
        let festival = try Festival()
        try festival.announce("Gallery", at: 20 * day) { $0.category = .arts }
        try await festival.browse { _, browser async throws in
            try await browser.get("/events?text=&city=&when=today&after=1.2")
            #expect(browser.body.contains("New Year by the Lake") && !browser.body.contains("Gallery"))
            #expect(browser.body.contains(#"<a class="chip" href="/events" aria-current="true">Today</a>"#))
            #expect(
                browser.body.contains(
                    #"<a class="chip" href="/events?when=today&amp;category=arts">Arts</a>"#))
            #expect(browser.body.contains(#"<input type="hidden" name="when" value="today">"#))
            try await browser.get("/events?category=arts")
            #expect(browser.body.contains("Gallery") && !browser.body.contains("New Year by the Lake"))
            #expect(browser.body.contains(#"href="/events?category=arts&amp;when=tomorrow">Tomorrow</a>"#))
            try await browser.get("/events?when=now")
            #expect(browser.body.contains("No events match."))
            festival.clock.set(Festival.start.advanced(bySeconds: 3600))
            try await browser.get("/events?when=now")
            #expect(browser.body.contains("New Year by the Lake"))
            #expect(browser.body.contains(#"<span class="badge good">Happening now</span>"#))
            // An unknown period is ignored, like an unknown category.
            #expect(try await browser.get("/events?when=never").body.contains("Gallery"))
        }
    }

    @Test("The beginning of a word and a misspelled word find events; a range of prices needs one currency")
    func search() async throws {
        let festival = try Festival()
        try festival.announce("Jazz Festival", type: TicketTypeDetails(name: "Regular", price: Money("20000 UGX")))
        try await festival.browse { _, browser async throws in
            #expect(try await browser.get("/events?text=lak").body.contains("New Year by the Lake"))
            #expect(try await browser.get("/events?text=festval").body.contains("Jazz Festival"))
            #expect(try await browser.get("/events?least=10000+UGX&most=20000+UGX").body.contains("Jazz Festival"))
            #expect(browser.body.contains("<details open>") && !browser.body.contains("New Year by the Lake"))
            let refused = try await browser.get("/events?least=10000+UGX&most=20+EUR")
            #expect(refused.status == 422 && refused.body.contains("Enter both prices in the same currency."))
            #expect(try await browser.get("/events?least=x").body.contains(##"href="#least""##))
        }
    }

    @Test("Badges say how many tickets are left and when the sale ends")
    func badges() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", quantity: 12))
        try await festival.browse { _, browser async throws in
            try await browser.get("/events?text=lake")
            #expect(browser.body.contains(">12 left</span>") && browser.body.contains(">Sales end in 1 h 0 min</span>"))
            festival.clock.set(Festival.start.advanced(bySeconds: 3599))
            #expect(try await browser.get("/events?text=lake").body.contains(">Sales end in one minute</span>"))
        }
    }

    @Test("Only the list of events may ask for the visitor’s position")
    func permissions() async throws {
        let festival = try Festival()
        try await festival.browse { _, browser async throws in
            for (path, allowed) in [("/events", true), ("/events/\(festival.event.slug)", false), ("/find", false)] {
                let policy = try await browser.get(path).headers["permissions-policy"] ?? ""
                #expect(policy.contains("geolocation=\(allowed ? "(self)" : "()")"), "\(path)")
                #expect(policy.contains("camera=(self)"), "\(path)")
            }
        }
    }
}
