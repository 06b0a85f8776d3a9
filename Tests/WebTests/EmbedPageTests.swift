import EventFixture
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Widgets for other websites", .serving)
struct EmbedPageTests {
    private let festival: Festival
    private let organizer: Organizer
    private let allEvents = "/embed/organizers/nile-nights"

    init() throws {
        festival = try Festival()
        organizer = try festival.services.organizers.organizer(named: "Nile Nights")
    }

    private var oneEvent: String { "/embed/events/\(festival.event.slug)" }

    /// Allows websites to show the events.
    private func allow(_ origins: String...) throws {
        let origins = try origins.map { try #require(WebOrigin(rawValue: $0)) }
        _ = try festival.services.organizers.editOrganizer(organizer) { $0.embedOrigins = origins }
    }

    private func serve(
        _ mode: ServerConfiguration.Mode = .production, _ work: (Served) async throws -> Void
    ) async throws {
        var configuration = festival.configuration
        configuration.options.mode = mode
        try await Served.with(configuration: configuration, work)
    }

    private func page(_ served: Served, _ path: String, head: String = "Accept: text/html\r\n") async throws -> Reply {
        try #require(try await served.ask("GET", path, head: head))
    }

    /// The websites that may show a page in a frame, according to the content security policy of the page.
    private func ancestors(_ served: Served, _ path: String) async throws -> String? {
        let policy = try await page(served, path).headers["content-security-policy"]
        return policy?.firstMatch(of: /frame-ancestors ([^;]*)/).map { String($0.1) }
    }

    @Test("Content security policies let only the listed websites frame a widget; no website can frame other pages")
    func policies() async throws {
        try await serve { served async throws in
            for path in [oneEvent, allEvents] {
                #expect(try await page(served, path).status == 404, "\(path) without a list of websites")
            }
            try allow("https://a.example", "https://b.example:8443", "http://localhost:8080")
            for path in [oneEvent, "/embed/events/\(festival.event.number)", allEvents] {
                let reply = try await page(served, path)
                #expect(reply.status == 200 && MarkupGrammar.fault(in: reply.body) == nil, "\(path)")
                #expect(
                    try await ancestors(served, path) == "https://a.example https://b.example:8443", "\(path)")
                #expect(reply.headers["x-frame-options"] == nil, "\(path)")
                #expect(reply.headers["cache-control"] == "no-store", "\(path)")
            }
            for path in [
                "/", "/events", "/events/\(festival.event.slug)", "/organizers/nile-nights", "/sign-in", "/find",
                "/embed/events/nothing", "/embed/organizers/nobody", "/embed",
                try Assets.embedded.address(of: "styles/page.css"),
            ] {
                #expect(try await ancestors(served, path) == "'none'", "\(path)")
            }
            try allow("https://b.example:8443")
            #expect(try await ancestors(served, oneEvent) == "https://b.example:8443")
            // An origin with http has an effect only on a server for development.
            try allow("http://localhost:8080")
            #expect(try await page(served, oneEvent).status == 404)
        }
        try await serve(.development) { served async throws in
            #expect(try await ancestors(served, allEvents) == "http://localhost:8080")
        }
    }

    @Test(
        "The desk refuses an origin that would add a source, a directive or a header field to the policy of the page",
        arguments: [
            "https://a.example; script-src *", "https://a.example *", "https://a.example,https://b.example",
            "https://a.example\u{B}X: y", "https://*.example", "*", "https://a.example\n'self'",
        ])
    func injection(origin: String) async throws {
        let owner = try DeskVisitor.owner(of: festival)
        let path = "\(organizer.deskPath)/settings"
        try await serve { served async throws in
            let form = try PageForm.filled(
                try await owner.get(served, path).body, to: path, ["embed-origins": "https://a.example\n\(origin)"])
            let reply = try await owner.post(served, path, form)
            #expect(reply.status == 422 && reply.body.contains("id=\"embed-origins-fault\""))
            #expect(try await page(served, oneEvent).status == 404)
        }
        #expect(try festival.services.organizers.organizer(named: organizer.slug).details.embedOrigins.isEmpty)
    }

