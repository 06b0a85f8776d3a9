import Drawing
import EventFixture
import Foundation
import Printing
import Testing

@Suite("Pictures inside SVG")
struct EmbeddedPictureTests {
    /// A PNG of 16 × 8 pixels, blue on the left and red on the right.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAIAAAB/FOjAAAAABmJLR0QA/wD/AP+gvaeTAAAAHUlEQVQYlWNkUDrDgA2cYTDBKs6EVRQPGNVADAAA5kYB/paPNNcAAAAASUVORK5CYII="
    private static let jpeg =
        "/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAT/xAAZEQACAwEAAAAAAAAAAAAAAAAABUKBwUP/2gAMAwEAAhEDEQA/AMopgW853g1POtP/2Q=="

    private static func svg(_ inside: String) -> [UInt8] {
        Array(
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:x='http://www.w3.org/1999/xlink' width='16' height='8'>\(inside)</svg>"
                .utf8)
    }

    private static func image(_ type: String, _ data: some StringProtocol, _ name: String = "href") -> [UInt8] {
        svg("<image width='16' height='8' \(name)='data:\(type);base64,\(data)'/>")
    }

    @Test("A PNG or JPEG in an SVG is drawn, in the forms that Canva and Inkscape write")
    func drawn() throws {
        let lines = stride(from: 0, to: EmbeddedPictureTests.png.count, by: 76).map {
            EmbeddedPictureTests.png.dropFirst($0).prefix(76)
        }
        for bytes in [
            EmbeddedPictureTests.image("image/png", EmbeddedPictureTests.png),
            EmbeddedPictureTests.image("image/jpeg", EmbeddedPictureTests.jpeg, "x:href"),
            EmbeddedPictureTests.image("image/png", "\n" + lines.joined(separator: "\n")),
        ] {
            let picture = try Artwork(bytes)
            let grey = try GreyscaleImage(width: 32, height: 16, scale: 1, with: Typesetter()) {
                try $0.draw(picture, in: Canvas.Box(x: 0, y: 0, width: 32, height: 16))
            }.bitmap(dithering: [])
            #expect(grey[4, 4] && grey[28, 12], "blue and red are dark")
        }
    }

