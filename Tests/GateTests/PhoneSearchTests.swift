import EventFixture
import Foundation
import Gate
import Languages
import Management
import Store
import Testing
import Ticketing

@Suite("Searches by phone number, and messages about the found tickets", .everyEngine)
struct PhoneSearchTests {
    private static let phone = "+256772123456"

    @discardableResult
    private func sell(
        _ count: Int = 1, to phone: String?, email: String? = nil, name: String = "Kay", of event: Event? = nil,
        type: TicketType? = nil, at festival: Festival
    ) throws -> Order {
        let event = event ?? festival.event
        return try festival.services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: (type ?? festival.regular).number, count: count)], name: name, email: email,
                phone: phone, payment: Payment(.cash)),
            of: event, signingWith: festival.ring)
    }

    private func holders(_ text: String, at festival: Festival) throws -> [String] {
        try festival.services.tickets.tickets(of: festival.event, typed: text, limit: 99).map { $0.holder ?? "–" }
    }

    @Test(
        """
        A search for four to six digits finds the tickets of each buyer whose phone number ends with these digits, \
        even after a transfer
        """)
    func buyers() throws {
        let festival = try Festival()
        let order = try sell(2, to: "+256 772 123-456", at: festival)
        try sell(to: "+256701993456", name: "Ann", at: festival)
        try sell(to: nil, email: "bob@example.org", name: "Bob", at: festival)
        #expect(try holders("3456", at: festival).sorted() == ["Ann", "Kay", "Kay"])
        #expect(try holders("23456", at: festival) == ["Kay", "Kay"])
        #expect(try holders(" 123 456 ", at: festival) == ["Kay", "Kay"])
        #expect(try holders("993456", at: festival) == ["Ann"])
        #expect(try holders("4567", at: festival).isEmpty && holders("6543", at: festival).isEmpty)
        for ticket in try festival.services.orders.tickets(of: order, of: festival.event) {
            _ = try festival.services.tickets.transfer(
                ticket.code, of: festival.event, to: "Sarah", email: nil, signingWith: festival.ring)
        }
        #expect(try holders("123456", at: festival) == ["Sarah", "Sarah"])
    }

    @Test(
        "A complete phone number, with or without a country code, finds its tickets and no tickets of similar numbers")
    func completeNumbers() throws {
        let wedding = try Wedding()
        let festival = wedding.festival
        try sell(to: "+256772123456", at: festival)
        try sell(to: "+256701123456", name: "Ann", at: festival)
        try sell(to: "+254772123456", name: "Zoe", at: festival)
        try wedding.importGuests("name,phone,ceremony\nJohn,0772 123456,yes\nAmy,0701 999888,yes\n")
        try wedding.invite()
        let international = ["+256772123456", "+256 772 123-456", "00256772123456", "+256 (772) 123.456"]
        for text in international {
            #expect(try holders(text, at: festival).sorted() == ["John", "Kay"], "\(text)")
        }
        for text in ["0772123456", "0772 123 456", "772123456"] {
            #expect(try holders(text, at: festival).sorted() == ["John", "Kay", "Zoe"], "\(text)")
        }
        #expect(try holders("256701123456", at: festival) == ["Ann"])
        #expect(try holders("+256701999888", at: festival) == ["Amy"])
        for text in ["+256773123456", "0770123456", "+2567721234567", "+256701999889"] {
            #expect(try holders(text, at: festival).isEmpty, "\(text)")
        }
    }

    @Test("An unpaid order has no tickets, so a search by phone number finds nothing until the order is paid")
    func paidLater() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        let draft = OrderDraft(
            lines: [.init(type: festival.regular.number, count: 1)], name: "Kay", phone: PhoneSearchTests.phone)
        let order = try festival.services.orders.createOrder(draft, of: festival.event)
        #expect(try holders("3456", at: festival).isEmpty)
        _ = try festival.services.orders.pay(
            order.number, of: festival.event, Payment(.cash), signingWith: festival.ring)
        #expect(try holders("3456", at: festival) == ["Kay"])
    }

    @Test("A search for the phone number of another event’s buyer finds nothing")
    func otherEvent() throws {
        let festival = try Festival()
        let services = festival.services
        let draft = try services.events.createEvent(
            EventDetails(
                title: "Fair", venue: "Lido", timeZone: "Africa/Kampala",
                start: Festival.start.advanced(bySeconds: 3600), end: Festival.start.advanced(bySeconds: 7200)),
            suite: .hmac, of: services.organizers.organizer(named: "Nile Nights"))
        let type = try services.ticketTypes.addTicketType(TicketTypeDetails(name: "Day"), to: draft)
        let fair = try services.events.publish(draft)
        try sell(to: PhoneSearchTests.phone, of: fair, type: type, at: festival)
        #expect(try holders("123456", at: festival).isEmpty)
        #expect(try services.tickets.tickets(of: fair, typed: "123456", limit: 9).count == 1)
    }

    @Test(
        """
        If a holder’s name contains the searched digits, the search finds this holder, but no buyers whose phone \
        numbers end with these digits
        """)
    func names() throws {
        let festival = try Festival()
        try sell(to: PhoneSearchTests.phone, at: festival)
        _ = try festival.services.tickets.issue(
            .person(holder: "Guest 3456", email: nil, note: nil), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        #expect(try holders("3456", at: festival) == ["Guest 3456"])
        #expect(try holders("23456", at: festival) == ["Kay"])
    }

    @Test("The pages of a search show each ticket only once, in the order of the whole result")
    func pages() throws {
        let festival = try Festival()
        for number in 0..<9 { try sell(2, to: "+25677212345\(number)", name: "Kay \(number)", at: festival) }
        for number in 0..<5 { try sell(to: "+2567010\(number)3454", name: "Ann \(number)", at: festival) }
        let query = TicketQuery.phoneEnding("3454")
        let tickets = festival.services.tickets
        let all = try tickets.tickets(of: festival.event, matching: query, limit: 99)
        #expect(all.count == 7 && Set(all.map(\.serial)).count == 7)
        var paged: [Ticket] = []
        while case let page = try tickets.tickets(of: festival.event, matching: query, after: paged.last, limit: 2),
            !page.isEmpty
        {
            paged += page
        }
        #expect(paged == all)
    }

    @Test("The phone number of each guest finds the household's ticket; a changed number replaces the old one")
    func guests() throws {
        let wedding = try Wedding()
        let head = "name,household,email,phone,ceremony\n"
        try wedding.importGuests(
            head + "Grace,Nakato,grace@example.org,\(PhoneSearchTests.phone),yes\nJohn,Nakato,,0701 999888,yes\n"
                + "Amy,Akello,,5555,yes\n")
        try wedding.invite()
        for text in ["3456", "123456", "9888", "999888"] {
            #expect(try holders(text, at: wedding.festival) == ["Nakato"], "\(text)")
        }
        let amy = try holders("5555", at: wedding.festival)
        #expect(amy.count == 1 && amy != ["Nakato"])
        #expect(try holders("05555", at: wedding.festival).isEmpty)
        try wedding.importGuests(head + "Grace,Nakato,grace@example.org,+256772000777,yes\n")
        #expect(try holders("3456", at: wedding.festival).isEmpty)
        #expect(try holders("0777", at: wedding.festival) == ["Nakato"])
    }

    @Test("A search in a gate pack finds names; the pack contains no last digits of phone numbers")
    func pack() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,phone,ceremony\nGrace Nakato,\(PhoneSearchTests.phone),yes\n")
        try wedding.invite()
        try sell(to: PhoneSearchTests.phone, at: wedding.festival)
        #expect(try holders("123456", at: wedding.festival).count == 2)
        let pack = try OpenGatePack(at: wedding.festival.pack { $0.showsNames = true })
        #expect(try pack.tickets(typed: "nakato", limit: 9).count == 1)
        #expect(try pack.tickets(typed: "kay", limit: 9).count == 1)
        for digits in ["3456", "23456", "123456"] {
            #expect(try pack.tickets(matching: .phoneEnding(digits), limit: 9).isEmpty)
        }
        #expect(try pack.tickets(typed: PhoneSearchTests.phone, limit: 9).isEmpty)
    }

    // MARK: Messages

    /// Takes the due messages from the outbox, as the server does, and records a result for each message. No message
    /// leaves this machine.
    private func send(at festival: Festival, _ result: (Notice) -> NoticeResult) throws -> [Notice] {
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let (leases, _) = try dispatcher.decide(atMost: 100, channels: [.email, .sms], festival.store)
        for lease in leases { try dispatcher.record(result(lease.notice), of: lease, chance: 0.5, festival.store) }
        return leases.map(\.notice)
    }

    private func message(to text: String, at festival: Festival) throws -> TicketMessage? {
        let tickets = try festival.services.tickets.tickets(of: festival.event, typed: text, limit: 9)
        #expect(tickets.count == 1)
        return try festival.services.tickets.lastMessages(about: tickets, of: festival.event).values.first
    }

    private func text(_ message: TicketMessage?, at festival: Festival) -> String? {
        message?.text(in: .english, timeZone: festival.event.zone, at: festival.clock.now())
    }

    @Test("A found ticket shows when and how its last message was sent, and whether the message was delivered")
    func sent() throws {
        let festival = try Festival()
        try sell(to: PhoneSearchTests.phone, at: festival)
        try sell(to: "+256701000111", email: "ann@example.org", name: "Ann", at: festival)
        #expect(try message(to: "3456", at: festival) == nil)
        let sent = try send(at: festival) { .accepted(providerID: $0.recipient, answer: "ok") }
        #expect(sent.count == 2)
        let kay = try message(to: "3456", at: festival)
        #expect(kay == .sent(by: .sms, at: Festival.start, isDelivered: false))
        #expect(text(kay, at: festival) == "sent 07:26 by SMS")
        let ann = try message(to: "0111", at: festival)
        #expect(text(ann, at: festival) == "sent 07:26 by e-mail")
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        #expect(
            try dispatcher.recordReport(id: PhoneSearchTests.phone, arrived: true, answer: "", festival.store))
        let delivered = try message(to: "3456", at: festival)
        #expect(text(delivered, at: festival) == "sent 07:26 by SMS, delivered")
        festival.clock.advance(bySeconds: 86_400)
        #expect(text(delivered, at: festival) == "sent 07:26 on Wednesday 23 Dec by SMS, delivered")
        #expect(
            delivered?.text(in: .swahili, timeZone: festival.event.zone, at: Festival.start)
                == "ilitumwa 07:26 kwa SMS, imefika")
    }

    @Test(
        """
        If a ticket’s last message came back, or its address gets no more messages, the search says “message came \
        back”
        """)
    func cameBack() throws {
        let festival = try Festival()
        try sell(to: nil, email: "kay@example.org", at: festival)
        let sent = try send(at: festival) { _ in .accepted(providerID: nil, answer: "ok") }
        let token = try #require(sent.first?.delivery.token)
        let report = BounceReport(token: token, isPermanent: true, isComplaint: false, answer: "550 5.1.1 unknown")
        #expect(try NoticeDispatcher(clock: festival.clock.now).record(report, festival.store) != nil)
        #expect(text(try message(to: "kay", at: festival), at: festival) == "message came back")
        try festival.store.write { connection in
            _ = try connection.recipients.add(MessageRecipient(address: "ann@example.org", secret: "a1"))
            try connection.recipients.suppress("ann@example.org", since: Festival.start, answer: "550")
        }
        try sell(to: nil, email: "ann@example.org", name: "Ann", at: festival)
        #expect(try message(to: "ann", at: festival) == .cameBack)
    }

    @Test("A ticket’s messages do not include messages to a former holder, or about another event")
    func others() throws {
        let festival = try Festival()
        let order = try sell(to: PhoneSearchTests.phone, at: festival)
        _ = try send(at: festival) { _ in .accepted(providerID: nil, answer: "ok") }
        #expect(try message(to: "3456", at: festival) != nil)
        let code = try #require(festival.services.orders.tickets(of: order, of: festival.event).first?.code)
        _ = try festival.services.tickets.transfer(
            code, of: festival.event, to: "Sarah", email: nil, signingWith: festival.ring)
        #expect(try message(to: "3456", at: festival) == nil)
        _ = try festival.services.tickets.issue(
            .person(holder: "Zoe", email: "zoe@example.org", note: nil), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        try festival.store.write { connection in
            let reset = Notice(
                organizer: nil, event: nil, kind: .ticketIssued, recipient: "zoe@example.org", payload: [:],
                key: "other", created: Festival.start)
            try connection.notices.queue(reset)
            try connection.notices.update(
                reset, to: reset.delivery.with { ($0.state, $0.due, $0.sent) = (.sent, nil, Festival.start) })
        }
        #expect(try message(to: "zoe", at: festival) == nil)
    }

    @Test(
        """
        The search shows a guest’s invitation as the last message about the ticket, even after the ticket was reissued
        """)
    func invitation() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,phone,ceremony\nGrace,\(PhoneSearchTests.phone),yes\n")
        try wedding.invite()
        _ = try send(at: wedding.festival) { _ in .accepted(providerID: nil, answer: "ok") }
        let sent = TicketMessage.sent(by: .sms, at: Festival.start, isDelivered: false)
        #expect(try message(to: "3456", at: wedding.festival) == sent)
        let ticket = try #require(wedding.services.tickets.tickets(of: wedding.event, typed: "3456", limit: 9).first)
        _ = try wedding.services.tickets.reissue(ticket.code, of: wedding.event, signingWith: wedding.festival.ring)
        #expect(try message(to: "3456", at: wedding.festival) == sent)
    }
}
