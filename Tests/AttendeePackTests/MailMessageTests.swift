import AttendeePack
import CGMime
import EventFixture
import Foundation
import MailFixture
import QRSymbol
import SymbolReader
import Testing
import Ticketing

@Suite("Mails", .serialized)
struct MailMessageTests {
    private static func mail(_ ticket: AttendeeTicket) throws -> ReadMail {
        try ReadMail(
            MailMessage.bytes(
                for: ticket, from: #require(EmailAddress(rawValue: "tickets@nile.example")), at: Sample.now))
    }

    @Test("GMime reads a mail’s sender, its recipient, its subject and its date")
    func header() throws {
        let mail = try Self.mail(Sample.ticket())
        #expect(mail.field("From") == "\"Nile Nights\" <tickets@nile.example>")
        #expect(mail.addresses(GMIME_ADDRESS_TYPE_TO) == ["Grace Nakato <grace@example.org>"])
        #expect(mail.subject == "Your ticket: New Year by the Lake")
        #expect(mail.seconds == Sample.now.seconds)
    }

    @Test(
        "A mail’s HTML part refers to the symbol’s inline picture by content id, and a copy of the picture is attached")
    func symbols() throws {
        let parts = try Self.mail(Sample.ticket()).parts
        #expect(parts.map(\.type) == ["text/plain", "text/html", "image/png", "image/png", "text/calendar"])
        let page = String(decoding: parts[1].bytes, as: UTF8.self)
        let id = try #require(parts[2].id)
        #expect(page.contains("src=\"cid:\(id)\""))
        #expect(!page.contains("data:"))
        #expect(parts[2].disposition == "inline")
        #expect(parts[3].disposition == "attachment")
        for part in parts[2...3] {
            #expect(part.name == "4F7K-29QX.png")
            #expect(try read(part.bytes) == [Sample.token])
        }
        #expect(parts[4].bytes == Array(try CalendarEntry.text(for: Sample.ticket()).utf8))
    }

    @Test("A mail says that a ticket for one person works once, and says how many people a group ticket admits in all")
    func people() throws {
        var ticket = try Sample.ticket()
        func plain() throws -> String { String(decoding: try Self.mail(ticket).parts[0].bytes, as: UTF8.self) }
        #expect(try plain().contains("It works once"))
        ticket.admits = try #require(Admits(rawValue: 4))
        let family = try plain()
        #expect(family.contains("It admits 4 people in all") && !family.contains("works once"))
    }

    @Test("Mails, calendar entries and pages format amounts for people: UGX 50,000, not 50000 UGX")
    func amounts() throws {
        var ticket = try Sample.ticket()
        func texts() throws -> [String] {
            let texts = [
                String(decoding: try Self.mail(ticket).parts[0].bytes, as: UTF8.self),
                try CalendarEntry.text(for: ticket), try PDFReader.text(TicketPDF.pdf(of: ticket, .a6)),
            ]
            // Before the check, folded calendar lines are joined, and the backslash before each comma is removed.
            return texts.map {
                $0.replacing("\r\n ", with: "").replacing("\\,", with: ",").replacing("\u{A0}", with: " ")
            }
        }
        for text in try texts() { #expect(text.contains("UGX 50,000") && !text.contains("50000"), "\(text)") }
        ticket.price = Money("1234.50 EUR")
        ticket.due = Money("0.05 USD")
        for text in try texts() {
            #expect(text.contains("€1,234.50") && text.contains("US$0.05 to be paid at the door"), "\(text)")
        }
    }

    @Test(
        "A name with a line break cannot add a header to a mail, and no name adds markup", arguments: Sample.hardNames)
    func names(name: String) throws {
        let ticket = try Sample.ticket(title: "T" + name, organizer: "O" + name, holder: name, venue: name, type: name)
        let bytes = try MailMessage.bytes(
            for: ticket, from: #require(EmailAddress(rawValue: "tickets@nile.example")), at: Sample.now)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(bytes.allSatisfy { $0 == 0x0D || $0 == 0x0A || (0x20..<0x7F).contains($0) })
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 78 && !$0.utf8.contains(0x0D) && !$0.utf8.contains(0x0A) })
        let mail = ReadMail(bytes)
        #expect(
            mail.fieldNames == ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "X-Unsent"])
        let holders = mail.addresses(GMIME_ADDRESS_TYPE_TO)
        #expect(holders.count == 1)
        #expect(holders.allSatisfy { $0.hasSuffix("<grace@example.org>") || $0 == "grace@example.org" })
        #expect(mail.addresses(GMIME_ADDRESS_TYPE_FROM).count == 1)
        #expect(mail.addresses(GMIME_ADDRESS_TYPE_BCC).isEmpty)
        let parts = mail.parts
        try #require(parts.count == 5)
        let page = String(decoding: parts[1].bytes, as: UTF8.self)
        #expect(!page.contains("<script"))
        // The mail’s HTML has only tags that the HTML of a mail with harmless names has, too.
        let plain = String(decoding: try Self.mail(Sample.ticket()).parts[1].bytes, as: UTF8.self)
        func tags(_ page: String) -> Set<Substring> {
            Set(page.matches(of: /<\/?[A-Za-z!]+/).map(\.output))
        }
        #expect(tags(page).isSubset(of: tags(plain)))
        #expect(String(validating: parts[0].bytes, as: UTF8.self) != nil)
    }

