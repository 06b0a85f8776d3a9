import AttendeePack
import Drawing
import Testing
import Ticketing

@Suite("Tickets as lock-screen cards and as PDF pages")
struct PictureTests {
    @Test("A card has 1170 × 2532 pixels and a readable symbol for every name", arguments: Sample.hardNames)
    func cards(name: String) throws {
        let card = try LockScreenImage.png(
            of: Sample.ticket(title: "T" + name, organizer: name, holder: name, venue: name, type: name))
        #expect(side(of: card, at: 16) == 1170)
        #expect(side(of: card, at: 20) == 2532)
        #expect(try read(card) == [Sample.token])
    }

    @Test("The symbol on a page of A6 or phone size is readable for every name at 150 dpi", arguments: Sample.hardNames)
    func pages(name: String) throws {
        for (format, width, height) in [(TicketPDF.Format.a6, 620, 874), (.phone, 531, 945)] {
            let pdf = try TicketPDF.pdf(
                of: Sample.ticket(title: "T" + name, organizer: name, holder: name, venue: name, type: name), format)
            let picture = try Greys(pdf: pdf, dpi: 150)
            #expect(abs(picture.width - width) <= 1)
            #expect(abs(picture.height - height) <= 1)
            #expect(try picture.symbols() == [Sample.token])
        }
    }

    @Test("Two cards or two pages of one ticket are equal; a ticket with another name has a different card and page")
    func same() throws {
        #expect(try LockScreenImage.png(of: Sample.ticket()) == LockScreenImage.png(of: Sample.ticket()))
        #expect(try LockScreenImage.png(of: Sample.ticket()) != LockScreenImage.png(of: Sample.ticket(holder: "Denis")))
        #expect(try TicketPDF.pdf(of: Sample.ticket(), .a6) == TicketPDF.pdf(of: Sample.ticket(), .a6))
        #expect(try TicketPDF.pdf(of: Sample.ticket(), .a6) != TicketPDF.pdf(of: Sample.ticket(holder: "Denis"), .a6))
    }

    @Test(
        "If a name does not fit, or has a letter that no font contains, a warning names the field")
    func remarks() throws {
        // The holder’s name has a letter of the Kawi script, which has been part of Unicode since version 15.
        let odd = try Sample.ticket(holder: "Grace \u{11F04}")
        let long = try Sample.ticket(holder: String(repeating: "Wolfeschlegelsteinhausen ", count: 30))
        func remarks(
            _ ticket: AttendeeTicket, _ draw: (AttendeeTicket, @escaping (TextWarning) -> Void) throws -> [UInt8]
        ) throws -> [TextWarning] {
            var all: [TextWarning] = []
            _ = try draw(ticket) { all.append($0) }
            return all
        }
        for draw in [
            { try LockScreenImage.png(of: $0, remark: $1) }, { try TicketPDF.pdf(of: $0, .a6, remark: $1) },
            { try TicketPDF.pdf(of: $0, .phone, remark: $1) },
        ] as [(AttendeeTicket, @escaping (TextWarning) -> Void) throws -> [UInt8]] {
            let missing = try remarks(odd, draw)
            #expect(missing.map(\.field) == ["holder"] && missing.first?.missingGlyphs == ["\u{11F04}"])
            let cut = try remarks(long, draw)
            #expect(cut.map(\.field) == ["holder"] && cut.first?.isTruncated == true)
            #expect(try remarks(Sample.ticket(), draw).isEmpty)
            // This name has a private-use character, and a code point that Unicode has not assigned yet.
            let privates = try remarks(try Sample.ticket(holder: "Zoe \u{E123}\u{378}"), draw)
            #expect(privates.map(\.field) == ["holder"] && privates.first?.missingGlyphs == ["\u{E123}", "\u{378}"])
        }
    }

    @Test("Invisible characters and noncharacters on a page are not reported as missing")
    func unseen() throws {
        var all: [TextWarning] = []
        let ticket = try Sample.ticket(holder: "Zoe \u{2065}\u{E0200}\u{FFFE}\u{10FFFF}\u{200B}")
        _ = try TicketPDF.pdf(of: ticket, .a6) { all.append($0) }
        #expect(all.isEmpty, "\(all)")
    }

    @Test("In a PDF of several tickets, a warning about one ticket contains that ticket’s code")
    func remarksOfSeveral() throws {
        var other = try Sample.ticket(holder: "Zoe \u{E123}")
        other.code = try #require(TicketCode(typed: "2SA7-2RPH"))
        var all: [TicketCode] = []
        _ = try TicketPDF.pdf(of: [try Sample.ticket(), other], .a6) { code, _ in all.append(code) }
        #expect(all == [other.code])
    }

    @Test("A PNG has the drawn colours in every row, even in rows that equal the row above")
    func colours() throws {
        let colours: [UInt32] = [0x123456, 0xFEDC01, 0x000000, 0xFFFFFF]
        let png = try Canvas.png(width: 7, height: 8, scale: 1) { canvas in
            for (index, colour) in colours.enumerated() {
                canvas.fill(Canvas.Box(x: 0, y: Double(2 * index), width: 5, height: 2), Canvas.Colour(colour))
            }
        }
        let pixels = try Pixels(png: png)
        #expect(pixels.width == 7 && pixels.height == 8)
        for y in 0..<8 {
            for x in 0..<7 { #expect(pixels[x, y] == (x < 5 ? colours[y / 2] : 0xFFFFFF), "\(x), \(y)") }
        }
    }

    @Test("A ticket without a name, a place or a time still has its symbol")
    func bare() throws {
        let bare = try Sample.ticket(organizer: "", holder: nil, venue: nil, time: (nil, nil), type: "R")
        #expect(try read(LockScreenImage.png(of: bare)) == [Sample.token])
        for format in TicketPDF.Format.allCases {
            #expect(try Greys(pdf: TicketPDF.pdf(of: bare, format), dpi: 150).symbols() == [Sample.token])
        }
    }

    @Test("On the dark background of a card, the symbol has a white quiet zone of four modules")
    func border() throws {
        let card = try Greys(png: LockScreenImage.png(of: Sample.ticket()))
        #expect(card[0, 0] < 64 && card[1169, 2531] < 64)
        // The white panel begins at x = 129 and y = 1280, and is 912 pixels wide. In the middle of the panel are
        // 37 × 37 modules of 24 × 24 pixels, including the quiet zone.
        let (left, top, module) = (129 + 12, 1280 + 12, 24)
        for offset in 0..<4 * module {
            for along in stride(from: 0, to: 37 * module, by: 7) {
                #expect(card[left + along, top + offset] == 255)
                #expect(card[left + offset, top + along] == 255)
                #expect(card[left + along, top + 37 * module - 1 - offset] == 255)
                #expect(card[left + 37 * module - 1 - offset, top + along] == 255)
            }
        }
        // Modules consist of whole pixels: the first module of the finder pattern is black to its edges.
        #expect(card[left + 4 * module, top + 4 * module] == 0 && card[left + 5 * module - 1, top + 4 * module] == 0)
    }

    private func side(of png: [UInt8], at offset: Int) -> Int {
        png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
