import EventFixture
import Languages
import Management
import NIOCore
import Spreadsheet
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Lists of orders and tickets at the desk", .serving)
struct OrderListPageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        owner = try .owner(of: festival)
        path = festival.event.deskPath
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    @discardableResult
    private func order(_ name: String, _ count: Int = 1, _ method: Payment.Method? = .cash) throws -> Order {
        festival.clock.advance(bySeconds: 1)
        let draft = OrderDraft(
            lines: [.init(type: festival.regular.number, count: count)], name: name,
            email: "\(name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased())@example.org",
            payment: method.map { Payment($0) })
        return try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
    }

    private func numbers(_ html: String) -> [String] {
        html.matches(of: /<th scope="row"><a href="[^"]*">([^<]*)<\/a>/).map { String($0.1) }
    }

    @Test("Links in the column headings sort the list in both directions, and no URL contains a buyer’s name")
    func sorted() async throws {
        let made = try ["Zoe", "ada", "Mia"].map { try order($0) }
        let late = try (1...50).map { try order("Nan \($0)") }
        let (zoe, ada) = ("\(made[0].number)", "\(made[1].number)")
        try await serve { served async throws in
            let first = try await owner.get(served, "\(path)/orders").body
            #expect(numbers(first) == late.reversed().map { "\($0.number)" }, "not the newest orders first")
            let link = try #require(PageForm.links(in: first).first { $0.contains("sort=buyer") })
            let sorted = try await owner.get(served, link).body
            #expect(sorted.contains("<th scope=\"col\" aria-sort=\"ascending\">"))
            #expect(numbers(sorted).first == ada && numbers(sorted).count == 50)
            let next = try #require(PageForm.links(in: sorted).first { $0.contains("after=") })
            #expect(next.contains("sort=buyer") && !next.lowercased().contains("nan"))
            let rest = try await owner.get(served, next).body
            #expect(numbers(rest).last == zoe && numbers(rest).count == 3)
            #expect(Set(numbers(sorted) + numbers(rest)).count == 53)
            let turn = try #require(PageForm.links(in: sorted).first { $0.contains("sort=-buyer") })
            let turned = try await owner.get(served, turn).body
            #expect(numbers(turned).first == zoe && turned.contains("aria-sort=\"descending\""))
            // The search text can be a name, which must not be in a URL. So a form sorts the results of a search.
            let found = try await owner.post(served, "\(path)/orders/search", [("text", "Nan")]).body
            let columns = found.matches(of: /form="list-again" name="sort" value="([^"]*)"/).map { String($0.1) }
            #expect(columns.contains("created") && columns.contains("total") && !found.contains("sort=buyer"))
            let again = try PageForm.filled(found, to: "\(path)/orders/search") + [("sort", "created")]
            #expect(try await owner.post(served, "\(path)/orders/search", again).status == 400)
            let oldest = try await owner.post(
                served, "\(path)/orders/search", [("text", "Nan"), ("sort", "created")]
            ).body
            #expect(numbers(oldest) == numbers(found).reversed() && numbers(oldest).count == 50)
            #expect(try await owner.get(served, "\(path)/orders?sort=secret&state=x&after=7").status == 404)
            for name in ["Zoe", "Mia", "Nan"] { #expect(!served.log.text.contains(name)) }
        }
    }

    @Test("Filters stay in the links that sort the list, and apply to a search as well")
    func filtered() async throws {
        let pending = try order("Kay", 1, nil)
        try order("Kay", 2, .card)
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/orders?state=pending").body
            #expect(numbers(page) == ["\(pending.number)"])
            #expect(PageForm.links(in: page).contains { $0.contains("sort=buyer") && $0.contains("state=pending") })
            let search = try PageForm.filled(page, to: "\(path)/orders/search", ["text": "kay"])
            #expect(search.contains { $0 == ("state", "pending") })
            let found = try await owner.post(served, "\(path)/orders/search", search).body
            #expect(numbers(found) == ["\(pending.number)"])
            let none = try await owner.get(served, "\(path)/orders?state=refunded").body
            #expect(none.contains("No rows match the filters.") && numbers(none).isEmpty)
            let tickets = try await owner.get(served, "\(path)/tickets?sort=-holder&state=issued").body
            #expect(numbers(tickets).count == 2 && tickets.contains("aria-sort=\"descending\""))
        }
    }

    @Test("An order of free tickets that was recorded with cash does not show cash, on pages and in exports")
    func freeOrder() async throws {
        // A type without a price, and a type with the price 0.
        let types = [
            TicketTypeDetails(name: "Child"), TicketTypeDetails(name: "Baby", price: Money("0 UGX")),
        ]
        let orders = try types.map { details in
            let type = try festival.services.ticketTypes.addTicketType(details, to: festival.event)
            return try festival.services.orders.createOrder(
                OrderDraft(lines: [.init(type: type.number, count: 1)], name: "Kay", payment: Payment(.cash)),
                of: festival.event, signingWith: festival.ring)
        }
        #expect(orders.map(\.currency) == [nil, "UGX"])
        try await serve { served async throws in
            let list = try await owner.get(served, "\(path)/orders").body
            #expect(numbers(list).count == 2 && list.contains(">free</td>") && !list.contains(">cash</td>"))
            for order in orders {
                #expect(order.payment?.method == .cash && order.status == .paid && order.total == 0)
                let page = try await owner.get(served, "\(path)/orders/\(order.number)").body
                #expect(page.contains("<dd>free</dd>") == (order.currency == nil) && !page.contains("<dd>cash</dd>"))
            }
            #expect(try await !owner.get(served, "\(path)/orders.csv").body.contains("cash"))
            // An order with a price shows its payment method.
            try order("Ada")
            #expect(try await owner.get(served, "\(path)/orders").body.contains(">cash</td>"))
            #expect(try await owner.get(served, "\(path)/orders.csv").body.contains("cash"))
        }
    }

    @Test("The export of three selected orders has three rows, and the export of a filtered list has the filtered rows")
    func exported() async throws {
        let made = try ["=Zoe", "Ada", "Mia", "Nan"].map { try order($0, 2) }
        try order("Late", 1, nil)
        try await serve { served async throws in
            let rows = made.prefix(3).map { ("row", "\($0.number)") }
            let form = [("rows", "ticked"), ("action", "export-csv")] + rows
            let reply = try await owner.post(served, "\(path)/orders/bulk", form)
            #expect(reply.status == 200 && reply.headers["content-type"] == "text/csv; charset=utf-8")
            #expect(reply.headers["content-disposition"]?.contains("orders.csv") ?? false)
            let lines = reply.body.split(separator: "\r\n")
            #expect(lines.count == 4 && lines[0].contains("Buyer") && lines[1].contains("100000"))
            #expect(lines[1].contains("'=Zoe") && !reply.body.contains("Nan"))
            let all = [("rows", "all"), ("action", "export-csv"), ("state", "paid"), ("sort", "-buyer")]
            let paid = try await owner.post(served, "\(path)/orders/bulk", all).body.split(separator: "\r\n")
            #expect(paid.count == 5 && !paid.joined().contains("Late"))
            let linked = try await owner.get(served, "\(path)/orders.csv?state=pending").body
            #expect(linked.split(separator: "\r\n").count == 2 && linked.contains("Late"))
            for (fields, text) in [
                ([("rows", "ticked"), ("action", "export-csv")], "Select at least one row"),
                ([("rows", "all"), ("action", "x")], "Choose an action."), ([("rows", "all")], "Choose an action."),
            ] {
                let refused = try await owner.post(served, "\(path)/orders/bulk", fields)
                #expect(refused.status == 422 && refused.body.contains(text), "\(text)")
            }
            let codes = try festival.services.orders.tickets(of: made[0], of: festival.event).map { "\($0.code)" }
            let tickets = try await owner.post(
                served, "\(path)/tickets/bulk", [("rows", "ticked"), ("action", "export-csv"), ("row", codes[0])])
            #expect(tickets.body.split(separator: "\r\n").count == 2 && tickets.body.contains(codes[0]))
            // After a refusal, the rows stay ticked, and the form with the filters opens the list.
            for (list, row) in [("\(path)/orders", "\(made[1].number)"), ("\(path)/tickets", codes[0])] {
                let fields = [("rows", "ticked"), ("action", "x"), ("row", row)]
                let page = try await owner.post(served, "\(list)/bulk", fields).body
                let ticked = page.matches(of: /name="row" value="([^"]+)"[^>]* checked>/).map { String($0.1) }
                let filters = PageForm.all(in: page).filter { $0.method == "get" }.map(\.action)
                #expect(ticked == [row] && filters == [list], "\(list)")
            }
        }
    }

    @Test("An exported workbook has numbers and dates, and an exported PDF has every row, with headings on each page")
    func formats() async throws {
        let made = try (1...40).map { try order("Guest Ábel \($0)") }
        let list = OrderList(festival.event, actions: [])
        func export(_ format: ListFormat) -> ListExport {
            ListExport(
                name: "orders", title: .verbatim("Fair: orders"), sheet: .verbatim("Orders"),
                columns: format == .pdf ? list.layout.columns : OrderList.exportColumns, language: .english)
        }
        func bytes(_ format: ListFormat) async throws -> [UInt8] {
            let content = try export(format).content(format) { append in
                for order in made {
                    try append(format == .pdf ? list.row(order, pending: nil).cells : list.exportCells(order))
                }
            }
            guard case .bytes(let buffer) = try await export(format).response(format, content).body else { return [] }
            return Array(buffer: buffer)
        }
        let folder = try TemporaryFolder()
        try folder.write(try await bytes(.xlsx), to: "orders.xlsx")
        let reader = try WorksheetReader(path: folder("orders.xlsx"))
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row.fields) }
        #expect(rows.count == 41 && rows[0].first == "Order")
        #expect(rows[1][0] == "\(made[0].number)" && rows[1][1] == "Guest Ábel 1" && rows[1][6] == "50000")
        #expect(rows[1][10].hasPrefix("2026-12-"))
        let pdf = try await bytes(.pdf)
        #expect(try PDFReader.complaints(pdf).isEmpty)
        let text = try PDFReader.text(pdf)
        #expect(made.allSatisfy { text.contains("\($0.number)") } && text.contains("Fair: orders"))
        #expect(text.contains("page 2 of 2") && text.components(separatedBy: "Payment method").count == 3)
        #expect(throws: FieldFault.self) {
            _ = try export(.pdf).content(.pdf) { append in
                for _ in 0...ListExport.maxPDFRows { try append(list.exportCells(made[0])) }
            }
        }
    }

    @Test("If a button changes none of the selected orders, the refusal names the button that does")
    func otherButton() async throws {
        let made = [try order("Zoe"), try order("Mia", 1, nil), try order("Ended")]
        _ = try festival.services.orders.refund(.all, ofOrder: made[2].number, of: festival.event, note: nil)
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let seller = try DeskVisitor.member(.seller, of: organizer, at: festival)
        try await serve { served async throws in
            for (order, action, visitor, text) in [
                (made[0], "cancel", owner, "To refund paid orders or cancel free orders, choose “Refund”."),
                (made[1], "refund", owner, "To cancel pending orders, choose “Cancel orders”."),
                // Neither button changes an order that has ended. A seller has no button “Refund”.
                (made[2], "cancel", owner, "None of these rows can be changed in this way."),
                (made[0], "cancel", seller, "None of these rows can be changed in this way."),
            ] {
                let refused = try await visitor.post(
                    served, "\(path)/orders/bulk",
                    [("rows", "ticked"), ("action", action), ("row", "\(order.number)")])
                #expect(refused.status == 422 && refused.body.contains(text), "\(action) \(text)")
            }
        }
    }

    @Test("A refund of selected orders shows its effects before it is scheduled, and can be undone")
    func bulk() async throws {
        let made = [try order("Zoe", 2), try order("Ada"), try order("Mia", 1, nil)]
        let bulk = "\(path)/orders/bulk"
        func statuses() throws -> [Order.Status] {
            try made.map { try festival.services.orders.order($0.number, of: festival.event).status }
        }
        try await serve { served async throws in
            let chosen = made.map { ("row", "\($0.number)") } + [("rows", "ticked"), ("action", "refund")]
            let plan = try await owner.post(served, bulk, chosen)
            #expect(plan.status == 200 && plan.body.contains("Refund 2 orders"))
            for (label, value) in [
                ("Tickets that become invalid", "3"), ("Left unchanged because of their state", "1"),
                ("Recipients of messages", "2"),
            ] { #expect(plan.body.contains("<dt>\(label)</dt><dd>\(value)</dd>"), "\(label)") }
            #expect(plan.body.contains("150,000"))
            let confirmed = try PageForm.filled(plan.body, to: bulk)
            let replies = [
                try await owner.post(served, bulk, confirmed), try await owner.post(served, bulk, confirmed),
            ]
            let location = try #require(replies[0].headers["location"])
            #expect(replies.allSatisfy { $0.status == 303 && $0.headers["location"] == location })
            #expect(location.hasPrefix("\(path)/orders?done=refundScheduled&change="))
            let list = try await owner.get(served, location).body
            #expect(list.contains("Will be refunded in 10 s.") && list.contains("refund scheduled"))
            let tickets = try await owner.get(served, "\(path)/tickets").body
            #expect(tickets.components(separatedBy: "refund scheduled").count == 4)
            #expect(try statuses() == [.paid, .paid, .pending])
            let undo = try #require(PageForm.all(in: list).first { $0.action.contains("/undo/") }).action
            let undone = try await owner.post(served, undo, [])
            #expect(undone.headers["location"] == "\(path)/orders?done=undone")
            #expect(try await owner.post(served, undo, []).headers["location"] == "\(path)/orders?done=undoTooLate")
            #expect(try festival.makeScheduledChanges().made == 0)
            // If an order has changed since the page was shown, the server shows the page again.
            let page = try await owner.post(served, bulk, chosen).body
            _ = try festival.services.orders.refund(
                .all, ofOrder: made[0].number, of: festival.event, note: nil)
            let changed = try await owner.post(served, bulk, PageForm.filled(page, to: bulk))
            #expect(changed.status == 200 && changed.body.contains("The list has changed in the meantime."))
            #expect(try await owner.post(served, bulk, PageForm.filled(changed.body, to: bulk)).status == 303)
            #expect(try festival.makeScheduledChanges().made == 1)
            #expect(try statuses() == [.refunded, .refunded, .pending])
        }
    }

    @Test("After a refund of listed orders, and after the undo, the list has the same sorting and filters as before")
    func kept() async throws {
        try order("Zoe")
        try order("Late", 1, nil)
        let (bulk, list) = ("\(path)/orders/bulk", "\(path)/orders?sort=-buyer&state=paid")
        try await serve { served async throws in
            let plan = try await owner.post(
                served, bulk, [("rows", "all"), ("action", "refund"), ("sort", "-buyer"), ("state", "paid")]
            ).body
            #expect(PageForm.links(in: plan).contains(list))
            let done = try await owner.post(served, bulk, PageForm.filled(plan, to: bulk))
            let location = try #require(done.headers["location"])
            #expect(location.hasSuffix("&sort=-buyer&state=paid"))
            let page = try await owner.get(served, location).body
            #expect(page.contains("data-return=\"\(list.replacing("&", with: "&amp;"))\"") && numbers(page).count == 1)
            let undo = try #require(PageForm.all(in: page).first { $0.action.contains("/undo/") }).action
            let undone = try await owner.post(served, undo, [])
            #expect(undone.headers["location"] == "\(path)/orders?done=undone&sort=-buyer&state=paid")
        }
    }

    @Test("A PDF with too many rows is refused, both by the form and at the PDF’s URL; a CSV file has all rows")
    func longPDF() async throws {
        _ = try festival.services.tickets.issue(
            .unnamed(ListExport.maxPDFRows + 1), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        try await serve { served async throws in
            func export(_ format: String) async throws -> (status: Int, body: String) {
                let reply = try await owner.post(
                    served, "\(path)/tickets/bulk", [("rows", "all"), ("action", "export-\(format)")])
                return (reply.status, reply.body)
            }
            let pdf = try await export("pdf")
            #expect(pdf.status == 422 && pdf.body.contains("A PDF can have at most"))
            let linked = try await owner.get(served, "\(path)/tickets.pdf")
            #expect(linked.status == 422 && linked.body.contains("A PDF can have at most"))
            let csv = try await export("csv")
            #expect(csv.status == 200 && csv.body.split(separator: "\r\n").count == ListExport.maxPDFRows + 2)
        }
    }

    @Test("An action with messages to more than a hundred people must be confirmed with the number of people")
    func many() async throws {
        for number in 0...100 { try order("guest\(number)") }
        let bulk = "\(path)/orders/bulk"
        try await serve { served async throws in
            let all = [("rows", "all"), ("action", "refund")]
            let plan = try PageForm.filled(try await owner.post(served, bulk, all).body, to: bulk)
            let question = try await owner.post(served, bulk, plan)
            #expect(question.status == 200 && question.body.contains("name=\"confirm_recipients\" value=\"101\""))
            let done = try await owner.post(served, bulk, PageForm.filled(question.body, to: bulk))
            #expect(done.status == 303)
            #expect(try festival.makeScheduledChanges().made == 101)
        }
    }

    @Test("A seller can export and cancel, but not refund; a viewer can only export")
    func roles() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let order = try order("Zoe")
        try await serve { served async throws in
            for (role, buttons) in [
                (Role.viewer, ["export-csv", "export-xlsx", "export-pdf"]),
                (.seller, ["export-csv", "export-xlsx", "export-pdf", "resend", "print", "cancel"]),
                (.manager, ["export-csv", "export-xlsx", "export-pdf", "resend", "print", "refund", "cancel"]),
            ] {
                let member = try DeskVisitor.member(role, of: organizer, at: festival)
                let page = try await member.get(served, "\(path)/orders").body
                let shown = page.matches(of: /name="action" value="([a-z-]+)"/).map { String($0.1) }
                #expect(shown == buttons, "\(role)")
                let refund = try await member.post(
                    served, "\(path)/orders/bulk",
                    [("rows", "ticked"), ("action", "refund"), ("row", "\(order.number)")])
                #expect(refund.status == (role == .manager ? 200 : 403), "\(role)")
            }
        }
    }
}
