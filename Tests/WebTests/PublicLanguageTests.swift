import EventFixture
import Foundation
import HTTPTypes
import Languages
import Management
import Testing
import Ticketing

@testable import WebHost
@testable import WebPublic

@Suite("Languages of public pages", .serving)
struct PublicLanguageTests {
    private static let templates = Assets.embedded.files.keys.filter { $0.hasPrefix("templates/") }

    @Test("No template contains text of its own, except for commands and the program’s name")
    func ownText() throws {
        #expect(Self.templates.count > 50)
        for path in Self.templates {
            let template = try #require(Assets.embedded.text(path), "\(path)")
            let text = try SentenceTags(in: .pseudo).replaced(in: template, named: path)
                .replacing(/<code>[^<]*<\/code>/, with: "").replacing(/\{\{[^}]*\}\}/, with: "")
            let words = PseudoText.untranslatedWords(
                in: PseudoText.texts(ofHTML: text).joined(separator: "\n"), except: [])
            #expect(words.isEmpty, "\(path)")
        }
    }

    @Test("With its sentences inserted, a template has no sentence tags; its other tags are the same in every language")
    func sameTags() throws {
        func tags(_ path: String, in language: Language) throws -> [String] {
            let template = try #require(Assets.embedded.text(path), "\(path)")
            let text = try SentenceTags(in: language).replaced(in: template, named: path)
            #expect(!text.contains("`"), "\(path)")
            return text.matches(of: /\{\{[^}]*\}\}/).map { String($0.0) }.sorted()
        }
        for path in Self.templates {
            let english = try tags(path, in: .english)
            #expect(!english.contains { $0.contains(".") && !$0.hasPrefix("{{icon.") }, "\(path)")
            for language in Language.allCases {
                #expect(try tags(path, in: language) == english, "\(language) \(path)")
            }
        }
    }

    @Test("A tag for an unknown sentence, or with an argument that the sentence does not have, is an error")
    func unknownTags() {
        for tag in ["{{desk.nothing}}", "{{desk.noPassword word=`x`}}", "{{desk.save link=`x`}}"] {
            #expect(throws: TemplateError.self) { try SentenceTags(in: .english).replaced(in: tag, named: "a") }
        }
        // This sentence has two forms, and a template could not choose between them.
        #expect(throws: TemplateError.self) {
            try SentenceTags(in: .english).replaced(in: "{{gatePage.waiting}}", named: "a")
        }
    }

    @Test("A page’s values that look like tags or markup stay text, even as arguments of sentences")
    func hostileArguments() throws {
        let assets = Assets(files: [
            "templates/a.mustache": Array(
                "<p>{{deskEvent.duplicateTitle}} {{desk.noPassword link=`<a>{{event_title}}</a>`}}</p>".utf8)
        ])
        let lists = Assets(files: [
            "templates/b.mustache": Array(
                "{{#rows}}<p title=\"{{row}}\">{{#part}}<b>{{cell}}</b>{{/part}}</p>{{/rows}}".utf8)
        ])
        for title in ["<b>", "{{desk.save}}", "`", "{event_title}", "\u{600}<", "\"\u{301}"] {
            let html = try PageRenderer(assets).html("a", title: .verbatim(""), ["event_title": .text(title)])
            let escaped = HTMLText(title).description
            #expect(
                html == """
                    <p>Duplicate “\(escaped)” No password yet? <a>\(escaped)</a> that the server prints in its \
                    terminal.</p>
                    """)
            let sentence = TemplateContext.Value.sentence(DeskSaleSentence.orderTitle, ["order_number": .text(title)])
            let list = try PageRenderer(lists).html(
                "b", title: .verbatim(""),
                [
                    "rows": .list([
                        TemplateContext(["row": sentence, "part": .section(TemplateContext(["cell": sentence]))])
                    ])
                ])
            #expect(list == "<p title=\"Order \(escaped)\"><b>Order \(escaped)</b></p>")
        }
    }

    @Test(
        "In the test language en-XA, each text on the pages before a sale comes from the catalogue or from the event")
    func pseudoBeforeSale() async throws {
        let festival = try Self.festival()
        try festival.services.abuseReports.setTakesAbuseReports(true)
        let website = try #require(WebOrigin(rawValue: "https://a.example"))
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        _ = try festival.services.organizers.editOrganizer(organizer) { $0.embedOrigins = [website] }
        let path = "/events/\(festival.event.slug)"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served, language: "en-XA")
            for (name, target) in [
                ("start", "/"), ("list", "/events"), ("nothing found", "/events?text=zzz"),
                ("wrong search", "/events?from=x&most=x"), ("event", path), ("no page", "/nothing"),
                ("no event", "/events/zzz"), ("organizer", "/organizers/nile-nights"),
                ("widget of the event", "/embed/events/\(festival.event.slug)"),
                ("widget of the organizer", "/embed/organizers/nile-nights"), ("report", "\(path)/report"),
            ] {
                try await browser.get(target)
                Self.check(browser, festival.event, name)
            }
            #expect(try await browser.send("\(path)/report", ["reason": "theft"]).status == 422)
            Self.check(browser, festival.event, "refused report")
            try await browser.get(path)
            for (name, fields) in [
                ("nothing chosen", ["name": "", "email": "no"]),
                ("wrong fields", ["count_0": "1", "name": "\u{7}", "email": "no", "phone": "no"]),
                ("too many", ["count_0": "11", "name": "Kay", "email": "kay@example.org"]),
                ("unknown type", ["count_7": "1", "name": "Kay", "email": "kay@example.org"]),
            ] {
                #expect(try await browser.send("\(path)/reserve", fields).status == 422, "\(name)")
                Self.check(browser, festival.event, name)
            }
            let order = ["count_0": "2", "count_1": "1", "name": "Kay", "email": "kay@example.org"]
            #expect(try await browser.send("\(path)/summary", order).status == 200)
            Self.check(browser, festival.event, "summary")
            let stranger = Browser(served, language: "en-XA")
            #expect(try await stranger.send("\(path)/reserve", ["name": "Kay"]).status == 403)
            Self.check(stranger, festival.event, "no cookie")
            for (number, name) in [1, 1].enumerated() {
                try await browser.get(path)
                let status = try await browser.send(
                    "\(path)/reserve", ["count_0": "\(name)", "name": "Kay", "email": "kay@example.org"]
                ).status
                #expect(status == (number == 0 ? 303 : 422))
            }
            Self.check(browser, festival.event, "the same form again")
        }
    }

    @Test("In the test language en-XA, texts on the pages of orders and tickets come from the catalogue or the event")
    func pseudoAfterSale() async throws {
        let festival = try Self.festival()
        let path = "/events/\(festival.event.slug)"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served, language: "en-XA")
            try await browser.get(path)
            try await browser.submit(
                "\(path)/reserve", ["count_1": "1", "count_0": "1", "name": "Kay", "email": "kay@example.org"])
            Self.check(browser, festival.event, "order")
            let ticket = try browser.value(behind: "class=\"button\" href=\"")
            try await browser.get(ticket)
            Self.check(browser, festival.event, "ticket")
            for (name, fields) in [
                ("no holder", ["holder": "", "email": "no", "sure": "yes"]), ("not sure", ["holder": "Kay"]),
            ] {
                #expect(try await browser.send("\(ticket)/transfer", fields).status == 422, "\(name)")
                Self.check(browser, festival.event, name)
            }
            try await browser.submit("\(ticket)/transfer", ["holder": "Kay", "sure": "yes"])
            Self.check(browser, festival.event, "transferred")
            let link = try browser.value(behind: "action=\"").replacing("/transfer", with: "")
            _ = try festival.services.events.cancelEvent(festival.event)
            for (name, target) in [("cancelled event", path), ("ticket of a cancelled event", link)] {
                try await browser.get(target)
                Self.check(browser, festival.event, name)
            }
        }
    }

    private static func festival() throws -> Festival {
        let student = TicketTypeDetails(name: "Student", quantity: 15).with { $0.minimumAge = .eighteen }
        let table = TicketTypeDetails(
            name: "Table", price: Money("180000 UGX"), admits: try #require(Admits(rawValue: 4)))
        let festival = try Festival(type: student)
        _ = try festival.services.ticketTypes.addTicketType(
            table.with { $0.allowsDoorReservations = true }, to: festival.event)
        return festival
    }

    /// Checks that the browser’s page is in the test language `en-XA`.
    private static func check(
        _ browser: Browser, _ event: Event, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let details = event.details
        let own = [
            details.title, details.venue, details.city, details.address, details.contact, details.about, "Nile Nights",
            "Student", "Table", "Kay", "kay@example.org", "50000 UGX", "UGX\u{A0}180,000", "2030-12-31",
            "grace@example.org",
            "zzz", "Grace", "Ceremony", "Reception", "The Barn", "fish",
        ].compactMap(\.self)
        let text = PseudoText.texts(ofHTML: browser.body).joined(separator: "\n")
        let words = PseudoText.untranslatedWords(in: text, except: own)
        #expect(words.isEmpty, "\(name)", sourceLocation: sourceLocation)
        #expect(browser.body.contains("lang=\"en-XA\" dir=\"ltr\""), "\(name)", sourceLocation: sourceLocation)
    }

    @Test("In the test language en-XA, each text on a guest’s page comes from the catalogue or from the event")
    func pseudoInvitation() async throws {
        let wedding = try Wedding()
        let path = try wedding.inviteGrace()
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            let browser = Browser(served, language: "en-XA")
            try await browser.get(path)
            Self.check(browser, wedding.event, "invitation")
            let attending = ["sub_event_1": "attending", "sub_event_2": "declined"]
            for (name, fields) in [
                ("no answer", ["meal": "fish"]),
                ("too many companions", attending.merging(["companions_1": "7"]) { $1 }),
                ("wrong meal", attending.merging(["meal": String(repeating: "fish", count: 126)]) { $1 }),
            ] {
                #expect(try await browser.send("\(path)/answer", fields.ofGuest(1)).status == 422, "\(name)")
                Self.check(browser, wedding.event, name)
                #expect((name == "wrong meal") == browser.body.contains("href=\"#meal-1\""), "\(name)")
            }
            try await browser.submit(
                "\(path)/answer", attending.merging(["companions_1": "1", "meal": "fish"]) { $1 }.ofGuest(1))
            Self.check(browser, wedding.event, "answered")
        }
    }

    @Test("A page without the faulty fields says what is wrong; only for unknown fields, it says “not possible”")
    func faultsWithoutFields() {
        let unknown = FieldFault("website", FieldSentence.text)
        let email = FieldFault("email", FieldSentence.emailForm)
        let holder = FieldFault("holder", FaultSentence.nameWithoutAddress)
        let (enterEmail, noAddress) = (Sentence(PublicSentence.emailFault), Sentence(PublicSentence.nameWithAddress))
        #expect(StorefrontError.invalid([email, holder, email]).publicSentence == .list([enterEmail, noAddress]))
        #expect(StorefrontError.invalid([unknown, email]).publicSentence == .list([enterEmail]))
        for faults in [[], [unknown]] {
            #expect(StorefrontError.invalid(faults).publicSentence == Sentence(PublicSentence.notPossible))
        }
    }

    @Test("After a click on a language, the same search and all later pages appear in this language")
    func choice() async throws {
        let festival = try Festival()
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served, language: "de, sw;q=0.5")
            #expect(try await browser.get("/events?text=lake&city=").headers["content-language"] == "sw")
            #expect(browser.body.contains("<html lang=\"sw\" dir=\"ltr\">") && browser.body.contains("Matukio"))
            #expect(browser.body.contains("href=\"/events?text=lake&amp;city=&amp;language=fr\""))
            let chosen = try await browser.get("/events?text=lake&city=&language=fr")
            #expect(chosen.status == 303 && chosen.headers["location"] == "/events?text=lake&city=")
            let cookie = "__Host-language=fr; Path=/; Secure; HttpOnly; SameSite=Lax"
            #expect(chosen.headers["set-cookie"]?.hasPrefix(cookie) ?? false)
            #expect(try await browser.get("/events?text=lake&city=").body.contains(">Rechercher<"))
            #expect(try await browser.get("/events/\(festival.event.slug)").body.contains(">Réserver<"))
            // A test language, such as ar-XB, is not remembered for later pages.
            let test = try await browser.get("/?language=ar-XB")
            #expect(test.body.contains("<html lang=\"ar-XB\" dir=\"rtl\">") && test.headers["set-cookie"] == nil)
            #expect(try await browser.get("/?utm=50%off").status == 200)
            #expect(try await browser.get("//t/events?language=fr").status == 400)
            #expect(try await browser.get("/?language=tlh").headers["set-cookie"] == nil)
        }
    }

    @Test("The quality values in Accept-Language decide the language; a malformed or hostile header gives no language")
    func accepted() {
        for (header, language) in [
            ("fr-CA, en;q=0.9", Language.french), ("en;q=0.3, fr;q=0.4", .french), ("de, sw ; q=0.5", .swahili),
            ("sw;q=0, fr;q=0.1", .french), ("fr, sw", .french), ("SW-ug", .swahili), ("en", .english),
        ] {
            #expect(Language(accepted: header) == language, "\(header)")
        }
        for header in ["", "*", ",;,", "q=1", "fr;q=x", "fr;q=0", "lg", String(repeating: "de,", count: 9_000) + "fr"] {
            #expect(Language(accepted: header) == nil, "\(header.prefix(20))")
        }
    }
}
