import AttendeePack
import Cryptography
import EventFixture
import Foundation
import Languages
import SymbolReader
import Testing
import Ticketing

@Suite("The logo of an event on pages, cards, passes and mails", .serialized)
struct LogoTests {
    /// A ticket of an event with a dark accent and a logo. The quarters of the logo are red, green, blue and white.
    private func ticket(width: Int = 320, height: Int = 160) throws -> AttendeeTicket {
        var ticket = try Sample.ticket()
        ticket.event.accent = Colour("#101010")
        ticket.event.logo = SamplePicture(width: width, height: height).jpeg
        return ticket
    }

    private func isNear(_ pixel: UInt32, _ colour: [UInt8]) -> Bool {
        let parts: [UInt32] = [pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF]
        return zip(parts, colour).allSatisfy { abs(Int($0) - Int($1)) < 32 }
    }

    /// Renders the first page with poppler, with two pixels for each point.
    private func page(_ pdf: [UInt8]) throws -> Pixels {
        let folder = try TemporaryFolder()
        try folder.write(pdf, to: "page.pdf")
        try Tool.run("pdftoppm", ["-r", "144", "-png", "-singlefile", folder("page.pdf"), folder("page")])
            .requireSuccess()
        return try Pixels(png: folder.read("page.png"))
    }

    @Test("A card shows the logo on a white plate above the title, and the symbol and its border do not change")
    func card() throws {
        var remarks: [TextWarning] = []
        let card = try LockScreenImage.png(of: ticket()) { remarks.append($0) }
        #expect(remarks.isEmpty)
        #expect(try card == LockScreenImage.png(of: ticket()))
        #expect(try SymbolReader.read(png: card).map(\.bytes) == [Array(Sample.token.utf8)])
        let pixels = try Pixels(png: card)
        // The plate is 208 × 112 pixels, and the logo on it 192 × 96 pixels. The colours of the logo are checked near
        // its corners, because a narrower or lower logo would not reach these points.
        let (left, top) = (481, 724)
        #expect(isNear(pixels[left + 12, top + 12], SamplePicture.red))
        #expect(isNear(pixels[left + 195, top + 12], SamplePicture.green))
        #expect(isNear(pixels[left + 12, top + 99], SamplePicture.blue))
        #expect(isNear(pixels[left + 195, top + 99], SamplePicture.white))
        for (x, y) in [(3, 56), (204, 56), (104, 3), (104, 108)] { #expect(pixels[left + x, top + y] == 0xFFFFFF) }
        for (x, y) in [(-3, 56), (211, 56), (104, -3), (104, 115), (0, 0)] {
            #expect(pixels[left + x, top + y] == 0x12202B, "\(x), \(y)")
        }
        let plain = try Pixels(png: LockScreenImage.png(of: Sample.ticket()))
        #expect(
            stride(from: 1240, to: LockScreenImage.height, by: 3).allSatisfy { y in
                stride(from: 0, to: LockScreenImage.width, by: 3).allSatisfy { pixels[$0, y] == plain[$0, y] }
            })
    }

    @Test("The symbol of a card or page with a logo can be read, even if the texts are long or the logo is very narrow")
    func symbols() throws {
        let long = String(repeating: "Maximiliana ", count: 30)
        for (width, height) in [(320, 107), (107, 320), (200, 200)] {
            var ticket = try Sample.ticket(title: long, organizer: long, holder: long, venue: long, type: long)
            ticket.event.logo = SamplePicture(width: width, height: height).jpeg
            #expect(try read(LockScreenImage.png(of: ticket)) == [Sample.token])
            for format in TicketPDF.Format.allCases {
                #expect(try Greys(pdf: TicketPDF.pdf(of: ticket, format), dpi: 150).symbols() == [Sample.token])
            }
        }
    }

