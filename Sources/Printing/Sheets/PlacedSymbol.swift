import Drawing
public import QRSymbol

/// A QR symbol and its position on a page, in printer dots. The self-check of the finished page looks for the symbol at
/// this position. A symbol consists of small squares (modules). The light border around them is the quiet zone.
public struct PlacedSymbol: Hashable, Sendable {
    /// The code or name of the ticket, for errors.
    public let ticket: String
    public let token: String
    /// The position of the upper left corner of the quiet zone.
    public let x: Int
    public let y: Int
    public let dotsPerModule: Int
    /// The number of modules per side, without the quiet zone.
    public let modules: Int
    public let level: ErrorCorrectionLevel
    public let quietZone: Int

    /// The length of a side in dots, including the quiet zone.
    public var side: Int { (modules + 2 * quietZone) * dotsPerModule }
}

extension Canvas {
    /// Draws the dark modules of `symbol` at the position in `placed`.
    ///
    /// - Parameter dot: The size of a printer dot, in points.
    func drawSymbol(_ placed: PlacedSymbol, _ symbol: QRSymbol, dot: Double) throws {
        // The symbol is drawn slightly smaller than the area of its printer dots. Otherwise, a rounding error could
        // make an edge touch one more row of dots.
        let hair = 0.02
        let corner = Double(placed.quietZone * placed.dotsPerModule) + hair
        let length = Double(placed.modules * placed.dotsPerModule) - 2 * hair
        try drawMask(
            Bitmap(width: placed.modules, height: placed.modules) { x, y in symbol.isDark(row: y, column: x) },
            in: Canvas.Box(
                x: (Double(placed.x) + corner) * dot, y: (Double(placed.y) + corner) * dot, width: length * dot,
                height: length * dot))
    }
}
