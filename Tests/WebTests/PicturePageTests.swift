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

@Suite("Posters and logos on the web", .serving)
struct PicturePageTests {
    private let festival: Festival

    init() throws { festival = try Festival() }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    /// Stores a picture whose files are short texts.
    private func setPicture(
        _ role: PictureRole = .poster, showing text: String = "Fireworks “over” <the> lake"
    ) throws -> StoredPicture {
        try festival.services.pictures.setPicture(
            anyPicture("file", width: 900, height: 1200), as: role, showing: text, of: festival.event)
    }

    @Test("Each file has a URL with the picture’s id; after the picture is removed, its files are not found")
    func files() async throws {
        let poster = try setPicture()
        try await serve { served async throws in
            for variant in PictureVariant.all {
                let reply = try #require(try await served.ask("GET", poster.path(of: variant)))
                #expect(reply.status == 200 && reply.body == "file \(variant.name)")
                #expect(reply.headers["content-type"] == variant.format.mediaType)
                #expect(reply.headers["cache-control"] == "public, max-age=86400, immutable")
                #expect(reply.headers["x-content-type-options"] == "nosniff")
            }
            let id = "\(poster.id)"
            for path in [
                "\(id)/24.webp", "\(id)/641.jpg", "\(id)/640.png", "\(id)/..%2F640.jpg", "\(id.uppercased())/640.jpg",
                "\(id.dropLast())/640.jpg", "\(String(repeating: "0", count: 32))/640.jpg", "%00/640.jpg",
            ] {
                #expect(try await served.ask("GET", "/pictures/\(path)")?.status == 404, "\(path)")
            }
            try festival.services.pictures.removePicture(.poster, of: festival.event)
            for variant in PictureVariant.all {
                #expect(try await served.ask("GET", poster.path(of: variant))?.status == 404)
            }
        }
    }

    @Test("Shared caches may not store the poster of an event that is not public")
    func drafts() async throws {
        let draft = try festival.services.events.createEvent(
            EventDetails(title: "Secret", timeZone: festival.event.details.timeZone), suite: .hmac,
            of: festival.services.organizers.organizer(named: "Nile Nights"))
        let poster = try festival.services.pictures.setPicture(anyPicture(), as: .poster, showing: "", of: draft)
        try await serve { served async throws in
            let variant = try #require(PictureVariant(width: .small, format: .jpeg))
            let reply = try #require(try await served.ask("GET", poster.path(of: variant)))
            #expect(reply.headers["cache-control"] == "private, max-age=3600")
        }
    }

    @Test("The list of events and the event’s page show the poster with its description and several sizes")
    func pages() async throws {
        try await serve { served async throws in
            let before = try #require(try await served.ask("GET", "/events")).body
            #expect(!before.contains("/pictures/"))
            let poster = try setPicture()
            let logo = try setPicture(.logo, showing: "Nile Nights")
            let list = try #require(try await served.ask("GET", "/events")).body
            let event = try #require(try await served.ask("GET", "/events/\(festival.event.slug)")).body
            for page in [list, event] {
                #expect(page.contains(#"alt="Fireworks “over” &lt;the&gt; lake""#))
                #expect(page.contains("/pictures/\(poster.id)/320.webp 320w, /pictures/\(poster.id)/640.webp 640w"))
                #expect(page.contains("/pictures/\(poster.id)/1200.webp 900w"))
                #expect(page.contains(#"src="/pictures/\#(poster.id)/640.jpg""#))
                #expect(page.contains(#"width="900" height="1200""#))
                #expect(MarkupGrammar.fault(in: page) == nil)
            }
            #expect(event.contains("/pictures/\(logo.id)/320.webp") && event.contains(#"alt="Nile Nights""#))
        }
    }

