import Drawing
import EventFixture
import Printing
import QRSymbol
import SymbolReader
import Testing

@Suite("ZPL labels are printed as drawn", .slow)
struct ZPLWriterTests {
    private func zpl(_ face: PrinterImage, copies: Int = 1) throws -> [UInt8] {
        try PrinterSamples.written { try ZPLWriter(copies: copies).write(face, into: $0) }
    }

    /// Prints a face (a ticket’s picture), and returns the single label.
    private func label(_ face: PrinterImage) throws -> ZPLInterpreter.Label {
        let labels = try ZPLInterpreter.labels(zpl(face))
        try #require(labels.count == 1)
        return labels[0]
    }

    @Test("Random pictures of any width are printed exactly, even if an earlier job changed the printer’s settings")
    func random() throws {
        var random = SeededGenerator(for: "random ZPL pictures")
        for round in 0..<60 {
            let width = Int(random.next() % (round % 10 == 0 ? 4000 : 900)) + 2
            let bitmap = Bitmap.random(width: width, height: Int(random.next() % 60) + 1, &random)
            let label = try label(PrinterImage(bitmap: bitmap))
            #expect(label.bitmap == bitmap, "seed \(random.seed), round \(round), width \(width)")
        }
    }

    @Test(
        "If a label has a single dot, in any corner, exactly this dot is printed",
        arguments: [1, 2, 7, 8, 9, 15, 16, 17, 831])
    func oneDot(width: Int) throws {
        for (x, y) in [(0, 0), (width - 1, 0), (0, 2), (width - 1, 2)] {
            var bitmap = Bitmap(width: width, height: 3)
            bitmap[x, y] = true
            let printed = try label(PrinterImage(bitmap: bitmap)).bitmap
            #expect(printed.part(width: width, height: 3) == bitmap)
            #expect(printed.isEmpty(outside: x..<x + 1, y..<y + 1))
        }
    }

    @Test("A label without ink is printed as a label without a graphic")
    func empty() throws {
        let label = try label(PrinterImage(bitmap: Bitmap(width: 100, height: 50)))
        #expect(label.bitmap == Bitmap(width: 100, height: 50))
        #expect(label.bytesOfGraphics == [])
    }

    @Test("4,000 rows, some of them empty, are sent in graphics that no printer truncates")
    func manyRows() throws {
        var random = SeededGenerator(for: "4,000 rows of ZPL")
        var bitmap = Bitmap.random(width: 832, height: 4000, &random)
        for y in 1000..<2500 { for x in 0..<832 { bitmap[x, y] = false } }
        let face = try PrinterImage(bitmap: bitmap)
        let label = try label(face)
        #expect(label.bitmap == bitmap, "seed \(random.seed)")
        try ZPLWriter().write(face) { #expect($0.count <= 200_100, "more than one graphic was written at once") }
        #expect(label.bytesOfGraphics.count > 1 && label.bytesOfGraphics.allSatisfy { $0 <= 99_999 })
    }

    @Test("The compression has the form that Zebra’s programming guide describes")
    func compression() throws {
        var bitmap = Bitmap(width: 48, height: 5)
        for y in 0..<5 { for x in 0..<48 where x < 4 + 4 * y || y == 4 { bitmap[x, y] = true } }
        for x in 0..<48 { bitmap[x, 3] = bitmap[x, 2] }
        let text = String(decoding: try zpl(PrinterImage(bitmap: bitmap)), as: UTF8.self)
        #expect(text.contains("^FO0,0^GFA,30,30,6,F0,HF,IF0,:RF^FS"), "\(text)")
        // In `hMF`, h means 40 and M means 7, so the digit F is repeated 47 times. The comma fills the rest of the row
        // with zeros.
        var long = Bitmap(width: 8 * 30, height: 1)
        for x in 0..<47 * 4 { long[x, 0] = true }
        #expect(String(decoding: try zpl(PrinterImage(bitmap: long)), as: UTF8.self).contains(",30,hMF0,^FS"))
    }

    @Test("A symbol drawn as a graphic is readable on the label")
    func graphicSymbol() throws {
        let paper = Bitmap(width: 431, height: 300).with(
            try QRSymbol(PrinterSamples.token), x: 50, y: 60, dotsPerModule: 5)
        let read = try label(PrinterImage(bitmap: paper)).bitmap.readSymbols()
        #expect(read.map(\.text) == [PrinterSamples.token])
    }

    @Test(
        "A symbol that the printer draws is readable, with the requested error correction level, position and size",
        arguments: ErrorCorrectionLevel.allCases)
    func nativeSymbol(level: ErrorCorrectionLevel) throws {
        let face = try PrinterSamples.face(level: level)
        let label = try label(face)
        let drawn = face.bitmap.with(try QRSymbol(PrinterSamples.token, level: level), x: 60, y: 60, dotsPerModule: 4)
        #expect(label.bitmap == drawn)
        let read = try label.bitmap.readSymbols()
        #expect(read.map(\.text) == [PrinterSamples.token])
        #expect(read.first?.errorCorrectionLevel == level.rawValue)
        #expect(
            abs((read.first?.corners.topLeft.x ?? 0) - 60) <= 2 && abs((read.first?.corners.topLeft.y ?? 0) - 60) <= 2)
    }

