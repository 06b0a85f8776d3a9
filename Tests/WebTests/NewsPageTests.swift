import EventFixture
import Foundation
import Management
import MessageTransport
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("News of organizers on pages and in the API", .serving)
struct NewsPageTests {
    private let festival: Festival
    private let grace = "grace@example.org"
    private let secret = "0123456789abcdef0123456789abcdef"
    private var path: String { "/m/\(secret)" }
    private var organizer: OrganizerNumber { festival.event.organizer }
    private var page: String { "/events/\(festival.event.slug)" }
    private let who = ["count_0": "1", "name": "Grace", "email": "grace@example.org"]

    init() throws { festival = try Festival() }

    private func mailConfiguration() throws -> ServerConfiguration {
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org"
        settings.mail = MailSettings(
            way: .folder(festival.folder("mail")), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        return ServerConfiguration(
            clock: festival.clock.now, keyRing: festival.keys, messages: { [settings] in settings }
        ) { [address = festival.address] in try Store.open(address) }
    }

    /// Adds a recipient whose link is `path`, and who has agreed to get the organizer's news.
    private func agree() throws {
        try festival.store.write { connection in
            _ = try connection.recipients.add(MessageRecipient(address: grace, secret: secret))
            try connection.newsConsents.set(
                NewsConsent(organizer: organizer, address: grace, textVersion: 1, given: Festival.start))
        }
    }

    private func consents() throws -> [NewsConsent] {
        try festival.store.read { try $0.newsConsents.all(of: grace) }
    }

    private func notices(_ kind: Notice.Kind) throws -> [Notice] {
        try festival.store.read { try $0.notices.page(of: organizer, after: nil, limit: 1000) }
            .filter { $0.kind == kind }
    }

    private func rename(_ name: String) throws {
        _ = try festival.services.organizers.editOrganizer(
            festival.services.organizers.organizer(named: "Nile Nights")
        ) { $0.name = name }
    }

    @Test("The box for news is not ticked at first; a tick becomes a consent only when the reservation is confirmed")
    func reservation() async throws {
        try rename("Nile <Nights>")
        try await Served.with(configuration: mailConfiguration()) { served async throws in
            let (browser, owner) = (Browser(served), Browser(served))
            try await browser.get(page)
            let box = "<input id=\"news\" type=\"checkbox\" name=\"news\" value=\"1\">"
            #expect(browser.body.contains("\(box) Send me news from Nile &lt;Nights&gt; by e-mail."))
            // A refused form keeps the choice.
            let refused = try await browser.send("\(page)/reserve", who.merging(["count_0": "0", "news": "1"]) { $1 })
            #expect(refused.status == 422 && refused.body.contains("name=\"news\" value=\"1\" checked>"))
            let answer = try await browser.send("\(page)/reserve", who.merging(["news": "1"]) { $1 })
            #expect(answer.status == 303, "\(answer.body)")
            let link = try #require(try notices(.reservationToConfirm).first?.payload["link"])
            try await owner.get(link)
            #expect(owner.body.contains("By confirming, you agree to get news from Nile &lt;Nights&gt; by e-mail."))
            #expect(try consents().isEmpty)
            try await owner.submit(link, [:])
            #expect(try consents().map(\.isActive) == [true])
            try await owner.get(link)
            #expect(!owner.body.contains("By confirming"))
        }
    }

    @Test("A form without the checkbox, or with an unknown version of the checkbox’s text, gives no consent")
    func withoutBox() async throws {
        try await Served.with(configuration: mailConfiguration()) { served async throws in
            for (number, value) in ["", "0", "2", "yes", "on"].enumerated() {
                let browser = Browser(served)
                try await browser.get(page)
                let email = "guest\(number)@example.org"
                let answer = try await browser.send(
                    "\(page)/reserve", who.merging(["email": email, "news": value]) { $1 })
                #expect(answer.status == 303, "\(value)")
                let notice = try #require(try notices(.reservationToConfirm).first { $0.recipient == email })
                let link = try #require(notice.payload["link"])
                try await browser.get(link)
                #expect(!browser.body.contains("you agree to get news"), "\(value)")
                try await browser.submit(link, [:])
                #expect(try festival.store.read { try $0.newsConsents.all(of: email) }.isEmpty, "\(value)")
            }
        }
    }

    @Test("A server that sends no e-mail shows no box for news, and ignores a forged box")
    func withoutMail() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get(page)
            #expect(browser.body.contains("action=\"\(page)/summary\"") && !browser.body.contains("name=\"news\""))
            let answer = try await browser.send("\(page)/reserve", who.merging(["news": "1"]) { $1 })
            #expect(try answer.status == 303 && festival.tokens().count == 1)
            #expect(try consents().isEmpty)
        }
    }

    @Test(
        """
        The preferences page shows the consent for each organizer, with buttons that end or renew it; saving or \
        resetting the other preferences changes no consent
        """)
    func preferences() async throws {
        try agree()
        try rename("Nile <Nights>")
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            #expect(browser.body.contains("you agreed to get news from Nile &lt;Nights&gt; by e-mail."))
            #expect(browser.body.contains("name=\"news-snooze\"") && !browser.body.contains("name=\"news-email\""))
            let fields = [
                "action": "save", "from": "22:00", "until": "07:00", "zone": "", "reminders": "standard",
                "tongue": "en", "reminder-email": "yes", "answer-reminder-email": "yes",
                "organizer-message-email": "yes",
            ]
            try await browser.submit(path, fields)
            try await browser.submit(path, ["action": "reset"])
            #expect(try consents().map(\.isActive) == [true])
            let recipient = try festival.store.read { try $0.recipients.with(secret: secret) }
            #expect(recipient?.preferences == MessagePreferences())
            festival.clock.advance(bySeconds: 60)
            try await browser.submit(path, ["action": "end-news", "organizer": "\(organizer)"])
            #expect(try consents().map(\.ended) == [festival.clock.now()])
            #expect(browser.body.contains("you stopped news from Nile &lt;Nights&gt;."))
            #expect(!browser.body.contains("name=\"news-snooze\""))
            try await browser.submit(path, ["action": "renew-news", "organizer": "\(organizer)"])
            #expect(try consents().map(\.given) == [festival.clock.now()] && consents().map(\.ended) == [nil])
            for (number, status) in [("\(organizer.rawValue ^ 1)", 404), ("x", 400), ("", 400), ("-1", 400)] {
                for action in ["end-news", "renew-news"] {
                    try await browser.get(path)
                    let reply = try await browser.send(path, ["action": action, "organizer": number])
                    #expect(reply.status == status, "\(action) \(number)")
                }
            }
            let forged = try await served.ask(
                "POST", path,
                head: "Origin: https://evil.example\r\nContent-Type: application/x-www-form-urlencoded\r\n",
                body: "action=end-news&organizer=\(organizer)")
            #expect(forged?.status == 403)
            #expect(try consents().map(\.isActive) == [true])
        }
    }

    @Test("One click in a mail program ends the consent for the organizer of the message; a button undoes it")
    func oneClick() async throws {
        try agree()
        let other = try festival.services.organizers.createOrganizer(OrganizerDetails(name: "Lake Shows")).number
        try festival.store.write { connection in
            try connection.newsConsents.set(
                NewsConsent(organizer: other, address: grace, textVersion: 1, given: Festival.start))
        }
        let link = "\(path)/unsubscribe?kind=news&organizer=\(organizer)"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            // A program that checks mail for viruses opens the link.
            try await browser.get(link)
            #expect(browser.body.contains("Turn off “News from Nile Nights” for g…@example.org?"))
            #expect(browser.body.contains("action=\"\(path)/unsubscribe?kind=news&amp;organizer=\(organizer)\""))
            #expect(try consents().allSatisfy(\.isActive))
            for _ in 0..<2 {
                let reply = try await served.ask(
                    "POST", link, head: "Content-Type: application/x-www-form-urlencoded\r\n",
                    body: "List-Unsubscribe=One-Click")
                #expect(reply?.status == 200 && reply?.body.contains("“News from Nile Nights” is turned off") == true)
            }
            #expect(try consents().filter(\.isActive).map(\.organizer) == [other])
            try await browser.get(link)
            try await browser.submit(path, ["action": "renew-news", "organizer": "\(organizer)"])
            #expect(try consents().allSatisfy(\.isActive))
            for query in ["", "&organizer=", "&organizer=x", "&organizer=\(organizer.rawValue ^ 1)"] {
                let wrong = "\(path)/unsubscribe?kind=news\(query)"
                #expect(try await browser.get(wrong).status == 404, "\(query)")
                #expect(try await browser.send(wrong, [:]).status == 404, "\(query)")
            }
            #expect(try consents().allSatisfy(\.isActive))
        }
    }

    @Test("In the test language en-XA, each text about news comes from the catalogue")
    func pseudo() async throws {
        try agree()
        try await Served.with(configuration: mailConfiguration()) { served async throws in
            let browser = Browser(served, language: "en-XA")
            func check(_ name: String) {
                let text = PseudoText.texts(ofHTML: browser.body).joined(separator: "\n")
                let words = PseudoText.untranslatedWords(
                    in: text, except: ["g…@example.org", "Africa/Kampala", "Nile Nights"])
                #expect(words.isEmpty, "\(name): \(words)")
            }
            try await browser.get(path)
            check("preferences")
            try await browser.get("\(path)/unsubscribe?kind=news&organizer=\(organizer)")
            check("question")
            try await browser.get(path)
            try await browser.submit(path, ["action": "end-news", "organizer": "\(organizer)"])
            check("ended")
        }
    }

    @Test("The desk previews news, asks for a time, and queues it; past buyers can be chosen only for public events")
    func desk() async throws {
        try agree()
        let owner = try DeskVisitor.owner(of: festival)
        let write = "\(festival.event.deskPath)/write"
        func form(_ html: String, step: String, _ typed: [String: String] = [:]) throws -> [(String, String)] {
            let form = try #require(
                PageForm.all(in: html).first { form in
                    form.action == write && form.fields.contains { $0.name == "step" && $0.value == step }
                }, "no form with the step \(step)")
            return form.fields.filter { $0.name != CSRFToken.field }.map { ($0.name, typed[$0.name] ?? $0.value) }
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let html = try await owner.get(served, write).body
            #expect(html.contains("Past buyers of all your events") && html.contains("name=\"at\""))
            let texts = ["audience": "news", "subject": "On sale", "body": "Come and see."]
            for time in ["2026-12-01T10:00", "2027-12-01T10:00"] {
                let typed = try form(html, step: "preview", texts.merging(["at": time]) { $1 })
                let refused = try await owner.post(served, write, typed)
                #expect(refused.status == 422 && refused.body.contains("id=\"at-fault\""), "\(time)")
            }
            let timed = try form(html, step: "preview", ["subject": "x", "body": "y", "at": "2026-12-30T10:00"])
            #expect(try await owner.post(served, write, timed).status == 422)
            let typed = try form(html, step: "preview", texts.merging(["at": "2026-12-30T10:00"]) { $1 })
            let preview = try await owner.post(served, write, typed)
            #expect(preview.status == 200 && preview.body.contains("<dt>By e-mail</dt><dd>1</dd>"))
            #expect(preview.body.contains("<dt>Time of news</dt><dd>Wed 30 Dec 2026, 10:00</dd>"))
            #expect(preview.body.contains("<p>Come and see.<br></p>"))
            let untimed = try await owner.post(served, write, form(html, step: "preview", texts)).body
            #expect(untimed.contains(" 18:00, in the time zone of each recipient</dd>"))
            #expect(try await owner.post(served, write, form(preview.body, step: "queue")).status == 303)
            let notice = try #require(try notices(.news).first)
            #expect(notice.recipient == grace && notice.payload["at"] == "2026-12-30T07:00:00Z")
            #expect(notice.delivery.due?.iso8601(in: .gmt) == "2026-12-30T07:00:00Z")
            _ = try festival.services.events.edit(festival.event) { $0.kind = .private }
            let hidden = try await owner.get(served, write).body
            #expect(!hidden.contains("value=\"news\"") && !hidden.contains("name=\"at\""))
        }
    }

    @Test("Only programs that may manage events can count the recipients of news, and queue news for a given time")
    func program() async throws {
        try agree()
        let target = "/api/v1/events/\(festival.event.slug)/messages"
        func token(_ scopes: Set<APIToken.Scope>) throws -> String {
            try festival.services.apiTokens.createAPIToken(
                scopes, named: "Program",
                of: festival.services.organizers.organizer(named: "Nile Nights"), event: nil
            ).secret.encoded
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            func ask(_ token: String, _ path: String, _ body: String) async throws -> Reply {
                festival.clock.advance(bySeconds: 1)
                let head = "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
                let reply = try #require(try await served.ask("POST", path, head: head, body: body))
                #expect(try APIDescription().faults(of: reply, to: "POST", path) == [], "\(body)")
                return reply
            }
            let secret = try token([.manageEvents])
            let news = #"{"to":"news","subject":"On sale","body":"Come."}"#
            let preview = try await ask(secret, "\(target)/preview", news)
            #expect(preview.status == 200 && preview.body.contains(#""by_email":1"#))
            let timed = #"{"to":"news","subject":"On sale","body":"Come.","at":"2026-12-30T10:00:00+03:00"}"#
            #expect(try await ask(secret, target, timed).status == 200)
            #expect(try notices(.news).map { $0.payload["at"] } == ["2026-12-30T07:00:00Z"])
            for (body, status) in [
                (#"{"to":"news","subject":"x","body":"y","at":"2026-12-30T10:00"}"#, 422),
                (#"{"to":"news","subject":"x","body":"y","at":"2026-12-01T10:00:00Z"}"#, 422),
                (#"{"to":"all","subject":"x","body":"y","at":"2026-12-30T10:00:00Z"}"#, 422),
                (#"{"to":"news","subject":"x","body":"y","at":5}"#, 400),
            ] {
                for path in [target, "\(target)/preview"] {
                    #expect(try await ask(secret, path, body).status == status, "\(path) \(body)")
                }
            }
            let reminder = #"{"minutes":-30,"to":"news"}"#
            #expect(try await ask(secret, "/api/v1/events/\(festival.event.slug)/reminders", reminder).status == 422)
            let seller = try token([.read, .sell])
            for path in [target, "\(target)/preview"] {
                #expect(try await ask(seller, path, news).status == 403, "\(path)")
            }
            #expect(try notices(.news).count == 1)
        }
    }
}
