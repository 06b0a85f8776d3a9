import Drawing
import QRSymbol
import Ticketing

/// The colours of all tickets and passes.
enum Palette {
    static let ink = Canvas.Colour(0x17212B)
    static let mutedInk = Canvas.Colour(0x5B6670)
    static let rule = Canvas.Colour(0xD5DADE)
    static let darkBackground = Canvas.Colour(0x12202B)
    static let mutedOnDark = Canvas.Colour(0xB4C2CC)
    /// The same colours in the notation of Apple's and Google's passes.
    static let darkBackgroundForApple = "rgb(18,32,43)"
    static let whiteForApple = "rgb(255,255,255)"
    static let mutedForApple = "rgb(180,194,204)"
    static let darkBackgroundForGoogle = "#12202B"

    /// The shade of an event's accent on which white text can be read.
    static func background(_ accent: Colour) -> Colour { AccentPalette(accent, .light).text }
}

extension Canvas.Colour {
    init(_ colour: Colour) {
        self.init(UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue))
    }
}

/// The width of the light border around a symbol, in modules (ISO/IEC 18004 §6.3.8).
let quietZone = 4

extension Canvas {
    /// Draws a symbol in black on white with its light border, centred in a square and as large as fits.
    ///
    /// - Parameter unit: the side of a pixel, in units of the canvas; nil on paper. The side of each module (a square
    ///   of the symbol) is a whole number of pixels. On paper, modules can have any size.
    func draw(_ symbol: QRSymbol, x: Double, y: Double, side: Double, unit: Double?) throws {
        let modules = symbol.modulesPerSide + 2 * quietZone
        var module = side / Double(modules)
        if let unit { module = max(unit, (module / unit).rounded(.down) * unit) }
        let size = module * Double(modules)
        var (left, top) = (x + (side - size) / 2, y + (side - size) / 2)
        if let unit { (left, top) = ((left / unit).rounded(.down) * unit, (top / unit).rounded(.down) * unit) }
        fill(Box(x: left, y: top, width: size, height: size), .white)
        let picture = Bitmap(width: symbol.modulesPerSide, height: symbol.modulesPerSide) {
            symbol.isDark(row: $1, column: $0)
        }
        let inset = module * Double(quietZone)
        let inner = module * Double(symbol.modulesPerSide)
        try drawMask(picture, in: Box(x: left + inset, y: top + inset, width: inner, height: inner))
    }
}

/// A column of centred texts, one below the other.
struct TextColumn {
    let canvas: Canvas
    let typesetter: Typesetter
    let x: Double
    let width: Double
    private let remark: (TextWarning) -> Void
    private(set) var y: Double

    /// - Parameter remark: receives a warning about each text that cannot be drawn as intended (`TextWarning`).
    init(
        on canvas: Canvas, with typesetter: Typesetter, x: Double, y: Double, width: Double,
        remark: @escaping (TextWarning) -> Void
    ) {
        self.remark = remark
        self.canvas = canvas
        self.typesetter = typesetter
        self.x = x
        self.y = y
        self.width = width
    }

    /// Writes a text below the previous one, in an area of the given height. If the text is nil, the area stays free
    /// for the next text.
    mutating func write(
        _ field: String, _ text: String?, _ font: Font, _ colour: Canvas.Colour, height: Double,
        smallest: Double? = nil,
        lines: Int = 1, vertical: FittedText.Style.Vertical = .middle
    ) {
        guard let text else { return }
        let style = FittedText.Style(
            font: font, smallest: smallest ?? font.size * 0.7, lines: lines, alignment: .centre, vertical: vertical)
        let fitted = FittedText(text, style, width: width, height: height, with: typesetter)
        let missing = fitted.missingScalars
        if fitted.isTruncated || fitted.isTooSmall || !missing.isEmpty {
            remark(
                TextWarning(
                    field: field, isTruncated: fitted.isTruncated, isTooSmall: fitted.isTooSmall, missingGlyphs: missing
                ))
        }
        canvas.write(fitted, x: x, y: y, colour)
        y += height
    }

    /// Writes a text into one line. A text that is too long for one line is written into two lines in the smallest font
    /// size.
    mutating func writeWrapping(
        _ field: String, _ text: String?, _ font: Font, _ colour: Canvas.Colour, line: Double, smallest: Double
    ) {
        guard let text else { return }
        let needed = canvas.size(of: text, font).width * smallest / font.size
        let isLong = needed > width
        write(
            field, text, font, colour, height: isLong ? max(line, smallest * 2.9) : line, smallest: smallest,
            lines: isLong ? 2 : 1)
    }

    mutating func skip(_ height: Double) { y += height }

    mutating func move(to y: Double) { self.y = y }
}
