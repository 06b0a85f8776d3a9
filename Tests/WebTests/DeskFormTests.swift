import EventFixture
import Management
import Store
import Testing
import Ticketing

@testable import Web

/// Goes through the desk as somebody does who clicks every link, and fills in every form.
@Suite("The forms of the desk, all of them", .serving)
struct DeskFormTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let premises: Premises

    init() throws {
        let wedding = try Wedding()
        festival = wedding.festival
        _ = try festival.issue(2)
        try wedding.importGuests("name,ceremony,reception\nGrace,yes,yes\nOkello,no,yes\n")
        try wedding.invite()
        owner = try .owner(of: festival)
        // An organizer that has its verification before it.
        let joan = try festival.office.addUser(UserDraft(name: "Joan"))
        let office = try Office.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        _ = try office.setRole(.owner, of: festival.office.user, in: office.createOrganizer(named: "Lake House"))
        let (keys, folder) = (festival.keys, festival.folder.path)
        premises = Premises(
            clock: festival.clock.now, keyRing: keys, printing: PrintSupplies(ring: keys, dataFolder: folder),
            identityKey: { try IdentityKey(path: "\(folder)/identity.key") }
        ) { [address = festival.address] in try Store.open(address) }
    }

    private static let markup = #"</title></textarea><script>alert(1)</script><svg onload=alert(2)>"'><img src=x>&amp;"#

    @Test("HTML, SVG and script in every text field are text on every page that shows them")
    func markup() async throws {
        try await Served.with(premises: premises) { served async throws in
            try await walk(served) { form in
                [Dictionary(form.fields.filter { $0.kind == .text }.map { ($0.name, DeskFormTests.markup) }) { $1 }]
            }
            let pages = try await walk(served) { _ in [] }
            let shown = pages.filter { $0.value.contains("&lt;script&gt;alert(1)") }
            #expect(!shown.isEmpty, "nothing hostile came back, so nothing was tried")
        }
    }

    @Test("Far too much in every field is refused at the field, and kept")
    func tooLong() async throws {
        let much = [
            PageForm.Field.Kind.text: String(repeating: "wide ", count: 2000) + "end", .number: "99999999999999999999",
        ]
        var refused: Set<String> = []
        try await Served.with(premises: premises) { served async throws in
            try await walk(served) { form in
                form.fields.compactMap { field in
                    much[field.kind].map { DeskFormTests.beside(field).merging([field.name: $0]) { $1 } }
                }
            } look: { form, typed, answer in
                guard let field = form.fields.first(where: { much.values.contains(typed[$0.name] ?? "") }) else {
                    return
                }
                let place = "\(form.action) \(field.name)"
                guard !DeskFormTests.isEndless(form) else { return }
                #expect(answer.status == 422, "\(place)")
                #expect(answer.body.contains("id=\"\(field.id)-fault\""), "\(place)")
                refused.insert(place)
            }
        }
        #expect(refused.count > 40, "\(refused.sorted())")
    }

    /// What has to stand in other fields, or nobody looks at this one.
    private static func beside(_ field: PageForm.Field) -> [String: String] {
        [
            "holder": "Grace", "buyer": "Grace", "count-0": "1", "method": "cash",
            "way": field.name == "phone" ? "mtn" : "bank", "bank": "Lake Bank", "account": "1234567",
        ]
    }

    /// What is looked for among names, and lists that are pasted.
    private static func isEndless(_ form: PageForm) -> Bool {
        form.action.hasSuffix("/search") || form.action.contains("/import/")
    }

    /// Opens every page of the desk that links lead to, fills in each form there and sends it.
    ///
    /// - Parameters:
    ///   - attempts: what to put into its fields, by name, each time that it is sent. Where nothing is put it is not.
    ///   - look: at what came of one.
    /// - Returns: the pages, by address.
    @discardableResult
    private func walk(
        _ served: Served, _ attempts: (PageForm) -> [[String: String]],
        look: (PageForm, _ typed: [String: String], Reply) -> Void = { _, _, _ in }
    ) async throws -> [String: String] {
        var waiting = ["/desk", "/desk/events", festival.event.deskPath]
        var pages: [String: String] = [:]
        var sent: Set<String> = []
        while let path = waiting.popLast(), pages.count < 160 {
            let address = String(path.prefix { $0 != "#" })
            guard address.hasPrefix("/desk"), pages[address] == nil, !address.hasSuffix("/live"),
                // A file that a link led to may be gone by now: the ticket was cancelled since.
                !address.hasSuffix(".pdf")
            else { continue }
            let reply = try await owner.get(served, address)
            #expect(reply.status == 200, "\(address)")
            check(reply.body, address)
            pages[address] = reply.body
            waiting += PageForm.links(in: reply.body)
            for form in PageForm.all(in: reply.body) where form.method == "post" && form.action.hasPrefix("/desk") {
                let typed = attempts(form).filter { !$0.isEmpty }
                guard !typed.isEmpty, sent.insert(form.action).inserted else { continue }
                for typed in typed {
                    let answer = try await send(form, typed, served)
                    look(form, typed, answer)
                    if answer.status == 303, let next = answer.headers["location"] { waiting.append(next) }
                }
            }
        }
        return pages
    }

    private func send(_ form: PageForm, _ typed: [String: String], _ served: Served) async throws -> Reply {
        let values = form.fields.filter { $0.name != Antiforgery.field && $0.kind != .tick }.map {
            ($0.name, typed[$0.name] ?? $0.value)
        }
        let answer = try await owner.post(served, form.action, values)
        #expect([200, 303, 409, 422].contains(answer.status), "\(form.action) \(answer.status)")
        check(answer.body, form.action)
        guard answer.status == 422 else { return answer }
        #expect(answer.body.contains(#"class="fault""#), "\(form.action)")
        for again in PageForm.all(in: answer.body) where again.action == form.action {
            for field in again.fields where [.text, .number].contains(field.kind) {
                // Another form of the page may lead to the same place.
                guard let sent = values.first(where: { $0.0 == field.name })?.1 else { continue }
                #expect(field.value == sent, "\(form.action) lost \(field.name)")
            }
        }
        return answer
    }

    private func check(_ html: String, _ place: String) {
        #expect(!html.contains("<script>") && !html.contains("<svg onload") && !html.contains("<img src"), "\(place)")
        #expect(!html.contains(" style="), "\(place)")
    }
}
