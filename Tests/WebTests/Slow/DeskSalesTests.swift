import EventFixture
import Management
import Synchronization
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Ticket types, orders, tickets and members at the desk", .serving, .slow)
struct DeskSalesTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        path = festival.event.deskPath
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private func orders() throws -> [Order] { try festival.services.orders.orders(of: festival.event, limit: 100) }

    @Test("If the forms of an order are submitted twice, the order is created, paid and refunded once")
    func order() async throws {
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money("30000 UGX")
        }
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/orders").body
            let typed = ["count-\(festival.regular.number)": "3", "buyer": "Grace <b>"]
            let fields = try PageForm.filled(page, to: "\(path)/orders", typed)
            let replies = try await [
                owner.post(served, "\(path)/orders", fields), owner.post(served, "\(path)/orders", fields),
            ]
            #expect(replies.map(\.status) == [303, 303])
            let order = try #require(try orders().first)
            #expect(try orders().count == 1)
            let pagePath = "\(path)/orders/\(order.number)"
            // The buyer has no address, so the page says that no message reaches the buyer.
            let places = [
                "\(pagePath)?done=sold&unreached=order:\(order.number)&about=order-pending",
                "\(pagePath)?done=soldBefore",
            ]
            #expect(replies.map { $0.headers["location"] } == places)
            let repeated = try await owner.get(served, "\(pagePath)?done=soldBefore")
            #expect(repeated.body.contains("This order already exists."))
            let displayed = try await owner.get(served, pagePath).body
            #expect(displayed.contains("Grace &lt;b&gt;"))
            let pay = try PageForm.filled(displayed, to: "\(pagePath)/pay", ["method": "cash"])
            for _ in 0..<2 { #expect(try await owner.post(served, "\(pagePath)/pay", pay).status == 303) }
            let codes = try festival.services.orders.tickets(of: order, of: festival.event).map(\.code)
            #expect(codes.count == 3)
            let back = [("ticket", "\(codes[0])"), ("ticket", "\(codes[1])"), ("refund-note", "rain")]
            for _ in 0..<2 { #expect(try await owner.post(served, "\(pagePath)/refund", back).status == 303) }
            #expect(try await owner.post(served, "\(pagePath)/refund", []).status == 422)
            try festival.makeScheduledChanges()
            let left = try festival.services.orders.tickets(of: order, of: festival.event).filter(\.status.isActive)
            #expect(left.map(\.code) == [codes[2]])
            #expect(!served.log.text.contains("Grace"))
        }
    }

    @Test(
        "A repayment can’t exceed the sum owed, and is recorded once, even if the Back button reopens the form"
    )
    func payBack() async throws {
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money("30000 UGX")
        }
        let line = OrderDraft.Line(type: festival.regular.number, count: 3)
        let order = try festival.services.orders.createOrder(
            OrderDraft(lines: [line], name: "Grace", payment: Payment(.cash)), of: festival.event,
            signingWith: festival.ring)
        let owed = try #require(order.money(order.total))
        _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        let pagePath = "\(path)/orders/\(order.number)"
        let part = "\(Money(minorUnits: owed.minorUnits / 3, currency: owed.currency))"
        func paid() throws -> Int64 { try festival.services.orders.order(order.number, of: festival.event).refundPaid }
        try await serve { served async throws in
            func filled(_ typed: [String: String]) async throws -> [(String, String)] {
                try PageForm.filled(try await owner.get(served, pagePath).body, to: "\(pagePath)/pay-back", typed)
            }
            for wrong in ["much", "0 \(owed.currency)", "1 EUR", "\(owed.minorUnits + 1) \(owed.currency)"] {
                let fields = try await filled(["back-amount": wrong])
                let reply = try await owner.post(served, "\(pagePath)/pay-back", fields)
                #expect(reply.status == 422, "\(wrong)")
                #expect(reply.body.contains(wrong), "\(wrong)")
            }
            #expect(try paid() == 0)
            let once = try await filled(["back-amount": part, "back-reference": "R-1"])
            for _ in 0..<2 { #expect(try await owner.post(served, "\(pagePath)/pay-back", once).status == 303) }
            #expect(try paid() == owed.minorUnits / 3)
            // The Back button shows the form again with the earlier values, but with another ID.
            let back = try await filled(["back-amount": part, "back-reference": "R-1"])
            #expect(try await owner.post(served, "\(pagePath)/pay-back", back).status == 422)
            #expect(try paid() == owed.minorUnits / 3)
            #expect(try await owner.post(served, "\(pagePath)/pay-back", filled(["back-amount": ""])).status == 303)
            #expect(try paid() == owed.minorUnits)
            let after = try await owner.get(served, pagePath).body
            #expect(after.contains("Paid back") && after.contains("R-1") && !after.contains("Owed back"))
            #expect(!PageForm.all(in: after).map(\.action).contains("\(pagePath)/pay-back"))
        }
    }

    @Test("If an order’s form is sent again for another buyer, no order is created; the error shows no request ID")
    func reusedOrder() async throws {
        let number = festival.regular.number
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/orders").body
            func form(_ html: String, for buyer: String) throws -> [(String, String)] {
                try PageForm.filled(
                    html, to: "\(path)/orders", ["count-\(number)": "2", "buyer": buyer, "method": "cash"])
            }
            #expect(try await owner.post(served, "\(path)/orders", form(page, for: "Ada")).status == 303)
            let warned = try await owner.post(served, "\(path)/orders", form(page, for: "Ben"))
            #expect(warned.status == 422 && warned.body.contains("An order was already created with this form."))
            #expect(!warned.body.contains("was already used"))
            #expect(try orders().map(\.buyer.name) == ["Ada"])
            // The form on the page with the error creates the second order.
            #expect(try await owner.post(served, "\(path)/orders", form(warned.body, for: "Ben")).status == 303)
            #expect(try orders().map(\.buyer.name).sorted() == ["Ada", "Ben"])
        }
    }

    @Test("If a repayment’s form is sent again with another amount, nothing is recorded; the error shows no request ID")
    func reusedPayment() async throws {
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money("30000 UGX")
        }
        let line = OrderDraft.Line(type: festival.regular.number, count: 2)
        let order = try festival.services.orders.createOrder(
            OrderDraft(lines: [line], name: "Grace", payment: Payment(.cash)), of: festival.event,
            signingWith: festival.ring)
        _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        let pagePath = "\(path)/orders/\(order.number)"
        let action = "\(pagePath)/pay-back"
        try await serve { served async throws in
            let first = try await owner.get(served, pagePath).body
            func payment(_ html: String, _ amount: String) throws -> [(String, String)] {
                try PageForm.filled(html, to: action, ["back-amount": amount])
            }
            func paid() throws -> Int64 {
                try festival.services.orders.order(order.number, of: festival.event).refundPaid
            }
            #expect(try await owner.post(served, action, payment(first, "10000 UGX")).status == 303)
            let once = try paid()
            let other = try await owner.post(served, action, payment(first, "20000 UGX"))
            #expect(other.status == 422 && other.body.contains("A repayment was already recorded with this form."))
            #expect(!other.body.contains("was already used"))
            #expect(try paid() == once)
            #expect(try await owner.post(served, action, payment(other.body, "20000 UGX")).status == 303)
            #expect(try paid() == 3 * once)
        }
    }

    @Test("Free tickets ordered at the desk are issued at once, even if the form says that they are paid later")
    func freeOrder() async throws {
        try await serve { served async throws in
            let free = try await owner.get(served, "\(path)/orders").body
            #expect(!free.contains("pay later") && free.contains("nothing to pay"))
            _ = try festival.services.ticketTypes.addTicketType(
                TicketTypeDetails(name: "VIP", price: Money("30000 UGX")), to: festival.event)
            let page = try await owner.get(served, "\(path)/orders").body
            #expect(page.contains("pay later"))
            let fields = try PageForm.filled(
                page, to: "\(path)/orders", ["count-\(festival.regular.number)": "2", "buyer": "Grace"])
            #expect(try await owner.post(served, "\(path)/orders", fields).status == 303)
            let order = try #require(try orders().first)
            #expect(order.status == .paid && order.payment?.method == .complimentary)
            #expect(try festival.services.orders.tickets(of: order, of: festival.event).count == 2)
        }
    }

    /// The form of the box office with an order of two regular tickets.
    private func orderForm(_ served: Served, method: String) async throws -> [(String, String)] {
        let page = try await owner.get(served, "\(path)/orders").body
        let typed = ["count-\(festival.regular.number)": "2", "buyer": "Grace", "method": method]
        return try PageForm.filled(page, to: "\(path)/orders", typed)
    }

    @Test("If the folder of keys is damaged, an order that is paid later is created, because it issues no tickets")
    func damagedKeys() async throws {
        struct Damaged: Error {}
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money("30000 UGX")
        }
        let isDamaged = Mutex(false)
        let ring = festival.ring
        let configuration = ServerConfiguration(
            clock: festival.clock.now,
            keyRing: {
                if isDamaged.withLock({ $0 }) { throw Damaged() }
                return ring
            }, openStore: festival.configuration.openStore)
        try await Served.with(configuration: configuration) { served in
            let later = try await orderForm(served, method: "later")
            let cash = try await orderForm(served, method: "cash")
            isDamaged.withLock { $0 = true }
            #expect(try await owner.post(served, "\(path)/orders", later).status == 303)
            #expect(try orders().map(\.status) == [.pending])
            #expect(try await owner.post(served, "\(path)/orders", cash).status >= 500)
            #expect(try orders().count == 1)
        }
    }

    @Test(
        "If an order’s form is repeated after a restart, the page shows the existing order; no second order is created"
    )
    func orderAfterRestart() async throws {
        var fields: [(String, String)] = []
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/orders").body
            fields = try PageForm.filled(
                page, to: "\(path)/orders", ["count-\(festival.regular.number)": "1", "buyer": "Grace"])
            #expect(try await owner.post(served, "\(path)/orders", fields).status == 303)
        }
        festival.clock.advance(bySeconds: 5)
        try await serve { served async throws in
            let again = try await owner.post(served, "\(path)/orders", fields)
            #expect(again.headers["location"]?.hasSuffix("?done=soldBefore") == true)
            #expect(try orders().count == 1)
        }
    }

    @Test("After one ticket is issued, the desk shows the ticket’s page; after several, the desk lists their codes")
    func issued() async throws {
        _ = try festival.issue(60)
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/tickets").body
            let person = try PageForm.filled(page, to: "\(path)/issue", ["holder": "Okello"])
            let one = try await owner.post(served, "\(path)/issue", person)
            let pagePath = try #require(one.headers["location"])
            #expect(pagePath.hasPrefix("\(path)/tickets/"))
            #expect(pagePath.contains("?done=issued&count=1&unreached=holders:"))
            let displayed = try await owner.get(served, pagePath).body
            #expect(displayed.contains("One ticket issued.") && displayed.contains("<dd>Okello</dd>"))

            let unnamed = [
                (PageRequest.formID, "several"), ("for", "anybody"), ("type", "\(festival.regular.number)"),
                ("count", "25"),
            ]
            let several = try await owner.post(served, "\(path)/issue", unnamed)
            let list = try #require(several.headers["location"])
            let codes = try #require(list.split(separator: "&codes=").last).split(separator: ",").map(String.init)
            #expect(codes.count == 20 && list.contains("?done=issued&count=25"))
            let named = try await owner.get(served, list).body
            #expect(named.contains("25 tickets issued.") && named.contains("The first 20 new tickets"))
            for code in codes { #expect(PageForm.links(in: named).contains("\(path)/tickets/\(code)"), "\(code)") }
            let invented = try await owner.get(served, "\(path)/tickets?done=issued&codes=4F7K-29QX,%3Cscript%3E").body
            #expect(!invented.contains("id=\"new-tickets\"") && !invented.contains("<script>"))
        }
    }

    @Test("Each error in an order’s form appears at the faulty field; the typed values are kept; no order is created")
    func faults() async throws {
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/orders").body
            let count = "count-\(festival.regular.number)"
            for (typed, marked) in [
                ([count: "many", "buyer": "Grace"], count), ([count: "1", "buyer": ""], "buyer"),
                ([count: "1", "buyer": "Grace", "email": "nowhere"], "email"),
                ([count: "1", "buyer": "Grace", "phone": "12"], "phone"),
            ] {
                let reply = try await owner.post(
                    served, "\(path)/orders", PageForm.filled(page, to: "\(path)/orders", typed))
                #expect(reply.status == 422)
                #expect(reply.body.contains("id=\"\(marked)-fault\""), "\(marked)")
                let again = Dictionary(try PageForm.filled(reply.body, to: "\(path)/orders")) { first, _ in first }
                for (name, text) in typed { #expect(again[name] == text) }
            }
            #expect(try orders().isEmpty)
        }
    }

    @Test(
        "Repeated forms issue, reissue, block, edit, transfer and cancel a ticket once; a search finds the ticket")
    func ticket() async throws {
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/tickets").body
            let fields = try PageForm.filled(page, to: "\(path)/issue", ["holder": "Okello <i>", "note": ""])
            for _ in 0..<2 { #expect(try await owner.post(served, "\(path)/issue", fields).status == 303) }
            let found = try await owner.post(served, "\(path)/tickets/search", [("text", "okello")])
            #expect(found.status == 200 && found.body.contains("Okello &lt;i&gt;"))
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 1)
            let link = try #require(PageForm.links(in: found.body).first { $0.hasPrefix("\(path)/tickets/") })
            let code = try #require(TicketCode(typed: link.dropFirst("\(path)/tickets/".count)))
            func ticket() throws -> Ticket { try festival.services.tickets.ticket(code, of: festival.event) }
            func act(_ action: String, _ typed: [String: String] = [:]) async throws -> [Int] {
                let fields = try PageForm.filled(try await owner.get(served, link).body, to: "\(link)/\(action)", typed)
                return try await [
                    owner.post(served, "\(link)/\(action)", fields).status,
                    owner.post(served, "\(link)/\(action)", fields).status,
                ]
            }
            #expect(try await act("reissue") == [303, 303])
            #expect(try ticket().issue == 1)
            #expect(try await act("resend") == [422, 422])
            #expect(try await act("block", ["block-note": ""]) == [422, 422])
            #expect(try await act("block", ["block-note": "disputed"]) == [303, 303])
            #expect(try ticket().status == .blocked)
            #expect(try await act("unblock") == [303, 303])
            #expect(try await act("edit", ["edit-holder": ""]) == [422, 422])
            #expect(try await act("edit", ["edit-email": "no address"]) == [422, 422])
            #expect(try ticket().holder == "Okello <i>" && ticket().email == nil)
            #expect(try await act("edit", ["edit-holder": "Okello Ann", "edit-note": "twin"]) == [303, 303])
            #expect(try ticket().holder == "Okello Ann" && ticket().note == "twin" && ticket().issue == 1)
            #expect(try await act("transfer", ["holder": "Grace", "email": "no address"]) == [422, 422])
            #expect(try await act("transfer", ["holder": "Grace", "email": ""]) == [303, 303])
            #expect(try ticket().holder == "Grace" && ticket().issue == 2)
            #expect(try await act("cancel", ["cancel-note": "rain"]) == [303, 303])
            #expect(try ticket().status == .issued)
            try festival.makeScheduledChanges()
            #expect(try ticket().status == .cancelled)
            #expect(!served.log.text.contains("kello") && !served.log.text.contains("Grace"))
        }
    }

    @Test("A form issues or resends a ticket once, even if the form is repeated after a restart")
    func restarted() async throws {
        let organizer = try #require(try festival.services.organizers.organizers().first)
        var (issuing, sending, resend): ([(String, String)], [(String, String)], String) = ([], [], "")
        func noticeCount() throws -> Int {
            try festival.services.notices.notices(of: organizer, limit: 100).count {
                $0.recipient == "grace@example.org"
            }
        }
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/tickets").body
            let typed = ["holder": "Grace", "email": "grace@example.org"]
            issuing = try PageForm.filled(page, to: "\(path)/issue", typed)
            #expect(try await owner.post(served, "\(path)/issue", issuing).status == 303)
            let code = try #require(
                try festival.services.tickets.tickets(of: festival.event, matching: .all, limit: 9).first
            )
            .code
            resend = "\(path)/tickets/\(code)/resend"
            let displayed = try await owner.get(served, "\(path)/tickets/\(code)").body
            sending = try PageForm.filled(displayed, to: resend)
            for _ in 0..<2 { #expect(try await owner.post(served, resend, sending).status == 303) }
            #expect(try noticeCount() == 2)
        }
        try await serve { served async throws in
            for _ in 0..<2 {
                #expect(try await owner.post(served, "\(path)/issue", issuing).status == 303)
                #expect(try await owner.post(served, resend, sending).status == 303)
            }
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 1)
            #expect(try noticeCount() == 2)
            let page = try await owner.get(served, "\(path)/tickets").body
            let another = try PageForm.filled(page, to: "\(path)/issue", ["holder": "Grace"])
            #expect(try await owner.post(served, "\(path)/issue", another).status == 303)
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 2)
        }
    }

    @Test(
        "A repeated form adds one ticket type; a conflicting edit, or a quantity below the number sold, is refused"
    )
    func type() async throws {
        _ = try festival.issue(2)
        try await serve { served async throws in
            let new = try PageForm.filled(
                try await owner.get(served, "\(path)/new-type").body, to: "\(path)/new-type",
                ["name": "VIP", "price": "50000 UGX", "gates": "North\r\nSouth", "hours": "10:00-18:00"])
            for _ in 0..<2 { #expect(try await owner.post(served, "\(path)/new-type", new).status == 303) }
            let types = try festival.services.ticketTypes.ticketTypes(of: festival.event)
            #expect(types.map(\.name) == ["Regular", "VIP"])
            #expect(types[1].gates == ["North", "South"] && types[1].price?.minorUnits == 50000)

            let pagePath = "\(path)/types/\(festival.regular.number)"
            let page = try await owner.get(served, pagePath).body
            let sold = try await owner.post(served, pagePath, PageForm.filled(page, to: pagePath, ["quantity": "1"]))
            #expect(sold.status == 422 && sold.body.contains("quantity-fault"))
            #expect(
                try await owner.post(
                    served, pagePath,
                    PageForm.filled(page, to: pagePath, ["name": "First", "quantity": "9", "most": "3"])
                ).status == 303)
            let clash = try await owner.post(served, pagePath, PageForm.filled(page, to: pagePath, ["name": "Second"]))
            #expect(clash.status == 422 && clash.body.contains("Current value: “First”."))
            for field in ["quantity", "most"] {
                #expect(clash.body.contains("id=\"\(field)-note\">Somebody else changed this value"), "\(clash.body)")
            }
            let duplicate = try await owner.post(
                served, pagePath, PageForm.filled(clash.body, to: pagePath, ["name": "vip"]))
            #expect(duplicate.status == 422 && duplicate.body.contains("name-fault"))
        }
    }

    @Test("Forms move a ticket type up, and remove a type that was never sold; a repeated form changes nothing more")
    func typeOrder() async throws {
        let types = festival.services.ticketTypes
        for name in ["Student", "VIP"] {
            _ = try types.addTicketType(TicketTypeDetails(name: name), to: festival.event)
        }
        _ = try festival.issue(1)
        func names() throws -> [String] { try types.ticketTypes(of: festival.event).map(\.name) }
        try await serve { served async throws in
            let up = "\(path)/types/\(try types.ticketType(named: "VIP", of: festival.event).number)/move"
            let form = try PageForm.filled(try await owner.get(served, "\(path)/types").body, to: up, [:])
            for _ in 0..<2 { #expect(try await owner.post(served, up, form).status == 303) }
            #expect(try names() == ["Regular", "VIP", "Student"])
            #expect(try await owner.post(served, up, [("position", "0")]).status == 422)

            let student = "\(path)/types/\(try types.ticketType(named: "Student", of: festival.event).number)"
            let remove = try PageForm.filled(
                try await owner.get(served, student).body, to: "\(student)/remove", [:])
            for _ in 0..<2 { #expect(try await owner.post(served, "\(student)/remove", remove).status == 303) }
            #expect(try names() == ["Regular", "VIP"])
            let sold = "\(path)/types/\(festival.regular.number)"
            let soldPage = try await owner.get(served, sold).body
            #expect(!soldPage.contains("\(sold)/remove"))
            let kept = try await owner.post(served, "\(sold)/remove", [])
            #expect(kept.status == 422 && kept.body.contains("were ordered or issued") && kept.body.contains("VIP"))
        }
    }

    @Test("A form adds a member only by a user’s complete e-mail address; the last owner can’t get another role")
    func members() async throws {
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let email = try #require(EmailAddress(rawValue: "okello@example.org"))
        let user = try festival.services.users.addUser(UserDetails(name: "Okello", email: email))
        let pagePath = "\(organizer.deskPath)/members"
        try await serve { served async throws in
            for (typed, status) in [("Okello", 422), ("okello@", 422), ("okello@example.org", 303)] {
                let reply = try await owner.post(served, pagePath, [("user", typed), ("role", "seller")])
                #expect(reply.status == status, "\(typed)")
            }
            for _ in 0..<2 {
                #expect(try await owner.post(served, "\(pagePath)/\(user.id)/remove", []).status == 303)
            }
            let last = try await owner.post(
                served, "\(pagePath)/\(festival.services.user.id)/role", [("role", "viewer")])
            #expect(last.status == 422 && last.body.contains("at least one owner"))
            #expect(try festival.services.members.members(of: organizer).count == 1)
        }
    }

    @Test(
        "In the grid of guests and sub-events, a choice in a row is saved; a repeated form changes nothing"
    )
    func grid() async throws {
        let wedding = try Wedding()
        let owner = try DeskVisitor.owner(of: wedding.festival)
        try wedding.importGuests("name,companions\n<b>Grace</b>,2\n")
        let path = "\(wedding.event.deskPath)/guests"
        let field = "reply-1-\(wedding.reception.number)"
        func answer() throws -> Ticketing.InvitationReply? {
            try wedding.guests().first?.invitations.first { $0.subEvent == wedding.reception.number }?.reply
        }
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            let choices: [(String, Ticketing.InvitationReply)] = [
                ("none", .none), ("2", .attending(companions: 2)), ("declined", .declined), ("none", .none),
            ]
            for (choice, expected) in choices {
                let page = try await owner.get(served, path).body
                #expect(page.contains("&lt;b&gt;Grace") && !page.contains("<b>Grace"))
                let fields = try PageForm.filled(page, to: path, [field: choice])
                for _ in 0..<2 { #expect(try await owner.post(served, path, fields).status == 303) }
                #expect(try answer() == expected)
            }
            let found = try await owner.post(served, "\(path)/search", [("text", "<B>gr")])
            #expect(found.body.contains("&lt;b&gt;Grace"))
            #expect(!served.log.text.contains("Grace"))
        }
    }

    @Test(
        "After a found guest’s row is saved, the grid’s page with this guest opens; a search shows at most 40 guests"
    )
    func gridAfterSearch() async throws {
        let wedding = try Wedding()
        let owner = try DeskVisitor.owner(of: wedding.festival)
        try wedding.importGuests("name\n" + (1...45).map { "Guest \($0)\n" }.joined())
        let path = "\(wedding.event.deskPath)/guests"
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            let many = try await owner.post(served, "\(path)/search", [("text", "guest")]).body
            #expect(many.contains("There are more") && many.matches(of: /<tr id="guest-/).count == 40)
            let found = try await owner.post(served, "\(path)/search", [("text", "guest 44")]).body
            #expect(!found.contains("There are more"))
            let first = try await owner.get(served, path).body
            let later = try await owner.get(served, "\(path)?after=40").body
            for (page, number, expected) in [
                (found, 44, "?after=43&done=invited&unreached=guests:44&about=invitation#guest-44"),
                (first, 3, "?done=invited&unreached=guests:3&about=invitation#guest-3"),
                (later, 45, "?after=40&done=invited&unreached=guests:45&about=invitation#guest-45"),
            ] {
                let fields = try PageForm.filled(
                    page, to: path, ["reply-\(number)-\(wedding.reception.number)": "none"])
                let reply = try await owner.post(served, path, fields)
                #expect(reply.headers["location"] == "\(path)\(expected)")
                let displayed = try await owner.get(served, "\(path)\(expected.prefix { $0 != "#" })").body
                #expect(displayed.contains("<tr id=\"guest-\(number)\">"), "\(number)")
            }
            let guest = try await owner.get(served, "\(path)/44").body
            #expect(PageForm.links(in: guest).contains("\(path)?after=43#guest-44"))
            #expect(!served.log.text.contains("Guest 4"))
        }
    }

    @Test("A guest is found by words of the name and household; if nobody is found, the page escapes the search text")
    func guestSearch() async throws {
        let wedding = try Wedding()
        let owner = try DeskVisitor.owner(of: wedding.festival)
        try wedding.importGuests("name,household\nGrace,Nakato household\nAda Okello,\n")
        let path = "\(wedding.event.deskPath)/guests"
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            for (text, name) in [("Nakato", "Grace"), ("okello", "Ada Okello"), ("house grace", "Grace")] {
                let found = try await owner.post(served, "\(path)/search", [("text", text)]).body
                #expect(found.contains(">\(name)</a>") && found.matches(of: /<tr id="guest-/).count == 1, "\(text)")
            }
            let none = try await owner.post(served, "\(path)/search", [("text", "<b>Nobody")]).body
            #expect(none.contains("No guest found for “&lt;b&gt;Nobody”.") && !none.contains("<tr id=\"guest-"))
            #expect(!served.log.text.contains("Nakato"))
        }
    }

    @Test("A search of orders finds pending orders page by page; the pages escape the text, and the log has no names")
    func orderSearch() async throws {
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money("30000 UGX")
        }
        func order(_ name: String, email: String? = nil) throws -> Order {
            festival.clock.advance(bySeconds: 1)
            let line = OrderDraft.Line(type: festival.regular.number, count: 1)
            return try festival.services.orders.createOrder(
                OrderDraft(lines: [line], buyer: Buyer(name: name, email: email)), of: festival.event)
        }
        let waiting = try order("Okello <i>", email: "okello@example.org")
        for number in 1...52 { _ = try order("Guest \(number)") }
        let search = "\(path)/orders/search"
        try await serve { served async throws in
            let page = try await owner.get(served, "\(path)/orders").body
            #expect(page.contains("<label for=\"text\">Name, e-mail, phone or order number"))
            for text in ["okello", "OKELLO@", "\(waiting.number)"] {
                let found = try await owner.post(served, search, PageForm.filled(page, to: search, ["text": text]))
                #expect(found.status == 200 && found.body.contains("Okello &lt;i&gt;"), "\(text)")
                let links = PageForm.links(in: found.body)
                #expect(links.filter { $0.hasPrefix("\(path)/orders/") } == ["\(path)/orders/\(waiting.number)"])
                #expect(links.contains("\(path)/orders"))
            }
            let first = try await owner.post(served, search, [("text", "guest")]).body
            #expect(first.matches(of: /<th scope="row">/).count == 50 && first.contains("value=\"guest\""))
            let after = try #require(first.firstMatch(of: /name="after" value="([0-9]+)"/)).1
            let rest = try await owner.post(served, search, [("text", "guest"), ("after", String(after))]).body
            #expect(
                rest.matches(of: /<th scope="row">/).count == 2
                    && !rest.contains("Next page"))
            let none = try await owner.post(served, search, [("text", "\"><b>Nobody")]).body
            #expect(none.contains("No order found for “&quot;&gt;&lt;b&gt;Nobody”.") && !none.contains("<b>Nobody"))
            for name in ["Okello", "okello", "Nobody"] { #expect(!served.log.text.contains(name)) }
        }
    }

    @Test("A pending order is cancelled once, even by a repeated form; a paid order can’t be cancelled")
    func orderCancelled() async throws {
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money("30000 UGX")
        }
        let line = OrderDraft.Line(type: festival.regular.number, count: 2)
        let draft = OrderDraft(lines: [line], name: "Grace")
        let waiting = try festival.services.orders.createOrder(draft, of: festival.event)
        let paid = try festival.services.orders.createOrder(draft, of: festival.event)
        _ = try festival.services.orders.pay(
            paid.number, of: festival.event, Payment(.cash), signingWith: festival.ring)
        try await serve { served async throws in
            let pagePath = "\(path)/orders/\(waiting.number)"
            let page = try await owner.get(served, pagePath).body
            let far = ["cancel-note": String(repeating: "x", count: 999)]
            let refused = try await owner.post(
                served, "\(pagePath)/cancel", PageForm.filled(page, to: "\(pagePath)/cancel", far))
            #expect(refused.status == 422 && refused.body.contains("id=\"cancel-note-fault\""))
            let fields = try PageForm.filled(page, to: "\(pagePath)/cancel", ["cancel-note": "nobody came"])
            for _ in 0..<2 {
                let reply = try await owner.post(served, "\(pagePath)/cancel", fields)
                let unreached = "unreached=order:\(waiting.number)&about=order-cancelled"
                #expect(reply.status == 303)
                #expect(reply.headers["location"] == "\(pagePath)?done=cancelScheduled&\(unreached)")
            }
            #expect(try festival.services.orders.order(waiting.number, of: festival.event).status == .pending)
            try festival.makeScheduledChanges()
            #expect(try festival.services.orders.order(waiting.number, of: festival.event).status == .cancelled)
            let after = try await owner.get(served, pagePath).body
            #expect(PageForm.all(in: after).filter { $0.action.hasPrefix(pagePath) }.isEmpty)

            let other = "\(path)/orders/\(paid.number)"
            let actions = PageForm.all(in: try await owner.get(served, other).body).map(\.action)
            #expect(actions.contains("\(other)/refund") && !actions.contains("\(other)/cancel"))
            #expect(try await owner.post(served, "\(other)/cancel", []).status == 422)
            #expect(try festival.services.orders.order(paid.number, of: festival.event).status == .paid)
        }
    }

    @Test("The audit trail lists changes, and its verification finds an altered change")
    func audit() async throws {
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let pagePath = "\(organizer.deskPath)/audit"
        try await serve { served async throws in
            #expect(try await owner.get(served, pagePath).body.contains("Test published “New Year by the Lake”."))
            #expect(try await owner.get(served, "\(pagePath)/verify").body.contains("intact"))
            try festival.tamper("UPDATE audit SET action = 'editEvent' WHERE sequence = 2")
            #expect(try await owner.get(served, "\(pagePath)/verify").body.contains("broken at change 2"))
        }
    }
}
