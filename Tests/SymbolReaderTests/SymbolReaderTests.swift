import Foundation
import QRSymbol
import SymbolReader
import Testing

@Suite("Reading symbols in pictures")
struct SymbolReaderTests {
    /// The luminance of a picture with a symbol.
    private struct Canvas {
        var width: Int
        var height: Int
        var pixels: [UInt8]

        init(_ symbol: QRSymbol, scale: Int = 4) {
            let side = (symbol.modulesPerSide + 8) * scale
            (width, height) = (side, side)
            pixels = (0..<side * side).map { index in
                symbol.isDark(row: index / side / scale - 4, column: index % side / scale - 4) ? 0 : 255
            }
        }

        func read() throws -> [DecodedSymbol] { try SymbolReader.read(luminance: pixels, width: width, height: height) }
        var inverted: Canvas { with { $0.pixels = pixels.map { ~$0 } } }
        /// The picture after a quarter turn clockwise.
        var turned: Canvas {
            with { canvas in
                for index in pixels.indices {
                    let (row, column) = index.quotientAndRemainder(dividingBy: width)
                    canvas.pixels[index] = pixels[(height - 1 - column) * width + row]
                }
            }
        }

        func beside(_ other: Canvas) -> Canvas {
            with { canvas in
                canvas.width = width * 2
                canvas.pixels = []
                for row in 0..<height {
                    let line = row * width..<(row + 1) * width
                    canvas.pixels += pixels[line]
                    canvas.pixels += other.pixels[line]
                }
            }
        }
        private func with(_ change: (inout Canvas) -> Void) -> Canvas {
            var copy = self
            change(&copy)
            return copy
        }
    }

    @Test("Upright, rotated and inverted symbols give the right text, error correction level and corners")
    func directions() throws {
        let symbol = try QRSymbol("TICKET 42", level: .quartile)
        var canvas = Canvas(symbol)
        for turn in 0..<4 {
            let found = try #require(try canvas.read().first)
            #expect(found.text == "TICKET 42")
            #expect(found.errorCorrectionLevel == "Q")
            let corners = [
                found.corners.topLeft, found.corners.topRight, found.corners.bottomRight, found.corners.bottomLeft,
            ]
            let (near, far) = (16, 16 + 4 * symbol.modulesPerSide)
            let places = [(near, near), (far, near), (far, far), (near, far)]
            for (index, corner) in corners.enumerated() {
                let place = places[(index + turn) % 4]
                #expect(abs(corner.x - place.0) <= 4 && abs(corner.y - place.1) <= 4, "turn \(turn), corner \(index)")
            }
            #expect(try canvas.inverted.read().map(\.text) == ["TICKET 42"])
            canvas = canvas.turned
        }
    }

    @Test("Two symbols in one picture are both read")
    func several() throws {
        let both = try Canvas(QRSymbol("ONE")).beside(Canvas(QRSymbol("TWO")))
        #expect(Set(try both.read().map(\.text)) == ["ONE", "TWO"])
    }

    @Test("In a picture without a symbol, no symbol is found, for any width and height")
    func nothing() throws {
        for (width, height) in [(1, 1), (1, 65_535), (65_535, 1), (40, 40), (300, 200)] {
            for shade: UInt8 in [0, 128, 255] {
                let pixels = [UInt8](repeating: shade, count: width * height)
                #expect(try SymbolReader.read(luminance: pixels, width: width, height: height).isEmpty)
            }
        }
        var random = SystemRandomNumberGenerator()
        let noise = (0..<250_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(try SymbolReader.read(luminance: noise, width: 500, height: 500).isEmpty)
    }

    @Test("If a symbol's bytes are not UTF-8, they are kept, and the symbol's text is decoded as ISO 8859-1")
    func binary() throws {
        // A symbol in byte mode with an “é” in ISO 8859-1, made by segno 1.6.6 with mask 0 and level M.
        let rows = try String(
            contentsOf: #require(Bundle.module.url(forResource: "latin1", withExtension: "txt")), encoding: .utf8
        )
        .split(separator: "\n").dropFirst()
        let side = rows.count
        let scale = 4
        let full = (side + 8) * scale
        var pixels = [UInt8](repeating: 255, count: full * full)
        for (row, line) in rows.enumerated() {
            for (column, module) in line.enumerated() where module == "1" {
                for y in 0..<scale {
                    for x in 0..<scale {
                        pixels[((row + 4) * scale + y) * full + (column + 4) * scale + x] = 0
                    }
                }
            }
        }
        let found = try SymbolReader.read(luminance: pixels, width: full, height: full)
        #expect(found.map(\.bytes) == [[0x43, 0x61, 0x66, 0xE9, 0x20, 0x31]])
        #expect(found.map(\.text) == ["Café 1"])
    }

    @Test("If a picture has an impossible size or too few bytes for its size, the error says which values are possible")
    func sizes() {
        #expect(throws: SymbolReaderError.luminance(bytes: 3, needed: 4)) {
            try SymbolReader.read(luminance: [1, 2, 3], width: 2, height: 2)
        }
        for (width, height) in [
            (0, 0), (-1, 5), (5, -1), (.max, .max), (.min, .min), (65_536, 1), (1, 65_536), (65_535, 65_535),
        ] {
            #expect(
                throws: SymbolReaderError.size(width: width, height: height, sideLimit: 65_535, pixelLimit: 64 << 20)
            ) { try SymbolReader.read(luminance: [], width: width, height: height) }
        }
    }
}