    @Test("An invalid origin in the database is never sent to browsers")
    func tampered() async throws {
        try festival.tamper("UPDATE organizer SET embed_origins = 'https://a.example *'")
        try await serve { served async throws in
            for path in [oneEvent, allEvents] {
                #expect(try await page(served, path).status >= 500, "\(path)")
                #expect(try await ancestors(served, path) == "'none'", "\(path)")
            }
        }
    }

    @Test("Private events, celebrations and drafts have no widget, and the widget of an organizer does not list them")
    func hidden() async throws {
        try allow("https://a.example")
        let draft = try festival.services.events.createEvent(
            EventDetails(title: "Secret Draft", timeZone: "UTC"), suite: .hmac, of: organizer)
        let other = try festival.announce("Open Day")
        try await serve { served async throws in
            #expect(try await page(served, "/embed/events/\(draft.slug)").status == 404)
            for kind in [EventDetails.Kind.private, .celebration] {
                _ = try festival.services.events.edit(festival.event) { $0.kind = kind }
                #expect(try await page(served, oneEvent).status == 404, "\(kind)")
                #expect(try await page(served, "/embed/events/\(festival.event.number)").status == 404, "\(kind)")
                let all = try await page(served, allEvents).body
                #expect(all.contains("Open Day") && !all.contains("Secret Draft"), "\(kind)")
                #expect(!all.contains("New Year by the Lake"), "\(kind)")
            }
            _ = try festival.services.events.edit(other) { $0.kind = .private }
            #expect(try await page(served, allEvents).status == 404)
        }
    }

    @Test("A widget shows the event and one link, which opens a new tab; it has no scripts and no forms")
    func content() async throws {
        try allow("https://a.example")
        _ = try festival.services.events.edit(festival.event) { $0.title = "Lake & <script>alert(1)</script>" }
        try await serve { served async throws in
            let body = try await page(served, oneEvent).body
            #expect(MarkupGrammar.fault(in: body) == nil && !body.contains("<script") && !body.contains("<form"))
            for text in ["<h1>Lake &amp; &lt;script&gt;", "Lido", ">Free</span>", ">Reserve</a>"] {
                #expect(body.contains(text), "\(text)")
            }
            let links = body.matches(of: /<a [^>]*>/).map { String($0.0) }.filter { !$0.contains("class=\"skip\"") }
            #expect(links.count == 1)
            let link = try #require(links.first)
            #expect(link.contains("href=\"/events/\(festival.event.slug)\" target=\"_blank\" rel=\"noopener\""))
            #expect(try await page(served, allEvents).body.contains(">Reserve</a>"))
            festival.clock.set(Festival.start.advanced(bySeconds: 7200))
            let over = try await page(served, oneEvent).body
            #expect(over.contains("This event is over.") && over.contains(">Show event</a>"))
            #expect(!over.contains(">Reserve</a>"))
            #expect(try await page(served, allEvents).body.contains("No upcoming events."))
        }
    }

    @Test("A full event has no link “Reserve”, and neither has an event with priced tickets after the payment deadline")
    func bookable() async throws {
        try allow("https://a.example")
        let deadline = Festival.start.advanced(bySeconds: 1800)
        let paid = try festival.announce(
            "Paid",
            type: TicketTypeDetails(name: "Regular", price: Money("5000 UGX")).with { $0.allowsDoorReservations = true }
        ) { $0.payBy = deadline }
        _ = try festival.services.events.edit(festival.event) { $0.capacity = 2 }
        try await serve { served async throws in
            func isReservable(_ event: Event) async throws -> Bool {
                let body = try await page(served, "/embed/events/\(event.slug)").body
                #expect(body.contains(">Show event</a>") != body.contains(">Reserve</a>"))
                return body.contains(">Reserve</a>")
            }
            _ = try festival.issue(1)
            #expect(try await isReservable(festival.event))
            _ = try festival.issue(1)
            #expect(try await !isReservable(festival.event))
            #expect(try await isReservable(paid))
            festival.clock.set(deadline)
            #expect(try await !isReservable(paid))
            _ = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Child"), to: paid)
            #expect(try await isReservable(paid))
        }
    }

