import Drawing
import EventFixture
import Printing
import Testing

@Suite("Artwork of layouts")
struct ArtworkTests {
    @Test(
        "An SVG with scripts, links to other files or features that can take unlimited time is refused in any spelling",
        arguments: [
            "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:s='http://www.w3.org/2000/svg'><s:script/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>",
            "<svg xmlns='http://www.w3.org/2000/svg'><image href='http://example.org/a.png'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:x='http://www.w3.org/1999/xlink'><use x:href='other.svg#a'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>@import 'a.css';</style></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>@\\69mport url(x)</style></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><rect style='fill:url( \"https://example.org/a#b\")'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>",
            "<!DOCTYPE svg [<!ENTITY a SYSTEM '/etc/passwd'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>",
            "<?xml-stylesheet href='a.css'?><svg xmlns='http://www.w3.org/2000/svg'/>",
            "<svg xmlns='http://www.w3.org/2000/svg'><foreignObject/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>@\\69mport \"http://example.org/x.css\";</style></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>a{fill:image-set(\"http://example.org/a.png\" 1x)}</style></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg' xml:base='http://example.org/'><use href='#a'/></svg>",
            // In these prefixes and names, a colon or a letter forms one Swift Character with its neighbour. A search
            // for the colon or the letter alone would not find it.
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:x\u{6DD}='http://www.w3.org/2000/svg'><x\u{6DD}:script/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:x\u{6DD}='http://www.w3.org/2000/svg'><x\u{6DD}:filter/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:x\u{6DD}='http://www.w3.org/1999/xlink'><use x\u{6DD}:href='data:,a'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>@import\u{301} 'a.css';</style></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><rect fill='url(\u{301}a)'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><rect style='fill:\u{600}\\75rl(a)'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>a{\u{600}/*\u{301}x*/}</style></svg>",
            // SVG features that can take unlimited time and memory.
            "<svg xmlns='http://www.w3.org/2000/svg'><rect fill='url(data:image/png;base64,iVBORw0KGgo=)'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><filter id='a'><feTurbulence numOctaves='1000000'/></filter></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><rect filter='Blur(1000px)'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><rect style='filter:drop-shadow(1px 1px 1000px)'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>rect{filter:blur(1000px)}</style></svg>",
        ])
    func active(_ svg: String) {
        #expect {
            _ = try Artwork(Array(svg.utf8))
        } throws: { error in
            guard case DrawingError.artwork(.activeContent) = error else { return false }
            return true
        }
    }

    @Test(
        "An SVG with a blur or a shadow, as Canva writes it, is refused; the error names the line and says what to do",
        arguments: [
            "<defs><filter id='s'><feGaussianBlur stdDeviation='2'/></filter></defs><rect filter='url(#s)'/>",
            "<style>rect{filter:drop-shadow(1px 1px 2px)}</style><rect/>", "<rect style='filter:blur(2px)'/>",
        ])
    func filters(_ content: String) throws {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>\n\(content)</svg>"
        let error = try #require(throws: DrawingError.self) { try Artwork(Array(svg.utf8)) }
        #expect(
            "\(error)"
                == "line 2 of the SVG has a filter, such as a blur or a shadow, which is not allowed: export the picture as PNG (in Canva with Share, Download and the file type PNG), or save it as a plain SVG with only shapes"
        )
    }

    @Test("An SVG that refers to its own parts is drawn")
    func plain() throws {
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">
            <defs><linearGradient id="a"><stop stop-color="#000"/></linearGradient></defs>
            <rect width="20" height="10" fill="url(#a)"/></svg>
            """
        let logo = try Artwork(Array(svg.utf8))
        #expect(logo.width / logo.height == 2)
        let picture = try GreyscaleImage(width: 40, height: 40, scale: 1, with: Typesetter()) {
            try $0.draw(logo, in: Canvas.Box(x: 0, y: 0, width: 40, height: 40))
        }.bitmap(dithering: [])
        // The logo is as wide as its box and half as high as the box, and is centred in the box.
        #expect(picture[20, 20] && picture[1, 12] && picture[38, 28])
        #expect(!picture[20, 8] && !picture[20, 32])
    }

    /// SVG elements with ink only in the left half of a drawing of 40 × 20 units. Each element uses a feature that
    /// the library librsvg draws on a separate surface and then adds to the drawing.
    private static let layered = [
        "<g opacity='.9'><rect width='20' height='20'/><rect x='5' width='15' height='10'/></g>",
        "<mask id='m'><rect width='20' height='20' fill='white'/></mask><rect width='40' height='20' mask='url(#m)'/>",
        "<rect width='20' height='20' fill='#222'/><rect width='15' height='20' style='mix-blend-mode:multiply'/>",
        "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='.5' height='1'/></clipPath>"
            + "<rect width='40' height='20' clip-path='url(#c)'/>",
    ]

    @Test("Groups with opacity, mask, blend mode or bounding-box clip are drawn correctly at every quarter turn")
    func rotated() throws {
        for inside in ArtworkTests.layered {
            let logo = try Artwork(
                Array("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'>\(inside)</svg>".utf8))
            for quarterTurns in 0..<4 {
                let typesetter = try Typesetter()
                // The drawing is first recorded, and then drawn from the recording. Printed sheets are drawn in the
                // same way.
                let recording = try RecordedDrawing(width: 60, height: 60, with: typesetter) { canvas in
                    try canvas.translated(x: 30, y: 30, quarterTurns: quarterTurns) {
                        try canvas.draw(logo, in: Canvas.Box(x: 0, y: 0, width: 20, height: 10), dotsPerUnit: 300 / 72)
                    }
                }
                let picture = try GreyscaleImage(width: 240, height: 240, scale: 4, with: typesetter) {
                    $0.draw(recording, x: 0, y: 0)
                }.bitmap(dithering: [])
                // Whether a point of the drawing has ink. Before rotation, the point is `x` pixels to the right of the
                // centre, and `y` pixels below the centre.
                func ink(_ x: Int, _ y: Int) -> Bool {
                    let (right, down) = [(x, y), (-y, x), (-x, -y), (y, -x)][quarterTurns]
                    return picture[120 + right, 120 + down]
                }
                #expect(ink(20, 20), "\(inside), \(quarterTurns) quarters")
                #expect(!ink(60, 20), "\(inside), \(quarterTurns) quarters")
            }
        }
    }

    @Test("On paper, a mask has the printer’s resolution; qpdf finds no fault in sheets with a rotated mask")
    func rotatedOnPaper() throws {
        for (index, rotation) in [LayoutBox.Rotation.none, .right, .upsideDown, .left].enumerated() {
            var layout = try Sample.layout("a4-10")
            layout.front.removeAll { if case .fill = $0.content { true } else { false } }
            layout.front.append(
                LayoutBox(
                    content: .picture("logo"), area: LayoutBox.Area(x: 5.5, y: 2, width: 10, height: 10),
                    rotation: rotation))
            let inside = ArtworkTests.layered[1]
            let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'>\(inside)</svg>"
            var pdf: [UInt8] = []
            let file = try TicketSheetPDF(layout, event: Sample.event, artwork: ["logo": try Artwork(Array(svg.utf8))])
            {
                pdf += $0
            }
            try file.add((0..<10).map { Sample.ticket($0) })
            _ = try file.finish()
            #expect(try PDFReader.complaints(pdf) == "", "\(index) quarters")
            let masks = try Paper.pictures(pdf).filter { $0.kind == "smask" }
            #expect(!masks.isEmpty && masks.allSatisfy { (290...310).contains($0.dpi) }, "\(index) quarters: \(masks)")
        }
    }

    @Test("An SVG may have unusual prefixes, other namespaces, and references to its own parts (`#a`)")
    func foreignNames() throws {
        for svg in [
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:s='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><s:rect width='1' height='1'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:i='http://example.org/x' viewBox='0 0 1 1' i:a\u{6DD}='#'/>",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><rect id='\u{301}a' fill='url(#\u{301}a)'/></svg>",
        ] { _ = try Artwork(Array(svg.utf8)) }
    }

    @Test("Unsupported, oversized and damaged artwork is refused before it is decoded")
    func refused() throws {
        #expect(artworkFault([]) == .unsupportedFormat)
        #expect(artworkFault(Array("GIF89a".utf8)) == .unsupportedFormat)
        #expect(artworkFault([UInt8](repeating: 0, count: Artwork.byteLimit + 1)) != nil)
        let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        #expect(artworkFault(header)?.description.contains("its header is incomplete") == true)
        let huge = header + [0, 1, 0, 0, 0, 1, 0, 0, 8, 2, 0, 0, 0]
        #expect(artworkFault(huge) == .tooManyPixels(width: 65536, height: 65536, limit: Artwork.pixelLimit))
        let most = header + [UInt8](repeating: 255, count: 8) + [8, 2, 0, 0, 0]
        #expect(
            artworkFault(most)
                == .tooManyPixels(width: Int(UInt32.max), height: Int(UInt32.max), limit: Artwork.pixelLimit))
        guard case .damaged = artworkFault(header + [0, 0, 0, 9, 0, 0, 0, 9, 8, 2, 0, 0, 0, 1, 2, 3]) else {
            Issue.record("a truncated PNG was accepted")
            return
        }
        guard case .damaged = artworkFault(Array("<svg xmlns='http://www.w3.org/2000/svg'><g></svg>".utf8)) else {
            Issue.record("malformed XML was accepted")
            return
        }
    }
}

/// The reason why bytes can’t be used as a layout’s picture; nil if they can be used.
func artworkFault(_ bytes: [UInt8]) -> ArtworkError? {
    do {
        _ = try Artwork(bytes)
        return nil
    } catch {
        guard case .artwork(let fault) = error else { return nil }
        return fault
    }
}
