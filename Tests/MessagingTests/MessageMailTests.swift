import CGMime
import Cryptography
import EventFixture
import Foundation
import Languages
import MailFixture
import Management
import MessageTransport
import Messaging
import PrintShop
import Store
import Testing
import TicketToken
import Ticketing

@Suite("Mails with tickets", .serialized)
struct MessageMailTests {
    private static func text(_ mail: ReadMail) throws -> String {
        try #require(mail.parts.first).text.replacing("\r\n", with: "\n")
    }

    /// The codes in the text of the attached PDF; nil without a PDF.
    private static func codes(_ mail: ReadMail) throws -> Set<String>? {
        guard let pdf = mail.parts.first(where: { $0.type == "application/pdf" }) else { return nil }
        return Set(try PDFReader.text(pdf.bytes).matches(of: /[0-9A-Z]{4}-[0-9A-Z]{4}/).map { String($0.output) })
    }

    private func tickets(of order: Order, _ fixture: MessageFixture) throws -> [Ticket] {
        try fixture.festival.services.orders.tickets(of: order, of: fixture.event)
    }

    private func link(_ ticket: Ticket, _ fixture: MessageFixture) throws -> String {
        "\(MessageFixture.origin)/t/\(try TicketLink(to: ticket, of: fixture.event, fixture.festival.ring).path)"
    }

    @Test(
        """
        The mail of a paid order has links to the order and its tickets, the tickets’ symbols, a PDF, and a calendar \
        entry
        """)
    func order() throws {
        let fixture = try MessageFixture()
        let notice = try #require(try fixture.queued(.orderPaid).first { $0.recipient == "sarah@example.org" })
        let mail = try #require(try fixture.compose(notice)).read()
        let tickets = try tickets(of: fixture.paid, fixture)
        #expect(
            mail.parts.map(\.type) == [
                "text/plain", "text/html", "image/png", "image/png", "application/pdf", "text/calendar",
            ])
        #expect(mail.parts[2...3].compactMap(\.name) == tickets.map { "\($0.code).png" })
        #expect(mail.parts[4].name == "order-\(fixture.paid.number).pdf")
        #expect(try Self.codes(mail) == Set(tickets.map(\.code.description)))
        let text = try Self.text(mail)
        for ticket in tickets { #expect(text.contains(try link(ticket, fixture))) }
        let order = try #require(
            try OrderLink(to: fixture.paid.number, of: fixture.event.number, fixture.festival.ring))
        #expect(text.contains("\(MessageFixture.origin)/o/\(order.path)"))
        #expect(text.hasPrefix("Dear Sarah Namuli,") && mail.subject == "Order confirmed: New Year by the Lake")
        #expect(text.contains("2 tickets for New Year by the Lake"))
        #expect(text.contains("Each ticket has its own QR code.") && !text.contains("Show this QR code"))
        for id in mail.parts[2...3].compactMap(\.id) { #expect(mail.parts[1].text.contains("src=\"cid:\(id)\"")) }
    }

    /// Credentials for both wallets. Passes are signed at a time at which the certificate is valid.
    static func passes() throws -> WalletCredentials {
        let folder = try TemporaryFolder()
        try folder.writeWalletCredentials()
        func secret(_ name: String) throws -> SecretBytes {
            let bytes = try folder.read(name)
            return SecretBytes(copying: bytes.span)
        }
        let certificate = try SigningCertificate(
            secret("pass.pem"), key: secret("pass.key"), at: Int64(Date().timeIntervalSince1970))
        let now = Instant(seconds: certificate.validity.lowerBound)
        var credentials = WalletCredentials(now: now)
        credentials.apple = AppleWalletCredentials(certificate: certificate, intermediate: nil, now: now)
        credentials.google = try GoogleWalletCredentials(
            account: secret("account.json"), issuer: "3388000000012345678")
        return credentials
    }

