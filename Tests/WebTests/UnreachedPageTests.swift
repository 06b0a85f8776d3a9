import EventFixture
import Foundation
import Management
import MessageTransport
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Pages say whom messages do not reach, and what happened to a message", .serving)
struct UnreachedPageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let desk: String

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        owner = try .owner(of: festival)
        desk = festival.event.deskPath
    }

    private func stop(_ address: String) throws {
        try festival.store.write { connection in
            _ = try connection.recipients.add(MessageRecipient(address: address, secret: "of \(address)"))
            try connection.recipients.suppress(address, since: Festival.start, answer: "550 5.1.1")
        }
    }

    private func settings() throws -> MessageSettings {
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org"
        settings.mail = MailSettings(
            way: .folder(festival.folder("mails")), from: try #require(EmailAddress(rawValue: "desk@example.org")))
        return settings
    }

    private func refunded(to buyer: Buyer) throws -> Order {
        let draft = OrderDraft(
            lines: [.init(type: festival.regular.number, count: 1)], buyer: buyer, payment: Payment(.cash))
        let order = try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        let codes = try festival.services.orders.tickets(of: order, of: festival.event).map(\.code)
        _ = try festival.services.orders.refund(.tickets(codes), ofOrder: order.number, of: festival.event, note: nil)
        return try festival.services.orders.order(order.number, of: festival.event)
    }

    @Test("The form for a repayment says whether a message reaches the buyer, and why it waits or is not sent")
    func repayment() async throws {
        try stop("ref@example.org")
        let queued = "A message to the buyer is queued when you record a repayment."
        let expected: [(Buyer, String)] = [
            (Buyer(name: "Kay", email: "kay@example.org"), queued),
            (Buyer(name: "Ann"), "No message reaches 1 person: Ann (no e-mail address or phone number)."),
            (Buyer(name: "Ref", email: "ref@example.org"), "No message reaches 1 person: Ref (messages to ref@"),
        ]
        let orders = try expected.map { try refunded(to: $0.0) }
        let waits = "Messages wait, because no sender is set up."
        try await Served.with(configuration: festival.configuration) { served async throws in
            for (order, (_, text)) in zip(orders, expected) {
                let page = try await owner.get(served, "\(desk)/orders/\(order.number)").body
                #expect(page.contains(text) && !page.contains("The buyer gets a message"), "\(text)")
                #expect(page.contains("\(text) \(waits)") == (order.buyer.name == "Kay"), "\(text)")
            }
        }
        let settings = try settings()
        try await Served.with(configuration: festival.configuration { settings }) { served async throws in
            let page = try await owner.get(served, "\(desk)/orders/\(orders[0].number)").body
            #expect(page.contains(expected[0].1) && !page.contains("Messages to phone numbers cannot be sent"))
        }
    }

    @Test("A refund that is owed is not called paid; after the repayment, the order’s page has its amount and time")
    func refund() async throws {
        let order = try refunded(to: Buyer(name: "Kay", email: "kay@example.org"))
        let link = try #require(try OrderLink(to: order.number, of: festival.event.number, festival.ring))
        try await Served.with(configuration: festival.configuration) { served async throws in
            let visitor = Browser(served)
            try await visitor.get("/o/\(link.path)")
            #expect(visitor.body.contains("\(order.number), cancelled, a refund is owed"))
            #expect(visitor.body.contains("A refund of ") && visitor.body.contains("50,000 is owed"))
            #expect(!visitor.body.contains(", refunded") && !visitor.body.contains("paid back on"))
            _ = try festival.services.orders.recordRefundPayment(
                Money("20000 UGX"), ofOrder: order.number, of: festival.event)
            try await visitor.get("/o/\(link.path)")
            #expect(visitor.body.contains("30,000 is owed") && visitor.body.contains("20,000 paid back on "))
            #expect(!visitor.body.contains(", refunded"))
            _ = try festival.services.orders.recordRefundPayment(nil, ofOrder: order.number, of: festival.event)
            try await visitor.get("/o/\(link.path)")
            #expect(visitor.body.contains("\(order.number), refunded") && !visitor.body.contains("is owed"))
            #expect(visitor.body.matches(of: /paid back on\s/).count == 2)
        }
    }

    @Test("If a message to a stopped address is queued again, the page says when messages to the address were stopped")
    func resent() async throws {
        try festival.issue(to: "ref@example.org")
        try festival.deliver { _ in .refused(answer: "550 5.1.1 no such user") }
        let ticket = try #require(
            try festival.services.tickets.tickets(of: festival.event, matching: .all, limit: 1).first)
        let path = "\(desk)/tickets/\(ticket.code)"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, path).body
            let sent = try await owner.post(served, "\(path)/resend", PageForm.filled(page, to: "\(path)/resend"))
            let location = try #require(sent.headers["location"])
            #expect(location.contains("&unreached=tickets:") && !location.contains("ref@"))
            let displayed = try await owner.get(served, location).body
            #expect(
                displayed.contains("No message reaches 1 person: Grace (messages to ref@example.org have been stopped"))
            #expect(displayed.contains("have been stopped since 2026-") && !displayed.contains("message is waiting"))
            // A query with an unknown ticket, a malformed group or no kind of message adds nothing to the page.
            for query in ["unreached=tickets:1&about=ticket-issued", "unreached=x&about=y", "unreached=everyone"] {
                let other = try await owner.get(served, "\(path)?done=resent&\(query)")
                #expect(other.status == 200 && !other.body.contains("No message reaches"), "\(query)")
            }
        }
    }

    @Test("If many people are not reached, the page names five of them, and links to the complete lists")
    func many() async throws {
        for number in 1...7 { try festival.issue(to: nil, holder: "Guest \(number)") }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = "\(desk)?done=restored&unreached=everyone&about=event-restored"
            let body = try await owner.get(served, page).body
            #expect(body.contains("No message reaches 7 people: Guest ") && body.contains(", and 2 more."))
            #expect(body.contains("and 2 more. <a href=\"\(desk)/tickets\">"))
        }
    }

    @Test("A preview at the desk counts and names the people whom the message does not reach")
    func preview() async throws {
        try festival.issue(to: "ref@example.org", holder: "Ref")
        try festival.issue(to: "joy@example.org", holder: "Joy")
        try stop("ref@example.org")
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, "\(desk)/write").body
            let form = try #require(PageForm.all(in: page).first { $0.action == "\(desk)/write" })
            let typed = ["audience": "all", "subject": "Parking", "body": "Use gate 3."]
            let fields = form.fields.filter { $0.name != CSRFToken.field }.map { ($0.name, typed[$0.name] ?? $0.value) }
            let preview = try await owner.post(served, "\(desk)/write", fields).body
            #expect(preview.contains("<dt>Not reached</dt><dd>1</dd>"))
            #expect(preview.contains("No message reaches 1 person: Ref (messages to ref@example.org have been stopped"))
        }
    }

    @Test("The settings page shows the time of a channel’s last failure, and since when messages have waited")
    func outage() async throws {
        try festival.issue(to: "joy@example.org")
        let created = festival.clock.now()
        festival.clock.advance(bySeconds: 600)
        try festival.deliver { _ in .notTried(answer: "mail.example.org:25 refused the connection", pauseSeconds: 60) }
        let settings = try settings()
        try await Served.with(configuration: festival.configuration { settings }) { served async throws in
            let page = try await owner.get(served, MessageSettingsPage.path).body
            // The page shows times that belong to no event in the time zone of the latest event.
            let zone = festival.event.zone
            #expect(zone != .gmt)
            let (failed, since) = (festival.clock.now().minuteText(in: zone), created.minuteText(in: zone))
            #expect(page.contains("E-mail cannot be used: mail.example.org:25 refused the connection."))
            #expect(page.contains("Last failure on \(failed) \(zone.identifier);"))
            #expect(page.contains("messages have been waiting since \(since) \(zone.identifier)."))
            let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
            let member = try DeskVisitor.member(.owner, of: organizer, at: festival)
            let reason = "Waits, because the mail server or SMS provider cannot be used now."
            for (visitor, seesCause) in [(owner, true), (member, false)] {
                let list = try await visitor.get(served, "\(desk)/notices").body
                #expect(list.contains(reason) && list.contains("refused the connection") == seesCause)
                let file = try await visitor.get(served, "\(desk)/notices.csv").body
                #expect(file.contains("refused the connection") == seesCause)
            }
        }
        // A channel that works again is not shown.
        festival.clock.advance(bySeconds: 60)
        try festival.deliver { _ in .accepted(providerID: nil, answer: "250 OK") }
        try await Served.with(configuration: festival.configuration { settings }) { served async throws in
            #expect(try await !owner.get(served, MessageSettingsPage.path).body.contains("cannot be used"))
        }
    }
}

