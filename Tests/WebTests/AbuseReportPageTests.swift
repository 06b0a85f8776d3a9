import EventFixture
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebDesk
@testable import WebHost
@testable import WebPublic

@Suite("Reports of visitors about events, on pages", .serving)
struct AbuseReportPageTests {
    private let festival: Festival
    private let owner: DeskVisitor

    private var path: String { "/events/\(festival.event.slug)" }
    private var form: String { "\(path)/report" }
    private var reports: AbuseReportService { festival.services.abuseReports }

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
    }

    private func open() throws -> [AbuseReport] { try reports.reports(.open, limit: 100).map(\.report) }

    @Test("The link and the form exist only while the owner of the server accepts reports, and only for public events")
    func offered() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            #expect(try await !browser.get(path).body.contains("Report this event"))
            #expect(try await browser.get(form).status == 404)
            #expect(try await browser.send(form, ["reason": "fraud"]).status == 404)

            let off = try await owner.get(served, AbuseReviewPage.path).body
            let setting = "\(AbuseReviewPage.path)/setting"
            #expect(try await owner.post(served, setting, PageForm.filled(off, to: setting)).status == 303)
            let page = try await browser.get(path).body
            #expect(PageForm.links(in: page).contains(form))
            #expect(try await browser.get(form).status == 200)

            let draft = try festival.services.events.duplicate(festival.event, titled: "Draft", by: nil)
            #expect(try await browser.get("/events/\(draft.number)/report").status == 404)
            let on = try await owner.get(served, AbuseReviewPage.path).body
            #expect(try await owner.post(served, setting, PageForm.filled(on, to: setting)).status == 303)
            #expect(try await browser.get(form).status == 404 && open().isEmpty)
        }
    }

    @Test("A report with wrong values, from another site or without a CSRF token is refused; typed values are kept")
    func refused() async throws {
        try reports.setTakesAbuseReports(true)
        try await Served.with(configuration: festival.configuration) { served async throws in
            #expect(try await Browser(served).send(form, ["reason": "fraud"]).status == 403)
            let foreign = try await served.ask(
                "POST", form,
                head: "Sec-Fetch-Site: cross-site\r\nContent-Type: application/x-www-form-urlencoded\r\n",
                body: "reason=fraud")
            #expect(foreign?.status == 403)
            let browser = Browser(served)
            try await browser.get(form)
            for (fields, field, text) in [
                (["reason": "", "text": "A <b>fraud"], "reason", "Choose a reason."),
                (["reason": "theft"], "reason", "Choose a reason."),
                (["reason": "other", "text": "  "], "text", "Describe the reason."),
                (["reason": "fraud", "text": String(repeating: "x", count: 1001)], "text", "The text has 1,001."),
                (["reason": "fraud", "text": "a\u{202E}b"], "text", "Remove the invisible characters."),
                (["reason": "fraud", "email": "ann@"], "email", "Enter an e-mail address"),
            ] {
                let reply = try await browser.send(form, fields)
                #expect(reply.status == 422 && reply.body.contains(text), "\(fields)")
                #expect(reply.body.contains("href=\"#\(field)\"") && reply.body.contains("id=\"\(field)-fault\""))
                #expect(!reply.body.contains("<b>fraud") && reply.body.contains("aria-invalid"))
            }
            let long = String(repeating: "x", count: 1001)
            let all = try await browser.send(form, ["reason": "", "text": long, "email": "ann@"]).body
            for field in ["reason", "text", "email"] { #expect(all.contains("id=\"\(field)-fault\""), "\(field)") }
            let kept = try await browser.send(form, ["reason": "illegal", "text": "kept", "email": "ann@"]).body
            #expect(kept.contains("value=\"illegal\" selected") && kept.contains(">\nkept</textarea>"))
            #expect(kept.contains("value=\"ann@\""))
            #expect(try open().isEmpty)
        }
    }

    @Test("The response is the same for a first report, a repeated report, and a report that is counted but not stored")
    func sameAnswer() async throws {
        try reports.setTakesAbuseReports(true)
        let storefront = try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            func answer(_ text: String) async throws -> String {
                try await browser.get(form)
                let reply = try await browser.send(
                    form, ["reason": "other", "text": text, "email": "ann@example.org"])
                #expect(reply.status == 200 && reply.body.contains("The server has received your report"))
                return reply.body
            }
            let first = try await answer("One")
            #expect(try await answer("One") == first)
            for number in 1...19 {
                try storefront.report(
                    AbuseReport.Content(.fraud, text: "\(number)", email: nil), about: festival.event.number)
            }
            #expect(try await answer("Two") == first)
            #expect(try open().count == 20 && reports.reports(.open, limit: 1).first?.unstored == 1)
            #expect(!first.contains("ann@example.org") && !first.contains("One<"))
            #expect(!served.log.text.contains("ann@example.org"))
        }
    }

    @Test("One network can send only ten reports at once; repeated reports do not keep other people from reporting")
    func limited() async throws {
        try reports.setTakesAbuseReports(true)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served, from: "127.0.0.2")
            try await browser.get(form)
            for _ in 0..<10 { #expect(try await browser.send(form, ["reason": ""]).status == 422) }
            #expect(try await browser.send(form, ["reason": "fraud"]).status == 429)
            #expect(try open().isEmpty)
            for network in 3...5 {
                let other = Browser(served, from: "127.0.0.\(network)")
                try await other.get(form)
                for _ in 0..<10 {
                    let reply = try await other.send(form, ["reason": "fraud", "text": "repeated"])
                    #expect(reply.status == 200, "\(network)")
                    try await other.get(form)
                }
            }
            // The same report was now sent 30 times.
            let last = Browser(served, from: "127.0.0.6")
            try await last.get(form)
            let reply = try await last.send(form, ["reason": "illegal", "text": "true"])
            #expect(reply.status == 200 && reply.body.contains("The server has received your report"))
            #expect(try open().map(\.content.text) == ["repeated", "true"])
        }
    }

    @Test("Only the owner of the server sees the reports and can close them with notes; markup in a report stays text")
    func reviewing() async throws {
        try reports.setTakesAbuseReports(true)
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let member = try DeskVisitor.member(.owner, of: organizer, at: festival)
        let storefront = try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now)
        let address = try #require(EmailAddress(rawValue: "ann@example.org"))
        for text in ["One <b>lie", "Two"] {
            try storefront.report(
                AbuseReport.Content(.misleading, text: text, email: address), about: festival.event.number)
        }
        let id = try #require(try open().first).id
        let close = "\(AbuseReviewPage.path)/\(id)/close"
        try await Served.with(configuration: festival.configuration) { served async throws in
            for visitor in [member, .nobody] {
                let page = try await visitor.get(served, AbuseReviewPage.path)
                #expect(page.status == (visitor.session == nil ? 303 : 404), "\(visitor.name)")
                let closed = try await visitor.post(served, close, [("note", "x")])
                #expect(visitor.session == nil ? closed.status >= 300 : closed.status == 404, "\(visitor.name)")
            }
            #expect(try await !member.get(served, "/desk").body.contains("abuse report"))
            #expect(try await member.post(served, "\(AbuseReviewPage.path)/setting", []).status == 404)
            #expect(try open().count == 2 && reports.takesAbuseReports())

            #expect(try await owner.get(served, "/desk").body.contains("2 open abuse reports"))
            let shown = try await owner.get(served, AbuseReviewPage.path).body
            #expect(shown.contains("One &lt;b&gt;lie") && shown.contains("ann@example.org"))
            #expect(shown.contains("Misleading information") && shown.contains("Nile Nights"))
            #expect(PageForm.links(in: shown).contains(path))
            let empty = try await owner.post(served, close, PageForm.filled(shown, to: close, ["note": " "]))
            #expect(empty.status == 422 && empty.body.contains("id=\"note-\(id)-fault\""))
            for _ in 0..<2 {
                let done = try await owner.post(served, close, PageForm.filled(shown, to: close, ["note": "Corrected"]))
                #expect(done.status == 303)
            }
            let left = try await owner.get(served, AbuseReviewPage.path).body
            #expect(!left.contains("One &lt;b&gt;lie") && left.contains("Two"))
            #expect(try open().count == 1)
            #expect(try await owner.post(served, "\(AbuseReviewPage.path)/x/close", [("note", "x")]).status == 404)
        }
    }

    @Test("The desk confirms the closing of a report only if the report now has the typed note")
    func closedOnce() async throws {
        try reports.setTakesAbuseReports(true)
        let storefront = try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now)
        for text in ["One", "Two"] {
            try storefront.report(
                AbuseReport.Content(.fraud, text: text, email: nil), about: festival.event.number)
        }
        let ids = try open().map(\.id)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let query = "?after=\(ids[0])"
            let close = "\(AbuseReviewPage.path)/\(ids[1])/close\(query)"
            let shown = try await owner.get(served, "\(AbuseReviewPage.path)\(query)").body
            func reply(_ note: String) async throws -> Reply {
                try await owner.post(served, close, PageForm.filled(shown, to: close, ["note": note]))
            }
            for _ in 0..<2 {
                let done = try await reply("Corrected")
                #expect(done.status == 303)
                #expect(done.headers["location"] == "\(AbuseReviewPage.path)?done=saved&after=\(ids[0])")
            }
            #expect(try await reply("Deleted").status == 404)
            let unknown = "\(AbuseReviewPage.path)/\(festival.event.number)-9/close"
            #expect(try await owner.post(served, unknown, [("note", "x")]).status == 404)
            let notes = try reports.reports(.all, limit: 9).map(\.report.closing?.note)
            #expect(notes == [nil, "Corrected"])
        }
    }
}