    @Test("With credentials for wallets, a mail has an Apple pass and a link to Google Wallet for each ticket")
    func walletPasses() throws {
        let fixture = try MessageFixture()
        let notice = try #require(try fixture.queued(.orderPaid).first { $0.recipient == "sarah@example.org" })
        let mail = try #require(try fixture.compose(notice, passes: Self.passes())).read()
        let tickets = try tickets(of: fixture.paid, fixture)
        let passes = mail.parts.filter { $0.type == "application/vnd.apple.pkpass" }
        try #require(passes.count == 2 && tickets.count == 2)
        let folder = try TemporaryFolder()
        for (pass, ticket) in zip(passes, tickets) {
            #expect(pass.name?.contains("\(ticket.code)") == true && pass.name?.hasSuffix(".pkpass") == true)
            try folder.write(pass.bytes, to: "pass.zip")
            let json = try Tool.run("unzip", ["-p", folder("pass.zip"), "pass.json"]).requireSuccess().text
            let token = try fixture.festival.token(of: ticket)
            #expect(json.replacing("\\/", with: "/").contains(token), "\(ticket.code)")
        }
        for part in mail.parts[0...1] {
            let links = Set(part.text.matches(of: /https:\/\/pay\.google\.com\/gp\/v\/save\/ey[\w.-]+/).map(\.output))
            #expect(links.count == 2, "\(part.type)")
        }
        // Without credentials, the same mail has neither passes nor links to Google Wallet.
        let plain = try #require(try fixture.compose(notice)).read()
        #expect(!plain.parts.contains { $0.type == "application/vnd.apple.pkpass" })
        #expect(try !Self.text(plain).contains("pay.google.com"))
    }

    @Test("No mail of any kind to the buyer contains a ticket that the buyer has transferred")
    func transferredByBuyer() throws {
        let fixture = try MessageFixture()
        let tickets = try tickets(of: fixture.paid, fixture)
        let changed = try fixture.festival.services.tickets.transfer(
            tickets[0].code, of: fixture.event, to: "Denis", email: nil, signingWith: fixture.festival.ring)
        for kind in [Notice.Kind.orderPaid, .eventMoved, .reminder, .organizerMessage] {
            let sample = fixture.sample(kind)
            let notice = fixture.notice(kind, to: "sarah@example.org", sample.payload, of: fixture.event.number)
            let message = try #require(try fixture.compose(notice))
            let text = try Self.text(message.read())
            #expect(text.contains(try link(tickets[1], fixture)), "\(kind)")
            #expect(!text.contains(try link(changed, fixture)) && !text.contains(changed.code.description), "\(kind)")
            #expect(!message.smsText.contains(changed.code.description))
        }
        let mail = try #require(try fixture.compose(fixture.sample(.orderPaid))).read()
        #expect(try Self.codes(mail) == [tickets[1].code.description])
    }

    @Test("After a transfer, only the new holder gets the ticket, and the former holder is informed of the transfer")
    func formerHolder() throws {
        let fixture = try MessageFixture()
        let issued = try #require(try fixture.queued(.ticketIssued).first { $0.recipient == "joan@example.org" })
        #expect(try Self.codes(try #require(try fixture.compose(issued)).read()) == [fixture.ticket.code.description])
        let changed = try fixture.festival.services.tickets.transfer(
            fixture.ticket.code, of: fixture.event, to: "Denis Ochieng", email: "denis@example.org",
            signingWith: fixture.festival.ring)
        let notices = try fixture.queued(.ticketTransferred)
        #expect(notices.map(\.recipient).sorted() == ["denis@example.org", "joan@example.org"])
        let url = try link(changed, fixture)
        for notice in notices + [issued] {
            let message = try #require(try fixture.compose(notice))
            let mail = try message.read()
            let text = try Self.text(mail)
            if notice.recipient == "denis@example.org" {
                #expect(text.contains(url) && message.smsText.contains(url))
                #expect(try Self.codes(mail) == [changed.code.description])
            } else {
                // The message about the transfer cancels the calendar entry of the former holder.
                let entries = notice.kind == .ticketTransferred ? ["text/calendar"] : []
                #expect(mail.parts.map(\.type) == ["text/plain", "text/html"] + entries)
                #expect(text.contains("is no longer yours") && text.hasPrefix("Hello,"))
                #expect(!text.contains("/t/") && !message.smsText.contains("/t/") && !text.contains("Denis"))
            }
        }
    }

