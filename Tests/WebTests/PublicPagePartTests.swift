import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebHost
@testable import WebPublic

@Suite("Parts of public pages: logo, map, category, organizer, coming events", .serving)
struct PublicPagePartTests {
    private let festival: Festival
    private let path: String

    init() throws {
        festival = try Festival()
        path = "/events/\(festival.event.slug)"
    }

    @Test("Pages of orders and tickets show the event’s logo; the logo’s description cannot add markup to a page")
    func logos() async throws {
        let logo = try festival.services.pictures.setPicture(
            anyPicture(width: 400, height: 400), as: .logo, showing: "<b>Nile", of: festival.event)
        try await festival.browse { _, browser async throws in
            try await browser.get(path)
            try await browser.submit("\(path)/reserve", ["count_0": "1", "name": "Kay", "email": "kay@example.org"])
            let order = browser.body
            let ticket = try await browser.get(browser.value(behind: "class=\"button\" href=\"")).body
            for page in [order, ticket] {
                #expect(page.contains("/pictures/\(logo.id)/320.webp") && page.contains("alt=\"&lt;b&gt;Nile\""))
                #expect(MarkupGrammar.fault(in: page) == nil)
            }
        }
    }

    @Test("The page of a ticket has the map links of its event only while the event has a place that maps can find")
    func map() async throws {
        try await festival.browse { _, browser async throws in
            try await browser.get(path)
            try await browser.submit("\(path)/reserve", ["count_0": "1", "name": "Kay", "email": "kay@example.org"])
            let ticket = try browser.value(behind: "class=\"button\" href=\"")
            #expect(try await !browser.get(ticket).body.contains("openstreetmap"))
            _ = try festival.services.events.edit(festival.event) { $0.position = Coordinates("0.0512,32.4637") }
            try await browser.get(ticket)
            #expect(browser.body.contains("href=\"geo:0.051200,32.463700?q=0.051200,32.463700\""))
            #expect(browser.body.contains("href=\"https://www.openstreetmap.org/?mlat=0.051200&amp;mlon=32.463700#"))
            #expect(MarkupGrammar.fault(in: browser.body) == nil)
        }
    }

    @Test("An invitation shows the poster, the logo and the map links of its event")
    func invitation() async throws {
        let wedding = try Wedding()
        let invitation = try wedding.inviteGrace()
        try await wedding.festival.browse { _, browser async throws in
            let before = try await browser.get(invitation).body
            #expect(!before.contains("/pictures/") && !before.contains("openstreetmap"))
            let pictures = try [PictureRole.poster, .logo].map { role in
                try wedding.services.pictures.setPicture(
                    anyPicture(), as: role, showing: "The \(role.rawValue) of <b>", of: wedding.event)
            }
            _ = try wedding.services.events.edit(wedding.event) { $0.city = "Jinja <b>" }
            let page = try await browser.get(invitation).body
            for picture in pictures {
                #expect(page.contains("/pictures/\(picture.id)/320.webp"))
                #expect(page.contains("alt=\"The \(picture.role.rawValue) of &lt;b&gt;\""))
            }
            #expect(page.contains("href=\"geo:0,0?q=Lido%2C%20Jinja%20%3Cb%3E\""))
            #expect(MarkupGrammar.fault(in: page) == nil)
        }
    }

    @Test("The page of an event links to the list of its category; events without a category have no such link")
    func category() async throws {
        let gallery = try festival.announce("Gallery") { $0.category = .arts }
        try await festival.browse { _, browser async throws in
            #expect(try await !browser.get(path).body.contains("/events?category="))
            try await browser.get("/events/\(gallery.slug)")
            #expect(browser.body.contains("<a class=\"chip\" href=\"/events?category=arts\">Arts</a>"))
            try await browser.get("/events?category=arts")
            #expect(browser.body.contains("Gallery") && !browser.body.contains("New Year by the Lake"))
        }
    }

