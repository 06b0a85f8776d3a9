import Drawing
import EventFixture
import Foundation
import Printing
import Testing

@Suite("PDFs in other programs")
struct PDFTests {
    private static let holders = ["Zoë 🎉🎉", "Denis 🎉", "محمد علي", "김하늘 🎊", "Grace (\\) Okello"]

    private static func sheets(_ name: String) throws -> [UInt8] {
        let layout = try Sample.layout(name)
        let tickets = (0..<max(2 * layout.cellsPerSheet - 1, 2)).map {
            Sample.full($0 + 1, holder: holders[$0 % holders.count])
        }
        return try Sample.draw(tickets, on: layout, sides: layout.back.isEmpty ? .front : .both).pdf
    }

    private static func cards(_ name: String) throws -> [UInt8] {
        let layout = try Sample.layout(name)
        var pdf: [UInt8] = []
        let paper = name == "table-card" ? PaperKind.tableCards : .placeCards
        let file = try CardSheetPDF(layout, of: paper, event: [.event: "Grace & Denis"], artwork: [:]) { pdf += $0 }
        for _ in 0..<2 {
            try file.add(
                (0..<layout.cellsPerSheet).map { _ in
                    PrintedCard(name: "🎉", fields: [.guest: "Ann 🎉", .table: "4"], names: ["Ann 🎉", "김하늘"])
                })
        }
        _ = try file.finish()
        return pdf
    }

    private static func list() throws -> [UInt8] {
        var pdf: [UInt8] = []
        let list = try PaperList(
            PaperList.Heading(title: "🎉 Fair", order: .code, tickets: 40, people: 80, printed: "today"), pages: 3,
            width: 210, height: 297
        ) { pdf += $0 }
        for number in 0..<40 {
            try list.add(
                PaperList.Line(
                    name: "Ann 🎉🎉", guests: number % 4 == 0 ? "Ann, 김하늘, Zoë +2" : "", type: "VIP 🎉",
                    code: "CODE-\(number)", admits: 2))
        }
        try list.finish()
        return pdf
    }

    private static func calibration() throws -> [UInt8] {
        var pdf: [UInt8] = []
        _ = try CalibrationPage(width: 210, height: 297, dpi: 300).draw(offset: (0, 0), back: (1, 1)) { pdf += $0 }
        return pdf
    }

    /// The names and the bytes of all PDFs: one for each layout of tickets or cards, a paper list, and a calibration
    /// page.
    private static let all = Result { try draw() }

    private static func draw() throws -> [(name: String, pdf: [UInt8])] {
        try LayoutSampleTests.names.map { ($0, try sheets($0)) } + LayoutSampleTests.cards.map { ($0, try cards($0)) }
            + [("list", try list()), ("calibration", try calibration())]
    }

