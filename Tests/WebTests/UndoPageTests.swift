import EventFixture
import Languages
import Management
import MessageTransport
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Undo and the box office", .serving)
struct UndoPageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("20000 UGX"), quantity: 50))
        owner = try .owner(of: festival)
        path = festival.event.deskPath
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private func sold(_ count: Int = 2) throws -> Order {
        let draft = OrderDraft(
            lines: [.init(type: festival.regular.number, count: count)], name: "Grace", payment: Payment(.cash))
        return try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
    }

    /// A paid order of two tickets, one of which is free of charge.
    private func soldWithFreeTicket() throws -> (order: Order, paid: TicketCode, free: TicketCode) {
        let child = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Child"), to: festival.event)
        let draft = OrderDraft(
            lines: [.init(type: festival.regular.number, count: 1), .init(type: child.number, count: 1)],
            name: "Grace", payment: Payment(.cash))
        let order = try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        let tickets = try festival.services.orders.tickets(of: order, of: festival.event)
        let paid = try #require(tickets.first { $0.isPaidFor }).code
        return (order, paid, try #require(tickets.first { $0.type == child.number }).code)
    }

    private func orders() throws -> [Order] { try festival.services.orders.orders(of: festival.event, limit: 99) }

    @Test("Without scripts, the page of an order says when the refund will be made, and a button undoes the refund")
    func order() async throws {
        let order = try sold()
        let page = "\(path)/orders/\(order.number)"
        try await serve { served async throws in
            let form = try PageForm.filled(try await owner.get(served, page).body, to: "\(page)/refund")
            #expect(form.count { $0.0 == "ticket" } == 2)
            let reply = try await owner.post(served, "\(page)/refund", form)
            #expect(reply.headers["location"]?.hasPrefix("\(page)?done=refundScheduled") ?? false)
            festival.clock.advance(bySeconds: 3)
            let waiting = try await owner.get(served, page).body
            #expect(waiting.contains("Will be refunded in 7 s.") && waiting.contains("data-pending=\"7\""))
            let undo = try #require(PageForm.all(in: waiting).first { $0.action.contains("/undo/") }).action
            #expect(!PageForm.all(in: waiting).contains { $0.action == "\(page)/refund" })
            let undone = try await owner.post(served, undo, PageForm.filled(waiting, to: undo))
            #expect(undone.headers["location"] == "\(page)?done=undone")
            let after = try await owner.get(served, "\(page)?done=undone").body
            #expect(after.contains("Undone. Nothing was changed") && !after.contains("data-pending"))
            try festival.makeScheduledChanges()
            #expect(try orders().map(\.status) == [.paid])
            // The value of `to`, the page to return to, is ignored if it is not a page of the event.
            let change = try festival.services.pendingChanges.scheduleRefund(
                .all, ofOrder: order.number, of: festival.event, note: nil)
            let elsewhere = try await owner.post(served, "\(path)/undo/\(change.id)?to=//evil.example", [])
            #expect(elsewhere.headers["location"] == "\(path)/orders?done=undone")
        }
    }

    @Test("If nothing was paid for an order, the desk says that the order is cancelled, and not that it is refunded")
    func nothingPaid() async throws {
        let draft = OrderDraft(
            lines: [.init(type: festival.regular.number, count: 2)], name: "Grace", payment: Payment(.complimentary))
        let order = try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        let page = "\(path)/orders/\(order.number)"
        let paid = "\(path)/orders/\(try sold().number)"
        try await serve { served async throws in
            let shown = try await owner.get(served, page).body
            #expect(shown.contains(">Cancel order</button>") && shown.contains(">Cancel tickets</button>"))
            #expect(!shown.contains(">Refund tickets<") && !shown.contains(">Refund all tickets<"))
            #expect(MarkupGrammar.fault(in: shown) == nil)
            let other = try await owner.get(served, paid).body
            #expect(other.contains(">Refund all tickets</button>") && other.contains(">Refund tickets</button>"))
            #expect(!other.contains(">Cancel order<") && !other.contains(">Cancel tickets<"))
            let form = try PageForm.filled(shown, to: "\(page)/refund")
            let reply = try await owner.post(served, "\(page)/refund", form)
            #expect(reply.headers["location"]?.hasPrefix("\(page)?done=cancelScheduled") ?? false)
            #expect(try await owner.get(served, page).body.contains("Will be cancelled in 10 s."))
            for list in ["orders", "tickets"] {
                let rows = try await owner.get(served, "\(path)/\(list)").body
                #expect(rows.contains("cancellation scheduled") && !rows.contains("refund scheduled"), "\(list)")
            }
            try festival.makeScheduledChanges()
            #expect(try orders().map(\.status).sorted { $0.rawValue < $1.rawValue } == [.cancelled, .paid])
        }
    }

    @Test("A refund of only free tickets is called a cancellation, even if other tickets of the order were paid for")
    func mixedOrder() async throws {
        let (order, paid, free) = try soldWithFreeTicket()
        let page = "\(path)/orders/\(order.number)"
        try await serve { served async throws in
            #expect(try await owner.get(served, page).body.contains(">Refund all tickets</button>"))
            let reply = try await owner.post(
                served, "\(page)/refund", [("ticket", "\(free)")], accept: "application/json")
            #expect(reply.body.contains(#""text":"Will be cancelled in # s.""#))
            #expect(try await owner.get(served, page).body.contains("Will be cancelled in 10 s."))
            for list in ["orders", "tickets"] {
                let rows = try await owner.get(served, "\(path)/\(list)").body
                #expect(rows.contains("cancellation scheduled") && !rows.contains("refund scheduled"), "\(list)")
            }
            try festival.makeScheduledChanges()
            // A refund of the remaining ticket is called a refund, because this ticket was paid for.
            _ = try await owner.post(served, "\(page)/refund", [("ticket", "\(paid)")])
            #expect(try await owner.get(served, page).body.contains("Will be refunded in 10 s."))
            #expect(try await owner.get(served, "\(path)/orders").body.contains("refund scheduled"))
        }
    }

    @Test("If only a free ticket of a partly refunded order is left, the order’s page says that the order is cancelled")
    func freeRest() async throws {
        let (order, paid, _) = try soldWithFreeTicket()
        _ = try festival.services.orders.refund(
            .tickets([paid]), ofOrder: order.number, of: festival.event, note: nil)
        // A refund that has already been made does not count.
        festival.clock.advance(bySeconds: 5)
        let page = "\(path)/orders/\(order.number)"
        try await serve { served async throws in
            let shown = try await owner.get(served, page).body
            #expect(shown.contains(">Cancel order</button>") && !shown.contains(">Refund all tickets<"))
            let reply = try await owner.post(served, "\(page)/refund", PageForm.filled(shown, to: "\(page)/refund"))
            #expect(reply.headers["location"]?.hasPrefix("\(page)?done=cancelScheduled") ?? false)
            _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
            #expect(try festival.makeScheduledChanges().refusals.count == 1)
            for place in [page, "\(path)/history"] {
                let html = try await owner.get(served, place).body
                #expect(html.contains("The cancellation scheduled at "), "\(place)")
                #expect(!html.contains("The refund scheduled at "), "\(place)")
            }
        }
    }

    @Test("If nothing was paid for the selected orders, the pages say that the orders are cancelled, and not refunded")
    func freeSelection() async throws {
        let draft = OrderDraft(
            lines: [.init(type: festival.regular.number, count: 2)], name: "Grace", payment: Payment(.complimentary))
        let free = try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        let bulk = "\(path)/orders/bulk"
        func chosen(_ orders: [Order]) -> [(String, String)] {
            orders.map { ("row", "\($0.number)") } + [("rows", "ticked"), ("action", "refund")]
        }
        let paid = try sold()
        try await serve { served async throws in
            let both = try await owner.post(served, bulk, chosen([free, paid])).body
            #expect(both.contains("Refund 2 orders"))
            let plan = try await owner.post(served, bulk, chosen([free])).body
            #expect(plan.contains("Cancel 1 order") && !plan.contains("Refund 1 order"))
            let reply = try await owner.post(served, bulk, PageForm.filled(plan, to: bulk))
            let location = try #require(reply.headers["location"])
            #expect(location.hasPrefix("\(path)/orders?done=cancelScheduled&change="))
            let list = try await owner.get(served, location).body
            #expect(list.contains("Will be cancelled in 10 s.") && !list.contains("Will be refunded"))
            #expect(list.contains("cancellation scheduled"))
        }
    }

    @Test("A script gets the scheduled refund as JSON; until the refund is made, a second refund is refused")
    func script() async throws {
        let order = try sold()
        let page = "\(path)/orders/\(order.number)"
        let codes = try festival.services.orders.tickets(of: order, of: festival.event).map { "\($0.code)" }
        try await serve { served async throws in
            let reply = try await owner.post(
                served, "\(page)/refund", codes.map { ("ticket", $0) }, accept: "application/json")
            #expect(reply.status == 200 && reply.headers["content-type"] == "application/json")
            #expect(reply.body.contains(#""seconds":10,"text":"Will be refunded in # s.""#))
            #expect(reply.body.contains(#""undo":"\#(path)/undo/"#))
            #expect(reply.body.contains(#""over":"It is too late to undo."#))
            #expect(reply.body.contains(#""refresh":"Refresh""#))
            let second = try await owner.post(served, "\(page)/refund", [("ticket", codes[0])])
            #expect(second.status == 422 && second.body.contains("already scheduled"))
            #expect(try festival.makeScheduledChanges().made == 1)
            #expect(try orders().map(\.status) == [.refunded])
        }
    }

    @Test("Without scripts, an event’s overview says when the event will be cancelled, and a button prevents this")
    func event() async throws {
        _ = try sold()
        func status() throws -> Event.Status {
            try festival.services.events.event(named: festival.event.slug).status
        }
        let seller = try DeskVisitor.member(
            .seller, of: festival.services.organizers.organizer(named: "Nile Nights"), at: festival)
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/cancel").body
            let form = try PageForm.filled(page, to: "\(path)/cancel")
            let reply = try await owner.post(served, "\(path)/cancel", form)
            let location = try #require(reply.headers["location"])
            #expect(reply.status == 303 && location.hasPrefix("\(path)?done=cancelScheduled"))
            festival.clock.advance(bySeconds: 3)
            let waiting = try await owner.get(served, location).body
            #expect(waiting.contains("The event will be cancelled in 7 s.") && waiting.contains("data-pending=\"7\""))
            #expect(waiting.contains("data-return=\"\(path)\"") && MarkupGrammar.fault(in: waiting) == nil)
            #expect(!PageForm.links(in: waiting).contains("\(path)/cancel"))
            let undo = try #require(PageForm.all(in: waiting).first { $0.action.contains("/undo/") }).action
            // The right to cancel orders is not enough.
            #expect(try await seller.post(served, undo, []).status == 403)
            let seen = try await seller.get(served, path).body
            #expect(seen.contains("The event will be cancelled in 7 s.") && !seen.contains("/undo/"))
            let undone = try await owner.post(served, undo, PageForm.filled(waiting, to: undo))
            #expect(undone.headers["location"] == "\(path)?done=undone")
            let after = try await owner.get(served, "\(path)?done=undone").body
            #expect(after.contains("Undone. Nothing was changed") && !after.contains("data-pending"))
            #expect(PageForm.links(in: after).contains("\(path)/cancel"))
            try festival.makeScheduledChanges()
            #expect(try status() == .published)

            let second = try await owner.get(served, "\(path)/cancel").body
            _ = try await owner.post(served, "\(path)/cancel", PageForm.filled(second, to: "\(path)/cancel"))
            let again = try await owner.get(served, path).body
            let late = try #require(PageForm.all(in: again).first { $0.action.contains("/undo/") }).action
            #expect(try festival.makeScheduledChanges().made == 1)
            #expect(try await owner.post(served, late, []).headers["location"] == "\(path)?done=undoTooLate")
            #expect(try status() == .cancelled)
            #expect(try orders().map(\.refundLeft) == [40_000])
        }
    }

    @Test("If a scheduled cancellation of an event is dropped, the overview and the history of the event say why")
    func droppedEvent() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let user = try festival.services.users.addUser(UserDetails(name: "Kay"))
        _ = try festival.services.members.setRole(.manager, of: user, in: organizer)
        let kay = try ManagementServices.signIn(
            to: festival.store, as: "\(user.id)", clock: festival.clock.now)
        _ = try kay.pendingChanges.scheduleCancellation(of: festival.event)
        _ = try festival.services.members.setRole(.viewer, of: user, in: organizer)
        #expect(try festival.makeScheduledChanges().refusals.count == 1)
        try await serve { served async throws in
            for page in [path, "\(path)/history"] {
                let html = try await owner.get(served, page).body
                #expect(html.contains("The cancellation of the event, scheduled at "), "\(page)")
                #expect(html.contains("no longer has the right to make it"), "\(page)")
            }
        }
    }

    @Test("If a scheduled refund is no longer possible, the order’s page, the ticket’s page and the history say why")
    func dropped() async throws {
        let order = try sold()
        let code = try #require(try festival.services.orders.tickets(of: order, of: festival.event).first).code
        _ = try festival.services.pendingChanges.scheduleRefund(
            .all, ofOrder: order.number, of: festival.event, note: nil)
        _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        #expect(try festival.makeScheduledChanges().refusals.count == 1)
        try await serve { served async throws in
            for page in ["orders/\(order.number)", "tickets/\(code)", "history"] {
                let html = try await owner.get(served, "\(path)/\(page)").body
                #expect(html.contains("The refund scheduled at "), "\(page)")
                let reason = " was not made: the order, the ticket or the event has changed in the meantime"
                #expect(html.contains(reason), "\(page)")
            }
        }
    }

    @Test("The box office sells without a buyer’s name, and a form that is sent twice makes only one sale")
    func walkIn() async throws {
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/sell").body
            #expect(page.contains("data-units=\"20000\" data-currency=\"UGX\" data-decimals=\"0\""))
            // Enter in a field presses the first button of the form. This button is disabled, so Enter does not sell.
            let sale = try #require(page.split(separator: "data-sale>").last)
            let button = try #require(sale.firstMatch(of: /<button([^>]*)>/))
            #expect(button.1.contains("disabled") && button.1.contains("hidden"))
            let count = "count-\(festival.regular.number)"
            let form = try PageForm.filled(page, to: "\(path)/sell", [count: "2"]) + [("method", "cash")]
            let reply = try await owner.post(served, "\(path)/sell", form, accept: "application/json")
            let order = try #require(try orders().first)
            #expect(reply.status == 200 && reply.body.contains("Sold: order \(order.number), UGX"))
            #expect(reply.body.components(separatedBy: #""path":"M"#).count == 3)
            #expect(reply.body.contains(#""order":"\#(path)/orders/\#(order.number)""#))
            let again = try await owner.post(served, "\(path)/sell", form, accept: "application/json")
            #expect(again.body == reply.body)
            #expect(try orders().count == 1 && order.buyer.name.isEmpty && order.status == .paid)
            // If the response is lost, the script sends the form again without asking for JSON, and the browser then
            // loads the page of the order.
            let plain = try await owner.post(served, "\(path)/sell", form + [("again", "yes")])
            #expect(plain.status == 303 && plain.headers["location"] == "\(path)/orders/\(order.number)?done=sold")
            #expect(try orders().count == 1)
            // The next buyer buys the same tickets. The form has another id, so it makes another sale.
            let next = form.map { $0.0 == PageRequest.formID ? ($0.0, "another id") : $0 }
            #expect(try await owner.post(served, "\(path)/sell", next, accept: "application/json").status == 200)
            #expect(try orders().count == 2)
            let list = try await owner.get(served, "\(path)/orders").body
            #expect(list.components(separatedBy: ">Walk-in<").count == 3)
        }
    }

    @Test("Without scripts, a sale at the box office leads to the order’s page, which shows the change to give back")
    func plain() async throws {
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/sell").body
            let count = "count-\(festival.regular.number)"
            func form(_ typed: [String: String], _ method: String) throws -> [(String, String)] {
                try PageForm.filled(page, to: "\(path)/sell", typed) + [("method", method)]
            }
            let reply = try await owner.post(
                served, "\(path)/sell", form([count: "2", "given": "50,000", "buyer": "Kay"], "card"))
            let order = try #require(try orders().first)
            let location = "\(path)/orders/\(order.number)?done=sold&given=50000"
            #expect(reply.status == 303 && reply.headers["location"] == location)
            let shown = try await owner.get(served, location).body
            #expect(shown.contains("<dt>Change</dt>") && shown.contains("10,000") && shown.contains("<dd>Kay</dd>"))
            for (typed, method) in [
                ([count: "0"], "cash"), ([count: "2"], "at-the-door"), ([count: "2"], ""), ([count: "51"], "cash"),
                ([count: "1", "email": "no address"], "cash"),
            ] {
                let refused = try await owner.post(served, "\(path)/sell", form(typed, method))
                #expect(refused.status == 422 && refused.body.contains("class=\"fault\""), "\(typed) \(method)")
            }
            // One response names the faults of all fields.
            let typed = [count: "2", "given": "much", "email": "no address"]
            let refused = try await owner.post(served, "\(path)/sell", form(typed, ""))
            #expect(refused.status == 422)
            for text in [DeskSaleSentence.chooseOption.rawValue, DeskBoxOfficeSentence.amountForm.rawValue] {
                #expect(refused.body.contains(text), "\(text)")
            }
            #expect(refused.body.contains("id=\"email-fault\""))
            #expect(try orders().count == 1)
            #expect(!served.log.text.contains("Kay"))
        }
    }

    @Test("Cash with a decimal comma is understood, or refused with the allowed forms; it is never multiplied by 100")
    func decimalComma() async throws {
        let count = "count-\(festival.regular.number)"
        try await serve { served async throws in
            func sell(_ given: String, at price: String) async throws -> Reply {
                _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
                    $0.price = Money(price)
                }
                let page = try await owner.get(served, "\(path)/sell").body
                let form = try PageForm.filled(page, to: "\(path)/sell", [count: "1", "given": given])
                return try await owner.post(served, "\(path)/sell", form + [("method", "cash")])
            }
            for (given, price, fault) in [
                ("20,50", "20000 UGX", .amountForm), ("20.50", "20000 UGX", .amountForm),
                ("20,500", "12.500 KWD", .pointForm), ("1.234,56", "12.50 EUR", .decimalForm),
                ("1,23,456", "12.50 EUR", .decimalForm),
            ] as [(String, String, DeskBoxOfficeSentence)] {
                let refused = try await sell(given, at: price)
                #expect(refused.status == 422 && refused.body.contains(fault.rawValue), "\(given) \(price)")
            }
            #expect(try orders().isEmpty)
            for (given, units) in [("20,50", 2050), ("20.50", 2050), ("20,000", 2_000_000), ("1 234,5", 123_450)] {
                let sold = try await sell(given, at: "12.50 EUR")
                let location = try #require(sold.headers["location"], "\(given): \(sold)")
                #expect(location.hasSuffix("?done=sold&given=\(units)"), "\(given)")
            }
            let order = try #require(try orders().last)
            let shown = try await owner.get(served, "\(path)/orders/\(order.number)?done=sold&given=2050").body
            #expect(shown.contains("<dt>Change</dt>") && shown.contains("8.00"))
        }
    }

    @Test("Without a mail server, the box office says that the order stores the address, and that messages wait")
    func addressWithoutSender() async throws {
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/sell").body
            #expect(page.contains(DeskBoxOfficeSentence.emailHint.rawValue))
            #expect(page.contains("Messages wait, because no sender is set up. <a href=\"/desk/message-settings\">"))
        }
        var settings = MessageSettings()
        settings.mail = MailSettings(
            way: .folder(festival.folder("mail")), from: try #require(EmailAddress(rawValue: "desk@example.org")))
        let withMail = settings
        try await Served.with(configuration: festival.configuration { withMail }) { served async throws in
            // Messages to phone numbers still wait, but this page asks for an e-mail address.
            let page = try await owner.get(served, "\(path)/sell").body
            #expect(page.contains(DeskBoxOfficeSentence.emailHint.rawValue) && !page.contains("message-settings"))
        }
    }
}
