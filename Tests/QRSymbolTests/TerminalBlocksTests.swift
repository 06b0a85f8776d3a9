import QRSymbol
import SymbolReader
import Testing

@Suite("QR symbols that are drawn with characters in a terminal")
struct TerminalBlocksTests {
    /// A terminal's screen: the luminance of the upper half and of the lower half of each cell.
    private struct Screen {
        var rows: [[UInt8]] = []

        init(_ text: String, foreground: UInt8, background: UInt8) throws {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                var (ink, paper) = (foreground, background)
                var (upper, lower): ([UInt8], [UInt8]) = ([], [])
                var rest = line[...]
                while let character = rest.popFirst() {
                    switch character {
                    case "\u{1B}":
                        let end = try #require(rest.firstIndex(of: "m"))
                        switch rest[..<end] {
                        case "[0m".dropLast(): (ink, paper) = (foreground, background)
                        case "[38;5;16;48;5;231": (ink, paper) = (0, 255)
                        case "[48;5;16": paper = 0
                        case "[48;5;231": paper = 255
                        default: Issue.record("an unexpected escape sequence: \(rest[..<end])")
                        }
                        rest = rest[rest.index(after: end)...]
                    case "█", "#": (upper, lower) = (upper + [ink], lower + [ink])
                    case "▀": (upper, lower) = (upper + [ink], lower + [paper])
                    case "▄": (upper, lower) = (upper + [paper], lower + [ink])
                    case " ": (upper, lower) = (upper + [paper], lower + [paper])
                    default: Issue.record("an unexpected character: \(character)")
                    }
                }
                #expect(ink == foreground && paper == background, "a line must end in the terminal's own colours")
                rows += [upper, lower]
            }
        }

        /// The texts that a scanner reads from the screen, with 3 × 3 pixels for each half cell. The terminal’s
        /// background surrounds the rows.
        func read(background: UInt8) throws -> [String] {
            let width = (rows.first?.count ?? 0) + 8
            let margin = [[UInt8]](repeating: [UInt8](repeating: background, count: width), count: 4)
            let around = [UInt8](repeating: background, count: 4)
            let all = margin + rows.map { around + $0 + around } + margin
            let pixels = all.flatMap { row in
                let wide = row.flatMap { [UInt8](repeating: $0, count: 3) }
                return wide + wide + wide
            }
            return try SymbolReader.read(luminance: pixels, width: width * 3, height: all.count * 3).map(\.text)
        }
    }

    private static let all: [(TerminalStyle, dark: Bool, light: Bool)] = [
        (.colouredBlocks, true, true), (.colouredASCII, true, true), (.blocks(), true, false),
        (.blocks(on: .light), false, true), (.ascii(), false, true), (.ascii(on: .dark), true, false),
    ]

    @Test(
        "A scanner reads each style on the dark or light terminals that the style is meant for",
        arguments: 0..<6, ["A", token, "Zürich ✓"])
    func read(index: Int, text: String) throws {
        let (style, dark, light) = Self.all[index]
        let drawn = try QRSymbol(text).terminalBlocks(style)
        if dark { #expect(try Screen(drawn, foreground: 200, background: 20).read(background: 20) == [text]) }
        if light { #expect(try Screen(drawn, foreground: 20, background: 240).read(background: 240) == [text]) }
    }

    @Test("Lines have the width that terminalColumns returns, and the ASCII styles use only ASCII characters")
    func widths() throws {
        let symbol = try QRSymbol(token)
        for (style, _, _) in Self.all {
            let drawn = try symbol.terminalBlocks(style, quietZone: 2)
            let screen = try Screen(drawn, foreground: 200, background: 20)
            let needed = try symbol.terminalColumns(style, quietZone: 2)
            #expect(screen.rows.allSatisfy { $0.count == needed })
        }
        #expect(try symbol.terminalColumns(.blocks()) == 37)
        #expect(try symbol.terminalColumns(.ascii()) == 74)
        #expect(try symbol.terminalBlocks(.ascii()).allSatisfy(\.isASCII))
        #expect(try symbol.terminalBlocks(.colouredASCII).allSatisfy(\.isASCII))
    }

    @Test("A window that is too narrow for the symbol causes an error; a window of exactly the needed width does not")
    func narrow() throws {
        let symbol = try QRSymbol(String(repeating: "q", count: 50))
        let needed = (symbol.modulesPerSide + 8) * 2
        #expect(throws: QRSymbolError.tooNarrow(columns: 80, needed: needed)) {
            try symbol.terminalBlocks(.ascii(), columns: 80)
        }
        #expect(try symbol.terminalBlocks(.ascii(), columns: needed) == symbol.terminalBlocks(.ascii()))
        #expect(throws: QRSymbolError.quietZone(-1, allowed: 0...100)) {
            try symbol.terminalBlocks(.blocks(), quietZone: -1)
        }
    }
}
