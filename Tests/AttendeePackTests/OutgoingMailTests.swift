import AttendeePack
import CGMime
import EventFixture
import Foundation
import Languages
import MailFixture
import Testing
import Ticketing

@Suite("Mails that the program sends", .serialized)
struct OutgoingMailTests {
    private static func mail() throws -> OutgoingMail {
        try OutgoingMail(
            from: #require(EmailAddress(rawValue: "tickets@nile.example")),
            to: #require(EmailAddress(rawValue: "grace@example.org")), subject: "Order confirmed", in: .english)
    }

    private static func bytes(_ mail: OutgoingMail) throws -> [UInt8] {
        try mail.bytes(
            id: "4f2a@nile.example", at: Sample.now, in: #require(TimeZone(identifier: "Africa/Kampala")))
    }

    @Test("A mail has a sender, a reply address, a recipient, a date and an id, and is marked as sent by a program")
    func header() throws {
        var mail = try Self.mail()
        mail.senderName = "Nile Nights"
        mail.replyTo = EmailAddress(rawValue: "help@nile.example")
        mail.blocks = [.paragraph("Hello")]
        let read = try ReadMail(Self.bytes(mail))
        #expect(
            read.fieldNames == [
                "From", "Reply-To", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version",
            ])
        #expect(read.field("From") == "\"Nile Nights\" <tickets@nile.example>")
        #expect(read.addresses(GMIME_ADDRESS_TYPE_REPLY_TO) == ["help@nile.example"])
        #expect(read.addresses(GMIME_ADDRESS_TYPE_TO) == ["grace@example.org"])
        #expect(read.subject == "Order confirmed" && read.seconds == Sample.now.seconds)
        #expect(read.field("Date")?.hasSuffix("+0300") == true)
        #expect(read.field("Message-ID") == "<4f2a@nile.example>")
        #expect(read.field("Auto-Submitted") == "auto-generated")
    }

    @Test(
        "Mails with an unsubscribe URL have both header fields for one-click unsubscription; other mails have neither")
    func unsubscription() throws {
        var mail = try Self.mail()
        mail.blocks = [.paragraph("Hello")]
        #expect(try ReadMail(Self.bytes(mail)).field("List-Unsubscribe") == nil)
        let url = "https://tickets.example.org/m/\(String(repeating: "ab", count: 16))/unsubscribe?kind=reminder"
        mail.unsubscribeURL = MailURL(url)
        let read = try ReadMail(Self.bytes(mail))
        #expect(read.field("List-Unsubscribe")?.trimmingCharacters(in: .whitespaces) == "<\(url)>")
        #expect(read.field("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click")
    }

    @Test("The plain text and the HTML of a mail have the same content; in the HTML, a symbol is an inline picture")
    func blocks() throws {
        var mail = try Self.mail()
        let link = OutgoingMail.Link("Show ticket", try #require(MailURL("https://x.example/t/1")))
        let code = try #require(TicketCode(typed: "4F7K-29QX"))
        mail.greeting = "Dear Grace,"
        mail.blocks = [
            .paragraph("First."), .words("Line one\nLine two"), .heading("New Year"),
            .details([.init(label: "When", value: "Sat"), .init(label: "Place", value: "Lido")]),
            .list([.init("Regular, 4F7K-29QX", [link])]), .button(link),
            .symbols([.init(token: Sample.token, code: code, caption: "QR code of ticket 4F7K-29QX")]),
        ]
        mail.footer = [.init("Because."), .init("Choose:", link)]
        let parts = try ReadMail(Self.bytes(mail)).parts
        #expect(parts.map(\.type) == ["text/plain", "text/html", "image/png"])
        #expect(
            parts[0].text.replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines) == """
                Dear Grace,

                First.

                Line one
                Line two

                New Year

                When   Sat
                Place  Lido

                • Regular, 4F7K-29QX
                  Show ticket: https://x.example/t/1

                Show ticket: https://x.example/t/1

                --\(" ")
                Because.
                Choose:
                Show ticket: https://x.example/t/1
                """)
        let page = parts[1].text
        for text in ["Dear Grace,", "First.", "Line one<br>", "<bdi>New Year</bdi>", "<bdi>Lido</bdi>", "Because."] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(page.matches(of: /href="https:\/\/x\.example\/t\/1"/).count == 3)
        let id = try #require(parts[2].id)
        #expect(page.contains("src=\"cid:\(id)\"") && parts[2].disposition == "inline")
        #expect(try read(parts[2].bytes) == [Sample.token])
    }

    @Test("Attached files keep their bytes and types; their names become plain ASCII")
    func attachments() throws {
        var mail = try Self.mail()
        mail.blocks = [.paragraph("Hello")]
        let bytes = (0...255).map { UInt8($0) }
        mail.attachments = [
            .init(name: "order-17.pdf", mediaType: "application/pdf", bytes: bytes),
            .init(name: "a\"\r\nX: y/é.ics", mediaType: "text/calendar; charset=utf-8", bytes: [65]),
        ]
        let parts = try ReadMail(Self.bytes(mail)).parts
        #expect(parts.map(\.type) == ["text/plain", "text/html", "application/pdf", "text/calendar"])
        #expect(parts[2].bytes == bytes && parts[2].name == "order-17.pdf" && parts[2].disposition == "attachment")
        #expect(parts[3].name?.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } == true)
        #expect(parts[3].name?.contains("\"") == false && parts[3].name?.contains("/") == false)
    }

