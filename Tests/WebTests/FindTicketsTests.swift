import EventFixture
import Foundation
import MessageTransport
import Store
import Testing
import TicketToken
import Ticketing

@testable import Management
@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

extension Festival {
    /// The configuration of a server that uses the festival’s store, and sends messages by the given channels.
    fileprivate func configuration(sending channels: Set<Notice.Channel>) throws -> ServerConfiguration {
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org"
        if channels.contains(.email) {
            settings.mail = MailSettings(
                way: .folder("\(folder.path)/mail"), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        }
        if channels.contains(.sms) { settings.sms = .gammu(GammuModem(configuration: "\(folder.path)/gammurc")) }
        return ServerConfiguration(clock: clock.now, keyRing: keys, messages: { [settings] in settings }) {
            [address] in try Store.open(address)
        }
    }

    /// Sells one ticket for the festival’s event, or for another event.
    fileprivate func sell(
        to email: String?, phone: String? = nil, at other: (event: Event, type: TicketType)? = nil
    ) throws -> Ticket {
        let event = other?.event ?? event
        let line = OrderDraft.Line(type: other?.type.number ?? regular.number, count: 1)
        let order = try services.orders.createOrder(
            OrderDraft(lines: [line], name: "Grace", email: email, phone: phone, payment: Payment(.cash)), of: event,
            signingWith: ring)
        return try #require(try services.orders.tickets(of: order, of: event).first)
    }

    fileprivate func secondEvent(_ title: String) throws -> (event: Event, type: TicketType) {
        var details = event.details
        details.title = title
        let organizer = try services.organizers.organizer(named: "Nile Nights")
        let draft = try services.events.createEvent(details, suite: .hmac, of: organizer)
        let type = try services.ticketTypes.addTicketType(TicketTypeDetails(name: "Balcony"), to: draft)
        return (try services.events.publish(draft), type)
    }

    /// The queued messages with links to tickets, oldest first.
    fileprivate func foundMessages() throws -> [Notice] {
        try store.read { try $0.notices.due(at: clock.now(), limit: 1000) }.filter { $0.kind == .ticketsFound }
    }

    /// The number of codes and links that were made for an address.
    fileprivate func proofs(of address: String) throws -> Int {
        try store.read {
            try $0.addressProofs.count(of: address, for: .findTickets, since: Festival.start.advanced(bySeconds: -1))
        }
    }
}

extension Browser {
    /// Opens the form, and requests a message to an address.
    @discardableResult
    fileprivate func requestTickets(of address: String) async throws -> Reply {
        try await get("/find")
        return try await send("/find", ["address": address])
    }

    /// Opens the form for codes, and enters a code.
    @discardableResult
    fileprivate func enter(_ code: String, of address: String) async throws -> Reply {
        try await get("/find/code")
        return try await send("/find/code", ["address": address, "code": code])
    }
}

@Suite("Find my tickets", .serving)
struct FindTicketsTests {
    private let grace = "grace@example.org"
    /// An address without tickets. It is as long as Grace’s address.
    private let nancy = "nancy@example.org"

    /// The parts of a response that must not depend on the address: the status, the header fields without the date and
    /// the request’s id, and the body with a placeholder for the address.
    private func comparable(_ reply: Reply, _ address: String) -> [String] {
        let headers = reply.headers.filter { !["date", "x-request-id"].contains($0.key) }
        return ["\(reply.status)", reply.body.replacing(address, with: "ADDRESS")]
            + headers.map { "\($0.key): \($0.value)" }.sorted()
    }

    @Test(
        """
        The response for an address with tickets is the same as for one without tickets, but only an address with \
        tickets gets a message
        """)
    func sameAnswer() async throws {
        let festival = try Festival()
        _ = try festival.sell(to: grace)
        let length = try festival.store.read { try $0.audit.last(of: festival.event.organizer) }
        try await Served.with(configuration: festival.configuration(sending: [.email])) { served async throws in
            let browser = Browser(served)
            try await browser.get("/events")
            #expect(browser.body.contains("href=\"/find\""))
            try await browser.get("/find")
            let (known, unknown) = (
                try await browser.requestTickets(of: grace), try await browser.requestTickets(of: nancy)
            )
            #expect(comparable(known, grace) == comparable(unknown, nancy))
            #expect(known.status == 200 && known.body.contains("If there are tickets for this address, a message"))
            let messages = try festival.foundMessages()
            #expect(messages.map(\.recipient) == [grace])
            #expect(messages.allSatisfy { $0.organizer == nil && $0.event == nil })
            #expect(try festival.proofs(of: grace) == 1 && festival.proofs(of: nancy) == 1)
            #expect(try festival.store.read { try $0.audit.last(of: festival.event.organizer) } == length)
        }
    }