    @Test(
        "A text that looks like a printer command is printed as text",
        arguments: [
            "^XZ", "~JA", "^XA^FDx^FS^XZ", "_5EXZ", "_", "__", "A^FS^PQ999", "~JSN~DGR:A.GRF", "^CC!", "a,b,c", "HA,1",
            "D0304,LA,1", "\\&", "\\0D", ">;>8", "{|}", "^", "~", "_7EJA", " ", "\"'<>&;#@[]`",
        ])
    func hostile(_ text: String) throws {
        let face = try PrinterSamples.face(text)
        let bytes = try zpl(face)
        let label = try label(face)
        #expect(label.texts == [text])
        #expect(try label.bitmap.readSymbols().map(\.text) == [text])
        #expect(label.copies == 1)
        // An earlier label could have changed the command prefix, for example to `!`. So all characters are escaped,
        // except letters, digits and the punctuation in this list.
        let field = String(decoding: bytes, as: UTF8.self).components(after: "^FDMA,", until: "^FS")
        #expect(field.allSatisfy { $0.isLetter || $0.isNumber || "_ $%*+-./:".contains($0) }, "\(field)")
    }

    @Test("Random ASCII texts are printed completely")
    func randomTexts() throws {
        var random = SeededGenerator(for: "random texts in ZPL")
        for round in 0..<40 {
            let length = Int(random.next() % 60) + 1
            let text = String((0..<length).map { _ in Character(UnicodeScalar(UInt8(random.next() % 95 + 32))) })
            let label = try label(PrinterSamples.face(text, dotsPerModule: 3))
            #expect(label.texts == [text], "seed \(random.seed), round \(round)")
            #expect(try label.bitmap.readSymbols().map(\.text) == [text], "seed \(random.seed), round \(round)")
        }
    }

    @Test("Values at the printer’s limits are accepted; values beyond the limits are refused")
    func limits() throws {
        func refusal(_ body: () throws -> Void) -> PrinterError? {
            do {
                try body()
                return nil
            } catch { return error as? PrinterError }
        }
        let head = try ZPLWriter(widthLimit: 832)
        for (width, height, expected) in [
            (832, 1, nil), (833, 1, PrinterError.tooWide(dots: 833, limit: 832)), (8, 32_000, nil),
            (8, 32_001, .tooTall(dots: 32_001, limit: 32_000)),
        ] {
            let face = try PrinterImage(bitmap: Bitmap(width: width, height: height))
            #expect(refusal { try head.write(face) { _ in } } == expected)
        }
        for (size, y, expected) in [
            (10, 60, nil), (11, 60, PrinterError.moduleSize(dots: 11, allowed: 1...10)), (1, 10, nil),
            (1, 9, .tooNearTop(y: 9, needed: 10)),
        ] {
            let symbol = try NativeSymbol("A", level: .low, x: 60, y: y, dotsPerModule: size)
            let face = try PrinterImage(bitmap: Bitmap(width: 400, height: 400), symbols: [symbol])
            var isSilent = true
            #expect(refusal { try head.write(face) { _ in isSilent = false } } == expected)
            #expect(isSilent == (expected != nil), "a partial label was written")
        }
        for (length, expected) in [(1023, nil), (1024, PrinterError.fieldTooLong(bytes: 3075, limit: 3072))] {
            let text = String(repeating: "^", count: length)
            let symbol = try NativeSymbol(text, level: .low, x: 60, y: 60, dotsPerModule: 2)
            let face = try PrinterImage(bitmap: Bitmap(width: 400, height: 400), symbols: [symbol])
            #expect(refusal { try head.write(face) { _ in } } == expected)
        }
        #expect(refusal { _ = try ZPLWriter(copies: 0) } == .copies(0, allowed: 1...99_999_999))
    }

    @Test("The printer makes the copies, and the number of copies applies to one label only")
    func copies() throws {
        let face = try PrinterSamples.face()
        let labels = try ZPLInterpreter.labels(zpl(face, copies: 3) + zpl(face))
        #expect(labels.map(\.copies) == [3, 1])
    }

    @Test("After a write to the output has failed, nothing more is written")
    func sinkFails() throws {
        struct Full: Error {}
        var calls = 0
        let face = try PrinterSamples.face()
        #expect(throws: Full.self) {
            try ZPLWriter().write(face) { _ in
                calls += 1
                throw Full()
            }
        }
        #expect(calls == 1)
    }
}

extension String {
    fileprivate func components(after start: String, until end: String) -> Substring {
        guard let begin = firstRange(of: start)?.upperBound else { return "?\u{0}" }
        return self[begin...].firstRange(of: end).map { self[begin..<$0.lowerBound] } ?? "?\u{0}"
    }
}
