import Drawing
import QRSymbol

/// Colours of everything that is drawn here.
enum Palette {
    static let ink = Canvas.Colour(0x17212B)
    static let quiet = Canvas.Colour(0x5B6670)
    static let rule = Canvas.Colour(0xD5DADE)
    static let night = Canvas.Colour(0x12202B)
    static let nightQuiet = Canvas.Colour(0xB4C2CC)
    /// As Apple's and Google's passes name `night`, white and `nightQuiet`.
    static let nightForApple = "rgb(18,32,43)"
    static let whiteForApple = "rgb(255,255,255)"
    static let quietForApple = "rgb(180,194,204)"
    static let nightForGoogle = "#12202B"
}

/// Light modules around a symbol (ISO/IEC 18004 §6.3.8).
let quietZone = 4

extension Canvas {
    /// Draws a symbol black on white with its light border, as large as the side allows with whole units a module, in
    /// the middle of a square.
    ///
    /// - Parameter unit: what a module is a whole number of; nil on paper, where a module is as large as it can be.
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
        try ink(picture, in: Box(x: left + inset, y: top + inset, width: inner, height: inner))
    }
}

/// Texts one below the other, each in the middle of a column.
struct TextColumn {
    let canvas: Canvas
    let typesetter: Typesetter
    let x: Double
    let width: Double
    private let remark: (TextRemark) -> Void
    private(set) var y: Double

    /// - Parameter remark: is told of texts that are cut, or have characters without a font.
    init(
        on canvas: Canvas, with typesetter: Typesetter, x: Double, y: Double, width: Double,
        remark: @escaping (TextRemark) -> Void
    ) {
        self.remark = remark
        self.canvas = canvas
        self.typesetter = typesetter
        self.x = x
        self.y = y
        self.width = width
    }

    /// Writes a text into the next `height`; nothing takes no room.
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
        if fitted.isCut || fitted.isTooSmall || !missing.isEmpty {
            remark(
                TextRemark(field: field, isCut: fitted.isCut, isTooSmall: fitted.isTooSmall, missing: missing))
        }
        canvas.write(fitted, x: x, y: y, colour)
        y += height
    }

    /// Writes a text into one line, or into two of the smallest size where one would cut it: a time, a place.
    mutating func writeWhole(
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

    mutating func go(to y: Double) { self.y = y }
}
