import Drawing
import EventFixture
import Printing
import QRSymbol
import SymbolReader
import Testing

@Suite("ESC/POS tickets are printed as drawn", .slow)
struct ESCPOSWriterTests {
    /// Prints a face (a ticket’s picture), and returns the single piece of paper, cropped to the width of the face.
    private func piece(_ face: PrinterImage, _ writer: ESCPOSWriter) throws -> ESCPOSInterpreter.Piece {
        let bytes = try PrinterSamples.written { try writer.write(face, into: $0) }
        var pieces = try ESCPOSInterpreter.pieces(
            bytes, headWidth: writer.headWidth, dotsPerInch: writer.dotsPerInch)
        try #require(pieces.count == 1)
        #expect(pieces[0].bitmap.isEmpty(outside: 0..<face.bitmap.width, 0..<pieces[0].bitmap.height))
        pieces[0].bitmap = pieces[0].bitmap.part(width: face.bitmap.width, height: pieces[0].bitmap.height)
        return pieces[0]
    }

    private func piece(_ face: PrinterImage) throws -> ESCPOSInterpreter.Piece { try piece(face, ESCPOSWriter()) }

    @Test("Random pictures of any width are printed exactly, even if an earlier job changed the printer’s settings")
    func random() throws {
        var random = SeededGenerator(for: "random ESC/POS pictures")
        for round in 0..<60 {
            let width = Int(random.next() % 576) + 1
            let bitmap = Bitmap.random(width: width, height: Int(random.next() % 120) + 1, &random)
            #expect(
                try piece(PrinterImage(bitmap: bitmap)).bitmap == bitmap,
                "seed \(random.seed), round \(round), width \(width)")
        }
    }

    @Test(
        "If a ticket has a single dot, in any corner, exactly this dot is printed",
        arguments: [1, 2, 7, 8, 9, 15, 16, 17, 576])
    func oneDot(width: Int) throws {
        for (x, y) in [(0, 0), (width - 1, 0), (0, 2), (width - 1, 2)] {
            var bitmap = Bitmap(width: width, height: 3)
            bitmap[x, y] = true
            #expect(try piece(PrinterImage(bitmap: bitmap)).bitmap == bitmap)
        }
    }

    @Test("4,000 rows are sent in bands that fit the memory of the smallest printer; empty rows keep their height")
    func manyRows() throws {
        var random = SeededGenerator(for: "4,000 rows of ESC/POS")
        var bitmap = Bitmap.random(width: 576, height: 4000, &random)
        for y in 1000..<2500 { for x in 0..<576 { bitmap[x, y] = false } }
        let face = try PrinterImage(bitmap: bitmap)
        let piece = try piece(face)
        #expect(piece.bitmap == bitmap, "seed \(random.seed)")
        try ESCPOSWriter().write(face) { #expect($0.count <= 4104, "more than one band was in memory") }
        #expect(piece.rowsOfBands.allSatisfy { $0 * 72 <= 4096 })
    }

    @Test(
        "Ink whose bytes equal a command to open the drawer or to switch the printer off is printed as ink",
        arguments: [UInt8(1), 2])
    func realTimeCommands(_ kind: UInt8) throws {
        // Both commands begin with the bytes DLE DC4, which lie within a row, span two rows, or span two bands.
        for (width, offset) in [(24, 0), (8, 0), (8, 47), (16, 95), (16, 191)] {
            let spelled: [UInt8] = [0x10, 0x14, kind, 1, 8]
            let bitmap = Bitmap(width: width, height: 300) { x, y in
                let index = y * width / 8 + x / 8 - offset
                return spelled.indices.contains(index) && spelled[index] & 0x80 >> UInt8(x % 8) != 0
            }
            #expect(try piece(PrinterImage(bitmap: bitmap)).bitmap == bitmap, "width \(width), offset \(offset)")
        }
    }

    @Test("The commands to open the drawer and to switch off are disabled only for a ticket that contains their bytes")
    func noNeedlessOrder() throws {
        let bytes = try PrinterSamples.written { try ESCPOSWriter().write(PrinterSamples.face(), into: $0) }
        #expect(!zip(bytes, bytes.dropFirst(2)).contains { $0 == (0x1D, UInt8(ascii: "D")) })
    }

    @Test(
        "A symbol that the printer draws is readable, with the requested error correction level, position and size",
        arguments: ErrorCorrectionLevel.allCases, [180, 203])
    func nativeSymbol(level: ErrorCorrectionLevel, dotsPerInch: Int) throws {
        let face = try PrinterSamples.face(level: level)
        let piece = try piece(face, ESCPOSWriter(headWidth: 512, dotsPerInch: dotsPerInch))
        #expect(
            piece.bitmap
                == face.bitmap.with(try QRSymbol(PrinterSamples.token, level: level), x: 60, y: 60, dotsPerModule: 4))
        let read = try piece.bitmap.readSymbols()
        #expect(read.map(\.text) == [PrinterSamples.token])
        #expect(read.first?.errorCorrectionLevel == level.rawValue)
    }

    @Test("Two symbols, one below the other, are printed at their positions even if the lower symbol is given first")
    func twoSymbols() throws {
        var bitmap = Bitmap(width: 300, height: 500)
        for x in 0..<300 { bitmap[x, 240] = true }
        let lower = try NativeSymbol("LOWER", level: .high, x: 100, y: 280, dotsPerModule: 6)
        let upper = try NativeSymbol("UPPER", level: .low, x: 40, y: 40, dotsPerModule: 5)
        let piece = try piece(PrinterImage(bitmap: bitmap, symbols: [lower, upper]))
        #expect(piece.texts == ["UPPER", "LOWER"])
        #expect(
            piece.bitmap
                == bitmap.with(try QRSymbol("UPPER", level: .low), x: 40, y: 40, dotsPerModule: 5)
                .with(try QRSymbol("LOWER", level: .high), x: 100, y: 280, dotsPerModule: 6))
    }

    @Test("Symbols at the very top and the very bottom need no additional rows")
    func edges() throws {
        let top = try NativeSymbol("TOP", level: .low, x: 0, y: 0, dotsPerModule: 4)
        let bottom = try NativeSymbol("BOTTOM", level: .low, x: 0, y: 200 - 84, dotsPerModule: 4)
        let piece = try piece(PrinterImage(bitmap: Bitmap(width: 84, height: 200), symbols: [top, bottom]))
        #expect(piece.texts == ["TOP", "BOTTOM"])
        #expect(piece.bitmap.height == 200)
    }

    @Test(
        "A text that looks like a printer command is printed as text",
        arguments: ["^XZ", "@", "(k", "V", "a,b", "p0", "~", "\\", " ", "\"'<>&;#[]`{|}"])
    func hostile(_ text: String) throws {
        let piece = try piece(PrinterSamples.face(text))
        #expect(piece.texts == [text])
        #expect(try piece.bitmap.readSymbols().map(\.text) == [text])
    }

    @Test("Ink or a second symbol beside a symbol that the printer draws is refused before a byte is written")
    func sharedRows() throws {
        let symbol = try NativeSymbol("A", level: .low, x: 60, y: 60, dotsPerModule: 4)
        func refusal(_ face: PrinterImage) throws -> PrinterError? {
            var isSilent = true
            defer { #expect(isSilent) }
            return try #require(throws: PrinterError.self) {
                try ESCPOSWriter().write(face) { _ in isSilent = false }
            }
        }
        for (x, y) in [(399, 60), (0, 60), (399, 143), (200, 100)] {
            var bitmap = Bitmap(width: 400, height: 300)
            bitmap[x, y] = true
            #expect(
                try refusal(PrinterImage(bitmap: bitmap, symbols: [symbol]))
                    == .inkInSymbolRows(x: x, y: y, symbolRows: 60..<144))
        }
        var free = Bitmap(width: 400, height: 300)
        (free[399, 59], free[399, 144]) = (true, true)
        #expect(try piece(PrinterImage(bitmap: free, symbols: [symbol])).texts == ["A"])
        let other = try NativeSymbol("B", level: .low, x: 250, y: 143, dotsPerModule: 4)
        let both = try PrinterImage(bitmap: Bitmap(width: 400, height: 300), symbols: [symbol, other])
        #expect(try refusal(both) == .symbolsShareRows(y: 143, symbolRows: 60..<144))
    }

    @Test("Values beyond the printer’s limits are refused, and the error has the value and the limit")
    func limits() throws {
        func refusal(_ face: PrinterImage, _ writer: ESCPOSWriter) -> PrinterError? {
            do {
                try writer.write(face) { _ in }
                return nil
            } catch { return error as? PrinterError }
        }
        let wide = try PrinterImage(bitmap: Bitmap(width: 577, height: 1))
        #expect(refusal(wide, try ESCPOSWriter()) == .tooWide(dots: 577, limit: 576))
        let high = try PrinterImage(bitmap: Bitmap(width: 1, height: 32_001))
        #expect(refusal(high, try ESCPOSWriter()) == .tooTall(dots: 32_001, limit: 32_000))
        #expect(
            refusal(try PrinterSamples.face(), try ESCPOSWriter(dotsPerInch: 300))
                == .resolution(dotsPerInch: 300, allowed: 1...255))
        #expect(
            refusal(try PrinterImage(bitmap: Bitmap(width: 9, height: 9)), try ESCPOSWriter(dotsPerInch: 300)) == nil)
        let large = try PrinterSamples.face("A", x: 80, y: 80, dotsPerModule: 17, width: 560, height: 560)
        #expect(refusal(large, try ESCPOSWriter()) == .moduleSize(dots: 17, allowed: 1...16))
        let endless = try PrinterImage(bitmap: Bitmap(width: 65_536, height: 1))
        #expect(refusal(endless, try ESCPOSWriter(headWidth: .max)) == .tooWide(dots: 65_536, limit: 65_535))
        #expect(throws: PrinterError.copies(0, allowed: 1...10_000)) { try ESCPOSWriter(copies: 0) }
    }

    @Test("Each copy is a separate piece, cut or torn as requested")
    func copies() throws {
        let face = try PrinterSamples.face()
        for (end, expected) in [
            (ESCPOSWriter.TicketEnd.cut, ESCPOSInterpreter.Piece.End.cut), (.tear, .tear),
        ] {
            let bytes = try PrinterSamples.written { try ESCPOSWriter(end: end, copies: 3).write(face, into: $0) }
            let pieces = try ESCPOSInterpreter.pieces(bytes)
            #expect(pieces.map(\.end) == [expected, expected, expected])
            #expect(pieces.allSatisfy { $0.bitmap == pieces[0].bitmap && $0.texts == [PrinterSamples.token] })
        }
    }
}
