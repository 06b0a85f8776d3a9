import AttendeePack
import CGMime
import EventFixture
import Foundation
import Languages
import MailFixture
import Management
import MessageTransport
import Testing
import Ticketing

@testable import Messaging

@Suite("Texts of messages", .serialized)
struct MessageTextTests {
    @Test("A message of each kind has all its values in each language, and its SMS has one part")
    func kinds() throws {
        let fixture = try MessageFixture()
        for kind in Notice.Kind.allCases {
            for language in Language.offered {
                let message = try #require(try fixture.compose(fixture.sample(kind), in: language), "\(kind)")
                let mail = try #require(message.mail)
                for text in [mail.subject, mail.plainText, mail.html, message.shortText, message.smsText] {
                    #expect(!text.isEmpty && !text.contains("{") && !text.contains("}"), "\(kind) \(language): \(text)")
                    #expect(!text.contains("  (") && !text.contains(", ,"), "\(kind) \(language): \(text)")
                }
                #expect(mail.plainText.contains("\(MessageFixture.origin)/m/\(MessageFixture.secret)"), "\(kind)")
                let sms = SMSText(message.smsText)
                #expect(sms.isGSM, "\(kind) \(language): \(message.smsText)")
                // A text that the organizer has written can have any length.
                if kind != .organizerMessage {
                    #expect(sms.parts == 1, "\(kind) \(language), \(sms.length): \(message.smsText)")
                }
            }
        }
    }

    @Test("In the artificial language for tests, every text of every message is translated")
    func pseudo() throws {
        let fixture = try MessageFixture()
        let own = [
            "New Year by the Lake", "Nile Nights", "Grace Nakato", "Joan Auma", "Sarah Namuli", "Denis Ochieng",
            "Amina Said", "Lido", "The Barn", "Ceremony", "Reception", "Regular", "Guest", "VIP", "EAT", "Parking",
            "Use gate B.", "Thank you.", "The number is not readable.", "North", "Kampala",
        ]
        for kind in Notice.Kind.allCases {
            let message = try #require(try fixture.compose(fixture.sample(kind), in: .pseudo), "\(kind)")
            let mail = try #require(message.mail)
            let page = PseudoText.texts(ofHTML: mail.html).joined(separator: "\n")
            for text in [mail.subject, mail.plainText, page, message.shortText] {
                let text = text.replacing(/https:\/\/\S+/, with: "")
                #expect(PseudoText.untranslatedWords(in: text, except: own).isEmpty, "\(kind): \(text)")
            }
        }
    }

    @Test("Without a public address, no message has a link or mentions a link")
    func withoutLinks() throws {
        let fixture = try MessageFixture()
        for kind in Notice.Kind.allCases {
            let message = try #require(try fixture.compose(fixture.sample(kind), publicURL: nil), "\(kind)")
            let mail = try #require(message.mail)
            for text in [mail.plainText, mail.html, message.smsText] {
                #expect(!text.contains("://") && !text.contains("href") && !text.contains("below"), "\(kind): \(text)")
            }
            #expect(mail.unsubscribeURL == nil)
        }
        let reset = try #require(try fixture.compose(fixture.sample(.passwordReset), publicURL: nil))
        #expect(reset.mail?.plainText.contains("This server has no public address") == true)
        #expect(reset.smsText.contains("no public address"))
    }

