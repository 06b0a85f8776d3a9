import EventFixture
import Foundation
import Management
import Messaging
import Store
import Testing
import Ticketing

@testable import MessageTransport

@Suite("Messages to the second address of a recipient, with a stand-in for the provider", .everyEngine)
struct SecondAddressTests {
    private struct Request: Decodable { let fields: [String: String] }

    private static let email = "grace@example.org"
    private static let phone = "+256700123456"

    private let provider: PythonServer
    private let festival: Festival
    private let mails: TemporaryFolder
    private let settings: MessageSettings

    init() throws {
        provider = try PythonServer("africastalking_standin.py")
        festival = try Festival()
        mails = try TemporaryFolder.inMemory()
        var account = AfricasTalkingAccount(username: "nile", apiKey: "atsk_5ecret")
        account.endpoint = "http://127.0.0.1:\(provider.port)"
        var settings = MessageSettings()
        settings.sms = .africasTalking(account)
        settings.mail = MailSettings(
            way: .folder(mails.path), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        self.settings = settings
        // The event starts so late that no reminder about it is due during a test.
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 30 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 31 * 86_400)
        }
    }

    /// Stores the recipient with a confirmed phone number.
    private func addRecipient(_ change: (inout MessagePreferences) -> Void = { _ in }) throws {
        try festival.store.write { connection in
            var recipient = try connection.recipients.add(
                MessageRecipient(address: SecondAddressTests.email, secret: String(repeating: "ab", count: 16)))
            change(&recipient.preferences)
            try connection.recipients.update(recipient)
            try connection.recipients.setOther(SecondAddressTests.phone, of: recipient.address)
        }
    }

    private func issue() throws {
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: SecondAddressTests.email, note: nil), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
    }

    private func send() throws -> NoticeSender.Summary {
        let (ring, settings) = (festival.ring, settings)
        let sender = NoticeSender(
            festival.store, signingWith: { ring }, settings: { settings }, clock: festival.clock.now)
        return try sender.pass(limit: .max)
    }

    private func mailTexts() throws -> [String] {
        try mails.names(in: "").filter { $0.hasSuffix(".eml") }
            .map { String(decoding: try mails.read($0), as: UTF8.self) }
    }

    private func notices(_ kind: Notice.Kind) throws -> [Notice] {
        let organizer = festival.event.organizer
        return try festival.store.read { try $0.notices.page(of: organizer, after: nil, limit: 1000) }
            .filter { $0.kind == kind }
    }

    private func suppressed(_ address: String) throws -> Bool {
        try festival.store.read { try $0.recipients.with(address: address)?.suppressed } != nil
    }

    @Test("A recipient who has chosen SMS gets a ticket by SMS; other recipients get a mail with a PDF file")
    func chosen() throws {
        try addRecipient { $0.chosen = ["ticket-issued": .sms] }
        try issue()
        #expect(try send().sent == 1)
        let request = try provider.next(Request.self)
        #expect(request.fields["to"] == SecondAddressTests.phone)
        #expect(try mailTexts().isEmpty)
        let notice = try #require(try notices(.ticketIssued).first)
        #expect(notice.recipient == SecondAddressTests.email && notice.delivery.channel == .sms)
        #expect(notice.delivery.state == .sent && notice.delivery.reason == .byPhone)

        try addRecipient { $0.chosen = [:] }
        festival.clock.advance(bySeconds: 1)
        try issue()
        #expect(try send().sent == 1)
        let mail = try #require(try mailTexts().first)
        #expect(mail.contains("To: ") && mail.contains(SecondAddressTests.email) && mail.contains("application/pdf"))
        #expect(try provider.present(Request.self) == nil)
    }

    @Test(
        "If mails came back, the phone is used; if the number does not exist either, nothing is sent to either address")
    func stopped() throws {
        try addRecipient()
        try festival.store.write {
            try $0.recipients.suppress(SecondAddressTests.email, since: Festival.start, answer: "550 5.1.1")
        }
        try issue()
        #expect(try send().sent == 1)
        #expect(try provider.next(Request.self).fields["to"] == SecondAddressTests.phone)
        let sent = try #require(try notices(.ticketIssued).first).delivery
        #expect(sent.reason == .otherAddress)
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        festival.clock.advance(bySeconds: 1)
        let id = try #require(sent.providerID)
        let answer = "no such number 256700123456 (+256700123456)"
        #expect(try dispatcher.recordReport(id: id, arrived: false, endsNumber: true, answer: answer, festival.store))
        #expect(try suppressed(SecondAddressTests.phone) && suppressed(SecondAddressTests.email))
        // Organizers can read the provider’s answer, but must not learn the recipient’s phone number from it.
        let stored = try #require(try notices(.ticketIssued).first).delivery
        #expect(stored.state == .bounced && stored.answer?.contains("700123") == false)
        try issue()
        #expect(try send().sent == 0)
        #expect(try notices(.ticketIssued).contains { $0.delivery.state == .suppressed })
        #expect(try provider.present(Request.self) == nil)
    }

    @Test("If mails came back, the order’s phone number is used only if a member entered it, not if a visitor did")
    func stated() throws {
        let line = OrderDraft.Line(type: festival.regular.number, count: 1)
        let draft = OrderDraft(
            lines: [line], name: "Grace", email: SecondAddressTests.email, phone: SecondAddressTests.phone,
            payment: Payment(.cash))
        _ = try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        #expect(try send().sent > 0)
        #expect(try mailTexts().filter { $0.contains(SecondAddressTests.email) }.count == 1)
        #expect(try provider.present(Request.self) == nil)
        try festival.store.write {
            try $0.recipients.suppress(SecondAddressTests.email, since: Festival.start, answer: "550 5.1.1")
        }
        festival.clock.advance(bySeconds: 1)
        try issue()
        #expect(try send().sent == 1)
        #expect(try provider.next(Request.self).fields["to"] == SecondAddressTests.phone)
        try festival.tamper("UPDATE ticket_order SET visitor = 'grace@example.org'")
        festival.clock.advance(bySeconds: 1)
        try issue()
        #expect(try send().sent == 0)
        #expect(try provider.present(Request.self) == nil)
    }

    @Test("Messages to both addresses count as messages to one recipient")
    func counted() throws {
        try addRecipient()
        let event = festival.event
        func queue(_ recipient: String, _ number: Int) throws {
            let notice = Notice(
                organizer: event.organizer, event: event.number, kind: .answerReminder, recipient: recipient,
                payload: [:], key: "test/\(number)", created: festival.clock.now())
            try festival.store.write { try $0.notices.queue(notice) }
        }
        let history = { (addresses: [String]) in
            try festival.store.read {
                try $0.notices.history(of: addresses, since: Festival.start.advanced(bySeconds: -1))
            }
        }
        for (index, address) in [SecondAddressTests.email, SecondAddressTests.phone].enumerated() {
            try queue(address, index)
            let notice = try #require(try festival.store.read { try $0.notices.with(key: "test/\(index)") })
            try festival.store.write { connection in
                _ = try connection.notices.update(
                    notice,
                    to: notice.delivery.with {
                        ($0.state, $0.due, $0.sent) = (.sent, nil, festival.clock.now())
                    })
            }
        }
        #expect(try history([SecondAddressTests.email]).count == 1)
        #expect(try history([SecondAddressTests.email, SecondAddressTests.phone]).count == 2)
        #expect(
            try festival.store.read { try $0.recipients.addresses(withOther: SecondAddressTests.phone, limit: 5) }
                == [SecondAddressTests.email])
    }
}
