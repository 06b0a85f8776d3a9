import Drawing
import EventFixture
import Printing
import QRSymbol
import SymbolReader

enum PrinterSamples {
    static let token = "240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX"

    /// The bytes that a writer passes to its closure.
    static func written(_ write: (([UInt8]) throws -> Void) throws -> Void) rethrows -> [UInt8] {
        var bytes: [UInt8] = []
        try write { bytes += $0 }
        return bytes
    }

    /// A picture for a printer, with a symbol that the printer draws itself, and lines above and below the symbol.
    static func face(
        _ text: String = token, level: ErrorCorrectionLevel = .medium, x: Int = 60, y: Int = 60, dotsPerModule: Int = 4,
        width: Int = 400, height: Int = 400
    ) throws -> PrinterImage {
        var bitmap = Bitmap(width: width, height: height)
        for x in 3..<width - 7 {
            bitmap[x, 2] = true
            bitmap[x, height - 2] = true
        }
        return try PrinterImage(
            bitmap: bitmap,
            symbols: [NativeSymbol(text, level: level, x: x, y: y, dotsPerModule: dotsPerModule)])
    }
}

extension Bitmap {
    func readSymbols() throws -> [DecodedSymbol] {
        let luminance = (0..<height).flatMap { y in (0..<width).map { x in self[x, y] ? UInt8(0) : 255 } }
        return try SymbolReader.read(luminance: luminance, width: width, height: height)
    }

    func part(x: Int = 0, y: Int = 0, width: Int, height: Int) -> Bitmap {
        Bitmap(width: width, height: height) { self[x + $0, y + $1] }
    }

    func isEmpty(outside columns: Range<Int>, _ rows: Range<Int>) -> Bool {
        (0..<height).allSatisfy { y in
            (0..<width).allSatisfy { x in !self[x, y] || columns.contains(x) && rows.contains(y) }
        }
    }

    /// This picture with a symbol drawn as dots. Printers that don’t draw symbols themselves get such a picture.
    func with(_ symbol: QRSymbol, x: Int, y: Int, dotsPerModule: Int) -> Bitmap {
        Bitmap(width: width, height: height) { column, row in
            guard column >= x, row >= y else { return self[column, row] }
            return self[column, row]
                || symbol.isDark(row: (row - y) / dotsPerModule, column: (column - x) / dotsPerModule)
        }
    }

    /// A picture with random rows of several sorts: empty, full, equal to the row above, random dots, and runs of ink.
    static func random(width: Int, height: Int, _ random: inout SeededGenerator) -> Bitmap {
        var bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            let sort = random.next() % 6
            var (isInk, left) = (false, UInt64(0))
            for x in 0..<width {
                switch sort {
                case 0: break
                case 1: bitmap[x, y] = true
                case 2: if y > 0 { bitmap[x, y] = bitmap[x, y - 1] }
                case 3: bitmap[x, y] = random.next() & 1 == 1
                default:
                    if left == 0 { (isInk, left) = (!isInk, random.next() % (sort == 4 ? 20 : 900) + 1) }
                    bitmap[x, y] = isInk
                    left -= 1
                }
            }
        }
        return bitmap
    }
}
