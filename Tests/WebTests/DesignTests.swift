import EventFixture
import Foundation
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// A token here is a CSS variable of the style sheet `tokens.css`, such as `--paper`, and not the token of a ticket.
@Suite("The design of pages: tokens, icons and fonts", .serving)
struct DesignTests {
    /// The text of a style sheet in the sources, such as `tokens`.
    private static func sheet(_ name: String) throws -> String {
        try String(contentsOf: Project.file("Sources/CWebAssets/styles/\(name).css"), encoding: .utf8)
    }

    @Test("Only tokens.css has colours and font sizes; the other style sheets use its tokens")
    func tokens() throws {
        let folder = Project.file("Sources/CWebAssets/styles").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".css") }
        #expect(names.count > 5)
        for name in names where name != "tokens.css" {
            let text = try DesignTests.sheet(String(name.dropLast(".css".count)))
            let colours = text.matches(of: /#[0-9A-Fa-f]{3,8}\b|rgba?\(|hsla?\(/).map { String($0.0) }
            #expect(colours.isEmpty, "\(name)")
            let sizes = text.matches(of: /font(?:-size)?: [^;]*[0-9]px/).map { String($0.0) }
            #expect(sizes.isEmpty, "\(name)")
        }
    }

    @Test("Every token that a style sheet uses exists")
    func knownTokens() throws {
        let known = Set(try DesignTests.sheet("tokens").matches(of: /(--[a-z0-9-]+):/).map { String($0.1) })
        #expect(known.count > 60)
        for name in Assets.embedded.files.keys.sorted() where name.hasPrefix("styles/") {
            let text = try #require(Assets.embedded.text(name))
            let own = Set(text.matches(of: /(--[a-z0-9-]+):/).map { String($0.1) })
            let used = Set(text.matches(of: /var\((--[a-z0-9-]+)/).map { String($0.1) })
            #expect(used.subtracting(known).subtracting(own).isEmpty, "\(name)")
        }
    }

    /// The colours of the tokens in the light or dark scheme, on pages for organizers or for attendees.
    private static func colours(dark: Bool, organizer: Bool) throws -> [String: Colour] {
        let text = try sheet("tokens")
        let start = try #require(text.firstRange(of: "@media (prefers-color-scheme: dark)")).lowerBound
        let end = try #require(text.firstRange(of: "@media (prefers-contrast: more)")).lowerBound
        var values: [String: Colour] = [:]
        for part in dark ? [text[..<start], text[start..<end]] : [text[..<start]] {
            for block in part.matches(of: /(:root|\.organizer) \{([^}]*)\}/) where block.1 == ":root" || organizer {
                for token in block.2.matches(of: /--([a-z-]+): (#[0-9a-f]{6});/) {
                    values[String(token.1)] = Colour(String(token.2))
                }
            }
        }
        return values
    }

    @Test(
        "Texts have the contrast of WCAG AA on every background, in light and dark; verdicts have that of AAA",
        arguments: [false, true], [false, true])
    func contrast(dark: Bool, organizer: Bool) throws {
        let colours = try DesignTests.colours(dark: dark, organizer: organizer)
        func check(_ front: String, on back: String, _ least: Double) throws {
            let (text, background) = (try #require(colours[front]), try #require(colours[back]))
            #expect(text.contrast(with: background) >= least, "\(front) on \(back)")
        }
        for back in ["paper", "raised", "sunken"] {
            for front in ["ink", "quiet", "link", "good", "bad", "warn", "info"] {
                try check(front, on: back, 4.5)
            }
        }
        for tone in ["good", "bad", "warn", "info"] {
            for front in [tone, "ink", "link", "quiet"] { try check(front, on: "\(tone)-soft", 4.5) }
        }
        for back in ["accent", "hour", "day", "gold", "rose", "sage", "slate"] {
            try check("on-\(back)", on: back, 4.5)
        }
        for back in ["paper", "raised"] {
            for front in ["line-strong", "focus", "bar"] { try check(front, on: back, 3) }
        }
        for tone in ["green", "red", "blue"] { try check("on-dark", on: tone, 7) }
        try check("on-yellow", on: "yellow", 7)
    }

    @Test("Each icon is used in a template, and a tag for an unknown icon is an error")
    func icons() throws {
        let sprite = IconTags(sprite: try #require(Assets.embedded.text(IconTags.file)))
        let templates = Assets.embedded.files.keys.filter { PageRenderer.templateName($0) != nil }
        let used = try templates.flatMap { IconTags.names(in: try #require(Assets.embedded.text($0))) }
        #expect(Set(used) == sprite.names && sprite.names.count > 50)
        #expect(throws: TemplateError.self) { try sprite.replaced(in: "{{icon.unknown}}", named: "page") }
        let markup = try sprite.replaced(in: "{{icon.chevron-left}} {{icon.printer}}", named: "page")
        #expect(markup.contains("class=\"icon flip\"") && markup.contains("class=\"icon\" "))
        #expect(markup.contains("{{assets}}/icons/ui.svg#printer\"") && !markup.contains("{{icon"))
        for (name, isMirrored) in [
            ("arrow-left", true), ("box-arrow-up-right", true), ("arrow-repeat", false),
            ("arrow-counterclockwise", false), ("chevron-down", false), ("chat-left-text", false),
        ] {
            let icon = try sprite.replaced(in: "{{icon.\(name)}}", named: "page")
            #expect(icon.contains("flip") == isMirrored, "\(name)")
        }
    }

    @Test("Each font that the style sheet names is served as a font, and browsers may cache it permanently")
    func fonts() async throws {
        let text = try DesignTests.sheet("tokens")
        let fonts = text.matches(of: /url\("\.\.\/(fonts\/[a-z0-9-]+\.woff2)"\)/).map { String($0.1) }
        #expect(fonts.count == 2)
        try await Served.with { served async throws in
            for name in fonts {
                let reply = try #require(try await served.ask("GET", Assets.embedded.address(of: name)))
                #expect(reply.status == 200 && reply.headers["content-type"] == "font/woff2", "\(name)")
                #expect(reply.headers["cache-control"]?.contains("immutable") ?? false, "\(name)")
                #expect(reply.headers["content-encoding"] == nil, "\(name)")
            }
        }
    }

    @Test("A page loads at most two style sheets, with at most 16 KB together; the Latin font has at most 26 KB")
    func weight() throws {
        let published = try Assets.embedded.publicFiles()
        func sent(_ name: String) throws -> Int {
            let asset = try #require(published[Assets.embedded.address(of: name)])
            return (asset.compressed ?? asset.bytes).count
        }
        for path in Assets.embedded.files.keys where PageRenderer.templateName(path) != nil {
            let text = try #require(Assets.embedded.text(path))
            guard text.contains("{{<page-layout}}") else { continue }
            var sheets = text.matches(of: /\{\{assets\}\}\/(styles\/[^"]+)"/).map { String($0.1) }
            if text.contains("{{> desk-assets}}") { sheets.append("styles/desk.css") }
            #expect(sheets.count <= 1, "\(path) loads page.css and \(sheets)")
            let bytes = try (sheets + ["styles/page.css"]).map(sent).reduce(0, +)
            #expect(bytes <= 16_000, "\(path): \(bytes) bytes of style sheets")
        }
        #expect(try sent("fonts/inter-latin.woff2") <= 26_000)
        #expect(try sent("icons/ui.svg") <= 12_000)
    }

    /// The design pages, which show the components. Each path is listed with a class that occurs on the page.
    private static let pages = [
        (DesignPage.path, "stepper"), (DesignPage.listsPath, "stack households"),
        (DesignPage.publicPath, "reserve-bar"), (DesignPage.gatePath, "verdict"),
    ]

    /// The components that are on no design page, each with the reason.
    private static let unshown = [
        "ticket-form-fields": "hidden fields", "link-preview": "the head of the page",
        "event-visit": "only a button, which a script shows", "interests": "a form that a script shows",
        "new-organizer": "a form that consists of fields", "new-password": "fields",
        "organizer-links": "a list of links", "embed-facts": "paragraphs",
        "desk-headcount-numbers": "tables without a style of their own",
        "home-totals": "the figures, table and charts of dashboard-figures",
    ]

    /// The names of the components: the templates that other templates include.
    private static func componentNames() throws -> Set<String> {
        var names: Set<String> = []
        for path in Assets.embedded.files.keys {
            guard let name = PageRenderer.templateName(path) else { continue }
            let text = try #require(Assets.embedded.text(path))
            if !text.hasPrefix("{{<"), !text.hasPrefix("<!doctype") { names.insert(name) }
        }
        return names
    }

    /// The templates that a template includes, directly or through other templates.
    private static func included(in template: String) throws -> Set<String> {
        var found: Set<String> = []
        var waiting = [template]
        while let next = waiting.popLast() {
            guard found.insert(next).inserted else { continue }
            let text = try #require(Assets.embedded.text("templates/\(next).mustache"), "\(next)")
            waiting += text.matches(of: /\{\{[<>] *([a-z-]+) *\}\}/).map { String($0.1) }
        }
        return found
    }

    @Test(
        """
        Every component is on a design page or in the list of exceptions, and each except `for-you` is used by another \
        page
        """)
    func components() throws {
        let components = try DesignTests.componentNames()
        #expect(components.count > 50)
        func included(in pages: [String]) throws -> Set<String> {
            try pages.reduce(into: []) { $0.formUnion(try DesignTests.included(in: $1)) }
        }
        let shown = try included(in: ["design", "design-lists", "design-public", "design-gate"])
        let missing = components.subtracting(shown)
        #expect(missing == Set(DesignTests.unshown.keys), "\(missing.sorted())")
        let pages = Assets.embedded.files.keys.compactMap { PageRenderer.templateName($0) }
            .filter { !components.contains($0) && !$0.hasPrefix("design") }
        let unused = components.subtracting(try included(in: pages))
        // The server sends the recommendations to a script, without a page.
        #expect(unused == ["for-you"], "\(unused.sorted())")
    }

    /// The values of the attribute `class` in a text. Values with Mustache tags are left out.
    private static func classes(in text: String) -> Set<String> {
        Set(text.matches(of: /class="([a-z0-9 -]+)"/).map { String($0.1) })
    }

    @Test("The pages with the components exist only on a server for development, and show each class of a component")
    func designPages() async throws {
        let festival = try Festival()
        let owner = try DeskVisitor.owner(of: festival)
        let pages = DesignTests.pages
        let pictures = [DesignPage.posterPath, DesignPage.symbolPath]
        let paths = pages.map { $0.0 } + pictures
        try await Served.with(configuration: festival.configuration) { served async throws in
            for path in paths {
                let reply = try await owner.get(served, path)
                #expect(reply.status == 404, "\(path)")
            }
        }
        var configuration = festival.configuration
        configuration.options.mode = .development
        try await Served.with(configuration: configuration) { served async throws in
            var shown: Set<String> = []
            for (path, part) in pages {
                let reply = try await owner.get(served, path)
                #expect(reply.status == 200 && reply.body.contains("class=\"\(part)\""), "\(path)")
                #expect(MarkupGrammar.fault(in: reply.body) == nil, "\(path)")
                let anonymous = try await DeskVisitor.nobody.get(served, path)
                #expect(anonymous.status == 303, "\(path)")
                shown.formUnion(DesignTests.classes(in: reply.body))
            }
            for path in pictures {
                let reply = try await owner.get(served, path)
                #expect(reply.status == 200 && reply.headers["content-type"] == "image/svg+xml", "\(path)")
            }
            for name in try DesignTests.componentNames() where DesignTests.unshown[name] == nil {
                let text = try #require(Assets.embedded.text("templates/\(name).mustache"))
                let missing = DesignTests.classes(in: text).subtracting(shown)
                #expect(missing.isEmpty, "\(name): \(missing.sorted())")
            }
        }
    }

    @Test("Each link in the sidebar leads to a page that exists and that the member may open")
    func areas() async throws {
        let festival = try Festival()
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let event = festival.event.deskPath
        let visitors = [try DeskVisitor.owner(of: festival), try .member(.seller, of: organizer, at: festival)]
        let printing = PrintConfiguration(ring: festival.keys, dataFolder: festival.folder.path)
        try await Served.with(
            configuration: festival.configuration, gates: try festival.gates, printing: printing
        ) { served async throws in
            for visitor in visitors {
                for path in ["/desk", "/desk/events", event, "\(event)/tickets", "/desk/account"] {
                    let body = try await visitor.get(served, path).body
                    let areas = /<nav class="sidebar"[^>]*>(.*?)<\/nav>/.dotMatchesNewlines()
                    let sidebar = try #require(body.firstMatch(of: areas)).1
                    let links = sidebar.matches(of: /<a href="([^"]+)"/).map { String($0.1) }
                    #expect(links.count >= 4 && links.first == "/desk", "\(visitor.name) \(path)")
                    for link in links {
                        var reply = try await visitor.get(served, link)
                        // The page for choosing an event or an organizer redirects if there is only one to choose.
                        if let next = reply.headers["location"], link.hasPrefix(AreaChoicePage.path) {
                            reply = try await visitor.get(served, next)
                        }
                        #expect(reply.status == 200, "\(visitor.name) \(path): \(link)")
                    }
                    #expect(sidebar.matches(of: /aria-current="page"/).count <= 1, "\(visitor.name) \(path)")
                }
            }
        }
    }

    @Test("The sidebar shows the area of the guests only to members who may see guests, with and without an event")
    func guestsArea() throws {
        let pages = try PageRenderer(.embedded)
        let organizer: [String: TemplateContext.Value] = ["organizer_path": .text("/desk/organizers/nile")]
        let event = organizer.merging(["event_path": .text("/desk/e/gala")]) { $1 }
        let right: [String: TemplateContext.Value] = ["may_showGuests": .section(TemplateContext([:]))]
        for (context, link) in [(organizer, "/desk/choose/guests"), (event, "/desk/e/gala/guests")] {
            for rights in [[:], right] {
                let html = try pages.html("desk-areas", title: .verbatim(""), context.merging(rights) { $1 })
                #expect(PageForm.links(in: html).contains(link) != rights.isEmpty, "\(link)")
            }
        }
    }

    @Test("Every path of the desk belongs to an area of the sidebar; other paths belong to no area")
    func areaOfPath() {
        let areas: [(path: String, area: DeskArea)] = [
            ("/desk", .home), ("/desk/events?text=a", .events), ("/desk/e/new-year", .events),
            ("/desk/e/new-year/edit/time", .events), ("/desk/e/new-year/orders/1001", .orders),
            ("/desk/e/new-year/import/tickets", .tickets), ("/desk/e/new-year/import/guests", .guests),
            ("/desk/e/new-year/devices", .checkIn), ("/desk/e/new-year/reminders", .messages),
            ("/desk/organizers/nile/members", .team), ("/desk/organizers/nile", .settings),
            ("/desk/organizers/nile/new", .events), ("/desk/account", .account), ("/desk/search", .search),
            ("/desk/organizers/nile/money", .money), ("/desk/organizers/nile/settings", .settings),
            ("/desk/e/new-year/reports", .reports), ("/desk/choose/reports", .reports), ("/desk/choose/team", .team),
        ]
        for (path, area) in areas {
            #expect(DeskArea(ofPath: path) == area, "\(path)")
        }
        for path in ["/", "/events", "/gate/desk", "/sign-in", "/desktop"] {
            #expect(DeskArea(ofPath: path) == nil, "\(path)")
        }
    }

    @Test("An amount and its currency, which a form has as two fields, are joined into one text")
    func money() throws {
        func text(_ fields: [(name: String, value: String)]) throws -> String? {
            try FormFields(values: fields).money("price")
        }
        #expect(try text([("price", " 50000 "), ("price-currency", "UGX")]) == "50000 UGX")
        #expect(try text([("price", "50000 KES"), ("price-currency", "UGX")]) == "50000 KES")
        #expect(try text([("price", ""), ("price-currency", "UGX")]) == "")
        #expect(try text([("price", "20 EUR")]) == "20 EUR")
        #expect(try text([("price-currency", "UGX")]) == nil)
        #expect(throws: Problem.self) { try text([("price", "1"), ("price", "2"), ("price-currency", "UGX")]) }
    }
}
