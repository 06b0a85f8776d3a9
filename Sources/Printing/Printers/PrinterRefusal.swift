public import QRSymbol

/// Why a face is not sent to a printer. Places and lengths are in dots; columns and rows count from 0 at the upper left.
public enum PrinterRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    case symbol(QRSymbolError)
    /// Characters before it in the symbol's text.
    case character(Unicode.Scalar, position: Int)
    case moduleSize(dots: Int, allowed: ClosedRange<Int>)
    /// `side` is that of the largest symbol which the printer may make of the text.
    case symbolOutside(x: Int, y: Int, side: Int, width: Int, height: Int)
    case symbolsOverlap(x: Int, y: Int, otherX: Int, otherY: Int)
    case inkUnderSymbol(x: Int, y: Int, symbolX: Int, symbolY: Int)
    case tooWide(dots: Int, limit: Int)
    case tooHigh(dots: Int, limit: Int)
    /// Zebra's printers put a symbol lower than they are told, and can't be told less than 0.
    case tooNearTop(y: Int, needed: Int)
    /// With every character that might be part of a command written as three.
    case fieldTooLong(bytes: Int, limit: Int)
    /// On a receipt, a symbol of the printer's own takes whole rows.
    case inkBesideSymbol(x: Int, y: Int, symbolRows: Range<Int>)
    case symbolBesideSymbol(y: Int, symbolRows: Range<Int>)
    case resolution(dotsPerInch: Int, allowed: ClosedRange<Int>)
    case copies(Int, allowed: ClosedRange<Int>)

    public var description: String {
        switch self {
        case .symbol(let error):
            error.description
        case .character(let scalar, let position):
            "character \(position + 1) of the symbol's text, U+\(PrinterRefusal.hexadecimal(scalar)), "
                + "is not the same to every printer: \(PrinterRefusal.asGraphic)"
        case .moduleSize(let dots, let allowed):
            "the printer draws modules of \(allowed.lowerBound) to \(allowed.upperBound) dots and not of \(dots): "
                + "choose another size, or \(PrinterRefusal.asGraphic)"
        case .symbolOutside(let x, let y, let side, let width, let height):
            "a symbol of up to \(side) × \(side) dots at (\(x), \(y)) does not lie on a face of \(width) × \(height): "
                + "choose smaller modules or another place"
        case .symbolsOverlap(let x, let y, let otherX, let otherY):
            "the symbols at (\(x), \(y)) and (\(otherX), \(otherY)) stand in each other's place or quiet zone: "
                + "move them apart or choose smaller modules"
        case .inkUnderSymbol(let x, let y, let symbolX, let symbolY):
            "there is ink at (\(x), \(y)), where the symbol at (\(symbolX), \(symbolY)) and its quiet zone go: "
                + "leave that place free"
        case .tooWide(let dots, let limit):
            "the face is \(dots) dots wide and the printer takes \(limit): choose a narrower layout or another printer"
        case .tooHigh(let dots, let limit):
            "the face is \(dots) dots high and the printer takes \(limit): choose a shorter layout"
        case .tooNearTop(let y, let needed):
            "a symbol of the printer's own can't begin at row \(y), only from row \(needed) on: "
                + "move it down, or \(PrinterRefusal.asGraphic)"
        case .fieldTooLong(let bytes, let limit):
            "the symbol's text takes \(bytes) bytes and the printer takes \(limit): shorten it, or "
                + PrinterRefusal.asGraphic
        case .inkBesideSymbol(let x, let y, let rows):
            "there is ink at (\(x), \(y)), beside a symbol in the rows \(rows.lowerBound) to \(rows.upperBound - 1), "
                + "and a receipt printer's own symbol takes whole rows: \(PrinterRefusal.asGraphic)"
        case .symbolBesideSymbol(let y, let rows):
            "a symbol at row \(y) stands beside one in the rows \(rows.lowerBound) to \(rows.upperBound - 1), "
                + "and a receipt printer's own symbol takes whole rows: \(PrinterRefusal.asGraphic)"
        case .resolution(let dotsPerInch, let allowed):
            "at \(dotsPerInch) dots an inch a receipt printer can't be told where its own symbol goes "
                + "(\(allowed.lowerBound) to \(allowed.upperBound) it can): \(PrinterRefusal.asGraphic)"
        case .copies(let copies, let allowed):
            "\(copies) copies can't be printed: give \(allowed.lowerBound) to \(allowed.upperBound)"
        }
    }

    private static let asGraphic = "let the symbols be drawn as graphics"

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
