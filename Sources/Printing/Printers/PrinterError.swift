public import QRSymbol

/// The reason why an image cannot be printed. Positions and lengths are in dots; columns and rows are counted from 0 at
/// the upper left.
public enum PrinterError: Error, Equatable, Sendable, CustomStringConvertible {
    case symbol(QRSymbolError)
    /// The symbol's text contains an invalid character. `position` is the number of characters before that character.
    case character(Unicode.Scalar, position: Int)
    case moduleSize(dots: Int, allowed: ClosedRange<Int>)
    /// The symbol is not entirely on the ticket. The printer chooses the size of the symbol; `side` is the largest
    /// possible side. `width` and `height` are the ticket's size.
    case symbolOutside(x: Int, y: Int, side: Int, width: Int, height: Int)
    case symbolsOverlap(x: Int, y: Int, otherX: Int, otherY: Int)
    case inkUnderSymbol(x: Int, y: Int, symbolX: Int, symbolY: Int)
    case tooWide(dots: Int, limit: Int)
    case tooTall(dots: Int, limit: Int)
    /// The symbol is too close to the top. Zebra printers draw a symbol some rows below the position in the command,
    /// and this position cannot be negative. `needed` is the first possible row.
    case tooNearTop(y: Int, needed: Int)
    /// The symbol's text is too long. `bytes` is its length, with three bytes for each character that must be escaped.
    case fieldTooLong(bytes: Int, limit: Int)
    /// There is ink, at `x` and `y`, to the left or right of a symbol that a receipt printer renders. Nothing else can
    /// be printed in the rows of such a symbol.
    case inkInSymbolRows(x: Int, y: Int, symbolRows: Range<Int>)
    /// A symbol that begins at the row `y` is beside another symbol that a receipt printer renders in the rows
    /// `symbolRows`.
    case symbolsShareRows(y: Int, symbolRows: Range<Int>)
    case resolution(dotsPerInch: Int, allowed: ClosedRange<Int>)
    case copies(Int, allowed: ClosedRange<Int>)
    /// The layout has bleed, a strip around each ticket that is cut off. Labels and receipts are not cut.
    case bleed

    public var description: String {
        switch self {
        case .symbol(let error):
            error.description
        case .character(let scalar, let position):
            "character \(position + 1) of the symbol's text, U+\(PrinterError.hexadecimal(scalar)), "
                + "is interpreted differently by different printers: \(PrinterError.asGraphic)"
        case .moduleSize(let dots, let allowed):
            "the printer supports modules of \(allowed.lowerBound) to \(allowed.upperBound) dots, not \(dots): "
                + "choose another size, or \(PrinterError.asGraphic)"
        case .symbolOutside(let x, let y, let side, let width, let height):
            "a symbol of up to \(side) × \(side) dots at (\(x), \(y)) "
                + "does not fit on a ticket of \(width) × \(height): choose smaller modules or another position"
        case .symbolsOverlap(let x, let y, let otherX, let otherY):
            "the symbols at (\(x), \(y)) and (\(otherX), \(otherY)) overlap, including their quiet zones: "
                + "move them apart or choose smaller modules"
        case .inkUnderSymbol(let x, let y, let symbolX, let symbolY):
            "there is ink at (\(x), \(y)), in the area of the symbol at (\(symbolX), \(symbolY)) or its quiet zone: "
                + "keep that area free"
        case .tooWide(let dots, let limit):
            "the ticket is \(dots) dots wide, but the printer's limit is \(limit): "
                + "choose a narrower layout or another printer"
        case .tooTall(let dots, let limit):
            "the ticket is \(dots) dots high, but the printer's limit is \(limit): choose a shorter layout"
        case .tooNearTop(let y, let needed):
            "a symbol that the printer renders cannot begin at row \(y); the first possible row is \(needed): "
                + "move it down, or \(PrinterError.asGraphic)"
        case .fieldTooLong(let bytes, let limit):
            "the symbol's text has \(bytes) bytes, but the printer's limit is \(limit): shorten it, or "
                + PrinterError.asGraphic
        case .inkInSymbolRows(let x, let y, let rows):
            "there is ink at (\(x), \(y)), beside a symbol in rows \(rows.lowerBound) to \(rows.upperBound - 1), "
                + "but a symbol that a receipt printer renders occupies whole rows: \(PrinterError.asGraphic)"
        case .symbolsShareRows(let y, let rows):
            "a symbol at row \(y) is beside another symbol in rows \(rows.lowerBound) to \(rows.upperBound - 1), "
                + "but a symbol that a receipt printer renders occupies whole rows: \(PrinterError.asGraphic)"
        case .resolution(let dotsPerInch, let allowed):
            "at \(dotsPerInch) dpi, a symbol that a receipt printer renders cannot be positioned "
                + "(possible at \(allowed.lowerBound) to \(allowed.upperBound) dpi): \(PrinterError.asGraphic)"
        case .copies(let copies, let allowed):
            "the number of copies is \(copies) but must be \(allowed.lowerBound) to \(allowed.upperBound)"
        case .bleed:
            "the layout has bleed, but label and receipt printers do not cut tickets to size: "
                + "choose a layout without bleed"
        }
    }

    private static let asGraphic = "print the symbols as graphics"

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
