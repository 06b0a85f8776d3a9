public import Languages
public import QRSymbol

/// The reason why an image cannot be printed. Positions and lengths are in dots; columns and rows are counted from 0 at
/// the upper left.
public enum PrinterError: Error, Equatable, Sendable, SentenceConvertible {
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

    enum Text: String, SentenceKey {
        static let subject = "printerError"

        case character =
            "character {position} of the symbol's text, U+{codePoint}, is interpreted differently by different printers: {remedy}"
        case moduleSize =
            "the printer supports modules of {least} to {most} dots, not {dots}: choose another size, or {remedy}"
        case symbolOutside =
            "a symbol of up to {side} × {side} dots at ({x}, {y}) does not fit on a ticket of {width} × {height}: choose smaller modules or another position"
        case symbolsOverlap =
            "the symbols at ({x}, {y}) and ({otherX}, {otherY}) overlap, including their quiet zones: move them apart or choose smaller modules"
        case inkUnderSymbol =
            "there is ink at ({x}, {y}), in the area of the symbol at ({symbolX}, {symbolY}) or its quiet zone: keep that area free"
        case tooWide =
            "the ticket is {dots} dots wide, but the printer's limit is {limit}: choose a narrower layout or another printer"
        case tooTall =
            "the ticket is {dots} dots high, but the printer's limit is {limit}: choose a shorter layout"
        case tooNearTop =
            "a symbol that the printer renders cannot begin at row {row}; the first possible row is {least}: move the symbol down, or {remedy}"
        case fieldTooLong =
            "the symbol's text has {bytes} bytes, but the printer's limit is {limit}: shorten it, or {remedy}"
        case inkInSymbolRows =
            "there is ink at ({x}, {y}), beside a symbol in rows {first} to {last}, but a symbol that a receipt printer renders occupies whole rows: {remedy}"
        case symbolsShareRows =
            "a symbol at row {row} is beside another symbol in rows {first} to {last}, but a symbol that a receipt printer renders occupies whole rows: {remedy}"
        case resolution =
            "at {dpi} dpi, a symbol that a receipt printer renders cannot be positioned (possible at {least} to {most} dpi): {remedy}"
        case copies = "the number of copies is {copies} but must be {least} to {most}"
        case bleed =
            "the layout has bleed, but label and receipt printers do not cut tickets to size: choose a layout without bleed"
        case remedy = "print the symbols as graphics"
    }

    public var sentence: Sentence {
        switch self {
        case .symbol(let error): error.sentence
        case .character(let scalar, let position):
            PrinterError.advising(
                .character,
                ["position": "\(position + 1)", "codePoint": .text(PrinterError.hexadecimal(scalar))])
        case .moduleSize(let dots, let allowed):
            PrinterError.advising(.moduleSize, PrinterError.limits(allowed, ["dots": .number(dots)]))
        case .symbolOutside(let x, let y, let side, let width, let height):
            Sentence(
                Text.symbolOutside,
                [
                    "side": .number(side), "x": "\(x)", "y": "\(y)", "width": .number(width),
                    "height": .number(height),
                ])
        case .symbolsOverlap(let x, let y, let otherX, let otherY):
            Sentence(
                Text.symbolsOverlap,
                ["x": "\(x)", "y": "\(y)", "otherX": "\(otherX)", "otherY": "\(otherY)"])
        case .inkUnderSymbol(let x, let y, let symbolX, let symbolY):
            Sentence(
                Text.inkUnderSymbol,
                ["x": "\(x)", "y": "\(y)", "symbolX": "\(symbolX)", "symbolY": "\(symbolY)"])
        case .tooWide(let dots, let limit):
            Sentence(Text.tooWide, ["dots": .number(dots), "limit": .number(limit)])
        case .tooTall(let dots, let limit):
            Sentence(Text.tooTall, ["dots": .number(dots), "limit": .number(limit)])
        case .tooNearTop(let y, let needed):
            PrinterError.advising(.tooNearTop, ["row": "\(y)", "least": .number(needed)])
        case .fieldTooLong(let bytes, let limit):
            PrinterError.advising(.fieldTooLong, ["bytes": .number(bytes), "limit": .number(limit)])
        case .inkInSymbolRows(let x, let y, let rows):
            PrinterError.advising(
                .inkInSymbolRows,
                [
                    "x": "\(x)", "y": "\(y)", "first": "\(rows.lowerBound)",
                    "last": "\(rows.upperBound - 1)",
                ])
        case .symbolsShareRows(let y, let rows):
            PrinterError.advising(
                .symbolsShareRows,
                ["row": "\(y)", "first": "\(rows.lowerBound)", "last": "\(rows.upperBound - 1)"])
        case .resolution(let dotsPerInch, let allowed):
            PrinterError.advising(.resolution, PrinterError.limits(allowed, ["dpi": "\(dotsPerInch)"]))
        case .copies(let copies, let allowed):
            Sentence(Text.copies, PrinterError.limits(allowed, ["copies": .number(copies)]))
        case .bleed: Sentence(Text.bleed)
        }
    }

    private static func limits(
        _ allowed: ClosedRange<Int>, _ number: [String: SentenceArgument]
    ) -> [String: SentenceArgument] {
        number.merging(["least": .number(allowed.lowerBound), "most": .number(allowed.upperBound)]) { $1 }
    }

    private static func advising(_ text: Text, _ arguments: [String: SentenceArgument]) -> Sentence {
        Sentence(text, arguments.merging(["remedy": .sentence(Text.remedy)]) { $1 })
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
