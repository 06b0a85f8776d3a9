import Drawing
import Printing
import Testing

@Suite("Code examples for printers, from the documentation")
struct PrinterExampleTests {
    /// A file in memory, to which the examples append their output.
    private struct File {
        var bytes: [UInt8] = []
        mutating func append(_ part: [UInt8]) throws { bytes += part }
    }

    @Test("The examples with PrinterImage, ZPLWriter and ESCPOSWriter run without errors")
    func writers() throws {
        let picture = Bitmap(width: 576, height: 400)
        var file = File()

        let symbol = try NativeSymbol(
            "240X0T6N86R68P58D8V5Y003G9R00R4C2NM26S", level: .medium, x: 40, y: 40, dotsPerModule: 4)
        let face = try PrinterImage(bitmap: picture, symbols: [symbol])
        try ZPLWriter(widthLimit: 832).write(face) { try file.append($0) }

        let faces = [face, face]
        let labels = try ZPLWriter(widthLimit: 832, copies: 1)
        for face in faces { try labels.write(face) { try file.append($0) } }
        #expect(try ZPLInterpreter.labels(file.bytes).count == 3)

        file = File()
        let tickets = try ESCPOSWriter(headWidth: 576, dotsPerInch: 203, end: .cut)
        for face in faces { try tickets.write(face) { try file.append($0) } }
        #expect(try ESCPOSInterpreter.pieces(file.bytes).count == 2)
    }

    @Test("The message of a printing error says what is wrong, where it is, and how to avoid it")
    func refusals() {
        #expect(
            "\(PrinterError.tooWide(dots: 900, limit: 832))"
                == "the ticket is 900 dots wide, but the printer's limit is 832: "
                + "choose a narrower layout or another printer")
        #expect(
            "\(PrinterError.character("é", position: 3))"
                == "character 4 of the symbol's text, U+00E9, is interpreted differently by different printers: "
                + "print the symbols as graphics")
        #expect(
            "\(PrinterError.inkInSymbolRows(x: 399, y: 60, symbolRows: 60..<144))"
                == "there is ink at (399, 60), beside a symbol in rows 60 to 143, "
                + "but a symbol that a receipt printer renders occupies whole rows: print the symbols as graphics")
        #expect(
            "\(PrintQueueError.refused(queue: "Ze\u{202E}bra", ending: .status(1), output: "lp: no"))"
                == "printer “Ze‹202E›bra”: lp rejected the file (status 1): lp: no")
    }
}