    @Test(
        "GMime reads every letter of a holder’s name and an event’s title, even if the letters are outside ASCII",
        arguments: ["Žofia Ñandú", "لیلی", "लक्ष्मी", "🎉🥂👩‍👩‍👧‍👦"])
    func encoded(name: String) throws {
        let long = Array(repeating: name, count: 20).joined(separator: " ")
        let mail = try Self.mail(Sample.ticket(title: long, holder: name))
        #expect(mail.subject == "Your ticket: \(long)")
        #expect(mail.addresses(GMIME_ADDRESS_TYPE_TO) == ["\(name) <grace@example.org>"])
        #expect(String(decoding: mail.parts[0].bytes, as: UTF8.self).contains(name))
    }

    @Test("An address with letters outside ASCII stays unchanged; without an address, the mail has no To field")
    func addresses() throws {
        let mail = try Self.mail(Sample.ticket(holder: "Jörg", email: "jörg@example.org"))
        #expect(mail.addresses(GMIME_ADDRESS_TYPE_TO) == ["Jörg <jörg@example.org>"])
        #expect(try Self.mail(Sample.ticket(email: nil)).field("To") == nil)
    }

    @Test("GMime reads a random title from the encoded subject, with single spaces between the words")
    func random() throws {
        var generator = SeededGenerator(for: "mail text")
        let letters = Array("aFé漢🎉=?_.\t \"\\<>-\u{0301}٣ש")
        for _ in 0..<60 {
            let title =
                "T"
                + String(
                    (0..<Int.random(in: 1...120, using: &generator)).map { _ in
                        letters[Int.random(in: 0..<letters.count, using: &generator)]
                    }) + "."
            let expected = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let mail = try Self.mail(Sample.ticket(title: title))
            // A title with five accents in a row is skipped, because the subject does not keep all of them.
            guard !expected.contains("\u{0301}\u{0301}\u{0301}\u{0301}\u{0301}") else { continue }
            #expect(mail.subject == "Your ticket: \(expected)")
        }
    }

    @Test("The multipart/related part declares that its main part is HTML, and no line begins with a dot or “From ”")
    func lines() throws {
        let sender = try #require(EmailAddress(rawValue: "tickets@nile.example"))
        for shift in 0..<80 {
            let title = String(repeating: "a", count: shift) + String(repeating: ". From ", count: 40)
            let bytes = try MailMessage.bytes(for: Sample.ticket(title: title), from: sender, at: Sample.now)
            let text = String(decoding: bytes, as: UTF8.self)
            if shift == 0 { #expect(text.contains("multipart/related; type=\"text/html\";\r\n boundary=")) }
            let body = try #require(text.split(separator: "\r\n\r\n", maxSplits: 1).last)
            #expect(!body.split(separator: "\r\n").contains { $0.hasPrefix(".") || $0.hasPrefix("From ") })
        }
    }

    @Test("If the clocks change during an event, a mail shows the event’s start and end with different UTC offsets")
    func offsets() throws {
        // In Berlin, the clocks go forward from 02:00 to 03:00 on 2030-03-31.
        let ticket = try Sample.ticket(zone: "Europe/Berlin", time: (Instant(seconds: 1_901_138_400), 4))
        let plain = String(decoding: try Self.mail(ticket).parts[0].bytes, as: UTF8.self)
        #expect(plain.contains("(UTC+1)–") && plain.contains("(UTC+2)"))
    }

    @Test("Two mails of one ticket are equal, and the mail of another ticket has different MIME boundaries")
    func same() throws {
        let sender = try #require(EmailAddress(rawValue: "tickets@nile.example"))
        let one = try MailMessage.bytes(for: Sample.ticket(), from: sender, at: Sample.now)
        #expect(try one == MailMessage.bytes(for: Sample.ticket(), from: sender, at: Sample.now))
        func boundaries(_ bytes: [UInt8]) -> Set<Substring> {
            Set(String(decoding: bytes, as: UTF8.self).matches(of: /boundary="[^"]+"/).map(\.output))
        }
        let other = try MailMessage.bytes(for: Sample.ticket(holder: "Denis"), from: sender, at: Sample.now)
        #expect(boundaries(one).count == 3)
        #expect(boundaries(one) != boundaries(other))
    }
}

func read(_ picture: [UInt8]) throws -> [String] {
    try SymbolReader.read(png: picture).map(\.text)
}
