import Cryptography
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

@Suite("Printing at the desk", .serialized, .serving, .slow)
struct PrintTests {
    private static let hostile = "<svg onload=x>\"'&{{title}}"
    private let festival: Festival
    private let tokens: [String]
    private let list: String

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: PrintTests.hostile))
        tokens = try festival.issue(25)
        list = "/desk/e/\(festival.event.slug)/print"
    }

    @Test("A batch of tickets is planned, printed, verified and downloaded, and then one of its sheets is voided")
    func completeRun() async throws {
        try await serve { served, cookie async throws in
            let form = "layout=a4-10&type=\(festival.regular.number)&order=code&language=fr"
            let planned = try #require(try await post(served, list, cookie, form))
            #expect(planned.status == 303)
            let batch = try #require(planned.headers["location"])
            #expect(batch == "\(list)/1")
            try await finished(served, batch, cookie)
            let page = try #require(try await get(served, batch, cookie))
            #expect(page.body.contains(">printed<") && page.body.contains("File 1, PDF"))
            #expect(!page.body.contains(festival.folder.path))

            let state = try festival.services.printing.batch(1, of: festival.event)
            let file = try #require(state.files.first)
            #expect(file.check == .everySymbolReadBack && state.batch.sheets == 3)
            #expect(try mode(of: file.path) == 0o600)
            let download = try #require(try await get(served, "\(batch)/file/1", cookie))
            #expect(download.headers["content-type"] == "application/pdf")
            #expect(download.headers["content-disposition"]?.hasPrefix("attachment; filename=\"") ?? false)
            #expect(download.headers["content-length"] == "\(try Data(contentsOf: URL(filePath: file.path)).count)")
            for number in ["0", "2", "-1", "x", "\(Int.min)", "\(Int.max)"] {
                #expect(try await get(served, "\(batch)/file/\(number)", cookie)?.status == 404)
            }

            #expect(try await post(served, "\(batch)/void", cookie, "sheets=1")?.status == 422)
            for wrong in ["", "0", "x", "1-9999999", "4"] {
                #expect(
                    [404, 422].contains(
                        try await post(served, "\(batch)/void", cookie, "sheets=\(wrong)&sure=yes")?.status))
            }
            #expect(try festival.services.printing.batch(1, of: festival.event).voided.isEmpty)
            #expect(try await post(served, "\(batch)/void", cookie, "sheets=1&sure=yes")?.status == 303)
            #expect(try festival.services.printing.batch(1, of: festival.event).voided == [0])
            let after = try #require(try await get(served, batch, cookie))
            #expect(after.body.contains("Sheet 1 was voided: 10 tickets reissued."))
            #expect(Set(try festival.tokens()).intersection(tokens).count == 15)
            #expect(!served.log.text.contains(festival.folder.path))
        }
    }

    @Test(
        "Each error in the forms that print tickets or void sheets appears at the faulty field; typed values are kept"
    )
    func faults() async throws {
        try await serve { served, cookie async throws in
            let typed =
                "layout=a4-10&offset=far&type=\(festival.regular.number)&order=holder&language=%3Cb%3E&unprinted=yes"
            let wrong = try #require(try await post(served, list, cookie, typed))
            #expect(wrong.status == 422)
            for part in [
                "id=\"shown-offset-fault\"", "id=\"language-fault\"", "value=\"far\"", "value=\"&lt;b&gt;\"",
                "<option value=\"holder\" selected", "value=\"\(festival.regular.number)\" selected",
                "name=\"unprinted\" type=\"checkbox\" value=\"yes\" checked",
            ] { #expect(wrong.body.contains(part), "\(part)") }
            #expect(!wrong.body.contains("name=\"stack\" type=\"checkbox\" value=\"yes\" checked"))
            for (form, field) in [("layout=a4-10&type=77", "type"), ("layout=a4-10&order=x", "order")] {
                let reply = try #require(try await post(served, list, cookie, form))
                #expect(reply.status == 422 && reply.body.contains("id=\"\(field)-fault\""), "\(field)")
            }
            let moved = try #require(try await get(served, "\(list)?layout=a4-10&offset=far", cookie))
            #expect(moved.status == 422 && moved.body.contains("id=\"shown-offset-fault\""))
            #expect(try festival.services.printing.batches(of: festival.event).isEmpty)

            let batch = try #require(try await post(served, list, cookie, "layout=a4-10")?.headers["location"])
            try await finished(served, batch, cookie)
            for (sheets, ticked, field) in [("9", true, "sheets"), ("%3Cb%3E", true, "sheets"), ("1", false, "sure")] {
                let form = "sheets=\(sheets)\(ticked ? "&sure=yes" : "")"
                let reply = try #require(try await post(served, "\(batch)/void", cookie, form))
                #expect(reply.status == 422 && reply.body.contains("id=\"\(field)-fault\""), "\(sheets)")
                #expect(reply.body.contains("value=\"\(sheets == "%3Cb%3E" ? "&lt;b&gt;" : sheets)\""))
                #expect(reply.body.contains("value=\"yes\" checked") == ticked)
            }
            #expect(try festival.services.printing.batch(1, of: festival.event).voided.isEmpty)
        }
    }

    @Test("A print preview is a picture of a sheet; invalid options are refused, and texts with markup are escaped")
    func preview() async throws {
        try await serve { served, cookie async throws in
            let page = try #require(try await get(served, list, cookie))
            #expect(page.status == 200)
            #expect(!page.body.contains("<svg onload") && page.body.contains("&lt;svg onload"))
            let link = try #require(page.body.firstMatch(of: /src="([^"]+preview[^"]+)"/)).1
            let path = String(link).replacing("&amp;", with: "&")
            let picture = try #require(try await get(served, path, cookie))
            #expect(picture.status == 200)
            #expect(picture.headers["content-type"] == "image/png")
            #expect(picture.body.contains("PNG"))
            for (query, status) in [
                ("layout=..%2F..%2Fsecret", 404), ("layout=nothing", 404), ("layout=table-card", 422),
                ("offset=x", 422), ("offset=1000,0", 422), ("layout=%2Fetc%2Fpasswd", 404), ("type=77", 422),
                ("language=%3Cb%3E", 422), ("layout=a4-10&side=back", 422),
            ] {
                #expect(try await get(served, "\(list)/preview.png?\(query)", cookie)?.status == status, "\(query)")
            }
        }
    }

    @Test("If a layout has too little room for the event’s title, the page says so in place of the preview")
    func refusedLayout() async throws {
        _ = try festival.services.events.edit(festival.event) {
            $0.title = "Kampala International Film Festival of Lake Victoria and the Great Northern Rivers"
        }
        try await serve { served, cookie async throws in
            let page = try #require(try await get(served, "\(list)?layout=Labels%2Favery-l7651", cookie)).body
            #expect(page.contains("has too little room for the event “Kampala International"), "\(page)")
            #expect(page.contains("on every ticket; "))
            #expect(page.contains("Use a layout with more room; shorten the text"))
            #expect(!page.contains("preview.png"))
            let other = try #require(try await get(served, "\(list)?layout=a4-10", cookie)).body
            #expect(other.contains("preview.png") && !other.contains("too little room"))
        }
    }

    @Test("A print preview follows the chosen options, and shows both sides of a sheet if duplex printing is chosen")
    func chosenPreview() async throws {
        let balcony = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Balcony"), to: festival.event)
        try await serve { served, cookie async throws in
            /// The number of bytes of the picture. The test compares these numbers instead of the pictures.
            func picture(_ path: String) async throws -> String {
                let reply = try #require(try await get(served, path.replacing("&amp;", with: "&"), cookie))
                #expect(reply.status == 200 && reply.headers["content-type"] == "image/png", "\(path)")
                return try #require(reply.headers["content-length"])
            }
            let usual = try await picture("\(list)/preview.png?layout=a4-stub")
            for choice in ["type=\(balcony.number)", "language=fr", "stack=yes"] {
                let other = try await picture("\(list)/preview.png?layout=a4-stub&\(choice)")
                #expect(other != usual, "\(choice)")
            }

            let form = "layout=a4-8&type=\(balcony.number)&order=holder&language=fr&stack=yes&duplex=yes&go=preview"
            let preview = try #require(try await post(served, list, cookie, form))
            #expect(preview.status == 303)
            let address = try #require(preview.headers["location"])
            let page = try #require(try await get(served, address, cookie))
            let pictures = page.body.matches(of: /<img class="sheet" src="([^"]+)" alt="([^"]+)"/)
            #expect(pictures.map { $0.2.hasPrefix("The back of a sample sheet") } == [false, true])
            let (front, back) = try await (picture(String(pictures[0].1)), picture(String(pictures[1].1)))
            #expect(front != back)
            #expect(try await front != picture("\(list)/preview.png?layout=a4-8&language=fr&stack=yes"))
            for part in ["stack", "duplex"] {
                #expect(page.body.contains("name=\"\(part)\" type=\"checkbox\" value=\"yes\" checked"), "\(part)")
            }
            // The form on the page with the preview keeps all chosen options.
            let kept = Dictionary(try PageForm.filled(page.body, to: list, preferring: "get")) { first, _ in first }
            #expect(kept["type"] == "\(balcony.number)" && kept["language"] == "fr" && kept["order"] == "holder")
            #expect(kept["stack"] == "yes" && kept["duplex"] == "yes" && kept["unprinted"] == nil)

            let oneSided = "layout=a4-10&duplex=yes"
            for refused in [
                try await post(served, list, cookie, oneSided), try await get(served, "\(list)?\(oneSided)", cookie),
            ] { #expect(refused?.status == 422 && refused?.body.contains("id=\"duplex-fault\"") ?? false) }
            #expect(try festival.services.printing.batches(of: festival.event).isEmpty)
        }
    }

    @Test("The pages for printing offer only the actions that the member’s role allows")
    func buttons() async throws {
        let organizer = try #require(try festival.services.organizers.organizers().first)
        func plan(_ name: String) throws -> PrintBatch {
            try festival.services.printing.planBatch(
                PrintBatch.Plan(
                    layout: "a4-10", layoutHash: [], cellsPerSheet: 10, imposition: "rows",
                    output: "\(festival.folder.path)/prints/\(name).pdf", sheetsPerFile: 100),
                PrintSelection(), of: festival.event)
        }
        let (waiting, done) = (try plan("waiting"), try plan("done"))
        try festival.services.printing.recordReleasedFile(
            PrintedFile(number: 0, path: done.plan.output, hash: [], check: .unchecked, released: Festival.start),
            of: done, of: festival.event)
        try await serve { served, _ async throws in
            for role in Role.allCases {
                func may(_ operation: Management.Operation) -> Bool { role.grants(operation.requiredRight) }
                let visitor = try DeskVisitor.member(role, of: organizer, at: festival)
                let batch = "\(list)/\(waiting.number)"
                let actions = PageForm.all(in: try await visitor.get(served, batch).body).map(\.action)
                #expect(actions.contains("\(batch)/resume") == may(.printTickets), "\(role)")
                #expect(actions.contains("\(batch)/discard") == may(.discardBatch), "\(role)")
                #expect(actions.contains("\(batch)/void") == may(.voidSheet), "\(role)")
                let released = "\(list)/\(done.number)"
                let links = PageForm.links(in: try await visitor.get(served, released).body)
                #expect(links.contains("\(released)/file/1") == may(.showTokens), "\(role)")
                let page = try await visitor.get(served, list).body
                let methods = PageForm.all(in: page).filter { $0.action == list }.map(\.method)
                #expect(methods.contains("post") == may(.printTickets), "\(role)")
                #expect(page.contains("preview.png") == may(.showTokens), "\(role)")
            }
        }
    }

    @Test("Another organizer’s print pages are not found; viewers can’t print, and anonymous clients see nothing")
    func strangers() async throws {
        let email = try #require(EmailAddress(rawValue: "joan@example.org"))
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan", email: email))
        let password = "wet paint, mind the step"
        _ = try festival.services.users.setPassword(NewPassword(SecretBytes(copying: password.utf8.span)), of: joan)
        let organizer = try #require(try festival.services.organizers.organizers().first)
        try await serve { served, _ async throws in
            #expect(try await served.ask("GET", list)?.status == 401)
            let reply = try await served.ask(
                "POST", "/sign-in", head: PrintTests.form,
                body: "email=\(email)&password=\(password.replacing(" ", with: "+"))")
            let cookie = try #require(reply?.headers["set-cookie"])
            #expect(try await get(served, list, cookie)?.status == 404)
            #expect(try await get(served, "\(list)/preview.png", cookie)?.status == 404)
            #expect(try await post(served, list, cookie, "layout=a4-10")?.status == 404)
            _ = try festival.services.members.setRole(.viewer, of: joan, in: organizer)
            #expect(try await get(served, list, cookie)?.status == 200)
            for path in ["\(list)/preview.png", "\(list)/1/file/1"] {
                #expect([403, 404].contains(try await get(served, path, cookie)?.status))
            }
            #expect(try await post(served, list, cookie, "layout=a4-10")?.status == 403)
            #expect(try festival.services.printing.batches(of: festival.event).isEmpty)
        }
    }

    @Test(
        "A printed file can’t be downloaded if it is not in the server’s folder, or has changed since it was completed")
    func otherFiles() async throws {
        try await serve { served, cookie async throws in
            let batch = try #require(try await post(served, list, cookie, "layout=a4-10")?.headers["location"])
            try await finished(served, batch, cookie)
            let file = try #require(try festival.services.printing.batch(1, of: festival.event).files.first)
            try Data("%PDF-1.4 another".utf8).write(to: URL(filePath: file.path))
            #expect(try await get(served, "\(batch)/file/1", cookie)?.status == 409)

            let secret = "\(festival.folder.path)/prints/../keys/ring.txt"
            let planned = try festival.services.printing.planBatch(
                PrintBatch.Plan(
                    layout: "a4-10", layoutHash: [], cellsPerSheet: 10, imposition: "rows", output: secret,
                    sheetsPerFile: 100),
                PrintSelection(), of: festival.event)
            try festival.services.printing.recordReleasedFile(
                PrintedFile(number: 0, path: secret, hash: [], check: .unchecked, released: Festival.start),
                of: planned,
                of: festival.event)
            let other = "\(list)/\(planned.number)"
            #expect(try await get(served, "\(other)/file/1", cookie)?.status == 409)
            #expect(try await post(served, "\(other)/resume", cookie, "")?.status == 409)
            #expect(try await get(served, other, cookie)?.body.contains("from the command line") ?? false)
        }
    }

    @Test("If the server stops during a print run, no partial file remains, and the run can be resumed")
    func stopped() async throws {
        try writeLayout(named: "small", symbol: 15)
        // With the 25 tickets that `init` issued, there are 1000 tickets. They fill ten files.
        _ = try festival.issue(975)
        func completeFiles() throws -> Int {
            let state = try festival.services.printing.batch(1, of: festival.event)
            for file in state.files {
                #expect(file.check == .everySymbolReadBack)
                #expect(try SHA256.digest(Array(Data(contentsOf: URL(filePath: file.path)))) == file.hash)
            }
            return state.files.count
        }
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "\(festival.folder.path)/prints")
        }
        try await serve { served, cookie async throws in
            let planned = try await post(served, list, cookie, "layout=small")
            #expect(planned?.headers["location"] == "\(list)/1")
            try await finished(served, "\(list)/1", cookie, orAt: "Verifying QR codes")
        }
        let before = try completeFiles()
        #expect(before < 10)
        #expect(try names().count { $0.hasSuffix(".pdf") } == before)
        try await serve { served, cookie async throws in
            let page = try #require(try await get(served, "\(list)/1", cookie))
            #expect(page.body.contains("interrupted, \(before) of 10 files"))
            #expect(try await post(served, "\(list)/1/resume", cookie, "")?.status == 303)
            try await finished(served, "\(list)/1", cookie)
        }
        #expect(try completeFiles() == 10)
        #expect(try names().count == 10)
    }

    @Test("If a batch can’t be rendered, its page says why, and the batch can be discarded")
    func hopeless() async throws {
        try writeLayout(named: "odd", symbol: 4)
        try await serve { served, cookie async throws in
            let batch = try #require(try await post(served, list, cookie, "layout=odd")?.headers["location"])
            try await finished(served, batch, cookie)
            let page = try #require(try await get(served, batch, cookie))
            #expect(page.body.contains("Printing failed: ") && page.body.contains("Discard batch"))
            #expect(try await post(served, "\(batch)/discard", cookie, "")?.status == 303)
            #expect(try festival.services.printing.batches(of: festival.event).isEmpty)
            #expect(try await get(served, batch, cookie)?.status == 404)
        }
    }

    /// Writes a layout for labels that contain only a QR code (symbol).
    ///
    /// - Parameter symbol: the length of the symbol’s side in millimetres.
    private func writeLayout(named name: String, symbol: Int) throws {
        try FileManager.default.createDirectory(
            atPath: "\(festival.folder.path)/layouts", withIntermediateDirectories: true)
        try festival.folder.write(
            #"""
            {"title": "Labels", "page": {"width": 60, "height": 30}, "dpi": 203, "front": [
            {"symbol": "token", "x": 5, "y": 5, "width": \#(symbol), "height": \#(symbol)}]}
            """#, to: "layouts/\(name).json")
    }

    @Test("Tickets of selected rows are printed as one batch, after a page that names tickets that can’t be printed")
    func selected() async throws {
        var codes: [TicketCode] = []
        try festival.services.tickets.forEachTicket(of: festival.event) { codes.append($0.code) }
        _ = try festival.services.tickets.cancel(codes[0], of: festival.event, note: nil)
        let bulk = "/desk/e/\(festival.event.slug)/tickets/bulk"
        let rows = codes.prefix(4).map { "row=\($0)" }.joined(separator: "&")
        try await serve { served, cookie async throws in
            let chosen = "rows=ticked&action=print&\(rows)"
            let plan = try #require(try await post(served, bulk, cookie, chosen))
            #expect(plan.status == 200 && plan.body.contains("Print 3 tickets"))
            #expect(plan.body.contains("<dt>Not printed</dt><dd>\(codes[0]) (cancelled)</dd>"))
            #expect(plan.body.contains("<option value=\"a4-10\" selected"))
            #expect(try festival.services.printing.batches(of: festival.event).isEmpty)
            let form = try PageForm.filled(plan.body, to: bulk).map {
                "\(FormFields.encode($0.0))=\(FormFields.encode($0.1))"
            }.joined(separator: "&")
            // A form that is sent twice prints once.
            for _ in 0..<2 {
                let reply = try #require(try await post(served, bulk, cookie, form))
                #expect(reply.status == 303 && reply.headers["location"] == "\(list)/1")
            }
            try await finished(served, "\(list)/1", cookie)
            let state = try festival.services.printing.batch(1, of: festival.event)
            #expect(state.batch.count == 3 && state.files.map(\.check) == [.everySymbolReadBack])
            #expect(try festival.services.printing.batches(of: festival.event).count == 1)
            let printed = try festival.services.printing.tickets(of: state.batch, at: 0..<3, of: festival.event)
            #expect(printed.map(\.ticket.code) == Array(codes[1..<4]))

            // If a ticket is cancelled while the page is open, the page is shown again.
            let second = try #require(try await post(served, bulk, cookie, chosen))
            _ = try festival.services.tickets.cancel(codes[1], of: festival.event, note: nil)
            let stale = try PageForm.filled(second.body, to: bulk).map {
                "\(FormFields.encode($0.0))=\(FormFields.encode($0.1))"
            }.joined(separator: "&")
            let shown = try #require(try await post(served, bulk, cookie, stale))
            #expect(shown.status == 200 && shown.body.contains("Print 2 tickets"))
            #expect(shown.body.contains("The list has changed in the meantime."))
            let none = try #require(
                try await post(served, bulk, cookie, "rows=ticked&action=print&row=\(codes[0])"))
            #expect(none.status == 422)
            #expect(none.body.contains("None of these tickets can be printed: \(codes[0]) (cancelled)"))
            #expect(try festival.services.printing.batches(of: festival.event).count == 1)
        }
    }

    @Test("The tickets of selected orders are printed; an order without valid tickets is refused")
    func selectedOrders() async throws {
        let services = festival.services
        func order() throws -> Order {
            try services.orders.createOrder(
                OrderDraft(
                    lines: [.init(type: festival.regular.number, count: 2)], name: "Grace", payment: Payment(.cash)),
                of: festival.event, signingWith: festival.ring)
        }
        let (paid, ended) = (try order(), try order())
        for ticket in try services.orders.tickets(of: ended, of: festival.event) {
            _ = try services.tickets.cancel(ticket.code, of: festival.event, note: nil)
        }
        let bulk = "/desk/e/\(festival.event.slug)/orders/bulk"
        try await serve { served, cookie async throws in
            let both = "rows=ticked&action=print&row=\(paid.number)&row=\(ended.number)"
            let plan = try #require(try await post(served, bulk, cookie, both))
            #expect(plan.status == 200 && plan.body.contains("Print 2 tickets"))
            let none = try #require(
                try await post(served, bulk, cookie, "rows=ticked&action=print&row=\(ended.number)"))
            #expect(none.status == 422 && none.body.contains("None of these rows has a valid ticket."))
            #expect(try festival.services.printing.batches(of: festival.event).isEmpty)
        }
    }

    @Test("If the form for a new batch is sent again after a restart, no second batch is printed")
    func planned() async throws {
        var (form, cookie) = ("", "")
        try await serve { served, signedIn async throws in
            let page = try #require(try await get(served, list, signedIn)).body
            form = try PageForm.filled(page, to: list).map {
                "\(FormFields.encode($0.0))=\(FormFields.encode($0.1))"
            }.joined(separator: "&")
            let reply = try await post(served, list, signedIn, form)
            #expect(reply?.status == 303 && reply?.headers["location"] == "\(list)/1")
            try await finished(served, "\(list)/1", signedIn)
            cookie = signedIn
        }
        try await serve { served, _ async throws in
            let again = try await post(served, list, cookie, form)
            #expect(again?.status == 303 && again?.headers["location"] == list)
            #expect(try festival.services.printing.batches(of: festival.event).count == 1)
            // Another form prints another batch.
            let page = try #require(try await get(served, list, cookie)).body
            let next = try PageForm.filled(page, to: list).map {
                "\(FormFields.encode($0.0))=\(FormFields.encode($0.1))"
            }.joined(separator: "&")
            #expect(try await post(served, list, cookie, next)?.headers["location"] == "\(list)/2")
            try await finished(served, "\(list)/2", cookie)
        }
    }

    // MARK: - Requests of a browser

    private static let form = "Content-Type: application/x-www-form-urlencoded\r\n"

    private func serve(_ work: (Served, _ cookie: String) async throws -> Void) async throws {
        let configuration = ServerConfiguration(clock: festival.clock.now) { [address = festival.address] in
            try Store.open(address)
        }
        let printing = PrintConfiguration(ring: festival.keys, dataFolder: festival.folder.path)
        let link = try festival.services.users.createSignInLink().encoded
        try await Served.with(configuration: configuration, printing: printing) { served async throws in
            let reply = try await served.ask("POST", "/enter", head: PrintTests.form, body: "link=\(link)")
            try await work(served, try #require(reply?.headers["set-cookie"]))
        }
    }

    private func head(_ cookie: String) -> String { "Cookie: \(cookie.prefix { $0 != ";" })\r\nAccept: text/html\r\n" }

    private func get(_ served: Served, _ path: String, _ cookie: String) async throws -> Reply? {
        try await served.ask("GET", path, head: head(cookie))
    }

    private func post(_ served: Served, _ path: String, _ cookie: String, _ fields: String) async throws -> Reply? {
        let page = try #require(try await get(served, "/desk/account", cookie))
        let code = try #require(page.body.firstMatch(of: /name="antiforgery" content="([0-9a-f]+)"/)).1
        return try await served.ask(
            "POST", path, head: head(cookie) + PrintTests.form, body: "antiforgery=\(code)&\(fields)")
    }

    /// Waits until a batch is no longer being printed, or until its status contains the given text.
    private func finished(
        _ served: Served, _ batch: String, _ cookie: String, orAt text: String? = nil
    ) async throws {
        let session = "Cookie: \(cookie.prefix { $0 != ";" })\r\nAccept: application/json\r\n"
        while true {
            let reply = try #require(try await served.ask("GET", batch, head: session))
            #expect(reply.status == 200)
            let isThere = text.map { reply.body.contains($0) } ?? false
            if isThere || !reply.body.contains(#""under_way":true"#) { return }
        }
    }

    private func mode(of path: String) throws -> Int {
        let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        return try #require(found as? Int)
    }
}
