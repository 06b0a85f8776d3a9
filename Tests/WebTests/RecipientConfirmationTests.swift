import EventFixture
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

@Suite("Pages and API requests that queue messages to more than 100 people", .serving)
struct RecipientConfirmationTests {
    private typealias Value = APIDescription.Value

    private let festival: Festival
    private let owner: DeskVisitor

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
    }

    private var list: [UInt8] {
        Array(("holder,email\n" + (0..<101).map { "Guest \($0),g\($0)@example.org\n" }.joined()).utf8)
    }

    private func issueMany() throws {
        try festival.folder.write(list, to: "many.csv")
        _ = try festival.services.allowingMessages(to: 101).tickets.issue(
            .guestList(TicketHolderList(path: festival.folder("many.csv"))), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
    }

    /// The number of queued messages, except messages to the organizer's own team.
    private func queued() throws -> Int {
        try festival.store.read { try $0.notices.page(of: festival.event.organizer, after: nil, limit: 1000) }
            .count { $0.kind.category != .organizer }
    }

    private func venue() throws -> String? {
        try festival.services.events.event(named: festival.event.slug).details.venue
    }

    /// Whether the page asks for the confirmation of messages to 101 people.
    private func asks(_ reply: Reply) -> Bool {
        reply.status == 200 && reply.body.contains("Queue messages to 101 people?")
    }

    @Test(
        "An edit is saved with all typed values, but only after the page with the number of people has been confirmed")
    func edit() async throws {
        try issueMany()
        let path = "\(festival.event.deskPath)/edit/place"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, path).body
            let typed = ["venue": "Barn <b> & \"Hall\"", "city": "Jinja"]
            let asked = try await owner.post(served, path, try PageForm.filled(page, to: path, typed))
            #expect(asks(asked) && !asked.body.contains("<b> &"), "\(asked)")
            #expect(PageForm.links(in: asked.body).contains(festival.event.deskPath))
            // The script `guard.js` asks before a link discards the typed values, but not if the link says so.
            #expect(asked.body.contains("action=\"\(path)\" data-unsaved>"))
            #expect(asked.body.contains("href=\"\(festival.event.deskPath)\" data-discards>"))
            // The page says what would change: the event, the action, and the old and the new values.
            for row in [
                "<dt>Event</dt><dd>\(festival.event.details.title)</dd>", "<dt>Change</dt><dd>edit event</dd>",
                "<dt>Venue</dt><dd><del>Lido</del> <ins>Barn &lt;b&gt; &amp; &quot;Hall&quot;</ins></dd>",
            ] {
                #expect(asked.body.contains(row), "\(row): \(asked.body)")
            }
            #expect(asked.body.contains("<ins>Jinja</ins></dd>"))
            let form = try PageForm.filled(asked.body, to: path)
            #expect(form.contains { $0 == ("confirm_recipients", "101") })
            // A number that is too small, malformed or out of range confirms nothing.
            for number in ["100", "1", "", "many", "-101", "99999999999999999999", "101.0"] {
                let wrong = form.map { $0.0 == "confirm_recipients" ? ($0.0, number) : $0 }
                let again = try await owner.post(served, path, wrong)
                #expect(asks(again), "\(number)")
            }
            let twice = form + [("confirm_recipients", "102")]
            #expect(try await owner.post(served, path, twice).status == 400)
            #expect(try venue() == "Lido" && queued() == 101)
            let saved = try await owner.post(served, path, form)
            #expect(saved.status == 303 && saved.headers["location"]?.contains("count=101") == true, "\(saved)")
            #expect(try venue() == "Barn <b> & \"Hall\"" && queued() == 202)
            // When the form is sent again, nothing is left to change.
            #expect(try await owner.post(served, path, form).status == 303)
            #expect(try queued() == 202)
        }
    }

    @Test("Without a sender, the page says that the messages wait, and names the people whom no message reaches")
    func withoutSender() async throws {
        try issueMany()
        try festival.issue(to: nil, holder: "Ref")
        let place = "\(festival.event.deskPath)/edit/place"
        let reminders = "\(festival.event.deskPath)/reminders"
        let typed = [
            ("time", "1d"), ("side", "after-end"), ("audience", "all"), ("message", ""), (PageRequest.formID, "one"),
        ]
        let (settingsLink, fault) = ("<a href=\"/desk/message-settings\">Set up a sender</a>", "no sender is set up")
        /// The pages that ask for the confirmation of an edit and of a reminder.
        func pages(_ served: Served) async throws -> (edit: String, reminder: String) {
            let page = try await owner.get(served, place).body
            let edit = try await owner.post(served, place, try PageForm.filled(page, to: place, ["venue": "Barn"]))
            let added = try await owner.post(served, reminders, typed)
            #expect(asks(edit) && asks(added), "\(edit) \(added)")
            return (edit.body, added.body)
        }
        let unreached = "No message reaches 1 person: Ref (no e-mail address or phone number)"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let (edit, reminder) = try await pages(served)
            for page in [edit, reminder] { #expect(page.contains(fault) && page.contains(settingsLink), "\(page)") }
            #expect(edit.contains(unreached))
        }
        var settings = MessageSettings()
        settings.mail = MailSettings(
            way: .folder(festival.folder("mail")), from: try #require(EmailAddress(rawValue: "desk@example.org")))
        settings.preparesWhatsApp = true
        let complete = settings
        try await Served.with(configuration: festival.configuration { complete }) { served async throws in
            let (edit, reminder) = try await pages(served)
            for page in [edit, reminder] { #expect(!page.contains(fault) && !page.contains(settingsLink), "\(page)") }
            #expect(edit.contains(unreached))
        }
    }

    @Test("The pages that cancel an event or import a list also ask the user to confirm the number of people")
    func otherPages() async throws {
        let upload = "\(festival.event.deskPath)/import/tickets"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let text = String(decoding: list, as: UTF8.self)
            let form = try PageForm.filled(try await owner.get(served, upload).body, to: upload, ["text": text])
                .filter { $0.0 != "file" }
            let sent = try await owner.post(served, upload, form)
            let path = try #require(sent.headers["location"], "\(sent)")
            let preview = try await owner.get(served, path).body
            let confirm = "\(path)/confirm"
            let asked = try await owner.post(served, confirm, try PageForm.filled(preview, to: confirm))
            #expect(asks(asked), "\(asked)")
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 0)
            let imported = try await owner.post(served, confirm, try PageForm.filled(asked.body, to: confirm))
            #expect(imported.status == 303, "\(imported)")
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 101)

            let cancel = "\(festival.event.deskPath)/cancel"
            let page = try await owner.get(served, cancel).body
            let question = try await owner.post(served, cancel, try PageForm.filled(page, to: cancel))
            #expect(asks(question), "\(question)")
            #expect(question.body.contains("<dt>Change</dt><dd>cancel event</dd>") && !question.body.contains("<ins>"))
            #expect(try festival.services.events.event(named: festival.event.slug).status == .published)
            let last = try await owner.post(served, cancel, try PageForm.filled(question.body, to: cancel))
            #expect(last.status == 303)
            #expect(try festival.services.events.event(named: festival.event.slug).status == .published)
            #expect(try festival.makeScheduledChanges().made == 1)
            #expect(try festival.services.events.event(named: festival.event.slug).status == .cancelled)
            #expect(try queued() == 202)
        }
    }

    @Test(
        """
        A reminder to more than 100 people is added only after the page with their number and the cost of SMS was \
        confirmed; the API states the cost, too
        """)
    func reminder() async throws {
        try issueMany()
        for name in ["Kay", "Lee"] { try festival.order(byPhone: "+256772123456", name: name) }
        var account = AfricasTalkingAccount(username: "nile", apiKey: "key-0123456789")
        (account.pricePerPart, account.currency) = (35, "UGX")
        var settings = MessageSettings()
        settings.sms = .africasTalking(account)
        let current = settings
        let path = "\(festival.event.deskPath)/reminders"
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let token = try festival.services.apiTokens.createAPIToken(
            [.manageEvents], named: "Program", of: organizer
        ).secret.encoded
        try await Served.with(configuration: festival.configuration { current }) { served async throws in
            let typed = [
                ("time", "1d"), ("side", "after-end"), ("audience", "all"), ("message", "Thank you."),
                (PageRequest.formID, "one"),
            ]
            let asked = try await owner.post(served, path, typed)
            #expect(asked.status == 200 && asked.body.contains("Queue messages to 102 people?"), "\(asked)")
            for row in [
                "<dt>By SMS</dt><dd>One SMS</dd>",
                "<dt>Estimated cost</dt><dd>at least UGX\u{A0}35, if each SMS has one part</dd>",
            ] {
                #expect(asked.body.contains(row), "\(row): \(asked.body)")
            }
            #expect(try festival.services.notices.reminders(of: festival.event).isEmpty)
            let api = "/api/v1/events/\(festival.event.slug)/reminders"
            let refused = try await ask(served, token, "POST", api, #"{"of":"end","minutes":60}"#, key: "one")
            let change = try #require(try Value(json: refused.body)["change"])
            #expect(refused.status == 409 && change["by_sms"] == .number(1) && change["least_cost"]?.text == "35 UGX")
            #expect(try festival.services.notices.reminders(of: festival.event).isEmpty)
            let added = try await owner.post(served, path, try PageForm.filled(asked.body, to: path))
            #expect(added.status == 303, "\(added)")
            let reminders = try festival.services.notices.reminders(of: festival.event)
            #expect(reminders.map(\.message) == ["Thank you."] && reminders.map(\.minutes) == [1440])
            let confirmed = try await ask(
                served, token, "POST", "\(api)?confirm_recipients=102", #"{"of":"end","minutes":60}"#, key: "one")
            #expect(confirmed.status == 201, "\(confirmed)")
        }
    }

    private func ask(
        _ served: Served, _ token: String, _ method: String, _ path: String, _ body: String = "", key: String? = nil
    ) async throws -> Reply {
        festival.clock.advance(bySeconds: 1)
        let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
        let once = key.map { "Idempotency-Key: \($0)\r\n" } ?? ""
        let reply = try #require(
            try await served.ask(method, path, head: "Authorization: Bearer \(token)\r\n\(type)\(once)", body: body))
        #expect(try APIDescription().faults(of: reply, to: method, path) == [], "\(method) \(path)")
        return reply
    }

    @Test("The API answers 409 with the number of people, until the query confirms at least that number")
    func api() async throws {
        try issueMany()
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let token = try festival.services.apiTokens.createAPIToken(
            Set(APIToken.Scope.allCases), named: "Program", of: organizer
        ).secret.encoded
        let event = "/api/v1/events/\(festival.event.slug)"
        let text = #"{"to":"all","subject":"Parking","body":"Use gate B."}"#
        try await Served.with(configuration: festival.configuration) { served async throws in
            for (method, path, body) in [
                ("PATCH", event, #"{"venue":"Barn"}"#), ("POST", "\(event)/cancel", ""),
                ("POST", "\(event)/delete", ""), ("POST", "\(event)/shift", #"{"by":"1d"}"#),
                ("POST", "\(event)/messages", text), ("POST", "\(event)/reminders", #"{"of":"end","minutes":60}"#),
            ] {
                for query in ["", "?confirm_recipients=1", "?confirm_recipients=100"] {
                    let refused = try await ask(served, token, method, path + query, body, key: "one")
                    #expect(refused.status == 409, "\(method) \(path)\(query): \(refused)")
                    let problem = try Value(json: refused.body)
                    #expect(problem["recipients"] == .number(101) && problem["kind"]?.text == "rule_violation")
                    #expect(problem["hint"]?.text?.contains("confirm_recipients=101") == true)
                    let change = try #require(problem["change"])
                    #expect(change["event"]?.text == festival.event.details.title)
                    #expect(change["by_sms"] == .number(0) && change["least_cost"] == .null)
                    let actions = ["PATCH": "editEvent", "cancel": "cancelEvent", "delete": "deleteEvent"]
                    let action = actions[method] ?? actions[path.split(separator: "/").last.map(String.init) ?? ""]
                    #expect(action == nil || change["action"]?.text == action)
                    let edit = #""fields":[{"field":"venue","before":"Lido","after":"Barn"}]"#
                    #expect(refused.body.contains(edit) == (method == "PATCH"), "\(refused)")
                }
                for number in ["", "0", "-101", "many", "99999999999999999999"] {
                    let query = "?confirm_recipients=\(number)"
                    let faulty = try await ask(served, token, method, path + query, body, key: "one")
                    #expect(faulty.status == 422 && faulty.body.contains("confirm_recipients"), "\(number): \(faulty)")
                }
            }
            #expect(try venue() == "Lido" && queued() == 101)
            // The request was refused, so its idempotency key can be used for the confirmed request. That request is
            // performed once.
            let confirmed = "\(event)/messages?confirm_recipients=101"
            let first = try await ask(served, token, "POST", confirmed, text, key: "one")
            #expect(try first.status == 200 && Value(json: first.body)["queued"] == .number(101), "\(first)")
            #expect(try await ask(served, token, "POST", confirmed, text, key: "one").body == first.body)
            #expect(try queued() == 202)
            let moved = try await ask(
                served, token, "PATCH", "\(event)?confirm_recipients=5000", #"{"venue":"Barn"}"#, key: "two")
            #expect(try moved.status == 200 && venue() == "Barn" && queued() == 303)
        }
    }
}