@Suite("The link that confirms a reservation, on the order’s page", .serving)
struct LinkStateTests {
    @Test(
        "The page does not reveal whether the address exists: it has the same text for each state of the message",
        arguments: [
            nil, .deferred(answer: "451 later"), .accepted(providerID: nil, answer: "250 OK"),
            .refused(answer: "554 5.7.1 spam"), .refused(answer: "550 5.1.1 no such user"),
        ] as [NoticeResult?])
    func states(_ result: NoticeResult?) async throws {
        let festival = try Festival()
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org"
        settings.mail = MailSettings(
            way: .folder(festival.folder("mail")), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        let current = settings
        try await Served.with(configuration: festival.configuration { current }) { served async throws in
            let browser = Browser(served)
            let page = "/events/\(festival.event.slug)"
            try await browser.get(page)
            let answer = try await browser.send(
                "\(page)/reserve",
                ["count_0": "1", "name": "Grace", "email": "grace@example.org"])
            let order = try #require(answer.headers["location"], "\(answer.body)")
            if let result { try festival.deliver { _ in result } }
            for (seconds, text) in [
                (0, "We are sending a link to g…@example.org. Open it within 15 minutes to keep your tickets."),
                (
                    Int64(OrderConfirmation.minutes) * 60,
                    "you can still confirm the reservation with the link that was sent to g…@example.org."
                ),
            ] as [(Int64, String)] {
                festival.clock.advance(bySeconds: seconds)
                try await browser.get(order)
                let expected = "\(text) If no message arrives, check the address or ask the organizer."
                #expect(browser.body.contains(expected), "\(browser.body)")
            }
        }
    }
}
