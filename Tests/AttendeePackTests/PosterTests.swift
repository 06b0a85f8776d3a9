import AttendeePack
import Cryptography
import EventFixture
import Foundation
import Languages
import MailFixture
import QRSymbol
import SymbolReader
import Testing
import Ticketing

@Suite("The poster and the accent of an event on cards, passes and mails", .serialized)
struct PosterTests {
    private func ticket() throws -> AttendeeTicket {
        var ticket = try Sample.ticket()
        ticket.event.poster = SamplePicture(width: 640, height: 800).jpeg
        return ticket
    }

    @Test("The card for the lock screen shows the poster above the title, and its symbol can still be read")
    func card() throws {
        let card = try LockScreenImage.png(of: ticket())
        #expect(try SymbolReader.read(png: card).map(\.bytes) == [Array(Sample.token.utf8)])
        #expect(try card == LockScreenImage.png(of: ticket()))
        // The card darkens the poster, so the red is darker than in the file, but still red.
        let red = try #require(SamplePicture.colour(of: card, x: 0.2, y: 0.05))
        #expect(red[0] > 100 && red[0] < 200 && red[1] < 60 && red[2] < 60)
        let below = try #require(SamplePicture.colour(of: card, x: 0.02, y: 0.4))
        let plain = try #require(SamplePicture.colour(of: LockScreenImage.png(of: Sample.ticket()), x: 0.02, y: 0.4))
        #expect(below == plain)
    }

    @Test("The card for link previews has 1200 × 630 pixels, and shows the poster to the left of the text")
    func shareCard() throws {
        let card = try ShareCard.png(of: ticket().event)
        #expect(try #require(SamplePicture.size(of: card)) == (1200, 630))
        #expect(try card == ShareCard.png(of: ticket().event))
        let red = try #require(SamplePicture.colour(of: card, x: 0.1, y: 0.2))
        #expect(zip(red, SamplePicture.red).allSatisfy { abs(Int($0) - Int($1)) < 16 })
        var other = try ticket()
        other.event.title = "Another title"
        #expect(try card != ShareCard.png(of: other.event))
        // Without a poster, the text takes up the whole width.
        let plain = try ShareCard.png(of: Sample.ticket().event)
        #expect(SamplePicture.colour(of: plain, x: 0.01, y: 0.02) == [0x12, 0x20, 0x2B])
        for name in Sample.hardNames {
            #expect(
                try !ShareCard.png(of: Sample.ticket(title: "T" + name, organizer: name, venue: name).event).isEmpty)
        }
    }

    @Test("An Apple pass has a strip in three sizes if the event has a poster; otherwise, the pass has no strip")
    func apple() throws {
        let authority = try Authority()
        func files(_ ticket: AttendeeTicket) throws -> [String: [UInt8]] {
            try unzipped(
                AppleWalletPass.bytes(
                    for: ticket, signedBy: authority.certificate(), intermediate: authority.secret("middle.pem"),
                    at: Instant(seconds: Authority.now)))
        }
        let strips = try files(ticket()).filter { $0.key.hasPrefix("strip") }
        #expect(Set(strips.keys) == ["strip.png", "strip@2x.png", "strip@3x.png"])
        for (name, width, height) in [("strip.png", 375, 98), ("strip@2x.png", 750, 196), ("strip@3x.png", 1125, 294)] {
            let size = try #require(SamplePicture.size(of: strips[name] ?? []))
            #expect(size == (width, height))
        }
        #expect(try files(Sample.ticket()).keys.allSatisfy { !$0.hasPrefix("strip") })
    }

    @Test("An object for Google Wallet contains the URL of the poster if the poster has a public URL")
    func google() throws {
        let authority = try Authority()
        let account = [
            "client_email": "wallet@nile.example",
            "private_key": String(decoding: try authority.folder.read("root.key"), as: UTF8.self),
        ]
        let issuer = try GoogleWalletIssuer(
            serviceAccount: secretBytes(String(decoding: JSONEncoder().encode(account), as: UTF8.self)), number: "3388")
        func claims(_ ticket: AttendeeTicket) throws -> String {
            let part = try #require(
                GoogleWalletObject.token(for: ticket, by: issuer).split(separator: ".").dropFirst().first)
            let plain = part.replacing("-", with: "+").replacing("_", with: "/")
            let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
            return String(decoding: try #require(Data(base64Encoded: String(padded))), as: UTF8.self)
        }
        var ticket = try ticket()
        #expect(try !claims(ticket).contains("heroImage"))
        ticket.event.posterURL = "https://tickets.example.org/pictures/00/640.jpg"
        #expect(
            try claims(ticket).contains(
                #""heroImage":{"sourceUri":{"uri":"https://tickets.example.org/pictures/00/640.jpg"}}"#))
    }

    @Test("The HTML of a mail has the poster with its escaped description; the plain text has neither")
    func mail() throws {
        var mail = try OutgoingMail(
            from: #require(EmailAddress(rawValue: "tickets@nile.example")),
            to: #require(EmailAddress(rawValue: "grace@example.org")), subject: "Your ticket", in: .english)
        let jpeg = SamplePicture(width: 320, height: 400).jpeg
        mail.blocks = [
            .picture(OutgoingMail.Picture(jpeg: jpeg, width: 320, height: 400, text: #"Fire"><script>works"#)),
            .heading("New Year"),
        ]
        #expect(mail.html.contains(#"src="cid:picture@eventpass" width="320" height="400""#))
        #expect(!mail.html.contains("<script>"))
        #expect(!mail.plainText.contains("Fire"))
        let bytes = try mail.bytes(
            id: "4f2a@nile.example", at: Sample.now, in: #require(TimeZone(identifier: "Africa/Kampala")))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("Content-ID: <picture@eventpass>"))
        #expect(text.contains("Content-Type: image/jpeg; name=\"picture.jpg\""))
        let encoded = Data(jpeg).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        #expect(text.contains(encoded))
    }

    @Test("An Apple pass has a shade of the accent as background, and white text is readable on it")
    func accent() throws {
        let authority = try Authority()
        var ticket = try Sample.ticket()
        for text in ["#ffffff", "#ff7a00", "#000000", "#2f6690"] {
            ticket.event.accent = Colour(text)
            let files = try unzipped(
                AppleWalletPass.bytes(
                    for: ticket, signedBy: authority.certificate(), intermediate: authority.secret("middle.pem"),
                    at: Instant(seconds: Authority.now)))
            let json = String(decoding: files["pass.json"] ?? [], as: UTF8.self)
            let parts = try #require(json.firstMatch(of: /"backgroundColor":"rgb\(([0-9]+),([0-9]+),([0-9]+)\)"/))
            let numbers = [parts.1, parts.2, parts.3].compactMap { UInt8($0) }
            try #require(numbers.count == 3)
            let background = Colour(red: numbers[0], green: numbers[1], blue: numbers[2])
            let white = Colour(red: 255, green: 255, blue: 255)
            #expect(background.contrast(with: white) >= 4.5)
            #expect(json.contains(#""labelColor":"rgb(255,255,255)""#))
        }
        var mail = try OutgoingMail(
            from: #require(EmailAddress(rawValue: "tickets@nile.example")),
            to: #require(EmailAddress(rawValue: "grace@example.org")), subject: "Your ticket", in: .english)
        mail.blocks = [.button(OutgoingMail.Link("Show", try #require(MailURL("https://x.example/t/1"))))]
        #expect(mail.html.contains("background:#17212b"))
        mail.accent = Colour("#2f6690")
        #expect(mail.html.contains("background:#2f6690;color:#ffffff"))
    }
}
