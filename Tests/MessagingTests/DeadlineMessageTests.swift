import EventFixture
import Languages
import MailFixture
import Management
import MessageTransport
import Testing
import Ticketing

@testable import Messaging

@Suite("Messages about payments, expiring tickets, double admissions and gates", .serialized)
struct DeadlineMessageTests {
    private static let kinds: [Notice.Kind] = [
        .refundProcessed, .paymentPending, .ticketExpiring, .entryConfirmed, .paymentReceived, .doubleAdmissions,
        .gateSilent,
        .gateUndecided,
    ]

    private func mail(_ notice: Notice, _ fixture: MessageFixture) throws -> (subject: String, text: String) {
        let mail = try #require(try fixture.compose(notice)?.mail)
        return (mail.subject, mail.plainText)
    }

    @Test("Each message names its event, and the amount, the time or the number that the message reports")
    func texts() throws {
        let fixture = try MessageFixture()
        let refund = try mail(fixture.sample(.refundProcessed), fixture)
        #expect(refund.subject == "Refund paid: New Year by the Lake")
        #expect(refund.text.contains("has paid back UGX") && refund.text.contains("\(fixture.paid.number)"))
        let pending = try mail(fixture.sample(.paymentPending), fixture)
        #expect(pending.subject == "Please pay: New Year by the Lake")
        #expect(pending.text.contains("is not paid yet. Its tickets are reserved until"))
        let door = try mail(
            fixture.notice(
                .paymentPending, to: "amina@example.org",
                [
                    "order": "\(fixture.atDoor.number)", "total": "50000 UGX", "reminder": "final",
                    "expires": "2026-12-23T05:26:40Z",
                ], of: fixture.event.number), fixture)
        #expect(door.text.contains("Without payment, the reservation ends") && door.text.contains("at the door."))
        let expiring = try mail(fixture.sample(.ticketExpiring), fixture)
        #expect(expiring.subject == "Your ticket expires soon: New Year by the Lake")
        #expect(expiring.text.contains("Tickets of the type Regular for New Year by the Lake expire"))
        #expect(expiring.text.contains(fixture.ticket.code.description))
        let payment = try mail(fixture.sample(.paymentReceived), fixture)
        #expect(payment.text.contains("Payments for 2 tickets for New Year by the Lake were recorded."))
        let double = try mail(fixture.sample(.doubleAdmissions), fixture)
        #expect(double.text.contains("2 tickets were used at two gates"))
    }

    @Test("A message about a gate names the gate, the time and the number of scans, and links to the event’s page")
    func gates() throws {
        let fixture = try MessageFixture()
        let silent = try mail(fixture.sample(.gateSilent), fixture)
        #expect(silent.subject == "Silent gate: New Year by the Lake")
        #expect(silent.text.contains("at gate North (Reception) of New Year by the Lake was recorded"))
        #expect(silent.text.contains("the other gates recorded 25 scans."))
        #expect(silent.text.contains("\(MessageFixture.origin)/desk/e/\(fixture.event.slug)"))
        let entry = try mail(fixture.sample(.entryConfirmed), fixture)
        #expect(entry.subject == "Entry with your ticket: New Year by the Lake")
        #expect(
            entry.text.contains("Ticket \(fixture.ticket.code) for New Year by the Lake was used at gate North"))
        let undecided = try mail(fixture.sample(.gateUndecided), fixture)
        #expect(undecided.subject == "A gate could not decide: New Year by the Lake")
        #expect(
            undecided.text.contains("gate North of New Year by the Lake could not decide 3 scans."))
        let one = try mail(
            fixture.notice(
                .gateUndecided, to: "joan@example.org",
                ["gate": "North", "gate_time": "\(Festival.start.milliseconds)", "scans": "1", "title": "T"],
                of: fixture.event.number), fixture)
        #expect(one.text.contains("could not decide one scan."))
    }

    @Test("An SMS in English, French or Swahili has one part and at most 160 characters")
    func short() throws {
        let fixture = try MessageFixture()
        for language in [Language.english, .french, .swahili] {
            for kind in Self.kinds {
                let message = try #require(try fixture.compose(fixture.sample(kind), in: language), "\(kind)")
                #expect(message.smsText.count <= 160, "\(language) \(kind): \(message.smsText)")
                #expect(!message.smsText.contains("{"), "\(message.smsText)")
            }
        }
    }

    @Test("For a paid order, no reminder to pay is composed; for a cancelled ticket, no message about its expiry")
    func gone() throws {
        let fixture = try MessageFixture()
        let notice = fixture.notice(
            .paymentPending, to: "sarah@example.org", ["order": "\(fixture.paid.number)", "reminder": "half"],
            of: fixture.event.number)
        #expect(try fixture.compose(notice) == nil)
        let expiring = fixture.sample(.ticketExpiring)
        _ = try fixture.festival.services.tickets.cancel(fixture.ticket.code, of: fixture.event, note: nil)
        #expect(try fixture.compose(expiring) == nil)
    }
}