    @Test(
        "A message about a changed event names the organizer, the event, the old and new start, and the event’s times")
    func update() throws {
        let fixture = try MessageFixture()
        let message = try #require(
            try fixture.compose(
                fixture.notice(
                    .eventMoved, to: "joan@example.org",
                    ["old_start": "2026-12-05T15:00:00Z", "start": "2026-12-05T16:00:00Z"],
                    of: fixture.event.number)))
        let mail = try #require(message.mail)
        #expect(mail.subject == "Event updated: New Year by the Lake")
        #expect(mail.plainText.contains("Nile Nights changed New Year by the Lake: start Sat 5 Dec 18:00 → 19:00."))
        #expect(mail.plainText.contains(" Wed 23 Dec 2026, 08:26–09:26 (EAT)\n"), "\(mail.plainText)")
        #expect(mail.plainText.hasPrefix("Dear Joan Auma,\n\n"))
        #expect(message.smsText.hasPrefix("Nile Nights changed New Year by the Lake: start Sat 5 Dec 18:00 -> 19:00."))
        let unknown = try #require(
            try fixture.compose(
                fixture.notice(.eventMoved, to: "joan@example.org", ["start": "x"], of: fixture.event.number)))
        #expect(
            unknown.mail?.plainText.contains("Nile Nights changed the time or the place of New Year by the Lake.")
                == true)
    }

    @Test("A message about several cancelled tickets is in the plural, and its standard template has their number")
    func cancelledTickets() throws {
        let fixture = try MessageFixture()
        let joan = "joan@example.org"
        let second = try MessageFixture.issued(to: "Joan Auma", joan, fixture.festival)
        let codes = [fixture.ticket.code, second.code]
        let both = codes.map(\.description).joined(separator: ", ")
        func messages(_ codes: [TicketCode], in language: Language) throws -> [String] {
            let notice = fixture.notice(
                .ticketCancelled, to: joan, Notice.payload(about: codes), of: fixture.event.number)
            let message = try #require(try fixture.compose(notice, in: language))
            let mail = try #require(message.mail)
            return [mail.subject, mail.plainText.replacing("\n", with: " "), message.shortText]
        }
        for (language, subject, text) in [
            (
                Language.english, "2 tickets cancelled: New Year by the Lake",
                "2 tickets for New Year by the Lake were cancelled: \(both). Gates refuse them."
            ),
            (
                .french, "2 billets annulés : New Year by the Lake",
                "2 billets pour New Year by the Lake ont été annulés : \(both). Ils sont refusés à l’entrée."
            ),
            (
                .swahili, "Tiketi 2 zimefutwa: New Year by the Lake",
                "Tiketi 2 za New Year by the Lake zimefutwa: \(both). Zinakataliwa mlangoni."
            ),
        ] {
            let several = try messages(codes, in: language)
            #expect(several[0] == subject)
            for part in several.dropFirst() { #expect(part.contains(text), "\(part)") }
        }
        let one = try messages([second.code], in: .english)
        #expect(one[0] == "Ticket cancelled: New Year by the Lake")
        #expect(one[2].hasPrefix("Ticket \(second.code) for New Year by the Lake was cancelled. Gates refuse it."))
        let organizer = fixture.event.organizer
        let template = try #require(MessageTemplate.standard(.ticketCancelled, .sms, in: .english, of: organizer))
        #expect(template.body.hasPrefix("{tickets} tickets for {event_title} were cancelled: {ticket}."))
    }

    @Test("A message about a changed sub-event names the sub-event, with the time and place of the sub-event")
    func subEvent() throws {
        let fixture = try MessageFixture()
        let message = try #require(
            try fixture.compose(
                fixture.notice(
                    .eventMoved, to: "grace@example.org",
                    [
                        "sub_event": "Reception", "old_start": "2026-12-05T15:00:00Z",
                        "start": "2026-12-05T16:00:00Z", "old_venue": "The Barn", "venue": "The Barn",
                    ], of: fixture.event.number)))
        let text = try #require(message.mail?.plainText)
        #expect(text.contains("changed Reception of New Year by the Lake: start Sat 5 Dec 18:00 → 19:00."))
        #expect(text.contains(" Sat 5 Dec 2026, 19:00 (EAT)\n") && text.contains(" The Barn\n"))
    }

    @Test("A reminder contains the organizer’s own words; after the start, it does not say that the event begins")
    func reminder() throws {
        let fixture = try MessageFixture()
        let own = fixture.notice(
            .reminder, to: "joan@example.org", ["body": "Bring <water>."], of: fixture.event.number)
        let message = try #require(try fixture.compose(own))
        #expect(message.mail?.plainText.contains("Bring <water>.") == true)
        #expect(message.mail?.html.contains("Bring &lt;water&gt;.") == true)
        #expect(message.smsText.contains("Bring <water>."))
        let plain = fixture.notice(.reminder, to: "joan@example.org", of: fixture.event.number)
        #expect(try fixture.compose(plain)?.mail?.subject == "Reminder: New Year by the Lake")
        fixture.festival.clock.advance(bySeconds: 4000)
        let late = try #require(try fixture.compose(plain)?.mail)
        #expect(late.subject == "About New Year by the Lake" && !late.plainText.contains("begins"))
    }

    @Test("An organizer’s message has the organizer’s subject and words, unchanged and with their line breaks")
    func organizerMessage() throws {
        let fixture = try MessageFixture()
        let notice = fixture.notice(
            .organizerMessage, to: "joan@example.org",
            ["subject": "Parking\r\nBcc: all@example.org", "body": "One\r\ntwo\n\n\n{event_title} <b>three</b>"],
            of: fixture.event.number)
        let message = try #require(try fixture.compose(notice))
        let read = try message.read()
        #expect(read.subject == "Parking Bcc: all@example.org" && read.addresses(GMIME_ADDRESS_TYPE_BCC).isEmpty)
        #expect(read.field("From") == "\"Nile Nights\" <tickets@nile.example>")
        let plain = try #require(read.parts.first).text.replacing("\r\n", with: "\n")
        #expect(plain.contains("\n\nOne\ntwo\n\n{event_title} <b>three</b>\n\n"))
        #expect(read.parts[1].text.contains("{event_title} &lt;b&gt;three&lt;/b&gt;"))
    }

    @Test("The text of an SMS keeps its facts: a long title is shortened so that the SMS has one part")
    func shortened() throws {
        let fixture = try MessageFixture()
        _ = try fixture.festival.services.events.edit(fixture.event) {
            $0.title = String(repeating: "Grand gala evening ", count: 8) + "x"
        }
        let message = try #require(try fixture.compose(fixture.sample(.ticketIssued)))
        #expect(SMSText(message.smsText).parts == 1 && SMSText(message.shortText).parts > 1)
        #expect(message.smsText.contains("Grand gala") && message.smsText.contains("..."), "\(message.smsText)")
        #expect(message.smsText.contains("(EAT)") && message.smsText.contains("\(MessageFixture.origin)/t/"))
    }

    @Test(
        """
        For each kind of message and each combination of conditions, such as a deadline, the sentences use only \
        arguments that the catalogue declares
        """)
    func outlines() {
        let names = Set(MessageArgument.allCases.map(\.sentenceName))
        var outlines = 0
        for kind in Notice.Kind.allCases {
            for bits in 0..<(1 << MessageCondition.allCases.count) where bits.nonzeroBitCount < 4 || bits % 193 == 0 {
                let conditions = Set(
                    MessageCondition.allCases.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element))
                let outline = MessageOutline(kind, conditions)
                var arguments = outline.subject.arguments.union(outline.short.arguments)
                arguments.formUnion(outline.reason.arguments)
                for paragraph in outline.paragraphs { arguments.formUnion(paragraph.arguments) }
                // Without an order of tickets with a price, no message promises a refund.
                #expect(!outline.paragraphs.contains(.refundFollows) || conditions.contains(.pricedOrders))
                #expect(arguments.isSubset(of: names), "\(kind) \(conditions)")
                // Some values are known only under a condition. A sentence with such a value may be used only under
                // the same condition. Messages of the following two kinds always have the value of `until`.
                let alwaysHasUntil = kind == .paymentPending || kind == .ticketExpiring
                let known: [String: MessageCondition] = [
                    "changes": .changes, "until": .until, "total": .total, "answerBy": .deadline,
                ]
                for (argument, condition) in known where !(argument == "until" && alwaysHasUntil) {
                    #expect(!arguments.contains(argument) || conditions.contains(condition), "\(kind) \(conditions)")
                }
                outlines += 1
            }
        }
        #expect(outlines > 1000)
    }
}