    @Test("A request runs the same statements for an address with tickets as for an address without tickets")
    func sameStatements() throws {
        let festival = try Festival()
        _ = try festival.sell(to: grace)
        func statements(_ address: String) throws -> [String] {
            try festival.store.write { connection in
                let log = StatementLog(connection)
                let work = UnitOfWork(
                    .findTickets, by: festival.services.user.id, in: nil, at: festival.clock.now(),
                    mark: IdempotencyMark(nil), log)
                let result = try Storefront.requestTickets(of: address, work)
                #expect(result == .accepted)
                return log.statements
            }
        }
        let known = try statements(grace)
        #expect(try statements(nancy) == known)
        #expect(known.contains { $0.contains("INSERT INTO notice") } && known.count > 4)
        #expect(try festival.foundMessages().map(\.recipient) == [grace])
    }

    @Test(
        """
        An address whose orders are cancelled, refunded or unpaid, or whose tickets are cancelled or transferred, gets \
        the same response as one without tickets, and no message
        """)
    func ended() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        let (event, services) = (festival.event, festival.services)
        let phone = "+256772123456"
        func reserve(_ email: String) throws -> Order {
            try services.orders.createOrder(
                OrderDraft(
                    lines: [OrderDraft.Line(type: festival.regular.number, count: 1)], name: "Grace", email: email),
                of: event, signingWith: festival.ring)
        }
        // All addresses are as long as Nancy’s address.
        _ = try reserve("penny@example.org")
        _ = try services.orders.cancelOrder(reserve("carol@example.org").number, of: event, note: nil)
        let refunded = try #require(try festival.sell(to: "robin@example.org").sale).order
        _ = try services.orders.refund(.all, ofOrder: refunded, of: event, note: nil)
        for ticket in [try festival.sell(to: "tessa@example.org"), try festival.sell(to: nil, phone: phone)] {
            _ = try services.tickets.cancel(ticket.code, of: event, note: nil)
        }
        _ = try services.tickets.transfer(
            festival.sell(to: "moses@example.org").code, of: event, to: "Joan", email: "joan@example.org",
            signingWith: festival.ring)
        // One of the two tickets of this address is still valid.
        _ = try festival.sell(to: "paula@example.org")
        _ = try services.tickets.cancel(festival.sell(to: "paula@example.org").code, of: event, note: nil)
        // Penny’s order is not paid in time.
        festival.clock.advance(bySeconds: Order.reservationSeconds)
        try await Served.with(configuration: festival.configuration(sending: [.email, .sms])) { served async throws in
            let browser = Browser(served)
            let unknown = try await browser.requestTickets(of: nancy)
            for name in ["penny", "carol", "robin", "tessa", "moses", "paula"] {
                let address = "\(name)@example.org"
                let reply = try await browser.requestTickets(of: address)
                #expect(comparable(reply, address) == comparable(unknown, nancy), "\(name)")
            }
            #expect(try await browser.requestTickets(of: phone).status == 200)
            #expect(try festival.foundMessages().map(\.recipient) == ["paula@example.org"])
        }
    }