    @Test("A widget ignores the cookies of the visitor, and sets none")
    func cookies() async throws {
        try allow("https://a.example")
        let owner = try DeskVisitor.owner(of: festival)
        try await serve { served async throws in
            for path in [oneEvent, allEvents] {
                let plain = try await page(served, path)
                #expect(plain.body.contains("<html lang=\"en\""), "\(path)")
                let french = try await page(
                    served, path, head: "Accept: text/html\r\nCookie: __Host-language=fr\r\n")
                let signedIn = try await owner.get(served, path)
                for reply in [plain, french, signedIn] {
                    #expect(reply.body == plain.body && reply.headers["set-cookie"] == nil, "\(path)")
                }
                let chosen = try await page(served, "\(path)?language=fr")
                #expect(chosen.status == 200 && chosen.headers["set-cookie"] == nil, "\(path)")
                #expect(chosen.body.contains("<html lang=\"fr\""), "\(path)")
            }
        }
    }

    @Test("The settings at the desk show the markup of the widgets only if a listed website can show them")
    func markup() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        let path = "\(organizer.deskPath)/settings"
        try await serve { served async throws in
            let empty = try await owner.get(served, path).body
            #expect(!empty.contains("iframe") && empty.contains("Other websites can show your public events"))
            let form = try PageForm.filled(
                empty, to: path,
                ["embed-origins": "https://a.example\nhttps://b.example", "links": "https://social.example/nile"])
            #expect(try await owner.post(served, path, form).status == 303)
            let page = try await owner.get(served, path).body
            for part in ["organizers/nile-nights", "events/EVENT"] {
                #expect(page.contains("&lt;iframe src=&quot;http://localhost/embed/\(part)&quot; title="), "\(part)")
            }
            #expect(MarkupGrammar.fault(in: page) == nil)
            #expect(try await ancestors(served, allEvents) == "https://a.example https://b.example")
            try allow("http://localhost:8080")
            #expect(try await !owner.get(served, path).body.contains("iframe"))
        }
        try await serve(.development) { served async throws in
            #expect(try await owner.get(served, path).body.contains("iframe"))
        }
    }

    @Test("An organizer’s public page shows the description with formatting, and links that search engines ignore")
    func publicPage() async throws {
        try await serve { served async throws in
            let empty = try await page(served, "/organizers/nile-nights").body
            #expect(!empty.contains("class=\"formatted\"") && !empty.contains("ugc"))
            _ = try festival.services.organizers.editOrganizer(organizer) { details in
                details.about = "Shows by the **lake** & <b>stars</b>."
                details.links = [try #require(OrganizerLink(rawValue: "https://social.example/nile?a=b&c=d"))]
            }
            let body = try await page(served, "/organizers/nile-nights").body
            #expect(body.contains("<p>Shows by the <strong>lake</strong> &amp; &lt;b&gt;stars&lt;/b&gt;."))
            #expect(body.contains("<meta name=\"description\" content=\"Shows by the lake &amp; &lt;b&gt;stars"))
            let link =
                "href=\"https://social.example/nile?a=b&amp;c=d\" rel=\"nofollow noopener noreferrer ugc\">"
                + "social.example/nile?a=b&amp;c=d</a>"
            #expect(body.contains(link) && MarkupGrammar.fault(in: body) == nil)
        }
    }

    @Test("The form that creates an organizer asks only for the name")
    func newOrganizer() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        try await serve { served async throws in
            let page = try await owner.get(served, "/desk").body
            let form = try #require(PageForm.all(in: page).first { $0.action == "/desk/organizers" })
            let names = form.fields.filter { $0.kind != .hidden }.map(\.name)
            #expect(names == ["name"])
        }
    }
}