    @Test("The summary of an order, the form for reports and the widget have the logo and the accent of their event")
    func otherPages() async throws {
        let logo = try setPicture(.logo, showing: "Nile <b>Nights")
        try festival.services.pictures.setAccent(Colour("#ff8800"), of: festival.event)
        try festival.services.abuseReports.setTakesAbuseReports(true)
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let site = try #require(WebOrigin(rawValue: "https://a.example"))
        _ = try festival.services.organizers.editOrganizer(organizer) { $0.embedOrigins = [site] }
        let path = "/events/\(festival.event.slug)"
        try await serve { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            let order = ["count_0": "1", "name": "Kay", "email": "kay@example.org", "phone": ""]
            var pages = [try await browser.send("\(path)/summary", order)]
            #expect(pages[0].body.contains("id=\"order-summary\""))
            for other in ["\(path)/report", "/embed\(path)"] { pages.append(try await browser.get(other)) }
            for page in pages {
                #expect(page.status == 200 && MarkupGrammar.fault(in: page.body) == nil)
                #expect(page.body.contains("/pictures/\(logo.id)/320.webp"))
                #expect(page.body.contains(#"alt="Nile &lt;b&gt;Nights""#))
                #expect(page.body.contains(#"<link rel="stylesheet" href="/themes/ff8800.css">"#))
            }
        }
    }

