import Drawing
import Printing
import QRSymbol
import Testing

/// A face is the picture of a ticket for a printer with one ink (`PrinterImage`). A native symbol is a symbol that the
/// printer draws itself.
@Suite("A face reserves the areas of its symbols")
struct PrintedFaceTests {
    @Test(
        "Ink in a symbol or its quiet zone is refused, and ink one dot outside the quiet zone is allowed",
        arguments: [
            (60, 60, true), (44, 44, true), (43, 44, false), (44, 43, false), (159, 159, true), (160, 100, false),
        ])
    func ink(x: Int, y: Int, isRefused: Bool) throws {
        // The symbol begins at (60, 60). Each of its rows has 21 modules of 4 dots. The quiet zone is 16 dots wide.
        let symbol = try NativeSymbol("A", level: .low, x: 60, y: 60, dotsPerModule: 4)
        var bitmap = Bitmap(width: 300, height: 300)
        bitmap[x, y] = true
        if isRefused {
            #expect(throws: PrinterError.inkUnderSymbol(x: x, y: y, symbolX: 60, symbolY: 60)) {
                try PrinterImage(bitmap: bitmap, symbols: [symbol])
            }
        } else {
            #expect(try PrinterImage(bitmap: bitmap, symbols: [symbol]).symbols == [symbol])
        }
    }

    @Test(
        "A symbol outside the face is refused, however far away it is",
        arguments: [(-1, 0), (0, -1), (17, 0), (0, 17), (Int.max, 0), (0, Int.max), (Int.min, Int.min)])
    func outside(x: Int, y: Int) throws {
        let symbol = try NativeSymbol("A", level: .low, x: x, y: y, dotsPerModule: 4)
        #expect(throws: PrinterError.symbolOutside(x: x, y: y, side: 84, width: 100, height: 100)) {
            try PrinterImage(bitmap: Bitmap(width: 100, height: 100), symbols: [symbol])
        }
    }

    @Test(
        "A module size below 1 dot or above 1,000 dots is refused",
        arguments: [0, -1, 1001, Int.min, Int.max])
    func moduleSize(_ dots: Int) {
        #expect(throws: PrinterError.moduleSize(dots: dots, allowed: 1...1000)) {
            try NativeSymbol("A", level: .low, x: 0, y: 0, dotsPerModule: dots)
        }
    }

    @Test("The quiet zones of two symbols may overlap, but neither symbol may reach into the other’s quiet zone")
    func overlap() throws {
        let bitmap = Bitmap(width: 400, height: 200)
        let left = try NativeSymbol("A", level: .low, x: 20, y: 20, dotsPerModule: 4)
        // The symbol with the larger modules needs a wider quiet zone: 24 dots instead of 16.
        for (x, isRefused) in [(20, true), (103, true), (104, true), (127, true), (128, false)] {
            let right = try NativeSymbol("B", level: .low, x: x, y: 20, dotsPerModule: 6)
            for symbols in [[left, right], [right, left]] {
                if isRefused {
                    #expect(throws: PrinterError.self) { try PrinterImage(bitmap: bitmap, symbols: symbols) }
                } else {
                    #expect(try PrinterImage(bitmap: bitmap, symbols: symbols).symbols == [left, right])
                }
            }
        }
    }

    @Test("Some printers don’t split a text into segments, so the reserved area is large enough for an unsplit text")
    func unsplit() throws {
        // `QRSymbol` splits this text into a segment of letters and a segment of digits, so its symbol is smaller.
        let text = "ABCDEFGHIJ" + String(repeating: "1", count: 70)
        let own = try QRSymbol(text, level: .medium)
        let native = try NativeSymbol(text, level: .medium, x: 0, y: 0, dotsPerModule: 1)
        #expect(native.modulesPerSide > own.modulesPerSide)
        for text in ["1234567890", PrinterSamples.token, "any text, in bytes"] {
            let native = try NativeSymbol(text, level: .medium, x: 0, y: 0, dotsPerModule: 3)
            #expect(try native.modulesPerSide == QRSymbol(text, level: .medium).modulesPerSide)
            #expect(native.side == native.modulesPerSide * 3)
        }
    }

    @Test(
        "A text that different printers would read differently is refused for a symbol that the printer draws",
        arguments: ["\n", "A\r\nB", "\u{0}", "\u{7F}", "\u{1B}@", "é", "ア", "\u{202E}", "🎟"])
    func characters(_ text: String) {
        #expect {
            try NativeSymbol(text, level: .medium, x: 0, y: 0, dotsPerModule: 1)
        } throws: { error in
            guard case PrinterError.character = error else { return false }
            return "\(error)".contains("graphics")
        }
    }

    @Test("An empty text and a text that is too long are refused with the error of the QR encoder")
    func lengths() {
        #expect(throws: PrinterError.symbol(.empty)) {
            try NativeSymbol("", level: .medium, x: 0, y: 0, dotsPerModule: 1)
        }
        #expect {
            try NativeSymbol(String(repeating: "a", count: 3000), level: .low, x: 0, y: 0, dotsPerModule: 1)
        } throws: { error in
            guard case PrinterError.symbol(.tooLong) = error else { return false }
            return true
        }
    }
}
