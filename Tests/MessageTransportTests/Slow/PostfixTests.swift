import EventFixture
import Foundation
import Management
import Messaging
import Store
import Testing
import Ticketing

@testable import MessageTransport

@Suite("Mails through Postfix", .slow, .lowPriority, .needs("aiosmtpd"), .needsPostfix)
struct PostfixTests {
    private func message(_ token: String, to recipient: String) throws -> OutgoingMessage {
        let bounces = ReturnAddress(try #require(EmailAddress(rawValue: "bounces@events.test")))
        let header =
            "From: tickets@events.test\r\nTo: \(recipient)\r\nSubject: Hello\r\nMessage-ID: <\(token)@events.test>"
        return OutgoingMessage(
            token: token, returnPath: bounces.address(for: token),
            recipient: try #require(EmailAddress(rawValue: recipient)), bytes: Array("\(header)\r\n\r\nHello.\r\n".utf8)
        )
    }

    @Test(
        "A mail is delivered after a login; a full mailbox defers a mail; without the right login, all mails wait")
    func delivery() throws {
        let next = try MailServer(isEncrypted: false)
        let postfix = try PostfixServer(next: next.settings.port)
        let transport = SMTPTransport(postfix.settings, helloName: "tickets.events.test")
        guard case .accepted(nil, let answer) = transport.send(try message("4f01", to: "grace@events.test")) else {
            Issue.record("the mail was not accepted")
            return
        }
        #expect(answer.contains("queued as"))
        try postfix.waitForMail(to: "grace")
        var mails: [String] = []
        try BounceFolder(postfix.maildir(of: "grace")).readNew { mails.append(String(decoding: $0, as: UTF8.self)) }
        #expect(mails.count == 1)
        let mail = try #require(mails.first)
        #expect(mail.contains("Return-Path: <bounces+4f01@events.test>") && mail.contains("tickets.events.test"))
        #expect(try DeliveryReport(mail: Array(mail.utf8), returnAddress: address()) == nil)

        let full = transport.send(try message("4f02", to: "full@events.test"))
        guard case .deferred(let why) = full else {
            Issue.record("\(full)")
            return
        }
        #expect(why.hasPrefix("452 4.2.2"))

        var settings = postfix.settings
        settings.password = "wrong"
        let fault = SMTPTransport(settings).send(try message("4f03", to: "grace@events.test")).fault
        guard case .passwordRejected(settings.name, "tickets@events.test", _)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        settings.user = nil
        let open = SMTPTransport(settings).send(try message("4f04", to: "grace@else.example")).fault
        guard case .relayDenied(settings.name, let relay)? = open else {
            Issue.record("\(String(describing: open))")
            return
        }
        #expect(relay.hasPrefix("554 5.7.1"))
    }

    private func address() throws -> ReturnAddress {
        ReturnAddress(try #require(EmailAddress(rawValue: "bounces@events.test")))
    }

    @Test("If the next server refuses the recipient, Postfix returns a report with the token of the mail")
    func bounce() throws {
        let next = try MailServer(isEncrypted: false)
        let postfix = try PostfixServer(next: next.settings.port)
        let transport = SMTPTransport(postfix.settings)
        for (token, recipient) in [("4f05", "denis@else.example"), ("4f06", "refused@else.example")] {
            guard case .accepted = transport.send(try message(token, to: recipient)) else {
                Issue.record("the mail to \(recipient) was not accepted")
                return
            }
        }
        let passed = try next.next("message")
        #expect(passed.recipients == ["denis@else.example"] && passed.sender == "bounces+4f05@events.test")
        try postfix.waitForMail(to: "bounces")
        var reports: [DeliveryReport] = []
        let address = try address()
        try BounceFolder(postfix.maildir(of: "bounces")).readNew { bytes in
            reports.append(try #require(DeliveryReport(mail: bytes, returnAddress: address)))
        }
        #expect(reports.count == 1)
        let report = try #require(reports.first)
        #expect(report.outcome == .failed && report.endsAddress && report.token == "4f06")
        #expect(report.finalRecipient == "refused@else.example")
        #expect(report.diagnostic == "550 5.1.1 No such mailbox")
        #expect(try next.hasEvent("recipient"))
    }

    @Test("A message from the outbox that Postfix returns is shown as bounced, and nothing more is sent to its address")
    func outbox() throws {
        let festival = try Festival()
        // The event starts so late that no reminder about it is due.
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 30 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 31 * 86_400)
        }
        let next = try MailServer(isEncrypted: false)
        let postfix = try PostfixServer(next: next.settings.port)
        var mail = MailSettings(
            way: .smtp(postfix.settings), from: try #require(EmailAddress(rawValue: "tickets@events.test")))
        mail.bounces = EmailAddress(rawValue: "bounces@events.test")
        mail.bounceFolder = postfix.maildir(of: "bounces")
        let (ring, settings) = (festival.ring, MessageSettings().with(mail))
        let sender = NoticeSender(
            festival.store, signingWith: { ring }, settings: { settings }, clock: festival.clock.now)
        func issue(to address: String) throws {
            _ = try festival.services.tickets.issue(
                .person(holder: "Grace", email: address, note: nil), type: festival.regular, of: festival.event,
                signingWith: festival.ring)
        }
        func deliveries(_ address: String) throws -> [NoticeDelivery] {
            let organizer = festival.event.organizer
            return try festival.store.read { try $0.notices.page(of: organizer, after: nil, limit: 100) }
                .filter { $0.kind == .ticketIssued && $0.recipient == address }.map(\.delivery)
        }
        func stopped(_ address: String) throws -> Bool {
            try festival.store.read { try $0.recipients.with(address: address)?.suppressed } != nil
        }
        let (denis, refused) = ("denis@else.example", "refused@else.example")
        for address in [denis, refused] { try issue(to: address) }
        #expect(try sender.pass(limit: .max).sent == 2)
        #expect(try next.next("message").recipients == [denis])
        try postfix.waitForMail(to: "bounces")
        #expect(try sender.readBounces() == 1)
        #expect(try deliveries(refused).map(\.state) == [.bounced] && stopped(refused))
        #expect(try deliveries(refused).first?.answer?.contains("550 5.1.1 No such mailbox") == true)
        #expect(try deliveries(denis).map(\.state) == [.sent] && !stopped(denis))
        festival.clock.advance(bySeconds: 1)
        for address in [denis, refused] { try issue(to: address) }
        #expect(try sender.pass(limit: .max).sent == 1)
        #expect(try Set(deliveries(refused).map(\.state)) == [.bounced, .suppressed])
        #expect(try deliveries(denis).map(\.state) == [.sent, .sent])
    }
}

extension MessageSettings {
    fileprivate func with(_ mail: MailSettings) -> MessageSettings {
        var settings = self
        settings.mail = mail
        return settings
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests with Postfix, which runs only as root.
    fileprivate static var needsPostfix: Self {
        .enabled(
            if: DownloadedPackage.demandsAll
                || (FileManager.default.isExecutableFile(atPath: PostfixServer.program) && geteuid() == 0),
            "install the Debian packages postfix and sasl2-bin, and run the tests as root")
    }
}
