import CGMime
import EventFixture
import Foundation
import Languages
import MailFixture
import Management
import Store
import Testing
import Ticketing

@testable import Messaging

@Suite("Mails with news", .serialized)
struct NewsMessageTests {
    private static func text(_ mail: ReadMail) throws -> String {
        try #require(mail.parts.first).text.replacing("\r\n", with: "\n")
    }

    private func unsubscribeURL(_ fixture: MessageFixture) -> String {
        "\(MessageFixture.origin)/m/\(MessageFixture.secret)/unsubscribe?kind=news&organizer=\(fixture.event.organizer)"
    }

    @Test("News says when the recipient agreed, and has a link to the event and a link that ends the organizer’s news")
    func contents() throws {
        let fixture = try MessageFixture()
        let message = try #require(try fixture.compose(fixture.sample(.news)))
        let mail = try message.read()
        #expect(mail.subject == "Nile Nights: Parking")
        #expect(mail.field("List-Unsubscribe") == "<\(unsubscribeURL(fixture))>")
        #expect(mail.field("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click")
        // The recipient has a ticket, but news neither contains the ticket nor greets the recipient by the holder’s
        // name.
        #expect(mail.parts.map(\.type) == ["text/plain", "text/html"])
        let text = try Self.text(mail)
        #expect(text.hasPrefix("Hello,\n\nNile Nights has news about New Year by the Lake:\n\nUse gate B.\n\nThank"))
        #expect(
            text.contains(
                "You get this message because you agreed on Wed 23 Dec 2026 to get news from Nile Nights by e-mail."))
        #expect(text.contains("\(MessageFixture.origin)/events/\(fixture.event.slug)") && !text.contains("/t/"))
        #expect(text.contains(unsubscribeURL(fixture)))
        #expect(text.contains("Message settings: \(MessageFixture.origin)/m/\(MessageFixture.secret)"))
        #expect(mail.parts[1].text.contains(unsubscribeURL(fixture).replacing("&", with: "&amp;")))
        let french = try #require(try fixture.compose(fixture.sample(.news), in: .french)?.mail)
        #expect(french.plainText.contains("Nile Nights a des nouvelles au sujet de New Year by the Lake"))
    }

    @Test("News is composed only with the consent of the recipient for the organizer of the message")
    func consent() throws {
        let fixture = try MessageFixture()
        let sample = fixture.sample(.news)
        let stranger = fixture.notice(.news, to: "grace@example.org", sample.payload, of: fixture.event.number)
        #expect(try fixture.compose(stranger) == nil)
        let other = try #require(OrganizerNumber(rawValue: fixture.event.organizer.rawValue ^ 1))
        let foreign = Notice(
            organizer: other, event: fixture.event.number, kind: .news, recipient: sample.recipient,
            payload: sample.payload, key: "foreign", created: Festival.start)
        #expect(try fixture.compose(foreign) == nil)
        try fixture.festival.store.write { try $0.newsConsents.end(of: sample.recipient, at: Festival.start) }
        #expect(try fixture.compose(sample) == nil)
    }

    @Test("The subject and the text of news can add neither header fields nor markup, and `{link}` in them stays text")
    func injection() throws {
        let fixture = try MessageFixture()
        let notice = fixture.notice(
            .news, to: "joan@example.org",
            [
                "subject": "Sale\r\nBcc: all@example.org\n{event_title} {organizer}",
                "body": "{link} {subject}\r\n<script>alert(1)</script>\n\n{{organizer}}",
            ], of: fixture.event.number)
        let mail = try #require(try fixture.compose(notice)).read()
        #expect(mail.subject == "Nile Nights: Sale Bcc: all@example.org {event_title} {organizer}")
        #expect(mail.addresses(GMIME_ADDRESS_TYPE_BCC).isEmpty && mail.field("Bcc") == nil)
        let text = try Self.text(mail)
        #expect(text.contains("\n\n{link} {subject}\n<script>alert(1)</script>\n\n{{organizer}}\n"))
        #expect(!mail.parts[1].text.contains("<script>") && mail.parts[1].text.contains("&lt;script&gt;"))
    }

    @Test("A template replaces the subject and the sentence before the organizer’s words; news has no template for SMS")
    func template() throws {
        let fixture = try MessageFixture()
        let organizer = fixture.event.organizer
        func template(_ subject: String, _ body: String, by channel: Notice.Channel = .email) -> MessageTemplate {
            MessageTemplate(
                organizer: organizer, kind: .news, channel: channel, language: "en", subject: subject, body: body,
                changed: Festival.start)
        }
        let own = template("News: {subject}", "Dear friends of {organizer},\n\nsee {link}")
        _ = try ParsedMessageTemplate(own)
        try fixture.festival.store.write { try $0.messageTemplates.set(own) }
        let mail = try #require(try fixture.compose(fixture.sample(.news))).read()
        #expect(mail.subject == "News: Parking")
        let text = try Self.text(mail)
        let link = "\(MessageFixture.origin)/events/\(fixture.event.slug)"
        #expect(text.contains("Dear friends of Nile Nights,\n\nsee \(link)\n\nUse gate B.\n\nThank you.\n"))
        #expect(text.contains("because you agreed on") && text.contains(unsubscribeURL(fixture)))
        #expect(throws: MessageTemplateError(part: .body, line: 1, fault: .emailOnly(.news))) {
            try ParsedMessageTemplate(template("", "News of {organizer}", by: .sms))
        }
        #expect(MessageTemplate.standard(.news, .sms, in: .english, of: organizer) == nil)
        let standard = try #require(MessageTemplate.standard(.news, .email, in: .english, of: organizer))
        #expect(standard.subject == "{organizer}: {subject}")
        #expect(standard.body == "{organizer} has news about {event_title}:")
        // No other kind of message has the argument `subject`.
        for kind in Notice.Kind.editable where kind != .news {
            #expect(kind.templateArguments?.contains(.messageSubject) == false, "\(kind)")
        }
    }
}
