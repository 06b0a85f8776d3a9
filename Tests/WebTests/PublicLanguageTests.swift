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
    /// The templates of pages that are shown in the visitor's language.
    private static let templates = [
        "home", "invitation", "order", "page-layout", "problem", "public-event", "public-events", "ticket",
    ]

    @Test("A template of public pages contains no text of its own, except for the program’s name")
    func ownText() throws {
        for name in Self.templates {
            let template = try #require(Assets.embedded.text("templates/\(name).mustache"), "\(name)")
            let texts = VisibleTexts(template.replacing(/\{\{[^}]*\}\}/, with: ""))
            #expect(texts.withLetters(except: ["EventPass", "50000 UGX", "+256700123456"]).isEmpty, "\(name)")
        }
    }

    @Test("Every sentence that a template names exists, and has no arguments that the template could not fill in")
    func names() {
        let sentences: [any SentenceKey] = PageSentence.allCases + PublicSentence.allCases
        let known = Set(sentences.filter { $0.arguments.isEmpty }.map(\.name))
        var used: Set<String> = []
        for name in Assets.embedded.files.keys where name.hasPrefix("templates/") {
            let template = Assets.embedded.text(name) ?? ""
            used.formUnion(template.matches(of: /\{\{((?:page|public)\.\w+)\}\}/).map { String($0.1) })
        }
        #expect(used.count > 60 && used.subtracting(known).isEmpty, "\(used.subtracting(known))")
    }

    @Test("In the language for tests, every text of every public page comes from the catalogue or from the event")
    func pseudo() async throws {
        let festival = try Festival(
            type: TicketTypeDetails(name: "Student", quantity: 15).with { $0.minimumAge = .eighteen })
        let priced = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Table", price: Money("180000 UGX"), admits: #require(Admits(rawValue: 4)))
                .with { $0.allowsDoorReservations = true }, to: festival.event)
        let path = "/events/\(festival.event.slug)"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served, language: "en-XA")
            func check(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
                let details = festival.event.details
                let own = [
                    details.title, details.venue, details.city, details.address, details.contact, details.about,
                    "Nile Nights", "Student", "Table", "Kay", "kay@example.org", "EventPass", "English", "Français",
                    "Kiswahili", "50000 UGX", "+256700123456", "+256", "UGX\u{A0}180,000", "UGX\u{A0}0", "no", "x",
                ].compactMap(\.self)
                let texts = VisibleTexts(browser.body).withLetters(except: own)
                #expect(texts.isEmpty, "\(name)", sourceLocation: sourceLocation)
                #expect(browser.body.contains("lang=\"en-XA\" dir=\"ltr\""), "\(name)", sourceLocation: sourceLocation)
            }
            for (name, target) in [
                ("start", "/"), ("list", "/events"), ("nothing found", "/events?text=zzz"),
                ("wrong search", "/events?from=x&most=x"), ("event", path), ("no page", "/nothing"),
                ("no event", "/events/zzz"),
            ] {
                try await browser.get(target)
                check(name)
            }
            try await browser.get(path)
            for (name, fields) in [
                ("nothing chosen", ["name": "", "email": "no"]),
                ("wrong fields", ["count_0": "1", "name": "Kay", "email": "no", "phone": "no"]),
                ("too many", ["count_0": "11", "name": "Kay", "email": "kay@example.org"]),
                ("too many of one type", ["count_0": "99", "name": "Kay", "email": "kay@example.org"]),
            ] {
                #expect(try await browser.send("\(path)/reserve", fields).status == 422, "\(name)")
                check(name)
            }
            #expect(try await Browser(served, language: "en-XA").send("\(path)/reserve", ["name": "Kay"]).status == 403)
            try await browser.get(path)
            try await browser.submit(
                "\(path)/reserve",
                ["count_\(priced.number)": "1", "count_0": "1", "name": "Kay", "email": "kay@example.org"])
            check("order")
            let ticket = try browser.value(behind: "class=\"button\" href=\"")
            try await browser.get(ticket)
            check("ticket")
            for (name, fields) in [
                ("no holder", ["holder": "", "email": "no", "sure": "yes"]), ("not sure", ["holder": "Kay"]),
            ] {
                #expect(try await browser.send("\(ticket)/transfer", fields).status == 422, "\(name)")
                check(name)
            }
            try await browser.submit("\(ticket)/transfer", ["holder": "Kay", "sure": "yes"])
            check("transferred")
            _ = try festival.services.events.cancelEvent(festival.event)
            let link = try browser.value(behind: "action=\"").replacing("/transfer", with: "")
            for (name, target) in [("cancelled event", path), ("ticket of a cancelled event", link)] {
                try await browser.get(target)
                check(name)
            }
        }
    }

    @Test("In the language for tests, every text of an invitation comes from the catalogue or from the event")
    func pseudoInvitation() async throws {
        let wedding = try Wedding()
        let path = try wedding.inviteGrace()
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            let browser = Browser(served, language: "en-XA")
            func check(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
                let details = wedding.event.details
                let own = [
                    details.title, details.venue, details.city, details.address, details.contact, details.about,
                    "Grace",
                    "Ceremony", "Reception", "The Barn", "EventPass", "English", "Français", "Kiswahili",
                ].compactMap(\.self)
                let texts = VisibleTexts(browser.body).withLetters(except: own)
                #expect(texts.isEmpty, "\(name)", sourceLocation: sourceLocation)
            }
            try await browser.get(path)
            check("invitation")
            #expect(try await browser.send("\(path)/answer", ["meal": "fish"]).status == 422)
            check("no answer")
            let many = ["sub_event_1": "attending", "companions_1": "7", "sub_event_2": "declined"]
            #expect(try await browser.send("\(path)/answer", many).status == 422)
            check("too many companions")
            try await browser.submit(
                "\(path)/answer",
                ["sub_event_1": "attending", "companions_1": "1", "sub_event_2": "declined", "meal": "fish"])
            check("answered")
        }
    }

    @Test("The link of a language changes the page and is remembered; it keeps the search")
    func choice() async throws {
        let festival = try Festival()
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served, language: "de, sw;q=0.5")
            #expect(try await browser.get("/events?text=lake&city=").headers["content-language"] == "sw")
            #expect(browser.body.contains("<html lang=\"sw\" dir=\"ltr\">") && browser.body.contains("Matukio"))
            #expect(browser.body.contains("href=\"/events?text=lake&amp;city=&amp;language=fr\""))
            let french = try await browser.get("/events?text=lake&city=&language=fr")
            #expect(french.body.contains(">Rechercher<"))
            #expect(
                french.headers["set-cookie"]?.hasPrefix("__Host-language=fr; Path=/; Secure; HttpOnly; SameSite=Lax")
                    ?? false)
            #expect(try await browser.get("/events/\(festival.event.slug)").body.contains(">Réserver<"))
            #expect(try await browser.get("/?language=en").body.contains("Tickets and check-in"))
            #expect(try await browser.get("/?language=ar-XB").body.contains("<html lang=\"ar-XB\" dir=\"rtl\">"))
            #expect(try await browser.get("/?language=tlh").headers["set-cookie"] == nil)
        }
    }

    @Test("Accept-Language is read with its qualities; malformed and hostile values fall back to English")
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

