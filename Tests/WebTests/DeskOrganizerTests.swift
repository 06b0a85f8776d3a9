import EventFixture
import Foundation
import Management
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Organizers at the desk: moving events, verification, API tokens", .serving)
struct DeskOrganizerTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let organizer: Organizer

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        organizer = try #require(try festival.services.organizers.organizers().first)
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    // MARK: - Moving events to other times

    private func start(_ event: Event) throws -> Instant? {
        try festival.services.events.event(named: event.slug).details.start
    }

    /// The fields of the form that moves the events shown in a preview.
    private func moving(_ html: String) throws -> [(String, String)] {
        let form = PageForm.all(in: html).first { form in form.fields.contains { $0.name == "preview_hash" } }
        return try #require(form).fields.filter { $0.name != CSRFToken.field }.map { ($0.name, $0.value) }
    }

    @Test("Confirming a preview moves its events once; if an event changed after the preview, a new preview appears")
    func moving() async throws {
        let pagePath = "\(organizer.deskPath)/shift"
        let other = try festival.services.events.duplicate(festival.event, titled: "<b>Other", by: nil)
        let chosen = [festival.event, other].map { ("event", "\($0.number)") } + [("later", "7d")]
        let week: Int64 = 7 * 86_400
        var right: [(String, String)] = []
        try await serve { served async throws in
            #expect(try await owner.get(served, pagePath).body.contains("&lt;b&gt;Other"))
            let preview = try await owner.post(served, pagePath, chosen)
            #expect(preview.status == 200 && preview.body.contains("Current time"))
            #expect(try start(other) == other.details.start)

            _ = try festival.services.events.edit(other) { $0.title = "Renamed" }
            let asked = try await owner.post(served, pagePath, moving(preview.body))
            #expect(asked.status == 422 && asked.body.contains("Nothing was done") && asked.body.contains("Renamed"))
            #expect(try start(festival.event) == festival.event.details.start)

            right = try moving(asked.body)
            for _ in 0..<2 { #expect(try await owner.post(served, pagePath, right).status == 303) }
            for event in [festival.event, other] {
                #expect(try start(event) == event.details.start?.advanced(bySeconds: week))
            }
        }
        // The restarted server no longer knows that the form was submitted. It still refuses the form, because the form
        // confirms a preview with the events’ earlier times. So the events do not move a second time.
        try await serve { served async throws in
            #expect(try await owner.post(served, pagePath, right).status == 422)
            #expect(try start(other) == other.details.start?.advanced(bySeconds: week))
        }
    }

    @Test("Beside a preview, the form keeps the selection and the typed duration, so that both can be changed")
    func keptSelection() async throws {
        let pagePath = "\(organizer.deskPath)/shift"
        let other = try festival.services.events.duplicate(festival.event, titled: "Other", by: nil)
        func isChosen(_ event: Event, in page: String) throws -> Bool {
            let box = try #require(page.firstMatch(of: try Regex("<input id=\"event-\(event.number)\"[^>]*>")))
            return page[box.range].hasSuffix(" checked>")
        }
        try await serve { served async throws in
            let page = try await owner.get(served, pagePath).body
            #expect(try !isChosen(festival.event, in: page) && !isChosen(other, in: page))
            let preview = try await owner.post(served, pagePath, [("event", "\(other.number)"), ("later", "7d")])
            #expect(preview.status == 200 && preview.body.contains(#"name="preview_hash""#))
            #expect(try isChosen(other, in: preview.body) && !isChosen(festival.event, in: preview.body))
            let later = try #require(preview.body.firstMatch(of: /<input id="later"[^>]*>/)).output
            #expect(later.contains(#" value="7d""#))
        }
    }

    @Test("If a selected event can’t be moved, the page says why and keeps the selection; no event is moved")
    func unmovable() async throws {
        let pagePath = "\(organizer.deskPath)/shift"
        try await serve { served async throws in
            let none = try await owner.post(served, pagePath, [("later", "soon")])
            #expect(none.status == 422)
            #expect(none.body.contains("event-fault") && none.body.contains("later-fault"))
            #expect(none.body.contains(#"value="soon""#))
            let past = try await owner.post(
                served, pagePath, [("event", "\(festival.event.number)"), ("later", "-3650d")])
            #expect(past.status == 422 && past.body.contains("“New Year by the Lake”: "))
            #expect(past.body.contains(#"" checked> <span>New Year"#))
            #expect(try start(festival.event) == festival.event.details.start)
        }
    }

    // MARK: - Tokens

    @Test("A form creates one API token; only the response shows the secret; the token works until it is revoked")
    func token() async throws {
        let pagePath = "\(organizer.deskPath)/tokens"
        var (fields, text): ([(String, String)], String) = ([], "")
        try await serve { served async throws in
            let page = try await owner.get(served, pagePath).body
            fields = try PageForm.filled(page, to: pagePath, ["name": "Box <office>", "expires": "2099-01-01T18:00"])
            fields += [("scope", "read-orders"), ("scope", "sell")]
            let made = try await owner.post(served, pagePath, fields)
            #expect(made.status == 201)
            text = String(try #require(made.body.firstMatch(of: /<p><code>([^<]+)<\/code><\/p>/)).1)
            #expect(try await owner.post(served, pagePath, fields).body.contains(text))
            let all = try festival.services.apiTokens.apiTokens(of: organizer)
            #expect(all.map(\.scopes) == [[.readOrders, .sell]] && all.map(\.name) == ["Box <office>"])
            // 18:00 in Kampala, the time zone of the organizer’s event, is 15:00 in UTC.
            #expect(all.first?.expires == Instant(seconds: 4_070_962_800))
            let list = try await owner.get(served, pagePath).body
            #expect(list.contains("Box &lt;office&gt;") && !list.contains(text))
            #expect(!served.log.text.contains(text))
            func ask() async throws -> Int? {
                try await served.ask("GET", "/api/v1/events", head: "Authorization: Bearer \(text)\r\n")?.status
            }
            #expect(try await ask() == 200)
            let revoke = "\(pagePath)/\(try #require(all.first).id)/revoke"
            for _ in 0..<2 { #expect(try await owner.post(served, revoke, []).status == 303) }
            #expect(try await ask() == 401)
            #expect(!(try await owner.get(served, pagePath).body.contains("/revoke")))
        }
        try await serve { served async throws in
            let again = try await owner.post(served, pagePath, fields)
            #expect(again.body.contains("A token was already created with this form"))
            #expect(try festival.services.apiTokens.apiTokens(of: organizer).count == 1)
        }
    }

    @Test("If the form for an API token is sent again after the session has ended, the response has no token")
    func tokenOver() async throws {
        let pagePath = "\(organizer.deskPath)/tokens"
        try await serve { served async throws in
            let page = try await owner.get(served, pagePath).body
            let fields = try PageForm.filled(page, to: pagePath, ["name": "Till"]) + [("scope", "sell")]
            let made = try await owner.post(served, pagePath, fields)
            let text = try #require(made.body.firstMatch(of: /<p><code>([^<]+)<\/code><\/p>/)).1
            #expect(try await owner.post(served, pagePath, fields).body.contains(text))
            #expect(try await owner.post(served, "/sign-out", []).status == 303)
            let over = try await owner.post(served, pagePath, fields)
            #expect(over.status == 401 && !over.body.contains(text))
        }
    }

    @Test(
        "All errors in the form for a new token are shown together; a viewer sees the list of tokens, but not the form"
    )
    func tokenFaults() async throws {
        let pagePath = "\(organizer.deskPath)/tokens"
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: festival)
        let manager = try DeskVisitor.member(.manager, of: organizer, at: festival)
        try await serve { served async throws in
            for (typed, faults) in [
                ([("name", ""), ("expires", "2001-01-01T10:00")], ["name", "scopes", "expires"]),
                ([("name", "x"), ("scope", "read"), ("expires", "soon")], ["expires"]),
                ([("name", "x"), ("scope", "read"), ("event", "7")], ["event"]),
                ([("name", "x"), ("scope", "everything")], ["scopes"]),
            ] {
                let reply = try await manager.post(served, pagePath, typed)
                #expect(reply.status == 422)
                for fault in faults { #expect(reply.body.contains("id=\"\(fault)-fault\""), "\(fault)") }
                if typed.contains(where: { $0.0 == "scope" && $0.1 == "read" }) {
                    #expect(reply.body.contains(#"value="read" checked"#))
                }
            }
            #expect(try festival.services.apiTokens.apiTokens(of: organizer).isEmpty)
            let list = try await viewer.get(served, pagePath)
            #expect(list.status == 200 && !list.body.contains(#"action="\#(pagePath)""#))
            #expect(try await viewer.post(served, pagePath, [("name", "x"), ("scope", "read")]).status == 403)
        }
    }

    // MARK: - Verification

    @Test(
        "Each of the five verification steps is a form with errors at its fields; no page shows an ID document’s number"
    )
    func verification() async throws {
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan"))
        let services = try ManagementServices.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        let newOrganizer = try services.organizers.createOrganizer(OrganizerDetails(name: "Lake <House>"))
        let visitor = try DeskVisitor("joan", joan, at: festival)
        let pagePath = "\(newOrganizer.deskPath)/verify"
        let key = festival.folder("identity.key")
        let configuration = ServerConfiguration(
            clock: festival.clock.now, identityKey: { try IdentityKey(path: key) }
        ) { [address = festival.address] in try Store.open(address) }
        func code() throws -> String {
            var codes: [String] = []
            try festival.services.notices.forEachNoticeOfStore {
                if $0.organizer == newOrganizer.number, let code = $0.payload["code"] { codes.append(code) }
            }
            return try #require(codes.last)
        }
        try await Served.with(configuration: configuration) { served async throws in
            let start = try await visitor.get(served, pagePath).body
            #expect(start.matches(of: />missing</).count == 5)
            // This server sends no messages, so the page says where to find the code.
            #expect(start.contains(">Create code<") && start.contains("finds the code with “eventpass notice list"))
            #expect(!start.contains("sent there") && !start.contains("Send a code"))
            func submit(_ step: String, _ typed: [String: String], _ fault: String? = nil) async throws {
                let page = try await visitor.get(served, pagePath).body
                let fields = try PageForm.filled(page, to: "\(pagePath)/\(step)", typed)
                let reply = try await visitor.post(served, "\(pagePath)/\(step)", fields)
                #expect(reply.status == (fault == nil ? 303 : 422), "\(step) \(typed)")
                #expect(!reply.body.contains("CM8812"))
                guard let fault else { return }
                #expect(reply.body.contains("id=\"\(fault)-fault\""), "\(step) \(typed)")
                let again = Dictionary(try PageForm.filled(reply.body, to: "\(pagePath)/\(step)")) { first, _ in first }
                for (name, text) in typed where name != "number" { #expect(again[name] == text, "\(name)") }
            }
            try await submit("code", ["code": "123456"], "code")
            try await submit("profile", ["email": "nowhere"], "email")
            try await submit("profile", ["email": "joan@example.org"])
            let right = try code()
            try await submit("code", ["code": right == "000000" ? "000001" : "000000"], "code")
            try await submit("code", ["code": right])
            try await submit("identity", ["document": "passport", "number": "CM88"], "number")
            try await submit("identity", ["document": "passport", "number": "CM88123456"])
            try await submit("contact", ["email": "", "phone": "", "website": ""], "contact-email")
            try await submit("contact", ["phone": "0772"], "contact-phone")
            try await submit("contact", ["website": "https://lake.example"])
            try await submit("payout", ["way": "mtn", "phone": "+256700123456"], "payout-phone")
            try await submit("payout", ["way": "bank", "account": "12345"], "account")
            try await submit("payout", ["way": "bank", "bank": "Lake Bank", "account": "1234567"])
            try await submit("terms", [:], "accept")
            try await submit("terms", ["accept": "yes"])
            #expect(try services.organizers.organizer(named: newOrganizer.slug).isVerified)
            #expect(try await visitor.get(served, pagePath).body.contains("may publish events"))
            #expect(!served.log.text.contains("CM88"))
        }
        try await serve { served async throws in
            #expect(try await visitor.get(served, pagePath).body.contains("eventpass organizer verify identity"))
            #expect(try await owner.get(served, "\(organizer.deskPath)/verify").body.contains("counts as verified"))
        }
    }
}