    @Test("The pictures page has a form for the poster and a form for the logo; viewers cannot open the page")
    func desk() async throws {
        let poster = try setPicture()
        let owner = try DeskVisitor.owner(of: festival)
        let viewer = try DeskVisitor.member(
            .viewer, of: festival.services.organizers.organizer(named: "Nile Nights"),
            at: festival)
        let path = "\(festival.event.deskPath)/pictures"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(MarkupGrammar.fault(in: page) == nil)
            #expect(page.contains(#"action="\#(festival.event.deskPath)/poster""#))
            #expect(page.contains(#"action="\#(festival.event.deskPath)/logo""#))
            #expect(page.contains(#"action="\#(festival.event.deskPath)/poster/remove""#))
            #expect(!page.contains(#"action="\#(festival.event.deskPath)/logo/remove""#))
            #expect(page.contains("/pictures/\(poster.id)/640.jpg"))
            #expect(try await viewer.get(served, path).status == 403)
            let removed = try await owner.post(served, "\(festival.event.deskPath)/poster/remove", [("form", "1")])
            #expect(removed.status == 303 && removed.headers["location"] == "\(path)?done=removed")
            #expect(try festival.services.pictures.pictures(of: festival.event).isEmpty)
            // If two people remove the poster, both requests succeed.
            #expect(
                try await owner.post(served, "\(festival.event.deskPath)/poster/remove", [("form", "2")]).status == 303)
            #expect(try await viewer.post(served, "\(festival.event.deskPath)/logo/remove", []).status == 403)
        }
    }

    @Test("A public event has an image for link previews, which its page names; a draft has no such image")
    func card() async throws {
        try await serve { served async throws in
            let path = "/events/\(festival.event.slug)"
            let reply = try #require(try await served.ask("GET", "\(path)/card.jpg"))
            #expect(reply.status == 200 && reply.headers["content-type"] == "image/jpeg")
            let page = try #require(try await served.ask("GET", path)).body
            #expect(page.contains(#"property="og:image" content="http://localhost\#(path)/card.jpg""#))
            #expect(MarkupGrammar.fault(in: page) == nil)
            let draft = try festival.services.events.createEvent(
                EventDetails(title: "Secret", timeZone: festival.event.details.timeZone), suite: .hmac,
                of: festival.services.organizers.organizer(named: "Nile Nights"))
            #expect(try await served.ask("GET", "/events/\(draft.slug)/card.jpg")?.status == 404)
        }
    }

    @Test("The public page of an organizer shows the organizer’s picture; only owners can open its form and remove it")
    func organizer() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let picture = try festival.services.pictures.setPicture(
            anyPicture(width: 400, height: 400), showing: "The <b>Nile", of: organizer)
        let owner = try DeskVisitor.owner(of: festival)
        let manager = try DeskVisitor.member(.manager, of: organizer, at: festival)
        let (form, page) = ("\(organizer.deskPath)/picture", "/organizers/\(organizer.slug)")
        let file = "/pictures/\(picture.id)/640.jpg"
        try await serve { served async throws in
            let shown = try #require(try await served.ask("GET", page)).body
            #expect(shown.contains(file) && shown.contains(#"alt="The &lt;b&gt;Nile""#))
            #expect(MarkupGrammar.fault(in: shown) == nil)
            let desk = try await owner.get(served, form).body
            #expect(desk.contains(file) && desk.contains(#"action="\#(form)""#))
            #expect(MarkupGrammar.fault(in: desk) == nil)
            #expect(try await owner.get(served, organizer.deskPath).body.contains(#"href="\#(form)""#))
            #expect(try await manager.get(served, form).status == 403)
            #expect(try await manager.post(served, "\(form)/remove", []).status == 403)
            let removed = try await owner.post(served, "\(form)/remove", [("form", "1")])
            #expect(removed.status == 303 && removed.headers["location"] == "\(form)?done=removed")
            #expect(try await served.ask("GET", file)?.status == 404)
            #expect(try await served.ask("GET", page)?.body.contains("/pictures/") == false)
        }
    }

    @Test("Members can print a poster of a public event; the pictures page shows the URL in the poster’s symbol")
    func print() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        let path = "\(festival.event.deskPath)/poster.pdf"
        try await serve { served async throws in
            for query in ["", "?size=A3"] {
                let reply = try await owner.get(served, path + query)
                #expect(reply.status == 200 && reply.headers["content-type"] == "application/pdf")
                #expect(reply.body.hasPrefix("%PDF-"))
            }
            #expect(try await owner.get(served, "\(path)?size=A0").status == 404)
            #expect(try await DeskVisitor.nobody.get(served, path).status == 303)
            let page = try await owner.get(served, "\(festival.event.deskPath)/pictures").body
            #expect(page.contains("http://localhost/events/\(festival.event.slug)"))
            #expect(page.contains("\(path)?size=A3"))
        }
    }

    @Test("The page of an event has the theme of the event’s accent; an event without an accent has no theme")
    func accent() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        let (path, page) = ("\(festival.event.deskPath)/accent", "/events/\(festival.event.slug)")
        try await serve { served async throws in
            #expect(try await served.ask("GET", page)?.body.contains("/themes/") == false)
            #expect(try await owner.post(served, path, [("accent", " #F80 "), ("form", "1")]).status == 303)
            #expect(try festival.services.pictures.accent(of: festival.event)?.description == "#ff8800")
            let body = try #require(try await served.ask("GET", page)).body
            #expect(body.contains(#"<link rel="stylesheet" href="/themes/ff8800.css">"#))
            #expect(MarkupGrammar.fault(in: body) == nil)
            let refused = try await owner.post(served, path, [("accent", "o<b>range"), ("form", "2")])
            #expect(refused.status == 422 && refused.body.contains("o&lt;b&gt;range"))
            #expect(try await owner.post(served, path, [("accent", ""), ("form", "3")]).status == 303)
            #expect(try festival.services.pictures.accent(of: festival.event) == nil)
            for file in ["ff8800", "FF8800.css", "f80.css", "ff88001.css", "ff880g.css", "..css", ".css"] {
                #expect(try await served.ask("GET", "/themes/\(file)")?.status == 404, "\(file)")
            }
        }
    }

    @Test(
        "In the theme of any accent, text has enough contrast, in light and in dark",
        arguments: ["777777", "ffffff", "000000", "ff7a00", "2f6690", "ffff00"])
    func theme(name: String) async throws {
        try await serve { served async throws in
            let reply = try #require(try await served.ask("GET", "/themes/\(name).css"))
            #expect(reply.headers["content-type"] == "text/css; charset=utf-8")
            #expect(reply.headers["cache-control"] == "public, max-age=31536000, immutable")
            let rules = reply.body.split(separator: "@media (prefers-color-scheme: dark)")
            try #require(rules.count == 2)
            for (rule, scheme) in zip(rules, [AccentPalette.Scheme.light, .dark]) {
                func colour(_ name: String) throws -> Colour {
                    let start = try #require(rule.firstRange(of: "--\(name): ")).upperBound
                    return try #require(Colour(String(rule[start...].prefix(7))))
                }
                #expect(try colour("accent").contrast(with: colour("on-accent")) >= 4.5)
                for background in scheme.backgrounds {
                    #expect(try colour("accent").contrast(with: background) >= 3)
                }
            }
        }
    }
}