    @Test(
        """
        If several messages about transferred tickets are merged, the mail names the tickets that the recipient now \
        has, and the tickets that the recipient has lost
        """)
    func merged() throws {
        let fixture = try MessageFixture()
        let second = try MessageFixture.issued(to: "Joan Auma", "joan@example.org", fixture.festival)
        let gone = try MessageFixture.issued(to: "Denis", "denis@example.org", fixture.festival)
        let codes = [fixture.ticket, second, gone].map(\.code.description)
        let payload = ["ticket": codes[0], "more_tickets": "\(codes[1]) \(codes[2])"]
        let notice = fixture.notice(.ticketTransferred, to: "joan@example.org", payload, of: fixture.event.number)
        let mail = try #require(try fixture.compose(notice)).read()
        let text = try Self.text(mail).replacing("\n", with: " ")
        #expect(text.contains("Ticket \(codes[0]), \(codes[1]) for New Year by the Lake, "))
        #expect(text.contains("Ticket \(codes[2]) for New Year by the Lake is no longer yours."))
        #expect(try Self.codes(mail) == Set(codes.prefix(2)))
        // A recipient who has none of the tickets gets no links. The message says only that the tickets no longer
        // belong to the recipient.
        let other = fixture.notice(.ticketTransferred, to: "eve@example.org", payload, of: fixture.event.number)
        let former = try Self.text(try #require(try fixture.compose(other)).read())
        #expect(former.contains("is no longer yours") && !former.contains("/t/"))
        // A cancelled ticket is not named.
        _ = try fixture.festival.services.tickets.cancel(second.code, of: fixture.event, note: nil)
        let rest = try Self.text(try #require(try fixture.compose(notice)).read())
        #expect(rest.contains(codes[0]) && !rest.contains(codes[1]))
    }

    @Test("A name with a web address is left out of the greeting, so that no mail program shows it as a link")
    func greeting() throws {
        let fixture = try MessageFixture()
        for (holder, greeting) in [("Joan", "Dear Joan,"), ("Win: http://evil.example/x", "Hello,")] {
            let ticket = try MessageFixture.issued(to: holder, "joan\(holder.count)@example.org", fixture.festival)
            let notice = fixture.notice(
                .ticketTransferred, to: "joan\(holder.count)@example.org", ["ticket": ticket.code.description],
                of: fixture.event.number)
            let mail = try #require(try fixture.compose(notice)).read()
            let text = try Self.text(mail)
            #expect(text.hasPrefix(greeting) && !text.contains("evil.example"), "\(holder)")
        }
    }

    @Test("Mails about cancelled tickets or events contain no ticket; a message that is no longer true is not composed")
    func ended() throws {
        let fixture = try MessageFixture()
        let services = fixture.festival.services
        _ = try services.tickets.cancel(fixture.ticket.code, of: fixture.event, note: nil)
        #expect(try fixture.compose(fixture.sample(.ticketIssued)) == nil)
        #expect(try fixture.compose(fixture.sample(.ticketReissued)) == nil)
        let cancelled = try #require(try fixture.compose(fixture.sample(.ticketCancelled))).read()
        #expect(cancelled.parts.map(\.type) == ["text/plain", "text/html", "text/calendar"])
        #expect(cancelled.parts.last?.text.contains("STATUS:CANCELLED") ?? false)
        let empty = fixture.notice(.ticketIssued, to: "joan@example.org", of: fixture.event.number)
        #expect(try fixture.compose(empty) == nil)
        let nowhere = try #require(EventNumber(rawValue: 1))
        #expect(try fixture.compose(fixture.notice(.eventCancelled, to: "joan@example.org", of: nowhere)) == nil)
        _ = try services.orders.cancelOrder(fixture.pending.number, of: fixture.event, note: nil)
        #expect(try fixture.compose(fixture.sample(.orderPending)) == nil)
        _ = try services.events.cancelEvent(fixture.event)
        let paid = try fixture.compose(fixture.sample(.orderPaid))
        #expect(try paid?.read().parts.count ?? 2 == 2)
        let mail = try #require(try fixture.compose(fixture.sample(.eventCancelled))).read()
        #expect(mail.parts.map(\.type) == ["text/plain", "text/html", "text/calendar"])
        #expect(mail.subject == "Event cancelled: New Year by the Lake")
        #expect(try Self.text(mail).replacing("\n", with: " ").contains("a separate message about their refund"))
        #expect(try Self.text(mail).contains("\(MessageFixture.origin)/events/\(fixture.event.slug)"))
    }

    @Test("Tickets to be paid at the door are delivered with the amount due; an unpaid order has no tickets")
    func unpaid() throws {
        let fixture = try MessageFixture()
        let door = fixture.notice(
            .orderPending, to: "amina@example.org", ["order": "\(fixture.atDoor.number)", "total": "50000 UGX"],
            of: fixture.event.number)
        let mail = try #require(try fixture.compose(door)).read()
        let text = try Self.text(mail).replacing("\u{A0}", with: " ")
        #expect(text.contains("Pay UGX 50,000 at the door."))
        #expect(try Self.codes(mail) == Set(try tickets(of: fixture.atDoor, fixture).map(\.code.description)))
        let pending = try #require(try fixture.compose(fixture.sample(.orderPending))).read()
        #expect(pending.parts.count == 2)
        #expect(try Self.text(pending).contains("is reserved until"))
    }

    @Test("A ticket that requires live codes has a link in the mail, but no symbol, no PDF and no pass")
    func liveCode() throws {
        let fixture = try MessageFixture()
        let live = try fixture.festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Live", requiresLiveCode: true), to: fixture.event)
        let summary = try fixture.festival.services.tickets.issue(
            .person(holder: "Moses", email: "moses@example.org", note: nil), type: live, of: fixture.event,
            signingWith: fixture.festival.ring)
        let ticket = try #require(summary.first.first)
        let notice = try #require(try fixture.queued(.ticketIssued).first { $0.recipient == "moses@example.org" })
        let mail = try #require(try fixture.compose(notice)).read()
        #expect(mail.parts.map(\.type) == ["text/plain", "text/html", "text/calendar"])
        let text = try Self.text(mail)
        #expect(text.contains(try link(ticket, fixture)))
        #expect(text.contains("changes every 30 seconds. Open the ticket’s page"))
    }

    @Test("If a ticket’s key is retired, the mail says that it cannot show the ticket, and has no link to the ticket")
    func retiredKey() throws {
        let fixture = try MessageFixture()
        var ring = fixture.festival.ring
        _ = try ring.rotate(at: Festival.start)
        try ring.retire(fixture.ticket.key, at: Festival.start)
        let composer = MessageComposer(ring: ring, settings: try fixture.settings(), now: Festival.start)
        let notice = fixture.sample(.ticketIssued)
        let recipient = MessageRecipient(address: notice.recipient, secret: MessageFixture.secret)
        let subject = try #require(
            try fixture.festival.store.read { try composer.subject(of: notice, to: recipient, $0) })
        let mail = try composer.compose(subject).read()
        let text = try Self.text(mail)
        #expect(text.contains("Ticket \(fixture.ticket.code) cannot be shown here.") && !text.contains("/t/"))
        #expect(mail.parts.map(\.type) == ["text/plain", "text/html", "text/calendar"])
    }

    @Test(
        """
        An invitation has links to the form for answers and to the ticket; no invitation is composed for an address \
        that is not the guest’s
        """)
    func invitation() throws {
        let fixture = try MessageFixture()
        let notices = try fixture.queued(.invitation)
        #expect(notices.map(\.recipient).sorted() == ["+256700123456", "grace@example.org"])
        let grace = try #require(notices.first { $0.recipient == "grace@example.org" })
        let mail = try #require(try fixture.compose(grace)).read()
        let text = try Self.text(mail)
        let code = try #require(TicketCode(typed: fixture.graceCode))
        let ticket = try fixture.festival.services.tickets.ticket(code, of: fixture.event)
        let path = try TicketLink(to: ticket, of: fixture.event, fixture.festival.ring).path
        for page in ["i", "t"] { #expect(text.contains("\(MessageFixture.origin)/\(page)/\(path)")) }
        #expect(text.contains("Ceremony, Wed 23 Dec 2026") && text.contains("You can bring one companion."))
        #expect(try Self.codes(mail) == [fixture.graceCode])
        let peter = try #require(notices.first { $0.recipient == "+256700123456" })
        let sms = try #require(try fixture.compose(peter))
        #expect(sms.mail == nil)
        #expect(try sms.mailBytes(domain: "x.example", token: "t") == nil)
        #expect(sms.smsText.contains("\(MessageFixture.origin)/i/") && SMSText(sms.smsText).parts == 1)
        let stranger = fixture.notice(
            .invitation, to: "joan@example.org", grace.payload, of: fixture.event.number)
        #expect(try fixture.compose(stranger) == nil)
    }

    @Test(
        """
        A mail that lists a recipient’s tickets groups them by event, with links and PDFs, or says that there are none
        """)
    func found() throws {
        let fixture = try MessageFixture()
        let mail = try #require(try fixture.compose(fixture.sample(.ticketsFound))).read()
        let text = try Self.text(mail)
        #expect(text.contains(try link(fixture.ticket, fixture)))
        #expect(text.contains("\(MessageFixture.origin)/find/\(MessageFixture.secret)"))
        #expect(try Self.codes(mail) == [fixture.ticket.code.description])
        #expect(mail.field("From") == "\"EventPass\" <tickets@nile.example>")
        let none = fixture.notice(.ticketsFound, to: "nobody@example.org", ["code": "482913"])
        let answer = try #require(try fixture.compose(none))
        let plain = try Self.text(answer.read())
        #expect(plain.contains("There is no ticket for this address.") && plain.contains("Your code is 482913."))
        #expect(plain.contains("Enter the code on the page “Find my tickets”. It is valid for 10 minutes."))
        #expect(answer.smsText.contains("482913"))
    }

    @Test("The invitation to a team names the inviter, the role and the end of the link")
    func team() throws {
        let fixture = try MessageFixture()
        let end = Festival.start.advanced(bySeconds: 7 * 86_400)
        let values = [
            "link": "/join#\(MessageFixture.secret)", "organizer": "Nile Nights", "inviter": "Amina <b>",
            "role": "owner", "expires": end.iso8601(in: .gmt),
        ]
        let notice = fixture.notice(.teamInvitation, to: "vera@example.org", values)
        let text = try Self.text(#require(try fixture.compose(notice)).read())
        #expect(text.contains("invites you. Your role: \(Role.owner.label.english)."), "\(text)")
        #expect(text.contains("Amina <b>") && text.contains("The link is valid until "), "\(text)")
        #expect(!text.contains("did not ask") && text.contains("If you did not expect this invitation, ignore it."))
    }

    @Test("The mail of an invitation names all guests of a ticket that admits several guests, and only then")
    func guestsOfTicket() throws {
        let fixture = try MessageFixture()
        let alone = try #require(try fixture.queued(.invitation).first { $0.recipient == "grace@example.org" })
        #expect(try !Self.text(#require(try fixture.compose(alone)).read()).contains("The ticket is for"))
        try fixture.wedding.importGuests("name,email,household\nCarol Dan,carol@example.org,D\nRuth Dan,,D\n")
        try fixture.wedding.invite(to: [fixture.wedding.ceremony])
        let both = try #require(try fixture.queued(.invitation).first { $0.recipient == "carol@example.org" })
        let text = try Self.text(#require(try fixture.compose(both)).read())
        #expect(text.contains("The ticket is for Carol Dan, Ruth Dan."), "\(text)")
    }

    @Test(
        """
        Only mails that can be turned off say so and have the field List-Unsubscribe; every mail links to the \
        preferences
        """)
    func unsubscription() throws {
        let fixture = try MessageFixture()
        for kind in Notice.Kind.allCases {
            let mail = try #require(try fixture.compose(fixture.sample(kind))).read()
            let field = mail.field("List-Unsubscribe")?.trimmingCharacters(in: .whitespaces)
            let page = "\(MessageFixture.origin)/m/\(MessageFixture.secret)/unsubscribe?kind=\(kind.rawValue)"
            let url = kind == .news ? "\(page)&organizer=\(fixture.festival.event.organizer)" : page
            let isOptional = NoticePolicy.standard.canBeTurnedOff(kind)
            #expect(field == (isOptional ? "<\(url)>" : nil), "\(kind)")
            let text = try Self.text(mail)
            #expect(text.contains("or stop them") == isOptional, "\(kind)")
            #expect(text.contains("\(MessageFixture.origin)/m/\(MessageFixture.secret)"), "\(kind)")
            #expect(mail.field("Auto-Submitted") == "auto-generated")
            #expect(mail.field("Message-ID") == "<4f2a@nile.example>")
        }
    }

    @Test(
        """
        The only pictures in mails are the QR symbols of tickets, which are parts of the mail; a recipient who wants \
        no pictures gets the symbols in the PDF only
        """)
    func pictures() throws {
        let fixture = try MessageFixture()
        for kind in Notice.Kind.allCases {
            for showsSymbols in [true, false] {
                var preferences = MessagePreferences()
                preferences.showsSymbols = showsSymbols
                let mail = try #require(try fixture.compose(fixture.sample(kind), preferences: preferences)).read()
                let html = mail.parts[1].text
                let images = mail.parts.filter { $0.type.hasPrefix("image/") }
                let sources = html.matches(of: /<img [^>]*src="([^"]*)"/).map { String($0.1) }
                let parts = images.compactMap(\.id).map { "cid:\($0)" }
                #expect(sources == parts, "\(kind)")
                #expect(sources.count == html.components(separatedBy: "<img").count - 1, "\(kind)")
                #expect(images.allSatisfy { $0.type == "image/png" && $0.name?.hasSuffix(".png") == true }, "\(kind)")
                for remote in ["url(", "srcset", "background=", "<svg", "<video", "<object", "<iframe", "<link"] {
                    #expect(!html.contains(remote), "\(kind) \(remote)")
                }
                #expect(images.isEmpty || showsSymbols && TicketMessage.kinds.contains(kind), "\(kind)")
                if [.ticketIssued, .orderPaid, .invitation].contains(kind) {
                    #expect(images.isEmpty != showsSymbols, "\(kind)")
                    #expect(try Self.codes(mail)?.isEmpty == false, "\(kind)")
                }
            }
        }
    }

    @Test(
        """
        A mail that delivers tickets shows the event’s poster if its file is small and the recipient has chosen \
        posters; otherwise, the mail has a link to the poster
        """)
    func poster() throws {
        let fixture = try MessageFixture()
        let (small, medium) = (SamplePicture(width: 320, height: 400).jpeg, SamplePicture(width: 640, height: 800).jpeg)
        func setPoster(small: [UInt8]) throws -> StoredPicture {
            let prepared = try anyPicture { $0.width == .small ? small : medium }
            return try fixture.festival.services.pictures.setPicture(
                prepared, as: .poster, showing: "Fireworks", of: fixture.event)
        }
        var posters = MessagePreferences()
        posters.showsPosters = true
        func mail(_ kind: Notice.Kind, _ preferences: MessagePreferences) throws -> ReadMail {
            try #require(try fixture.compose(fixture.sample(kind), preferences: preferences)).read()
        }
        let first = try setPoster(small: small)
        let shown = try mail(.ticketIssued, posters)
        let picture = try #require(shown.parts.first { $0.type == "image/jpeg" })
        #expect(picture.bytes == small)
        let html = shown.parts[1].text
        let image = "src=\"cid:\(try #require(picture.id))\" width=\"320\" height=\"400\""
        #expect(html.contains(image))
        #expect(html.contains("alt=\"Fireworks\"") && !html.contains("/pictures/"))
        #expect(try !mail(.reminder, posters).parts.contains { $0.type == "image/jpeg" })
        var nothing = MessagePreferences()
        nothing.showsSymbols = false
        for preferences in [MessagePreferences(), nothing] {
            let linked = try mail(.ticketIssued, preferences)
            #expect(!linked.parts.contains { $0.type == "image/jpeg" })
            #expect(linked.parts.contains { $0.type == "image/png" } == preferences.showsSymbols)
            #expect(try Self.text(linked).contains("\(MessageFixture.origin)/pictures/\(first.id)/1200.jpg"))
        }
        let large = try setPoster(small: [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: 80_000))
        let tooLarge = try mail(.ticketIssued, posters)
        #expect(!tooLarge.parts.contains { $0.type == "image/jpeg" })
        #expect(try Self.text(tooLarge).contains("\(MessageFixture.origin)/pictures/\(large.id)/1200.jpg"))
    }

    @Test("Hostile text in every field of an event, an order and a message adds no header field and no HTML element")
    func hostile() throws {
        let known = [
            "A\r\nBcc: all@example.org", "<script>alert('x')</script> & \"q\"", "a<\u{301}b", "\u{202E}gnp.exe",
            "=?UTF-8?Q?x?=", "{event_title} {{", "عبد الرحمن",
        ]
        // Each of these texts contains markup around two special Unicode scalars. `OldText` lists one scalar for each
        // class of characters that text processing treats differently.
        let markup = stride(from: 0, to: OldText.classes.count, by: 2).map { start in
            OldText.classes[start..<min(start + 2, OldText.classes.count)].map { OldText.markup(around: $0.scalar) }
                .joined(separator: " ")
        }
        let texts = known + markup
        for text in texts {
            let fixture = try MessageFixture()
            try fixture.festival.tamper(
                """
                UPDATE event SET title = 'T' || \(Self.quoted(text)), venue = \(Self.quoted(text)),
                    address = \(Self.quoted(text)), city = \(Self.quoted(text)), contact = \(Self.quoted(text));
                UPDATE organizer SET name = \(Self.quoted(text));
                UPDATE ticket_order SET buyer = \(Self.quoted(text));
                UPDATE ticket SET holder = \(Self.quoted(text));
                UPDATE ticket_type SET name = number || \(Self.quoted(text))
                """)
            let popular = try fixture.festival.store.read { try $0.events.with(number: fixture.popular.number) }
            for kind in Notice.Kind.allCases {
                let sample = fixture.sample(kind)
                var payload = sample.payload
                let names = ["subject", "body", "sub_event", "sub_events", "guest", "title", "old_venue", "organizer"]
                for name in names
                where payload[name] != nil || name == "old_venue" { payload[name] = text }
                // A message about popular events shows only events that are in its city.
                if payload["city"] != nil { payload["city"] = popular?.details.city }
                let notice = fixture.notice(kind, to: sample.recipient, payload, of: sample.event)
                let message = try #require(try fixture.compose(notice), "\(kind)")
                let bytes = try #require(try message.mailBytes(domain: "nile.example", token: "t"))
                #expect(bytes.allSatisfy { $0 == 0x0D || $0 == 0x0A || (0x20..<0x7F).contains($0) })
                let mail = ReadMail(bytes)
                #expect(mail.addresses(GMIME_ADDRESS_TYPE_BCC).isEmpty && mail.field("Bcc") == nil, "\(kind)")
                #expect(mail.addresses(GMIME_ADDRESS_TYPE_TO) == [sample.recipient])
                #expect(mail.addresses(GMIME_ADDRESS_TYPE_FROM).count == 1)
                #expect(!mail.parts[1].text.contains("<script") && !mail.parts[1].text.contains("<\u{301}"), "\(kind)")
                let elements = try #require(Self.elements(of: mail.parts[1].text), "\(kind)")
                #expect(elements.contains("p") && elements.isDisjoint(with: ["b", "script"]), "\(kind)")
                #expect(!mail.parts[0].text.unicodeScalars.contains("\u{202E}"), "\(kind)")
                let plain = mail.parts[0].text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }
                let controls = (Array(plain) + Array(message.smsText.unicodeScalars)).filter {
                    $0.properties.generalCategory == .control
                }
                #expect(controls.isEmpty, "\(kind) \(controls)")
            }
        }
    }

    /// The names of the elements in HTML; nil if a `<` does not begin a tag.
    private static func elements(of html: String) -> Set<String>? {
        var names: Set<String> = []
        for part in html.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst() {
            let name = part.drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "!") }.prefix {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
            }
            guard !name.isEmpty else { return nil }
            names.insert(String(decoding: name, as: UTF8.self))
        }
        return names
    }

    /// A text as an SQL literal. A semicolon would end the statement.
    private static func quoted(_ text: String) -> String {
        // A quote with a combining mark is one `Character`, so quotes are replaced as Unicode scalars.
        "'\(text.unicodeScalars.filter { $0 != ";" }.map { $0 == "'" ? "''" : String($0) }.joined())'"
    }
}