    @Test(
        """
        A guest whose code is cancelled or transferred gets no message by e-mail or SMS; before that, even after a \
        reissue, the guest gets one by each
        """)
    func endedCode() throws {
        let wedding = try Wedding()
        let (festival, phone) = (wedding.festival, "+256772123456")
        let (ruth, ruthsPhone) = ("ruth@example.org", "+256772123457")
        try wedding.importGuests(
            "name,email,phone,ceremony\nGrace,\(grace),\(phone),yes\nRuth,\(ruth),\(ruthsPhone),yes\n")
        try wedding.invite()
        func code(of name: String) throws -> TicketCode {
            TicketCode(try #require(try wedding.services.guests.guest(named: name, of: wedding.event).guest.serial))
        }
        let storefront = try Storefront(to: festival.store, signingWith: festival.ring, clock: festival.clock.now)
        let guests = [grace, phone, ruth, ruthsPhone]
        /// Requests a message for each address, and checks that each guest has got exactly one message until now.
        func request(_ addresses: [String]) throws {
            for address in addresses {
                #expect(try storefront.requestTickets(of: VisitorAddress.parse(address).get()) == .accepted)
            }
            #expect(try festival.foundMessages().map(\.recipient).sorted() == guests.sorted())
        }
        let tickets = wedding.services.tickets
        // A reissued code still belongs to its guest.
        _ = try tickets.reissue(code(of: "Ruth"), of: wedding.event, signingWith: festival.ring)
        try request(guests)
        _ = try tickets.cancel(code(of: "Grace"), of: wedding.event, note: nil)
        // A ticket that admits guests does not belong to the address of its new holder, so the page would not show it.
        _ = try tickets.transfer(
            code(of: "Ruth"), of: wedding.event, to: "Moses", email: nancy, signingWith: festival.ring)
        try request(guests + [nancy])
        _ = try tickets.transfer(
            code(of: "Ruth"), of: wedding.event, to: "Moses", email: nil, signingWith: festival.ring)
        try request(guests + [nancy])
    }

    @Test("The link and the code in the message show the address’s current tickets for all events, and no others")
    func tickets() async throws {
        let festival = try Festival()
        let hostile = #"<script>alert("1")</script>&{{title}}"#
        let other = try festival.secondEvent(hostile)
        let (ticket, balcony) = (try festival.sell(to: grace), try festival.sell(to: grace, at: other))
        let (passedOn, foreign) = (try festival.sell(to: grace), try festival.sell(to: "joan@example.org"))
        _ = try festival.services.tickets.transfer(
            passedOn.code, of: festival.event, to: "Joan", email: "joan@example.org", signingWith: festival.ring)
        try await Served.with(configuration: festival.configuration(sending: [.email])) { served async throws in
            let browser = Browser(served)
            try await browser.requestTickets(of: grace)
            let message = try #require(try festival.foundMessages().first)
            let (link, code) = (try #require(message.payload["link"]), try #require(message.payload["code"]))
            let page = try await browser.get(link)
            #expect(page.headers["cache-control"] == "no-store" && page.headers["referrer-policy"] == "no-referrer")
            #expect(browser.body.contains("<h2 id=\"event-\(festival.event.number)\">New Year by the Lake</h2>"))
            #expect(browser.body.contains("&lt;script&gt;") && !browser.body.contains("<script>alert"))
            for (ticket, event) in [(ticket, festival.event), (balcony, other.event)] {
                let path = try TicketLink(to: ticket, of: event, festival.ring).path
                #expect(browser.body.contains("href=\"/t/\(path)\""))
            }
            #expect(!browser.body.contains("\(passedOn.code)") && !browser.body.contains("\(foreign.code)"))
            let typed = " \(code.prefix(3)) \(code.suffix(3)) "
            let entered = try await browser.enter(typed, of: grace.uppercased())
            let found = try #require(entered.headers["location"])
            #expect(entered.status == 303 && found != link)
            #expect(try await browser.get(found).body.contains("\(ticket.code)"))
            // After a correct code, the server redirects to a link. This link does not count as a message.
            festival.clock.advance(bySeconds: 1)
            for _ in 0..<2 { #expect(try await browser.requestTickets(of: grace).status == 200) }
            for secret in [link, found] { try await served.expectNoTrace(of: secret, ["grace"]) }
        }
    }

    @Test("After five wrong codes, even the right code is refused; an address without tickets gets the same responses")
    func guessing() async throws {
        let festival = try Festival()
        _ = try festival.sell(to: grace)
        try await Served.with(configuration: festival.configuration(sending: [.email])) { served async throws in
            let browser = Browser(served)
            for address in [grace, nancy] { try await browser.requestTickets(of: address) }
            let message = try #require(try festival.foundMessages().first)
            let code = try #require(message.payload["code"])
            let wrong = code == "000000" ? "000001" : "000000"
            let answers = [
                "4 tries are left", "3 tries are left", "2 tries are left", "One try is left", "no try is left",
                "There is no valid code",
            ]
            for text in answers {
                let known = try await browser.enter(wrong, of: grace)
                #expect(known.status == 422 && known.body.contains(text), "\(text)")
                let unknown = try await browser.enter(wrong, of: nancy)
                #expect(comparable(known, grace) == comparable(unknown, nancy))
            }
            #expect(try await browser.enter(code, of: grace).status == 422)
            #expect(try await browser.enter(code, of: "joan@example.org").body.contains("There is no valid code"))
            for malformed in ["", "12345", "1234567", "abcdef", "１２３４５６", "<script>"] {
                let reply = try await browser.enter(malformed, of: grace)
                #expect(reply.status == 422 && reply.body.contains("Enter the 6 digits"), "\(malformed)")
                #expect(!reply.body.contains("<script>"))
            }
            #expect(try await browser.get(#require(message.payload["link"])).status == 200)
            festival.clock.advance(bySeconds: 1)
            try await browser.requestTickets(of: grace)
            let next = try #require(try festival.foundMessages().last?.payload["code"])
            #expect(try await browser.enter(next, of: grace).status == 303)
        }
    }

    @Test("One address gets at most three messages an hour and ten a day, whether or not it has tickets")
    func mailBomb() async throws {
        let festival = try Festival()
        _ = try festival.sell(to: grace)
        // The event is far in the future, so that its tickets stay current during the test.
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 30 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 31 * 86_400)
        }
        try await Served.with(configuration: festival.configuration(sending: [.email])) { served async throws in
            let browser = Browser(served)
            for (hour, allowed) in [3, 3, 3, 1, 0].enumerated() {
                festival.clock.set(Festival.start.advanced(bySeconds: Int64(hour) * 3600))
                for _ in 0..<allowed { #expect(try await browser.requestTickets(of: grace).status == 200) }
                let refused = try await browser.requestTickets(of: grace)
                #expect(refused.status == 429 && refused.body.contains("Too many messages were requested"), "\(hour)")
                if hour == 0 { #expect(refused.headers["retry-after"] == "3600") }
            }
            #expect(try festival.foundMessages().count == 10)
            festival.clock.set(Festival.start.advanced(bySeconds: 86_400))
            #expect(try await browser.requestTickets(of: grace).status == 200)
            for _ in 0..<3 { #expect(try await browser.requestTickets(of: nancy).status == 200) }
            #expect(try await browser.requestTickets(of: nancy).status == 429)
            #expect(try festival.foundMessages().map(\.recipient) == Array(repeating: grace, count: 11))
        }
    }

    @Test("Addresses of one mailbox, and spellings of one phone number, share the limit of messages")
    func spellings() throws {
        let festival = try Festival()
        let storefront = try Storefront(to: festival.store, signingWith: festival.ring, clock: festival.clock.now)
        /// Requests messages to typed addresses, and returns whether each request was accepted.
        func accepted(_ typed: [String]) throws -> [Bool] {
            try typed.map { text in
                try storefront.requestTickets(of: try VisitorAddress.parse(text).get()) == .accepted
            }
        }
        let limit = [true, true, true, false]
        #expect(
            try accepted([
                "vic.tim@gmail.com", "Victim+1@GMAIL.com", "v.i.c.t.i.m+2@googlemail.com", "victim@gmail.com",
            ]) == limit)
        #expect(
            try accepted(["vera+a@example.org", "VERA@EXAMPLE.ORG", "vera+b+c@Example.org", "vera@example.org"])
                == limit)
        // At other domains, a dot makes a different address, so this address belongs to another mailbox.
        #expect(try accepted(["ve.ra@example.org", "vera@example.com"]) == [true, true])
        #expect(
            try accepted(["+256772123456", "+256 772 123456", "+256 (772) 123-456", "+256.772.123.456"]) == limit)
        #expect(try accepted(["+256772123457"]) == [true])
    }

    @Test("If a server’s clock is up to a minute slow, it accepts other servers’ codes, and counts them for its limit")
    func clocks() async throws {
        let festival = try Festival()
        _ = try festival.sell(to: grace)
        try await Served.with(configuration: festival.configuration(sending: [.email])) { served async throws in
            let browser = Browser(served)
            festival.clock.set(Festival.start.advanced(bySeconds: 60))
            for _ in 0..<2 { #expect(try await browser.requestTickets(of: grace).status == 200) }
            festival.clock.set(Festival.start.advanced(bySeconds: 61))
            #expect(try await browser.requestTickets(of: grace).status == 200)
            let code = try #require(try festival.foundMessages().last?.payload["code"])
            festival.clock.set(Festival.start.advanced(bySeconds: 1))
            #expect(try await browser.requestTickets(of: grace).status == 429)
            #expect(try await browser.enter(code, of: grace).status == 303)
        }
    }

    @Test("A code is valid for ten minutes and a link for a day; tickets are found until a day after their event")
    func expiry() async throws {
        let festival = try Festival()
        _ = try festival.sell(to: grace)
        try await Served.with(configuration: festival.configuration(sending: [.email])) { served async throws in
            let browser = Browser(served)
            try await browser.requestTickets(of: grace)
            let payload = try #require(try festival.foundMessages().first?.payload)
            let (link, code) = (try #require(payload["link"]), try #require(payload["code"]))
            let secret = String(link.dropFirst("/find/".count))
            #expect(try await browser.get(link).status == 200)
            for wrong in ["0", "\(secret)0", String(secret.dropLast()), secret.uppercased(), "%00", "\(secret)%00"] {
                #expect(try await browser.get("/find/\(wrong)").status == 404, "\(wrong)")
            }
            for (seconds, status) in [(599, 303), (600, 422)] as [(Int64, Int)] {
                festival.clock.set(Festival.start.advanced(bySeconds: seconds))
                #expect(try await browser.enter(code, of: grace).status == status, "\(seconds)")
            }
            for (seconds, status) in [(86_399, 200), (86_400, 404)] as [(Int64, Int)] {
                festival.clock.set(Festival.start.advanced(bySeconds: seconds))
                #expect(try await browser.get(link).status == status, "\(seconds)")
            }
            #expect(browser.body.contains("Page not found"))
            // The event ends two hours after the start of the test.
            for (seconds, count) in [(7200 + 86_399, 2), (7200 + 86_400, 2)] as [(Int64, Int)] {
                festival.clock.set(Festival.start.advanced(bySeconds: seconds))
                #expect(try await browser.requestTickets(of: grace).status == 200)
                #expect(try festival.foundMessages().count == count, "\(seconds)")
            }
        }
    }

    @Test(
        "If a server can’t send to e-mail addresses or to phones, it says this and whom to ask, and stores nothing")
    func noChannel() async throws {
        let festival = try Festival()
        let phone = "+256772123456"
        _ = try festival.sell(to: grace)
        _ = try festival.sell(to: nil, phone: phone)
        let cases: [(Set<Notice.Channel>, label: String, refused: [(String, String)], accepted: [String])] = [
            ([], "", [(grace, "sends no e-mail"), (phone, "no messages to phone numbers")], []),
            ([.email], "E-mail address", [(phone, "no messages to phone numbers")], [grace]),
            ([.sms], "Phone number", [(grace, "sends no e-mail")], ["+256 (772) 123-456"]),
            ([.email, .sms], "E-mail address or phone number", [], [nancy]),
        ]
        for (channels, label, refused, accepted) in cases {
            try await Served.with(configuration: festival.configuration(sending: channels)) { served async throws in
                let browser = Browser(served)
                try await browser.get("/find")
                #expect(browser.body.contains("Ask the organizer") == channels.isEmpty)
                #expect(browser.body.contains("action=\"/find\"") != channels.isEmpty)
                if !channels.isEmpty { #expect(browser.body.contains("<label for=\"address\">\(label)</label>")) }
                try await browser.get("/find/code")
                for (address, text) in refused {
                    let reply = try await browser.send("/find", ["address": address])
                    #expect(reply.status == 422 && reply.body.contains(text), "\(channels) \(address)")
                    #expect(reply.body.contains(channels.isEmpty ? "Ask the organizer" : "ask the organizer"))
                    #expect(!reply.body.contains("is on its way"))
                    try await browser.get("/find/code")
                }
                for address in accepted {
                    #expect(try await browser.send("/find", ["address": address]).status == 200, "\(address)")
                }
            }
        }
        #expect(try festival.foundMessages().map(\.recipient).sorted() == [phone, grace])
        #expect(try festival.proofs(of: grace) == 1 && festival.proofs(of: phone) == 1)
    }

    @Test("A malformed address is refused with a hint, shown escaped, and stored nowhere")
    func hostileAddresses() async throws {
        let festival = try Festival()
        _ = try festival.sell(to: grace)
        try await Served.with(configuration: festival.configuration(sending: [.email, .sms])) { served async throws in
            let browser = Browser(served)
            for (address, text) in [
                (#""><script>alert(1)</script>"#, "Enter an e-mail address"), ("", "Enter an e-mail address"),
                ("\(grace)\r\nBcc: eve@example.org", "Enter an e-mail address"),
                ("\(grace),eve@example.org", "Enter an e-mail address"), ("<\(grace)>", "Enter an e-mail address"),
                (String(repeating: "a", count: 300) + grace, "Enter an e-mail address"),
                ("\u{202E}\(grace)", "Enter an e-mail address"), ("' OR 1=1 --@example.org", "Enter an e-mail address"),
                ("+0772123456", "Enter an e-mail address"),
                ("0772 123456", "Enter the phone number with its country code"),
                ("256772123456", "Enter the phone number with its country code"),
            ] {
                let reply = try await browser.requestTickets(of: address)
                #expect(reply.status == 422 && reply.body.contains(text), "\(address)")
                #expect(!reply.body.contains("<script>alert"), "\(address)")
            }
            #expect(try await browser.send("/find", ["address": "\(grace)\u{0}"]).status == 400)
            #expect(try festival.foundMessages().isEmpty)
            #expect(try festival.proofs(of: grace) == 0)
            #expect(!served.log.text.contains("script") && !served.log.text.contains("grace"))
        }
    }

    @Test("A form of another site or without a CSRF token requests nothing, and one network can’t send many forms")
    func strangers() async throws {
        let festival = try Festival()
        _ = try festival.sell(to: grace)
        try await Served.with(configuration: festival.configuration(sending: [.email])) { served async throws in
            let bare = Browser(served)
            #expect(try await bare.send("/find", ["address": grace]).status == 403)
            let other = Browser(served)
            #expect(try await other.send("/find/code", ["address": grace, "code": "123456"]).status == 403)
            let foreign = try await served.ask(
                "POST", "/find",
                head: "Sec-Fetch-Site: cross-site\r\nContent-Type: application/x-www-form-urlencoded\r\n",
                body: "address=\(grace)")
            #expect(foreign?.status == 403)
            #expect(try festival.proofs(of: grace) == 0)
            let browser = Browser(served, from: "127.0.0.2")
            try await browser.get("/find")
            for _ in 0..<30 { #expect(try await browser.send("/find", ["address": "no"]).status == 422) }
            #expect(try await browser.send("/find", ["address": grace]).status == 429)
            let third = Browser(served, from: "127.0.0.3")
            #expect(try await third.requestTickets(of: grace).status == 200)
            try await third.get("/find/code")
            for _ in 0..<30 { _ = try await third.send("/find/code", ["address": grace, "code": "no"]) }
            #expect(try await third.send("/find/code", ["address": grace, "code": "123456"]).status == 429)
        }
    }

    @Test("In the test language en-XA, each text on the pages for finding tickets is from the catalogue or the event")
    func pseudo() async throws {
        let festival = try Festival()
        let ticket = try festival.sell(to: grace)
        try await Served.with(configuration: festival.configuration(sending: [.email])) { served async throws in
            let browser = Browser(served, language: "en-XA")
            func check(_ name: String) {
                let own = [
                    festival.event.details.title, "Lido", "Nile Nights", "Regular", "Grace", grace, "\(ticket.code)",
                    "Africa/Kampala", "EAT",
                ]
                let text = PseudoText.texts(ofHTML: browser.body).joined(separator: "\n")
                let words = PseudoText.untranslatedWords(in: text, except: own)
                #expect(words.isEmpty, "\(name)")
                #expect(browser.body.contains("lang=\"en-XA\""), "\(name)")
            }
            try await browser.get("/find")
            check("form")
            for address in ["no", "0772123456", "+256772123456"] {
                try await browser.requestTickets(of: address)
                check(address)
            }
            for number in 1...4 {
                try await browser.requestTickets(of: grace)
                check("request \(number)")
            }
            try await browser.enter("", of: "no")
            check("no code")
            try await browser.requestTickets(of: nancy)
            for number in 1...6 {
                try await browser.enter("000000", of: nancy)
                check("code \(number)")
            }
            try await browser.get(#require(try festival.foundMessages().first?.payload["link"]))
            check("tickets")
            _ = try festival.services.tickets.cancel(ticket.code, of: festival.event, note: nil)
            try await browser.get(#require(try festival.foundMessages().first?.payload["link"]))
            check("no tickets")
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served, language: "en-XA")
            try await browser.get("/find")
            let text = PseudoText.texts(ofHTML: browser.body).joined(separator: "\n")
            let words = PseudoText.untranslatedWords(in: text, except: [])
            #expect(words.isEmpty)
        }
    }
}