    @Test("A JPEG file is drawn like a PNG; a damaged JPEG, or a JPEG with too many pixels, is refused")
    func jpegFile() throws {
        let bytes = try Array(#require(Data(base64Encoded: EmbeddedPictureTests.jpeg)))
        let picture = try Artwork(bytes)
        #expect(picture.width == 16 && picture.height == 8)
        let grey = try GreyscaleImage(width: 32, height: 16, scale: 1, with: Typesetter()) {
            try $0.draw(picture, in: Canvas.Box(x: 0, y: 0, width: 32, height: 16))
        }.bitmap(dithering: [])
        #expect(grey[4, 4] && grey[28, 12], "blue and red are dark")
        // A camera that is held upright stores the photo sideways, with the orientation 6 (Exif 2.32, tag 0x0112).
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
            + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        let sideways = try Artwork(Array(bytes.prefix(2)) + exif + bytes.dropFirst(2))
        #expect(sideways.width == 8 && sideways.height == 16)
        #expect(artworkFault(Array(bytes.dropLast(8)))?.description.contains("its end is missing") == true)
        var huge = bytes
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
        huge.replaceSubrange(start + 5..<start + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(
            throws: DrawingError.artwork(
                .tooManyPixels(width: 65535, height: 65535, limit: Artwork.pixelLimit))
        ) { try Artwork(huge) }
    }

    @Test("qpdf finds no fault in sheets with a logo that contains a JPEG")
    func sheets() throws {
        var layout = try Sample.layout("a4-10")
        layout.front.removeAll { if case .fill = $0.content { true } else { false } }
        layout.front.append(
            LayoutBox(content: .picture("logo"), area: LayoutBox.Area(x: 5.5, y: 2, width: 10, height: 5)))
        var pdf: [UInt8] = []
        let logo = try Artwork(EmbeddedPictureTests.image("image/jpeg", EmbeddedPictureTests.jpeg))
        let file = try TicketSheetPDF(layout, event: Sample.event, artwork: ["logo": logo]) { pdf += $0 }
        try file.add((0..<10).map { Sample.ticket($0) })
        _ = try file.finish()
        #expect(try PDFReader.complaints(pdf) == "")
    }

    /// A picture whose resolution on paper is higher than the printer’s.
    private static let poster = Result {
        try Canvas.png(width: 4000, height: 2000, scale: 1) { canvas in
            for stripe in 0..<40 {
                canvas.fill(
                    Canvas.Box(x: Double(stripe) * 100, y: 0, width: 50, height: 2000),
                    Canvas.Colour(UInt32(stripe) << 18))
            }
        }
    }

    /// A sheet of tickets. Each ticket has a picture of 50 × 25 mm, rotated by `rotation`.
    private func sheet(_ picture: Artwork, rotation: LayoutBox.Rotation = .none) throws -> [UInt8] {
        var layout = try Sample.layout("a4-10")
        layout.front.removeAll { if case .symbol = $0.content { false } else { true } }
        layout.front.append(
            LayoutBox(
                content: .picture("poster"),
                area: rotation == .none
                    ? LayoutBox.Area(x: 1, y: 1, width: 50, height: 25)
                    : LayoutBox.Area(x: 1, y: 1, width: 25, height: 50), rotation: rotation))
        var pdf: [UInt8] = []
        let file = try TicketSheetPDF(layout, event: Sample.event, artwork: ["poster": picture]) { pdf += $0 }
        try file.add((0..<10).map { Sample.ticket($0) })
        _ = try file.finish()
        return pdf
    }

    @Test(
        "A poster of eight million pixels is reduced to the printer’s resolution: as a PNG, in an SVG, and rotated"
    )
    func poster() throws {
        let png = try EmbeddedPictureTests.poster.get()
        let inside =
            "<image width='4000' height='2000' href='data:image/png;base64,\(Data(png).base64EncodedString())'/>"
        let svg = Array("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4000 2000'>\(inside)</svg>".utf8)
        for (bytes, rotation) in [(png, LayoutBox.Rotation.none), (svg, .none), (svg, .right)] {
            let pdf = try sheet(try Artwork(bytes), rotation: rotation)
            let posters = Set(try Paper.pictures(pdf).filter { $0.kind == "image" && $0.width > $0.height })
            // 50 mm at 300 dots an inch are 590.6 dots.
            #expect(posters.map(\.width) == [591] && posters.map(\.height) == [296], "\(rotation): \(posters)")
            #expect(posters.allSatisfy { (298...302).contains($0.dpi) }, "\(rotation): \(posters)")
        }
    }

    @Test(
        "A low-resolution picture in an SVG keeps its pixels, and shapes next to the picture remain vector shapes"
    )
    func fewPixels() throws {
        let inside =
            "<image width='8' height='8' href='data:image/png;base64,\(EmbeddedPictureTests.png)'/>"
            + "<rect x='9' width='7' height='8'/>"
        let pdf = try sheet(try Artwork(EmbeddedPictureTests.svg(inside)))
        let pictures = Set(try Paper.pictures(pdf).filter { $0.kind == "image" && $0.width == 16 })
        #expect(pictures.map(\.height) == [8], "\(pictures)")
    }

    @Test(
        "A damaged, truncated, unsupported or mislabelled picture is refused, and the error names its line in the SVG")
    func refused() {
        let (png, jpeg) = (EmbeddedPictureTests.png, EmbeddedPictureTests.jpeg)
        for (type, data) in [
            ("image/png", png.prefix(100)), ("image/png", png.dropLast(8)), ("image/jpeg", jpeg.prefix(300)),
            ("image/jpeg", jpeg.dropLast(8)), ("image/png", "@@@@"), ("image/png", "iVBORw0KGgo="),
        ] {
            guard case .embedded(.damaged, line: 1) = artworkFault(EmbeddedPictureTests.image(type, data)) else {
                Issue.record("\(type) \(data)")
                continue
            }
        }
        for (type, data) in [
            ("image/png", jpeg), ("image/jpeg", png), ("image/gif", "R0lGODlhAQABAAAAACw="), ("image/png", ""),
            ("image/svg+xml", "PHN2Zy8+"), ("text/html", "PGI+"), ("image/jpg", jpeg),
        ] {
            #expect(
                artworkFault(EmbeddedPictureTests.image(type, data)) == .embedded(.unsupportedFormat, line: 1),
                "\(type) \(data)")
        }
        #expect(
            artworkFault(EmbeddedPictureTests.svg("<image href='data:image/png,%89PNG'/>"))
                == .embedded(.unsupportedFormat, line: 1)
        )
    }

