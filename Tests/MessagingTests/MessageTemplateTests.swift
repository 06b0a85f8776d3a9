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

@Suite("Templates of messages", .serialized)
struct MessageTemplateTests {
    private static func template(
        _ kind: Notice.Kind, _ body: String, subject: String = "Hello", by channel: Notice.Channel = .email,
        of organizer: OrganizerNumber
    ) -> MessageTemplate {
        MessageTemplate(
            organizer: organizer, kind: kind, channel: channel, language: "en", subject: subject, body: body,
            changed: Festival.start)
    }

    private static func fault(
        _ body: String, subject: String = "Hello", in kind: Notice.Kind = .ticketIssued
    ) throws -> MessageTemplateError? {
        let organizer = try #require(OrganizerNumber(rawValue: 5))
        do throws(MessageTemplateError) {
            _ = try ParsedMessageTemplate(template(kind, body, subject: subject, of: organizer))
            return nil
        } catch {
            return error
        }
    }

    private static func store(_ template: MessageTemplate, _ fixture: MessageFixture) throws {
        try fixture.festival.store.write { try $0.messageTemplates.set(template) }
    }

    @Test("A template with an unknown argument or a wrong brace is refused, with the number of the line")
    func faults() throws {
        let unknown = try #require(try Self.fault("Dear guests,\r\n\r\n{event_titel} begins {start}."))
        #expect(unknown.line == 3 && unknown.part == .body)
        guard case .unknownArgument("event_titel", known: let known) = unknown.fault else {
            Issue.record("\(unknown)")
            return
        }
        #expect(known.contains("event_title") && !known.contains("changes"))
        #expect("\(unknown)".hasPrefix("line 3: unknown argument {event_titel}; the arguments are {event_title} "))
        #expect(unknown.fields.map(\.field) == ["body"])
        #expect(try Self.fault("a\nb {start\n}") == MessageTemplateError(part: .body, line: 2, fault: .unclosedBrace))
        #expect(try Self.fault("a }") == MessageTemplateError(part: .body, line: 1, fault: .strayClosingBrace))
        #expect(try Self.fault("{\u{301}start}")?.line == 1)
        #expect(try Self.fault("a", subject: "{code}")?.part == .subject)
        #expect(try Self.fault("a", subject: "a\nBcc: b")?.fault == .severalLines)
        #expect(try Self.fault("a", subject: " ")?.fault == .empty)
        #expect(try Self.fault(" \n ")?.fault == .empty)
        let long = String(repeating: "a", count: 4001)
        #expect(try Self.fault(long)?.fault == .tooLong(length: 4001, limit: 4000))
        #expect(try Self.fault("{{start}} }} {start}") == nil)
        #expect(try Self.fault("{changes} {sub_event}", in: .eventMoved) == nil)
        for kind in [Notice.Kind.confirmEmail, .ticketsFound, .passwordReset, .teamInvitation, .organizerMessage] {
            #expect(try Self.fault("a", in: kind)?.fault == .fixedKind(kind))
        }
    }

