import EventFixture
import Management
import PrintShop
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// Visits the desk as a member who follows every link and submits every form.
@Suite("All forms of the desk", .serving, .slow)
struct DeskFormTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let configuration: ServerConfiguration
    private let printing: PrintConfiguration

    init() throws {
        let wedding = try Wedding()
        festival = wedding.festival
        _ = try festival.issue(2)
        try wedding.importGuests("name,ceremony,reception\nGrace,yes,yes\nOkello,no,yes\n")
        try wedding.invite()
        owner = try .owner(of: festival)
        // The second organizer, Lake House, is not verified, so the desk also has the forms for verification.
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan"))
        let services = try ManagementServices.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        _ = try services.members.setRole(
            .owner, of: festival.services.user,
            in: services.organizers.createOrganizer(OrganizerDetails(name: "Lake House")))
        let (keys, folder) = (festival.keys, festival.folder.path)
        configuration = ServerConfiguration(
            clock: festival.clock.now, keyRing: keys, identityKey: { try IdentityKey(path: "\(folder)/identity.key") }
        ) { [address = festival.address] in try Store.open(address) }
        printing = PrintConfiguration(ring: keys, dataFolder: folder)
    }

    private static let markup = #"</title></textarea><script>alert(1)</script><svg onload=alert(2)>"'><img src=x>&amp;"#

    @Test("If every text field contains HTML, SVG and a script, every page shows this markup as text")
    func markup() async throws {
        try await Served.with(configuration: configuration, printing: printing) { served async throws in
            try await walk(served) { form in
                [Dictionary(form.fields.filter { $0.kind == .text }.map { ($0.name, DeskFormTests.markup) }) { $1 }]
            }
            let pages = try await walk(served) { _ in [] }
            let pagesWithText = pages.filter { $0.value.contains("&lt;script&gt;alert(1)") }
            #expect(!pagesWithText.isEmpty, "no page shows the hostile text, so the test proves nothing")
        }
    }

    @Test("An oversized value, except in searches and pasted lists, gets an error at its field, and the form keeps it")
    func tooLong() async throws {
        let much = [
            PageForm.Field.Kind.text: String(repeating: "wide ", count: 2000) + "end", .number: "99999999999999999999",
        ]
        var refused: Set<String> = []
        try await Served.with(configuration: configuration, printing: printing) { served async throws in
            try await walk(served) { form in
                form.fields.compactMap { field in
                    much[field.kind].map { DeskFormTests.beside(field).merging([field.name: $0]) { $1 } }
                }
            } inspect: { form, typed, answer in
                guard let field = form.fields.first(where: { much.values.contains(typed[$0.name] ?? "") }) else {
                    return
                }
                let fieldName = "\(form.action) \(field.name)"
                guard !DeskFormTests.isExempt(form) else { return }
                #expect(answer.status == 422, "\(fieldName)")
                #expect(answer.body.contains("id=\"\(field.id)-fault\""), "\(fieldName)")
                refused.insert(fieldName)
            }
        }
        #expect(refused.count > 40, "\(refused.sorted())")
    }

    @Test(
        "In the test language en-XA, each text of the desk comes from the catalogue or from the data of the organizer")
    func pseudo() async throws {
        var answers = 0
        try await Served.with(configuration: configuration, printing: printing) { served async throws in
            let attempts: (PageForm) -> [[String: String]] = { form in
                [Dictionary(form.fields.filter { $0.kind == .text }.map { ($0.name, "\u{7}") }) { $1 }]
            }
            let pages = try await walk(served, in: "en-XA", attempts) { form, _, answer in
                if answer.status != 303 {
                    answers += 1
                    checkLanguage(of: answer.body, form.action)
                }
            }
            for (address, html) in pages { checkLanguage(of: html, address) }
        }
        #expect(answers > 20)
    }

    @Test(
        """
        The desk and its error pages are in English even for a visitor who prefers French; public error pages are in \
        French
        """
    )
    func untranslated() async throws {
        var visitor = owner
        visitor.language = "fr"
        let french = visitor
        try await Served.with(configuration: configuration, printing: printing) { served async throws in
            for path in ["/desk", festival.event.deskPath, "/desk/nothing"] {
                #expect(try await french.get(served, path).body.contains("<html lang=\"en\""), "\(path)")
            }
            #expect(try await french.get(served, "/nothing").body.contains("<html lang=\"fr\""))
        }
    }

    private func checkLanguage(of html: String, _ name: String) {
        let details = festival.event.details
        let known =
            [
                details.title, details.venue, details.city, details.address, details.contact, details.about,
                details.timeZone, "Nile Nights", "Lake House", "Joan", "Test", "user@example.org", "MTN", "AIRTEL",
                "Grace", "Okello", "/api/v1", "Guest", "Regular", "Ceremony", "Reception", "Brunch on the terrace",
                "Brunch",
                "The Barn", "on the terrace", "HH:MM", "eventpass guest import", "eventpass ticket issue --csv",
                "\(festival.event.slug)", "lake-house",
            ].compactMap(\.self) + APIToken.Scope.allCases.map(\.rawValue)
            + PosterPrinter.Paper.allCases.map(\.rawValue) + NewEventForm.offeredCurrencies
        // Commands, URLs, e-mail addresses, titles of layouts, and the names of fields in the history of changes are
        // the same in all languages.
        let shown = html.replacing(/<(dl class="pairs changed"|code)>.*?<\/(dl|code)>/.dotMatchesNewlines(), with: "")
            .replacing(/<select[^>]*name="layout".*?<\/select>/.dotMatchesNewlines(), with: "")
            // The text of a template is in the language of its recipients.
            .replacing(/<textarea[^>]*name="body".*?<\/textarea>/.dotMatchesNewlines(), with: "")
            .replacing(/https?:\/\/[^\s<"]+|[a-z0-9.]+@example\.org|(Labels\/|a4-|Avery )[^<]*/, with: "")
        let text = PseudoText.texts(ofHTML: shown).joined(separator: "\n")
        let words = PseudoText.untranslatedWords(in: text, except: known)
        #expect(words.isEmpty, "\(name): \(words)")
    }

    /// Valid values for fields of the same form other than `field`. Without them, the server would not check `field`.
    private static func beside(_ field: PageForm.Field) -> [String: String] {
        [
            "holder": "Grace", "buyer": "Grace", "count-0": "1", "method": "cash",
            "way": field.name == "phone" ? "mtn" : "bank", "bank": "Lake Bank", "account": "1234567",
        ]
    }

    /// Whether a form is exempt from the test of oversized values. Search texts and pasted lists may be long. The form
    /// of the seating plan is exempt, because the checkboxes of its guests are outside the form; `SeatingPlanTests`
    /// checks the limit of its field.
    private static func isExempt(_ form: PageForm) -> Bool {
        form.action.hasSuffix("/search") || form.action.contains("/import/") || form.action.hasSuffix("/seating")
    }

    /// Opens every page of the desk that a link points to. Fills in and submits each form on these pages.
    ///
    /// - Parameters:
    ///   - attempts: returns the values to fill into a form, keyed by field name, with one dictionary for each
    ///     submission. Other fields keep the page’s values.
    ///   - inspect: checks the result of one submission.
    /// - Returns: the HTML of each page, keyed by the page’s path.
    @discardableResult
    private func walk(
        _ served: Served, in language: String? = nil, _ attempts: (PageForm) -> [[String: String]],
        inspect: (PageForm, _ typed: [String: String], Reply) -> Void = { _, _, _ in }
    ) async throws -> [String: String] {
        var visitor = owner
        visitor.language = language
        var waiting = ["/desk", "/desk/events", festival.event.deskPath]
        var pages: [String: String] = [:]
        var sent: Set<String> = []
        // The pages of `AreaChoicePage` with only one choice: they redirect to the page of this choice.
        var redirecting: Set<String> = []
        while let path = waiting.popLast(), pages.count < 240 {
            let address = String(path.prefix { $0 != "#" })
            guard address.hasPrefix("/desk"), pages[address] == nil, !address.hasSuffix("/live"),
                // The PDF file of a ticket may be missing, because one of the forms may have cancelled the ticket.
                !address.hasSuffix(".pdf"), !redirecting.contains(address)
            else { continue }
            let reply = try await visitor.get(served, address)
            if reply.status == 303, address.hasPrefix("\(AreaChoicePage.path)/") {
                waiting.append(try #require(reply.headers["location"], "\(address)"))
                redirecting.insert(address)
                continue
            }
            #expect(reply.status == 200, "\(address)")
            // Only pages are checked, not files such as CSV lists.
            guard reply.headers["content-type"]?.hasPrefix("text/html") == true else { continue }
            check(reply.body, address)
            pages[address] = reply.body
            waiting += PageForm.links(in: reply.body)
            for form in PageForm.all(in: reply.body) where form.method == "post" && form.action.hasPrefix("/desk") {
                let typed = attempts(form).filter { !$0.isEmpty }
                guard !typed.isEmpty, sent.insert(form.action).inserted else { continue }
                for typed in typed {
                    let answer = try await send(form, typed, served, as: visitor)
                    inspect(form, typed, answer)
                    if answer.status == 303, let next = answer.headers["location"] {
                        waiting.append(next)
                        // The form may have added an event or organizer to choose.
                        redirecting = []
                    }
                }
            }
        }
        return pages
    }

    private func send(
        _ form: PageForm, _ typed: [String: String], _ served: Served, as visitor: DeskVisitor
    ) async throws -> Reply {
        let values = form.fields.filter { $0.name != CSRFToken.field && $0.kind != .tick }.map {
            ($0.name, typed[$0.name] ?? $0.value)
        }
        let answer = try await visitor.post(served, form.action, values)
        #expect([200, 303, 409, 422].contains(answer.status), "\(form.action) \(answer.status)")
        check(answer.body, form.action)
        guard answer.status == 422 else { return answer }
        #expect(answer.body.contains(#"class="fault""#), "\(form.action)")
        for again in PageForm.all(in: answer.body) where again.action == form.action {
            for field in again.fields where [.text, .number].contains(field.kind) {
                // The page may have another form with the same action but other fields.
                guard let sent = values.first(where: { $0.0 == field.name })?.1 else { continue }
                #expect(field.value == sent, "\(form.action) lost \(field.name)")
            }
        }
        return answer
    }

    private func check(_ html: String, _ fieldName: String) {
        for markup in ["<script>", "<svg onload", "<img src"] { #expect(!html.contains(markup), "\(fieldName)") }
        #expect(!html.contains(" style="), "\(fieldName)")
    }
}