    @Test("A page shows the logo above the texts, centred on a white background")
    func pages() throws {
        for (format, width) in [(TicketPDF.Format.a6, 105.0), (.phone, 90)] {
            let pdf = try TicketPDF.pdf(of: ticket(), format)
            #expect(try pdf == TicketPDF.pdf(of: ticket(), format))
            #expect(try PDFReader.complaints(pdf) == "")
            #expect(try Greys(pdf: pdf, dpi: 150).symbols() == [Sample.token])
            let pixels = try page(pdf)
            // The logo is 60 × 30 points, and its upper edge is 14 points below the upper edge of the page.
            func pixel(_ x: Double, _ y: Double) -> UInt32 {
                pixels[Int(2 * (width / 25.4 * 36 + x)), Int(2 * (14 + y))]
            }
            #expect(isNear(pixel(-27, 3), SamplePicture.red))
            #expect(isNear(pixel(27, 3), SamplePicture.green))
            #expect(isNear(pixel(-27, 27), SamplePicture.blue))
            #expect(isNear(pixel(27, 27), SamplePicture.white))
            for (x, y) in [(-33.0, 15.0), (33, 15), (-15, -3)] { #expect(pixel(x, y) == 0xFFFFFF, "\(x), \(y)") }
            #expect(try PDFReader.text(pdf) == PDFReader.text(TicketPDF.pdf(of: Sample.ticket(), format)))
        }
    }

    @Test("A PDF of many tickets contains the logo once")
    func once() throws {
        let folder = try TemporaryFolder()
        try folder.write(TicketPDF.pdf(of: [ticket(), ticket(), ticket()], .a6), to: "tickets.pdf")
        let list = try Tool.run("pdfimages", ["-list", folder("tickets.pdf")]).requireSuccess().text
        // Each row has the number of the page, the number of the picture, the type, the width, the height, the colour
        // space, and, in the eleventh column, the number of the picture's object. The symbols have the type `stencil`.
        let rows = list.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ") }
        let logos = rows.filter { $0.count >= 14 && $0[5] == "rgb" }
        #expect(Set(logos.map { $0[10] }).count == 1, "\(list)")
        #expect(Set(logos.map { $0[0] }).count == 3, "\(list)")
    }

    @Test(
        "Decoding a logo once for many tickets gives the same cards, PDFs and passes as decoding it for each ticket")
    func reuse() throws {
        let authority = try Authority()
        let (certificate, pictures) = (try authority.certificate(), TicketPictures())
        func pass(_ ticket: AttendeeTicket, _ pictures: TicketPictures) throws -> [UInt8] {
            try AppleWalletPass.bytes(
                for: ticket, signedBy: certificate, intermediate: authority.secret("middle.pem"),
                at: Instant(seconds: Authority.now), with: pictures)
        }
        let tickets = [try ticket(), try ticket(width: 200, height: 200), try Sample.ticket(), try ticket()]
        for sample in tickets {
            #expect(try LockScreenImage.png(of: sample, with: pictures) == LockScreenImage.png(of: sample))
            #expect(try TicketPDF.pdf(of: sample, .a6, with: pictures) == TicketPDF.pdf(of: sample, .a6))
            #expect(try unzipped(pass(sample, pictures)) == unzipped(pass(sample, TicketPictures())))
        }
    }

    @Test("An Apple pass has the logo in three sizes within Apple’s limits, and the manifest has the files’ digests")
    func apple() throws {
        let authority = try Authority()
        func files(_ ticket: AttendeeTicket) throws -> [String: [UInt8]] {
            try unzipped(
                AppleWalletPass.bytes(
                    for: ticket, signedBy: authority.certificate(), intermediate: authority.secret("middle.pem"),
                    at: Instant(seconds: Authority.now)))
        }
        for (width, height) in [(320, 160), (200, 200), (320, 107), (107, 320)] {
            let all = try files(ticket(width: width, height: height))
            #expect(Set(all.keys.filter { $0.hasPrefix("logo") }) == ["logo.png", "logo@2x.png", "logo@3x.png"])
            let manifest = try JSONDecoder().decode([String: String].self, from: Data(all["manifest.json"] ?? []))
            for (name, scale) in [("logo.png", 1), ("logo@2x.png", 2), ("logo@3x.png", 3)] {
                let file = try #require(all[name])
                let digest = try SHA1.digest(file).map { String(format: "%02x", $0) }.joined()
                #expect(manifest[name] == digest)
                let size = try #require(SamplePicture.size(of: file))
                #expect(size.width <= 160 * scale && size.height <= 50 * scale)
                #expect(size.width == 160 * scale || size.height == 50 * scale)
                // The white border around the logo is four points wide.
                let (across, down) = (size.width - 8 * scale, size.height - 8 * scale)
                #expect(abs(across * height - down * width) <= max(width, height), "\(name) \(size)")
                let pixels = try Pixels(png: file)
                #expect(pixels[0, 0] == 0xFFFFFF && pixels[size.width - 1, 2 * scale] == 0xFFFFFF)
                #expect(isNear(pixels[4 * scale + across / 4, 4 * scale + down / 4], SamplePicture.red))
                #expect(isNear(pixels[4 * scale + across / 4, 4 * scale + 3 * down / 4], SamplePicture.blue))
            }
        }
        #expect(try files(Sample.ticket()).keys.allSatisfy { !$0.hasPrefix("logo") })
    }

    @Test("An object for Google Wallet contains the URL of the logo, unless the link would be too long")
    func google() throws {
        let authority = try Authority()
        let account = [
            "client_email": "wallet@nile.example",
            "private_key": String(decoding: try authority.folder.read("root.key"), as: UTF8.self),
        ]
        let issuer = try GoogleWalletIssuer(
            serviceAccount: secretBytes(String(decoding: JSONEncoder().encode(account), as: UTF8.self)), number: "3388")
        func claims(_ ticket: AttendeeTicket) throws -> String {
            let link = try GoogleWalletObject.link(for: ticket, by: issuer)
            #expect(link.utf8.count <= GoogleWalletObject.maximumLinkLength)
            let part = try #require(link.split(separator: ".").dropLast().last)
            let plain = part.replacing("-", with: "+").replacing("_", with: "/")
            let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
            return String(decoding: try #require(Data(base64Encoded: String(padded))), as: UTF8.self)
        }
        var ticket = try ticket()
        let without = try claims(ticket)
        #expect(!without.contains("logo"))
        ticket.event.logoURL = "https://tickets.example.org/pictures/00/1200.jpg"
        let logo = #""logo":{"sourceUri":{"uri":"https://tickets.example.org/pictures/00/1200.jpg"}}"#
        #expect(try claims(ticket).contains(logo))
        // If there is no space for both pictures, the link has the logo and not the poster.
        ticket.event.posterURL = "https://tickets.example.org/pictures/\(String(repeating: "0", count: 900))/640.jpg"
        #expect(try claims(ticket).contains(logo) && !claims(ticket).contains("heroImage"))
        ticket.event.posterURL = nil
        ticket.event.logoURL = "https://tickets.example.org/pictures/\(String(repeating: "0", count: 900))/1200.jpg"
        #expect(try claims(ticket) == without)
    }

    @Test("The HTML of a mail begins with the logo and its escaped description; the plain text has neither")
    func mail() throws {
        var mail = try OutgoingMail(
            from: #require(EmailAddress(rawValue: "tickets@nile.example")),
            to: #require(EmailAddress(rawValue: "grace@example.org")), subject: "Your ticket", in: .english)
        mail.greeting = "Dear Grace,"
        let (poster, logo) = (SamplePicture(width: 320, height: 400).jpeg, SamplePicture(width: 320, height: 160).jpeg)
        mail.blocks = [.picture(OutgoingMail.Picture(jpeg: poster, width: 320, height: 400, text: "Fireworks"))]
        let (plainHTML, plainText) = (mail.html, mail.plainText)
        #expect(!plainHTML.contains("cid:logo@eventpass"))
        mail.logo = OutgoingMail.Picture(jpeg: logo, width: 128, height: 64, text: #"Nile"><script>Nights"#)
        let html = mail.html
        let first = try #require(html.range(of: #"src="cid:logo@eventpass" width="128" height="64""#))
        let greeting = try #require(html.range(of: "Dear Grace,"))
        #expect(first.upperBound < greeting.lowerBound)
        #expect(html.contains(#"src="cid:picture@eventpass" width="320" height="400""#))
        #expect(!html.contains("<script>"))
        #expect(mail.plainText == plainText)
        let text = String(decoding: try mail.bytes(id: "4f2a@nile.example", at: Sample.now, in: .gmt), as: UTF8.self)
        #expect(text.contains("Content-ID: <logo@eventpass>") && text.contains("Content-ID: <picture@eventpass>"))
        #expect(text.contains("Content-Type: image/jpeg; name=\"logo.jpg\""))
        for picture in [poster, logo] {
            #expect(
                text.contains(
                    Data(picture).base64EncodedString(options: [
                        .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
                    ])))
        }
        mail.logo = nil
        #expect(mail.html == plainHTML)
    }
}