    @Test("The organizer’s card counts only public events that are not over; a script can show a “Follow” button")
    func organizerCard() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let picture = try festival.services.pictures.setPicture(
            anyPicture(width: 400, height: 400), showing: "Nile", of: organizer)
        try festival.announce("Secret party") { $0.kind = .private }
        try festival.announce("Amina and Denis") { $0.kind = .celebration }
        let other = try festival.announce("Gallery")
        try await festival.browse { _, browser async throws in
            try await browser.get(path)
            #expect(browser.body.contains("<h2 id=\"organizer\">Nile Nights</h2>"))
            #expect(browser.body.contains("<p>2 upcoming events</p>"))
            #expect(browser.body.contains("id=\"follow\" data-organizer=\"nile-nights\" hidden"))
            #expect(browser.body.contains("/pictures/\(picture.id)/320.webp"))
            #expect(!browser.body.contains("<dt>Organizer</dt>") && MarkupGrammar.fault(in: browser.body) == nil)
            _ = try festival.services.events.cancelEvent(other)
            #expect(try await browser.get(path).body.contains("<p>One upcoming event</p>"))
            festival.clock.set(Festival.start.advanced(bySeconds: 7200))
            #expect(try await browser.get(path).body.contains("<p>No upcoming events.</p>"))
            festival.clock.set(Festival.start)
            // Without a published public event, the organizer has no page. Its name stays on the page of the event.
            _ = try festival.services.events.cancelEvent(festival.event)
            try await browser.get(path)
            #expect(browser.body.contains("<dt>Organizer</dt><dd>Nile Nights</dd>"))
            #expect(!browser.body.contains("organizer-card") && !browser.body.contains("data-organizer"))
        }
    }

    @Test("If an organizer has more coming events than its page lists, its card says so, and names no exact number")
    func manyEvents() async throws {
        for number in 2...Storefront.mostListed { try festival.announce("Gallery \(number)") }
        try await festival.browse { _, browser async throws in
            #expect(try await browser.get(path).body.contains("<p>100 upcoming events</p>"))
            try festival.announce("One more")
            #expect(try await browser.get(path).body.contains("<p>More than 100 upcoming events</p>"))
        }
    }

    @Test("The form for interests offers each day of the week and each part of the day that the server knows")
    func interests() async throws {
        try await festival.browse { _, browser async throws in
            let page = try await browser.get("/events").body
            func values(_ name: String) -> [String] {
                page.components(separatedBy: "type=\"checkbox\" name=\"\(name)\" value=\"").dropFirst()
                    .map { String($0.prefix { $0 != "\"" }) }
            }
            #expect(values("day") == WeekDay.allCases.map(\.rawValue) && page.contains("> Sunday</label>"))
            #expect(values("time") == DayPart.allCases.map(\.rawValue))
            #expect(page.contains("> Night (22:00–05:00)</label>"))
        }
    }

    @Test("The page of an organizer links to its public contact; a website’s URL cannot add markup")
    func contact() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        try await festival.browse { _, browser async throws in
            try await browser.get("/organizers/nile-nights")
            #expect(!browser.body.contains("<dt>Contact</dt>"))
            let contact = PublicContact(
                email: EmailAddress(rawValue: "box@nile.example"), phone: PhoneNumber(rawValue: "+256772123456"),
                website: "https://nile.example/?a=1&b=\"><script>")
            _ = try festival.services.organizers.verify(organizer, .contact(contact))
            try await browser.get("/organizers/nile-nights")
            #expect(browser.body.contains("href=\"mailto:box@nile.example\""))
            #expect(browser.body.contains("href=\"tel:+256772123456\""))
            #expect(browser.body.contains("href=\"https://nile.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;\""))
            #expect(MarkupGrammar.fault(in: browser.body) == nil)
        }
    }

    @Test("The home page shows the next six public events, and no private event, celebration or draft")
    func home() async throws {
        try festival.announce("Secret party", at: 60) { $0.kind = .private }
        try festival.announce("Amina and Denis", at: 90) { $0.kind = .celebration }
        _ = try festival.services.events.createEvent(
            EventDetails(title: "Draft", timeZone: "UTC"), suite: .hmac,
            of: festival.services.organizers.organizer(named: "Nile Nights"))
        for number in 1...6 { try festival.announce("Concert \(number)", at: 7200 + Int64(number) * 60) }
        try await festival.browse { _, browser async throws in
            try await browser.get("/")
            #expect(browser.body.matches(of: /class="card event-card"/).count == 6)
            #expect(browser.body.contains("New Year by the Lake") && browser.body.contains("Concert 5"))
            for title in ["Concert 6", "Secret party", "Amina", "Draft"] {
                #expect(!browser.body.contains(title), "\(title)")
            }
            #expect(browser.body.contains("href=\"/desk\"") && MarkupGrammar.fault(in: browser.body) == nil)
            festival.clock.set(Festival.start.advanced(bySeconds: 30 * 86_400))
            #expect(try await !browser.get("/").body.contains("Upcoming events"))
        }
    }

    @Test("A server without signing keys has a home page with links, although it has no public site")
    func homeWithoutKeys() async throws {
        try await Served.with { served async throws in
            let home = try #require(try await served.ask("GET", "/"))
            #expect(home.status == 200 && home.body.contains("href=\"/gate\""))
            #expect(!home.body.contains("Upcoming events"))
            #expect(try await served.ask("GET", "/events")?.status == 404)
        }
    }
}