    @Test("qpdf finds no fault and gives no warning for any layout, card, list or calibration page")
    func syntax() throws {
        for (name, pdf) in try PDFTests.all.get() { #expect(try PDFReader.complaints(pdf) == "", "\(name)") }
    }

    @Test("pypdf reads all PDFs in strict mode", .needs("pypdf", from: "pypdf"))
    func strict() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "eventpass-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = try PDFTests.all.get().enumerated().map { index, file in
            let path = folder.appending(path: "\(index)-\(file.name.replacing("/", with: "-")).pdf")
            try Data(file.pdf).write(to: path)
            return path.path
        }
        #expect(try PDFReader.strictFaults(paths) == "")
    }

    @Test("A picture that is on every ticket appears only once in the file, and once in each page’s resources")
    func picturesOnce() throws {
        var layout = try Sample.layout("a4-10")
        layout.front.removeAll { if case .fill = $0.content { true } else { false } }
        layout.front.append(
            LayoutBox(content: .picture("logo"), area: LayoutBox.Area(x: 5.5, y: 2, width: 10, height: 5)))
        let logo = try Artwork(
            Canvas.png(width: 80, height: 40, scale: 1) {
                $0.fill(Canvas.Box(x: 5, y: 5, width: 60, height: 20), Canvas.Colour(0xFF7A00))
            })
        var pdf: [UInt8] = []
        let file = try TicketSheetPDF(layout, event: Sample.event, artwork: ["logo": logo]) { pdf += $0 }
        for sheet in 0..<3 { try file.add((0..<10).map { Sample.ticket(10 * sheet + $0) }) }
        _ = try file.finish()
        #expect(try PDFReader.complaints(pdf) == "")
        #expect(try PDFReader.opened(pdf).matches(of: /\/Subtype \/Image/).count == 30 + 1, "30 symbols and one logo")
    }

    @Test(
        "Emoji in a page’s text can be extracted: single, repeated, joined, at line starts, and in right-to-left text"
    )
    func emojiFound() throws {
        let names = ["Zoë 🎉🎉", "🎉", "❤️ heart", "👨‍👩‍👧‍👦Ọmọ 🇺🇬", "שלום 🎉🎊 עולם", "김하늘 🎊 x"]
        let tickets = names.enumerated().map { Sample.ticket($0 + 1, holder: $1) }
        for layout in ["a4-10", "a4-8", "badge"] {
            let text = try Paper.text(try Sample.draw(tickets, on: Sample.layout(layout)).pdf)
            for name in names { #expect(text.contains(name), "\(layout): \(name) is not in \(text)") }
        }
    }

    @Test(
        "Emoji on paper have at least 300 pixels per inch, on tickets and badges",
        arguments: ["a4-10", "a4-8", "badge"])
    func emojiPixels(_ layout: String) throws {
        for holder in ["Zoë 🎉", "Zoë ☀\u{FE0F}", "Zoë ©\u{FE0F}"] {
            let (pdf, _) = try Sample.draw([Sample.ticket(1, holder: holder)], on: Sample.layout(layout))
            let emoji = try Paper.pictures(pdf).filter { $0.kind == "image" && $0.width == $0.height && $0.width > 100 }
            #expect(!emoji.isEmpty && emoji.allSatisfy { $0.dpi >= 300 }, "\(holder): \(emoji)")
        }
    }

    @Test("The black of text, marks and symbols is one ink, not a mixture of red, green and blue")
    func blackInk() throws {
        for name in ["a4-10", "a4-8", "roll-62"] {
            let text = try PDFReader.opened(PDFTests.sheets(name))
            #expect(text.contains("0 g"))
            #expect(!text.contains(/(?m)^0 0 0 (rg|RG)/), "\(name)")
            #expect(!text.contains("/CS /DeviceRGB"), "a transparency group in RGB would mix black from several inks")
        }
    }

    @Test("Text on a ticket that looks like a PDF colour operator stays unchanged")
    func operatorsInText() throws {
        let long = String(repeating: "0 0 0 rg 0 0 0 RG ", count: 4)
        let (pdf, _) = try Sample.draw(
            [Sample.ticket(1, holder: "0 0 0 rg"), Sample.ticket(2, holder: long)], on: Sample.layout("a4"))
        let text = try Paper.text(pdf)
        #expect(text.contains("0 0 0 rg"))
        #expect(text.matches(of: /0 0 0 RG/).count == 4, "\(text)")
        #expect(try PDFReader.complaints(pdf) == "")
    }

    @Test("A PDF asks the printer for actual size, and for duplex printing if the PDF has two sides")
    func printing() throws {
        let one = String(decoding: try PDFTests.sheets("a4-10"), as: UTF8.self)
        #expect(one.contains("/PrintScaling /None") && one.contains("/Duplex /Simplex"))
        let two = String(decoding: try PDFTests.sheets("a4-8"), as: UTF8.self)
        #expect(two.contains("/PrintScaling /None") && two.contains("/Duplex /DuplexFlipLongEdge"))
    }

    @Test("Ink at the paper’s edges is complete to the last dot")
    func fullBleed() throws {
        var layout = try Sample.layout("a4")
        layout.front = [
            LayoutBox(content: .fill(.black), area: LayoutBox.Area(x: 0, y: 287, width: 210, height: 10)),
            LayoutBox(content: .fill(.black), area: LayoutBox.Area(x: 200, y: 0, width: 10, height: 280)),
            LayoutBox(
                content: .symbol(SymbolStyle()), area: LayoutBox.Area(x: 50, y: 50, width: 60, height: 60)),
        ]
        #expect(layout.page.width == 210 && layout.page.height == 297)
        let (pdf, drawn) = try Sample.draw([Sample.ticket(1)], on: layout)
        try Sample.withFile(pdf) { path in
            try SelfCheck.check(path, against: drawn, workers: 1)
            let picture = try GreyPage(pdf: path, dpi: 300)
            #expect(picture.width == 2480 && picture.height == 3508)
            #expect(picture[1000, 3507] < 64 && picture[2479, 1000] < 64)
            #expect(picture[1000, 3300] > 192)
        }
    }

    @Test(
        """
        Fills and pictures extend into the bleed; the PDF’s TrimBox ends at the tickets, and its BleedBox ends at the \
        bleed
        """)
    func bleed() throws {
        var layout = try Layout(
            json: Array(
                ##"""
                { "title": "Business cards", "page": { "width": 210, "height": 297 }, "bleed": 3, "marks": "crop",
                  "ticket": { "width": 85, "height": 55 },
                  "grid": { "columns": 2, "rows": 4, "left": 16, "top": 20, "column_gap": 8, "row_gap": 6 },
                  "front": [
                    { "fill": "#000000", "x": -3, "y": 50, "width": 91, "height": 8 },
                    { "symbol": "token", "x": 5, "y": 5, "width": 40, "height": 40 } ] }
                """##.utf8))
        #expect(throws: PrinterError.bleed) {
            try RollTicketWriter(layout, for: .zpl, event: [:], artwork: [:]) { _ in }
        }
        layout.back = layout.front
        let (pdf, drawn) = try Sample.draw((1...8).map { Sample.ticket($0) }, on: layout, sides: .both)
        #expect(try PDFReader.complaints(pdf) == "")
        try Sample.withFile(pdf) { path in
            try SelfCheck.check(path, against: drawn, workers: 1)
            // In points, from the lower left corner: 16 mm are 45.35 points. The grid is 178 mm wide and 238 mm high.
            #expect(try PDFTests.box("TrimBox", of: path) == [45.35, 110.66, 549.92, 785.31])
            #expect(try PDFTests.box("BleedBox", of: path) == [36.85, 102.16, 558.43, 793.81])
            let picture = try GreyPage(pdf: path, dpi: 254)
            // 10 dots are one millimetre. The first ticket ends at 101 mm from the left and 75 mm from the top.
            #expect(picture[135, 745] < 64 && picture[1035, 775] < 64, "the strip of 3 mm is filled")
            #expect(picture[125, 745] > 192 && picture[1045, 775] > 192 && picture[500, 785] > 192)
            let crop = (155...165).map { (picture[$0, 160], picture[$0, 180]) }
            #expect(crop.contains { $0.0 < 128 }, "the first crop mark is 4 mm long and ends 3 mm above the ticket")
            #expect(crop.allSatisfy { $0.1 > 192 }, "there is no mark in the bleed")
        }
    }

    /// The edges of a box of the first page, as Poppler’s `pdfinfo` reads them.
    private static func box(_ name: String, of path: String) throws -> [Double] {
        let text = try Tool.run("pdfinfo", ["-box", path]).requireSuccess().text
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(name):") })
        return line.dropFirst(name.count + 1).split(separator: " ").compactMap { Double($0) }
    }
}

/// A page that Poppler’s `pdftoppm` draws in grey.
private struct GreyPage {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    init(pdf path: String, dpi: Int) throws {
        let arguments = ["-r", "\(dpi)", "-gray", "-aa", "no", "-aaVector", "no", path]
        let data = try Tool.run("pdftoppm", arguments).requireSuccess().output
        // A PGM file has the text P5, the width, the height and 255, and then one byte for each pixel.
        let head = String(decoding: data.prefix(40), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        (width, height) = (Int(head[1]) ?? 0, Int(head[2]) ?? 0)
        bytes = Array(data.suffix(width * height))
    }

    subscript(x: Int, y: Int) -> UInt8 { bytes[y * width + x] }
}
