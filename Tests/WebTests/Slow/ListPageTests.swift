import EventFixture
import Foundation
import Management
import Spreadsheet
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("List imports at the desk", .serving, .slow)
struct ListPageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        festival = try Festival()
        _ = try festival.services.subEvents.addSubEvent(SubEventDetails(kind: .reception), to: festival.event)
        owner = try .owner(of: festival)
        path = "\(festival.event.deskPath)/import"
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private func guests() throws -> [InvitedGuest] {
        var guests: [InvitedGuest] = []
        try festival.services.guests.forEachGuest(of: festival.event) { guests.append($0) }
        return guests
    }

    /// The fields that a browser would send to `action`, except the CSRF token. Typed values replace the page’s values.
    /// A box is ticked only if it has a typed value.
    private func form(_ html: String, to action: String, _ typed: [String: String] = [:]) throws -> [(String, String)] {
        let form = try #require(PageForm.all(in: html).first { $0.action == action }, "no form to \(action)")
        return form.fields.filter { $0.name != CSRFToken.field && ($0.kind != .tick || typed[$0.name] != nil) }
            .map { ($0.name, typed[$0.name] ?? $0.value) }
    }

    /// Uploads a list, and follows the redirect to the page of that list.
    private func send(_ served: Served, _ kind: ImportKind, _ bytes: [UInt8]) async throws -> (
        path: String, page: String
    ) {
        let reply = try await owner.upload(served, "\(path)/\(kind.rawValue)", [], file: bytes)
        #expect(reply.status == 303, "\(reply.body)")
        let pagePath = try #require(reply.headers["location"])
        return (pagePath, try await owner.get(served, pagePath).body)
    }

    @Test("A list is uploaded, mapped and previewed before its import; a form that is sent twice imports the list once")
    func guestList() async throws {
        let list = "Who;E-mail;Reception;Shoes\nGrace;grace@example.org;yes;41\nAda;ada@;perhaps;38\n"
        try await serve { served async throws in
            let (pagePath, page) = try await send(served, .guests, Array(list.utf8))
            // No column of the list is mapped to the guest’s name.
            #expect(page.contains("there is no such column") && !page.contains("/confirm"))
            #expect(page.contains("<td>Grace</td>") && page.contains("<option value=\"email\" selected>"))
            let columns = try form(page, to: "\(pagePath)/columns", ["column-0": "name"])
            #expect(columns.map(\.1).dropFirst() == ["name", "email", "sub-event 1", ""])
            #expect(try await owner.post(served, "\(pagePath)/columns", columns).headers["location"] == pagePath)
            let tried = try await owner.get(served, pagePath).body
            #expect(tried.contains("1 guest to add") && tried.contains("Import 1 guest<"))
            #expect(tried.contains("line 3, column email: “ada@” is not an e-mail address"))
            #expect(tried.contains("line 3, column Reception: “perhaps” is neither yes nor no"))
            #expect(try guests().isEmpty)

            let strict = try form(tried, to: "\(pagePath)/confirm")
            let refused = try await owner.post(served, "\(pagePath)/confirm", strict)
            #expect(refused.status == 422 && refused.body.contains("1 row can’t be imported"))
            #expect(try guests().isEmpty)
            let skipping = try form(tried, to: "\(pagePath)/confirm", ["skip": "yes"])
            let replies = try await [
                owner.post(served, "\(pagePath)/confirm", skipping),
                owner.post(served, "\(pagePath)/confirm", skipping),
            ]
            #expect(replies.map(\.status) == [303, 303])
            #expect(try guests().map(\.guest.name) == ["Grace"])
            let done = try await owner.get(served, pagePath).body
            #expect(done.contains("1 guest added") && !done.contains("/confirm"))
            // If the same preview is confirmed in another tab, nothing is imported a second time.
            let late = skipping.filter { $0.0 != PageRequest.formID }
            #expect(try await owner.post(served, "\(pagePath)/confirm", late).status == 303)
            #expect(try guests().count == 1)
            let records = try festival.store.read {
                try $0.audit.page(of: festival.event.organizer, after: 0, limit: 1000)
            }
            let record = try #require(records.last { $0.after["guests added"] != nil })
            #expect(record.action == "importGuests" && record.after["rows skipped"] == "1")
            #expect(!served.log.text.contains("Grace") && !pagePath.contains("Grace"))
        }
    }

    @Test("A list is imported only as it was previewed: after a change of its columns, a new preview is needed")
    func revision() async throws {
        try await serve { served async throws in
            let (pagePath, page) = try await send(served, .guests, Array("Name,Note\nGrace,Ada\n".utf8))
            let confirm = try form(page, to: "\(pagePath)/confirm")
            let swapped = ["column-0": "note", "column-1": "name"]
            _ = try await owner.post(served, "\(pagePath)/columns", try form(page, to: "\(pagePath)/columns", swapped))
            #expect(try await owner.post(served, "\(pagePath)/confirm", confirm).status == 409)
            #expect(try guests().isEmpty)
            let twice = try form(page, to: "\(pagePath)/columns", ["column-1": "name"])
            _ = try await owner.post(served, "\(pagePath)/columns", twice)
            #expect(try await owner.get(served, pagePath).body.contains("Columns 1 and 2 can’t both be the name."))
            let odd = [("column-0", "shoe size"), ("column-1", "")]
            _ = try await owner.post(served, "\(pagePath)/columns", odd)
            let asked = try await owner.get(served, pagePath).body
            #expect(asked.contains("“shoe size” is not a column of guest lists") && !asked.contains("/confirm"))
        }
    }

    @Test(
        "An imported row without a ticket type gets the form’s type; if too few tickets are left, none is issued"
    )
    func tickets() async throws {
        let vip = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "VIP", quantity: 1), to: festival.event)
        let sheet = Worksheet(
            name: "Tickets", columns: ["Attendee", "Ticket", "People"].map { WorksheetColumn($0, .text) })
        let file = festival.folder("list.xlsx")
        try XLSXWriter.write(sheet, to: file, existing: .refuse) { append in
            try append([.text("=cmd|' /C calc'!A0"), .text(""), .text("2")])
            try append([.text("Ada"), .text("vip"), .text("1")])
        }
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        try await serve { served async throws in
            let (pagePath, page) = try await send(served, .tickets, bytes)
            #expect(page.contains("2 tickets for 3 people to issue") && page.contains("Issue 2 tickets"))
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 0)
            // The form now has the type VIP, so both rows ask for VIP tickets. Only one VIP ticket is left.
            let columns = try form(page, to: "\(pagePath)/columns", ["type": "\(vip.number)"])
            _ = try await owner.post(served, "\(pagePath)/columns", columns)
            let over = try await owner.get(served, pagePath).body
            #expect(over.contains("class=\"fault\"") && !over.contains("/confirm"))
            _ = try await owner.post(
                served, "\(pagePath)/columns", try form(page, to: "\(pagePath)/columns"))
            let confirm = try form(try await owner.get(served, pagePath).body, to: "\(pagePath)/confirm")
            for _ in 0..<2 { #expect(try await owner.post(served, "\(pagePath)/confirm", confirm).status == 303) }
            let done = try await owner.get(served, pagePath).body
            #expect(done.contains("2 tickets for 3 people issued"))
            var holders: [String] = []
            try festival.services.tickets.forEachTicket(of: festival.event) {
                holders.append("\($0.holder ?? "") \($0.type)")
            }
            #expect(
                holders.sorted() == ["=cmd|' /C calc'!A0 \(festival.regular.number)", "Ada \(vip.number)"])
        }
    }

    @Test(
        "If rows of a list match existing tickets, the page warns; tickets are issued only after a confirmation"
    )
    func again() async throws {
        func count() throws -> Int { try festival.services.tickets.ticketCount(of: festival.event) }
        try await serve { served async throws in
            let (first, page) = try await send(served, .tickets, Array("holder\nAda\nBen\n".utf8))
            #expect(!page.contains("name=\"again\""))
            let confirm = try form(page, to: "\(first)/confirm")
            #expect(try await owner.post(served, "\(first)/confirm", confirm).status == 303)
            #expect(try count() == 2)
            let (second, preview) = try await send(served, .tickets, Array("holder\nBEN\nZoe\n".utf8))
            #expect(preview.contains("name=\"again\"") && preview.contains("1 row matches existing tickets: line 2"))
            let refused = try await owner.post(
                served, "\(second)/confirm", form(preview, to: "\(second)/confirm"))
            #expect(refused.status == 422 && refused.body.contains("1 of 2 rows match existing tickets"))
            #expect(try count() == 2)
            let confirmed = try form(refused.body, to: "\(second)/confirm", ["again": "yes"])
            #expect(try await owner.post(served, "\(second)/confirm", confirmed).status == 303)
            #expect(try count() == 4)
        }
    }

    @Test("Markup and formulas in headings, cells and errors are shown as text; the name of the file appears nowhere")
    func markup() async throws {
        let hostile = #"<svg onload=alert(1)><script>alert(2)</script>{{event_title}}"#
        let list = "name,\"\(hostile)\",email\n\"=HYPERLINK(1)\(hostile)\",x,\"\(hostile)\"\n"
        try await serve { served async throws in
            let (pagePath, page) = try await send(served, .guests, Array(list.utf8))
            #expect(!page.contains("<svg onload") && !page.contains("<script>alert"))
            #expect(page.contains("&lt;svg onload=alert(1)&gt;") && page.contains("{{event_title}}"))
            #expect(page.contains("line 2, column email: “&lt;svg"))
            #expect(!page.contains("evil-name") && !pagePath.contains("evil-name"))
        }
    }

    @Test(
        "The content of a file decides whether it is read as a workbook or as text; a file of another kind is refused"
    )
    func types() async throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 100)
        let old: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 1, count: 100)
        try await serve { served async throws in
            let cases: [([UInt8], String)] = [
                (png, "neither a workbook nor text"), (old, "an old .xls"), (Array("PK\u{3}\u{4}no".utf8), "fault"),
                (Array("name\n\"open".utf8), ""), (Array("\"open".utf8), "never closed"), ([0xFF, 0x41], "not UTF-8"),
                ([], "Choose a file"),
                (Array("\(String(repeating: "a,", count: 101))a".utf8), "at most 100 columns"),
                (Array("name\n\(String(repeating: "a\n", count: 50_001))".utf8), "more than 50,000 rows"),
            ]
            for (bytes, message) in cases {
                let reply = try await owner.upload(served, "\(path)/guests", [], file: bytes)
                #expect(reply.status == (message.isEmpty ? 303 : 422), "\(message) \(reply.status)")
                #expect(message.isEmpty || reply.body.contains(message), "\(message)")
            }
            // Pasted text is accepted. The name of a worksheet that doesn’t exist is refused.
            let pasted = [("text", "name\tnote\r\nGrace\t<b>\r\n"), ("sheet", "")]
            #expect(try await owner.upload(served, "\(path)/guests", pasted, file: nil).status == 303)
            #expect(try await owner.post(served, "\(path)/guests", pasted).status == 303)
            let named = try await owner.post(served, "\(path)/guests", [pasted[0], ("sheet", "Hen night")])
            #expect(named.status == 422 && named.body.contains("no sheet “Hen night”"))
            #expect(named.body.contains("Grace\t&lt;b&gt;"))
        }
    }

    @Test("A form that is sent twice uploads its list once; the same form with another file uploads another list")
    func twice() async throws {
        try await serve { served async throws in
            var pagePaths: Set<String> = []
            for number in 0..<20 {
                let fields = [(PageRequest.formID, "form \(number)")]
                for _ in 0..<2 {
                    let reply = try await owner.upload(
                        served, "\(path)/guests", fields, file: Array("name\nGrace \(number)\n".utf8))
                    #expect(reply.status == 303, "\(number) \(reply.body)")
                    pagePaths.insert(reply.headers["location"] ?? "")
                }
            }
            #expect(pagePaths.count == 20)
            // The user goes back with the Back button, and sends the same form with another file.
            let other = try await owner.upload(
                served, "\(path)/guests", [(PageRequest.formID, "form 19")], file: Array("name\nAda\n".utf8))
            #expect(!pagePaths.contains(other.headers["location"] ?? ""))
        }
    }

    @Test("An upload that is too large, truncated, of a wrong type or without a CSRF token is refused, and not stored")
    func bodies() async throws {
        let list = Array("name\nGrace\n".utf8)
        try await serve { served async throws in
            let action = "\(path)/guests"
            let big = [UInt8](repeating: UInt8(ascii: "a"), count: BodyLimit.upload.bytes + 1)
            #expect(try await owner.upload(served, action, [], file: big).status == 413)
            #expect(try await owner.upload(served, action, [], file: big, announcing: .nothing).status == 413)
            #expect(try await owner.upload(served, action, [], file: list, code: "wrong").status == 403)
            #expect(try await owner.upload(served, action, [], file: list, code: nil).status == 403)
            #expect(try await owner.upload(served, action, [], file: list, end: "").status == 400)
            #expect(try await DeskVisitor.nobody.upload(served, action, [], file: list).status == 401)
            let many = (1...3000).map { ("field-\($0)", "") }
            #expect(try await owner.upload(served, action, many, file: list).status == 400)
            for type in ["text/csv", "application/json", "multipart/mixed; boundary=x", "application/xml"] {
                #expect(try await owner.send(served, action, Array("name\n".utf8), type: type).status == 415, "\(type)")
            }
            #expect(try await owner.send(served, action, list, type: "multipart/form-data").status == 400)
            // The form that issues tickets accepts no file.
            let elsewhere = try await owner.upload(served, "\(festival.event.deskPath)/issue", [], file: list)
            #expect(elsewhere.status == 403)
            #expect(try guests().isEmpty)
        }
    }

    @Test("If a pasted list is sent without a session, its text is kept until sign-in; a long body is not even read")
    func signedOut() async throws {
        let list = "name\n" + (1...2000).map { "Guest <\($0)>\n" }.joined()
        try await serve { served async throws in
            let action = "\(path)/guests"
            festival.clock.advance(bySeconds: 24 * 3600)
            for visitor in [owner, .nobody] {
                let over = try await visitor.upload(
                    served, action, [("text", list), ("sheet", "One")], file: Array("name\nSecret".utf8))
                #expect(over.status == 401)
                let kept = try #require(over.body.firstMatch(of: /name="kept" value="([^"]*)"/)).1
                let fields = try FormFields(encoded: String(kept.replacing("&amp;", with: "&")))
                #expect(try fields.value("text") == list && fields.value("sheet") == "One")
                #expect(!over.body.contains("Secret"))
                let long = try await visitor.post(
                    served, action, [("text", String(repeating: "+", count: BodyLimit.form.bytes))])
                #expect(long.status == 401 && !long.body.contains("name=\"kept\""))
                let wire = try await served.wire()
                let cookie = visitor.session.map { "Cookie: __Host-session=\($0.encoded)\r\n" } ?? ""
                try await wire.send(
                    """
                    POST \(action) HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\(cookie)\
                    Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 8000000\r\n\r\n
                    """)
                #expect(await wire.reply(to: "POST")?.status == 401)
                try await wire.close()
            }
            #expect(try guests().isEmpty)
        }
    }

    @Test("An uploaded list is available only in its session and event, for an hour or until the session ends")
    func belonging() async throws {
        let list = Array("name\nGrace\n".utf8)
        let elsewhere = try DeskVisitor.ownerElsewhere(of: festival)
        let other = try festival.services.events.duplicate(festival.event, titled: "Another", by: nil)
        try await serve { served async throws in
            func sent() async throws -> String { try await send(served, .guests, list).path }
            let pagePath = try await sent()
            #expect(try await elsewhere.get(served, pagePath).status == 404)
            #expect(try await elsewhere.post(served, "\(pagePath)/confirm", [("revision", "0")]).status == 404)
            for wrong in [
                pagePath.replacing("/guests/", with: "/tickets/"),
                pagePath.replacing(festival.event.slug, with: other.slug),
            ] {
                #expect(try await owner.get(served, wrong).status == 404)
            }
            #expect(try await owner.post(served, "\(pagePath)/forget", []).status == 303)
            #expect(try await owner.get(served, pagePath).status == 404)

            // The server keeps three lists for each session, so a fourth list evicts the oldest list.
            let first = try await sent()
            for _ in 1...3 { _ = try await sent() }
            #expect(try await owner.get(served, first).status == 404)

            let last = try await sent()
            festival.clock.advance(bySeconds: UploadedLists.lifetimeSeconds - 1)
            #expect(try await owner.get(served, last).status == 200)
            festival.clock.advance(bySeconds: 1)
            #expect(try await owner.get(served, last).status == 404)

            let left = try await sent()
            #expect(try await owner.post(served, "/sign-out", []).status == 303)
            #expect(try await owner.get(served, left).status == 303)
            #expect(try guests().isEmpty)
        }
    }

    @Test("An import discards guests’ replies only if the form confirms the number of lost replies")
    func answers() async throws {
        let event = festival.event
        let reception = try #require(try festival.services.subEvents.subEvents(of: event).first)
        try await serve { served async throws in
            let (first, page) = try await send(served, .guests, Array("name,reception\nGrace,yes\n".utf8))
            _ = try await owner.post(served, "\(first)/confirm", try form(page, to: "\(first)/confirm"))
            _ = try festival.services.guests.answer(.declined, ofGuest: "Grace", to: reception, of: event)
            let (pagePath, again) = try await send(served, .guests, Array("name,reception\nGrace,no\n".utf8))
            #expect(again.contains("1 answer lost"))
            let kept = try await owner.post(served, "\(pagePath)/confirm", try form(again, to: "\(pagePath)/confirm"))
            #expect(kept.status == 422)
            #expect(try guests().first?.invitations.count == 1)
            let giving = try form(again, to: "\(pagePath)/confirm", ["lose": "1"])
            #expect(try await owner.post(served, "\(pagePath)/confirm", giving).status == 303)
            #expect(try guests().first?.invitations.isEmpty ?? false)
        }
    }
}