/// The texts of a page that people can see or hear: the texts between tags and those of attributes.
private struct VisibleTexts {
    private let texts: [String]

    init(_ html: String) {
        let shown = html.replacing(/<(script|style)\b[^>]*>.*?<\/\1>/.dotMatchesNewlines(), with: "")
        let attributes = shown.matches(
            of: /\s(?:alt|aria-label|title|placeholder|data-copied|data-failed|data-label)="([^"]*)"/
        ).map { String($0.1) }
        let elements = shown.replacing(/<[^>]*>/, with: "\u{0}").split(separator: "\u{0}").map(String.init)
        texts = attributes + elements
    }

    /// The texts that contain letters, apart from sentences in the brackets of the language for tests.
    ///
    /// - Parameter known: texts that need no translation, such as the names of an event.
    func withLetters(except known: [String]) -> [String] {
        texts.filter { text in
            var rest = text
            while let inner = rest.firstMatch(of: /⟦[^⟦⟧]*⟧/) { rest.replaceSubrange(inner.range, with: "") }
            for text in known.sorted(by: { $0.count > $1.count }) {
                rest = rest.replacing(text, with: "").replacing(HTMLText(text).description, with: "")
            }
            // Codes of tickets and the numbers of requests need no translation.
            rest = rest.replacing(/[0-9A-Z]{4}-[0-9A-Z]{4}/, with: "").replacing(/&[a-z#0-9]+;/, with: "")
            return rest.contains(where: \.isLetter)
        }
    }
}