    @Test("The sizes in pictures’ headers are checked before decoding, and are added up for all pictures of a drawing")
    func large() {
        func header(_ side: UInt32) -> String {
            let number = (0..<4).reversed().map { UInt8(truncatingIfNeeded: side >> (8 * $0)) }
            let bytes: [UInt8] =
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + number + number
                + [8, 2, 0, 0, 0]
            return Data(bytes).base64EncodedString()
        }
        #expect(
            artworkFault(EmbeddedPictureTests.image("image/png", header(30_000)))
                == .embedded(.tooManyPixels(width: 30_000, height: 30_000, limit: Artwork.pixelLimit), line: 1))
        let complete = "<image href='data:image/png;base64,\(EmbeddedPictureTests.png)'/>"
        guard
            case .embedded(.tooManyPixels, line: 2) = artworkFault(
                EmbeddedPictureTests.svg("\(complete)\n<image href='data:image/png;base64,\(header(4096))'/>"))
        else {
            Issue.record("two pictures that are too large together were accepted")
            return
        }
        // For each scan of a progressive JPEG, a decoder goes through the whole picture, so the number of scans is
        // limited.
        var scans: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
        for _ in 0..<65 { scans += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0, 0] }
        let fault = artworkFault(
            EmbeddedPictureTests.image("image/jpeg", Data(scans + [0xFF, 0xD9]).base64EncodedString()))
        #expect(fault?.description.hasPrefix("line 1 of the SVG has a picture with a fault: ") == true)
        #expect(fault?.description.contains("the picture is damaged (it has more than 64 scans)") == true)
        // The picture’s size is found even after a JPEG marker that has no length field.
        let hidden: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0x01, 0xFF, 0xC0, 0, 11, 8, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 0x11, 0, 0xFF, 0xD9,
        ]
        #expect(
            artworkFault(EmbeddedPictureTests.image("image/jpeg", Data(hidden).base64EncodedString()))
                == .embedded(.tooManyPixels(width: 65_535, height: 65_535, limit: Artwork.pixelLimit), line: 1))
    }

    @Test(
        "Nested parts that each draw the next part ten times are refused before anything is drawn",
        arguments: ["<use href='#a{}'/>", "<rect fill='url(#a{})'/>", "<g style='mask:URL( \"#a{}\" )'/>"])
    func bomb(_ reference: String) {
        let levels = (1..<10).map { level in
            let inner = reference.replacing("{}", with: "\(level - 1)")
            return "<g id='a\(level)'>\(String(repeating: inner, count: 10))</g>"
        }
        let last = reference.replacing("{}", with: "9")
        let bytes = EmbeddedPictureTests.svg("<g id='a0'><rect/></g>\(levels.joined())\(last)")
        #expect(artworkFault(bytes) == .tooManyParts(limit: 100_000))
    }

    @Test("The limit on the number of parts also applies to nested parts whose ids contain a space")
    func blankIDs() {
        let levels = (1..<10).map { level in
            let inner = "<rect fill='url(\"#a\(level - 1) b\")'/>"
            return "<g id='a\(level) b'>\(String(repeating: inner, count: 10))</g>"
        }
        let bytes = EmbeddedPictureTests.svg(
            "<g id='a0 b'><rect/></g>\(levels.joined())<rect fill='url(\"#a9 b\")'/>")
        #expect(artworkFault(bytes) == .tooManyParts(limit: 100_000))
    }

    @Test("Drawings that repeat parts a thousand times, or whose parts refer to each other, are accepted")
    func fewParts() throws {
        let uses = String(repeating: "<use href='#a'/>", count: 1000)
        _ = try Artwork(EmbeddedPictureTests.svg("<g id='a'>\(String(repeating: "<path/>", count: 50))</g>\(uses)"))
        _ = try Artwork(EmbeddedPictureTests.svg("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"))
    }
}