extension DeskVisitor {
    enum Announcement { case length, nothing }

    /// Submits a form with a file as browsers do.
    ///
    /// - Parameters:
    ///   - code: the form’s CSRF token; “right” sends the valid token, and nil sends none.
    ///   - end: the end of the body, after the last part.
    fileprivate func upload(
        _ served: Served, _ path: String, _ fields: [(String, String)], file: [UInt8]?, code: String? = "right",
        end: String = "--edge--\r\n", announcing: Announcement = .length
    ) async throws -> Reply {
        var body: [UInt8] = []
        let own = try session.map { try CSRFToken($0).code } ?? ""
        let all = code.map { [(CSRFToken.field, $0 == "right" ? own : $0)] } ?? []
        for (name, value) in all + fields {
            body += "--edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
        }
        if let file {
            let head = "name=\"file\"; filename=\"evil-name.csv\"\r\nContent-Type: image/png"
            body += "--edge\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8
            body += file + Array("\r\n".utf8)
        }
        body += end.utf8
        return try await send(
            served, path, body, type: "multipart/form-data; boundary=edge", announcing: announcing, code: nil)
    }

    /// Sends a body of any type. Also sends the CSRF token in a header field, if `code` is not nil.
    fileprivate func send(
        _ served: Served, _ path: String, _ body: [UInt8], type: String, announcing: Announcement = .length,
        code: String? = "head"
    ) async throws -> Reply {
        let wire = try await served.wire()
        let cookie = session.map { "Cookie: __Host-session=\($0.encoded)\r\n" } ?? ""
        let header =
            try code.flatMap { _ in try session.map { "X-Antiforgery: \(try CSRFToken($0).code)\r\n" } } ?? ""
        let length = announcing == .length ? "Content-Length: \(body.count)" : "Transfer-Encoding: chunked"
        try await wire.send(
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\(cookie)\(header)"
                + "Content-Type: \(type)\r\n\(length)\r\n\r\n")
        if announcing == .nothing { try await wire.send("\(String(body.count, radix: 16))\r\n") }
        // If the server refuses the body, the response may arrive before the whole body is sent.
        let sending = Task {
            try await wire.send(bytes: body)
            if announcing == .nothing { try await wire.send("\r\n0\r\n\r\n") }
        }
        let reply = await wire.reply(to: "POST")
        sending.cancel()
        _ = await sending.result
        try? await wire.close()
        return try #require(reply)
    }
}
