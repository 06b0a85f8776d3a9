import Foundation
import FoundationXML
import QRSymbol
import SymbolReader
import Testing

@Suite("An SVG is well-formed, self-contained and exact")
struct SVGTests {
    /// The elements and attributes of an SVG, and the text of its title, as an XML parser reads them.
    private final class Picture: NSObject, XMLParserDelegate {
        var elements: [(name: String, attributes: [String: String])] = []
        var title = ""
        private var isInTitle = false

        init(_ svg: String) throws {
            super.init()
            let parser = XMLParser(data: Data(svg.utf8))
            parser.delegate = self
            try #require(parser.parse(), "line \(parser.lineNumber) of \(svg.prefix(300))")
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements.append((name, attributes))
            isInTitle = name == "title"
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) { isInTitle = false }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if isInTitle { title += text }
        }
    }

    @Test("The filled areas of an SVG cover exactly the symbol’s dark modules, and the areas in one row don’t touch")
    func runs() throws {
        for text in ["A", token, String(repeating: "q", count: 500)] {
            let symbol = try QRSymbol(text)
            let picture = try Picture(symbol.svg(title: nil, quietZone: 3))
            #expect(picture.elements.map(\.name) == ["svg", "rect", "path"])
            let side = symbol.modulesPerSide + 6
            var pixels = [UInt8](repeating: 255, count: side * side)
            let path = try #require(picture.elements.last?.attributes["d"])
            for run in path.split(separator: "M") {
                let parts = run.split(whereSeparator: { " hvz-".contains($0) }).compactMap { Int($0) }
                try #require(parts.count == 5 && parts[3] == 1 && parts[2] == parts[4])
                #expect(run == "\(parts[0]) \(parts[1])h\(parts[2])v1h-\(parts[2])z")
                for column in parts[0]..<parts[0] + parts[2] { pixels[parts[1] * side + column] = 0 }
                #expect(pixels[parts[1] * side + parts[0] - 1] == 255)
            }
            for index in pixels.indices {
                let dark = symbol.isDark(row: index / side - 3, column: index % side - 3)
                try #require(pixels[index] == (dark ? 0 : 255))
            }
        }
    }

    @Test("An SVG has a size, a role and crisp edges, and refers to no other resource")
    func attributes() throws {
        let svg = try QRSymbol(token).svg(title: "Ticket 4F7K-29QX", millimetres: 25)
        let picture = try Picture(svg)
        let root = try #require(picture.elements.first).attributes
        #expect(root["viewBox"] == "0 0 37 37")
        #expect(root["width"] == "25.0mm")
        #expect(root["height"] == "25.0mm")
        #expect(root["role"] == "img")
        #expect(root["shape-rendering"] == "crispEdges")
        #expect(picture.title == "Ticket 4F7K-29QX")
        #expect(!svg.replacing("http://www.w3.org/2000/svg", with: "").contains("//"))
        #expect(!svg.contains("href"))
        #expect(try !QRSymbol(token).svg(title: nil).contains("mm"))
    }

    @Test("Markup in a title is escaped, and characters that XML forbids are replaced")
    func titles() throws {
        let symbol = try QRSymbol("A")
        for title in [
            "</title><script>alert(1)</script>", "a & b &amp; c", "]]>", "<!-- -->", "\"'", "\r\n\t x \r y",
            "<![CDATA[",
            "Zürich 北京 👩‍👩‍👧", "",
        ] {
            let picture = try Picture(symbol.svg(title: title))
            #expect(picture.title == title)
            #expect(picture.elements.count == 4)
        }
        let forbidden = "a\0b\u{1}c\u{1B}[31m\u{FFFE}\u{FFFF}d"
        #expect(try Picture(symbol.svg(title: forbidden)).title == "a\u{FFFD}b\u{FFFD}c\u{FFFD}[31m\u{FFFD}\u{FFFD}d")
    }

    @Test("Invalid sizes are refused")
    func sizes() throws {
        let symbol = try QRSymbol("A")
        for length in [Double.nan, .infinity, 0, -1, 1e9] {
            #expect(throws: QRSymbolError.self) { try symbol.svg(title: nil, millimetres: length) }
        }
        #expect(throws: QRSymbolError.quietZone(-1, allowed: 0...100)) { try symbol.svg(title: nil, quietZone: -1) }
    }
}