    @Test(
        "The standard text of each kind of message is a valid template, and its preview has a value for each argument")
    func standard() throws {
        let organizer = try #require(OrganizerNumber(rawValue: 5))
        for kind in Notice.Kind.allCases {
            for language in Language.offered {
                for channel in [Notice.Channel.email, .sms] {
                    guard let template = MessageTemplate.standard(kind, channel, in: language, of: organizer) else {
                        #expect(kind.templateArguments == nil || kind == .news && channel == .sms)
                        continue
                    }
                    let parsed = try ParsedMessageTemplate(template)
                    let preview = parsed.preview(in: language)
                    #expect((preview.subject != nil) == (channel == .email) && parsed.arguments.contains(.eventTitle))
                    for text in [preview.subject ?? "", preview.body] {
                        #expect(!text.contains("{") && !text.contains("}"), "\(kind) \(language): \(text)")
                    }
                }
            }
        }
        let moved = try #require(MessageTemplate.standard(.eventMoved, .email, in: .english, of: organizer))
        #expect(moved.subject == "Event updated: {event_title}")
        #expect(moved.body.hasPrefix("{organizer} changed {event_title}: {changes}.\n\n"))
        #expect(
            try ParsedMessageTemplate(moved).preview(in: .english).body.hasPrefix(
                "Nile Nights changed New Year by the Lake: start Sat 5 Dec 18:00 → 19:00."))
    }

    @Test("A template replaces the text between the greeting and the tickets; the link and the footer are always there")
    func used() throws {
        let fixture = try MessageFixture()
        let organizer = fixture.event.organizer
        try Self.store(
            Self.template(
                .ticketIssued, "We look forward to it.\n\n\nSee you at {venue}.", subject: "Yes! {event_title}",
                of: organizer), fixture)
        let mail = try #require(try fixture.compose(fixture.sample(.ticketIssued))).read()
        #expect(mail.subject == "Yes! New Year by the Lake")
        let text = try #require(mail.parts.first).text.replacing("\r\n", with: "\n")
        #expect(text.hasPrefix("Dear Joan Auma,\n\nWe look forward to it.\n\nSee you at Lido.\n\n"))
        #expect(text.contains("Show ticket: \(MessageFixture.origin)/t/") && text.contains("You get this message"))
        #expect(!text.contains("You have a ticket") && mail.parts.contains { $0.type == "application/pdf" })
        try Self.store(Self.template(.ticketIssued, "Here: {link} {{x}}", of: organizer), fixture)
        let own = try #require(try fixture.compose(fixture.sample(.ticketIssued))?.mail)
        #expect(own.plainText.contains("Here: \(MessageFixture.origin)/t/") && own.plainText.contains(" {x}\n"))
        // Other languages have the standard text.
        let french = try #require(try fixture.compose(fixture.sample(.ticketIssued), in: .french)?.mail)
        #expect(french.subject == "Votre billet : New Year by the Lake")
    }

    @Test("A template for SMS is one line; if it does not contain the link, the link is added")
    func sms() throws {
        let fixture = try MessageFixture()
        let organizer = fixture.event.organizer
        func store(_ body: String) throws {
            try Self.store(Self.template(.ticketIssued, body, subject: "", by: .sms, of: organizer), fixture)
        }
        try store("{event_title}:\nsee you!")
        let message = try #require(try fixture.compose(fixture.sample(.ticketIssued)))
        #expect(message.smsText.hasPrefix("New Year by the Lake: see you! \(MessageFixture.origin)/t/"))
        #expect(message.mail?.subject == "Your ticket: New Year by the Lake")
        try store("{link} !")
        let own = try #require(try fixture.compose(fixture.sample(.ticketIssued)))
        #expect(own.smsText.hasPrefix("\(MessageFixture.origin)/t/") && own.smsText.hasSuffix(" !"))
    }

    @Test(
        """
        A template is not used if one of its values is missing, or for a variant of the message, such as the message \
        to a former holder
        """)
    func unfit() throws {
        let fixture = try MessageFixture()
        let organizer = fixture.event.organizer
        for kind in [Notice.Kind.eventMoved, .ticketTransferred, .ticketIssued] {
            let body = kind == .eventMoved ? "Own words: {changes}" : "Own words: the ticket is yours"
            try Self.store(Self.template(kind, body, of: organizer), fixture)
        }
        func text(_ notice: Notice) throws -> String {
            try #require(try fixture.compose(notice)?.mail).plainText
        }
        let number = fixture.event.number
        #expect(try text(fixture.sample(.eventMoved)).contains("Own words: start"))
        #expect(try !text(fixture.notice(.eventMoved, to: "joan@example.org", of: number)).contains("Own words"))
        let subEvent = fixture.sample(.eventMoved).payload.merging(["sub_event": "Reception"]) { $1 }
        let moved = try text(fixture.notice(.eventMoved, to: "grace@example.org", subEvent, of: number))
        #expect(!moved.contains("Own words") && moved.contains("Reception"))
        let payload = fixture.sample(.ticketTransferred).payload
        let former = try text(fixture.notice(.ticketTransferred, to: "old@example.org", payload, of: number))
        #expect(!former.contains("Own words"))
        #expect(try text(fixture.sample(.ticketTransferred)).contains("Own words: the ticket is yours\n"))
    }

    @Test("Neither the text of a template nor the values in it can add header fields or HTML elements")
    func injection() throws {
        let fixture = try MessageFixture()
        try fixture.festival.tamper("UPDATE event SET title = 'x{code}<b>y</b>' || char(13, 10) || 'Bcc: a@b.example'")
        try Self.store(
            Self.template(
                .ticketIssued, "<script>{event_title}</script>\u{202E}\n<a href=\"x\">",
                subject: "{event_title} <i>", of: fixture.event.organizer), fixture)
        let mail = try #require(try fixture.compose(fixture.sample(.ticketIssued))).read()
        #expect(mail.addresses(GMIME_ADDRESS_TYPE_BCC).isEmpty && mail.field("Bcc") == nil)
        #expect(mail.subject == "x{code}<b>y</b> Bcc: a@b.example <i>")
        let page = mail.parts[1].text
        #expect(!page.contains("<script") && !page.contains("<b>") && !page.contains("href=\"x\""))
        #expect(page.contains("&lt;script&gt;x{code}&lt;b&gt;"))
        #expect(!mail.parts[0].text.unicodeScalars.contains("\u{202E}"))
    }
}

@Suite("Stored templates of messages", .everyEngine)
struct StoredMessageTemplateTests {
    @Test("An organizer has one template for each kind, channel and language, and can remove it")
    func table() throws {
        let festival = try Festival()
        let organizer = festival.event.organizer
        func template(_ channel: Notice.Channel, _ language: String, _ body: String) -> MessageTemplate {
            MessageTemplate(
                organizer: organizer, kind: .reminder, channel: channel, language: language, subject: "S", body: body,
                changed: Festival.start)
        }
        let all = [template(.email, "en", "a"), template(.email, "fr", "b"), template(.sms, "en", "c")]
        try festival.store.write { connection in
            for template in all.reversed() { try connection.messageTemplates.set(template) }
        }
        #expect(try festival.store.read { try $0.messageTemplates.all(of: organizer) } == all)
        let changed = template(.sms, "en", "d")
        try festival.store.write { try $0.messageTemplates.set(changed) }
        func stored() throws -> MessageTemplate? {
            try festival.store.read {
                try $0.messageTemplates.with(organizer: organizer, kind: .reminder, channel: .sms, language: "en")
            }
        }
        #expect(try stored() == changed)
        for expected in [true, false] {
            let removed = try festival.store.write {
                try $0.messageTemplates.remove(
                    organizer: organizer, kind: .reminder, channel: .sms, language: "en")
            }
            #expect(removed == expected)
        }
        #expect(try stored() == nil)
        #expect(try festival.store.read { try $0.messageTemplates.all(of: organizer).count } == 2)
    }
}