    @Test("Text with line breaks, markup, direction marks or combining marks adds no header field and no element")
    func hostile() throws {
        for name in Sample.hardNames + ["a<\u{301}script>", "{x}", "https://x.example/\"onclick=\"y"] {
            var mail = try Self.mail()
            mail.subject = "S" + name
            mail.senderName = name
            mail.greeting = name
            mail.blocks = [
                .heading(name), .paragraph(name), .words(name), .details([.init(label: name, value: name)]),
                .list([.init(name)]),
            ]
            mail.footer = [.init(name)]
            mail.attachments = [.init(name: name, mediaType: "application/pdf", bytes: [1])]
            let bytes = try Self.bytes(mail)
            #expect(bytes.allSatisfy { $0 == 0x0D || $0 == 0x0A || (0x20..<0x7F).contains($0) })
            let lines = String(decoding: bytes, as: UTF8.self)
                .split(separator: "\r\n", omittingEmptySubsequences: false)
            let wrong = lines.first { $0.utf8.count > 998 || $0.utf8.contains(0x0D) || $0.utf8.contains(0x0A) }
            #expect(wrong == nil, "\(name)")
            let read = ReadMail(bytes)
            #expect(read.addresses(GMIME_ADDRESS_TYPE_BCC).isEmpty)
            #expect(read.addresses(GMIME_ADDRESS_TYPE_FROM).count == 1 && read.parts.count == 3, "\(name)")
            let page = try #require(read.parts.dropFirst().first).text
            let tags = Set(page.matches(of: /<\/?([A-Za-z!]+)/).map { String($0.1) })
            #expect(
                tags.isSubset(of: [
                    "!DOCTYPE", "html", "head", "meta", "title", "body", "table", "tr", "td", "h", "bdi", "p", "br",
                    "div", "ul", "li",
                ]), "\(tags)")
            #expect(!page.contains("onclick=\"") && !page.contains("<script"))
        }
    }

    @Test("Only http and https URLs without special characters can be links")
    func urls() {
        for text in [
            "javascript:alert(1)", "ftp://x.example", "https://x.example/a b", "https://x.example/\"", "//x.example",
            "https://x.example/<", "https://x.example/\r\nBcc: a@b.example", "https://x.example/é",
        ] {
            #expect(MailURL(text) == nil, "\(text)")
        }
        #expect(MailURL("https://x.example/m/1?kind=a&b=%20#c") != nil && MailURL("http://localhost:8080/") != nil)
    }

    @Test("The plain text and the HTML of a ticket mail equal the stored samples")
    func ticketMail() throws {
        let parts = try ReadMail(
            MailMessage.bytes(
                for: Sample.ticket(), from: #require(EmailAddress(rawValue: "tickets@nile.example")), at: Sample.now)
        ).parts
        func text(_ part: ReadMail.Part) -> String {
            part.text.replacing("\r\n", with: "\n").replacing("\u{A0}", with: " ").trimmingCharacters(in: .newlines)
        }
        #expect(text(parts[0]) == Self.plainTicket)
        #expect(text(parts[1]) == Self.ticketPage)
    }

    private static let plainTicket = """
        Dear Grace Nakato,

        Here is your ticket.

        New Year by the Lake
        When       Tuesday 1 January 2030, 18:00–04:00 (UTC+3)
        Where      Lido, Entebbe
        Holder     Grace Nakato
        Ticket     Regular
        Price      UGX 50,000
        Code       4F7K-29QX
        Questions  help@nile.example

        Show this QR code at the entrance, on your phone or printed. It works once, so please don’t share it.

        Nile Nights
        """

    private static let ticketPage: String = {
        let rows = [
            ("When", "Tuesday 1 January 2030, 18:00–04:00 (UTC+3)"), ("Where", "Lido, Entebbe"),
            ("Holder", "Grace Nakato"), ("Ticket", "Regular"), ("Price", "UGX 50,000"), ("Code", "4F7K-29QX"),
            ("Questions", "help@nile.example"),
        ].map { label, value in
            """
            <tr><td style="padding:6px 0;padding-inline-end:16px;color:#5b6670;vertical-align:top">\(label)</td>\
            <td style="padding:6px 0;word-break:break-word"><bdi>\(value)</bdi></td></tr>
            """
        }.joined(separator: "\n")
        return """
            <!DOCTYPE html>
            <html lang="en" dir="ltr">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light"><title>New Year by the Lake</title></head>
            <body style="margin:0;padding:12px;background:#f2f4f5;color:#17212b;\
            font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;font-size:16px;line-height:1.45">
            <table role="presentation" cellpadding="0" cellspacing="0" align="center" style="max-width:520px;width:100%;\
            table-layout:fixed;background:#ffffff;border-radius:12px"><tr>\
            <td style="padding:28px 20px;overflow-wrap:break-word">
            <p style="margin:0 0 16px">Dear <bdi>Grace Nakato</bdi>,</p>
            <p style="margin:0 0 24px">Here is your ticket.</p>
            <h1 style="margin:0 0 16px;font-size:24px;line-height:1.25"><bdi>New Year by the Lake</bdi></h1>
            <table role="presentation" cellpadding="0" cellspacing="0" style="font-size:16px">
            \(rows)
            </table>
            <p style="margin:24px 0;text-align:center"><img src="cid:symbol.4F7K-29QX@eventpass" width="296" \
            height="296" alt="QR code of ticket 4F7K-29QX" \
            style="max-width:100%;height:auto;background:#ffffff"></p>
            <p style="margin:0 0 24px;color:#5b6670">Show this QR code at the entrance, on your phone or printed. It \
            works once, so please don’t share it.</p>
            <p style="margin:0"><bdi>Nile Nights</bdi></p>
            </td></tr></table>
            </body>
            </html>
            """
    }()
}
