import Drawing
public import QRSymbol

/// A symbol that was drawn on a page, in dots of the printer: what the page must hold there.
public struct PlacedSymbol: Hashable, Sendable {
    /// The ticket, as errors call it.
    public let ticket: String
    public let token: String
    /// The upper left corner of the quiet zone.
    public let x: Int
    public let y: Int
    public let dotsPerModule: Int
    /// Along one side, without the quiet zone.
    public let modules: Int
    public let level: ErrorCorrectionLevel
    public let quietZone: Int

    /// Dots along one side, quiet zone included.
    public var side: Int { (modules + 2 * quietZone) * dotsPerModule }
}

extension Canvas {
    /// Lays a symbol's dark modules where it is to be.
    ///
    /// - Parameter dot: the printer's dots, in points.
    func ink(_ place: PlacedSymbol, _ symbol: QRSymbol, dot: Double) throws {
        // A hair within its dots: an edge that rounding puts a hair beyond would take another row of them.
        let hair = 0.02
        let corner = Double(place.quietZone * place.dotsPerModule) + hair
        let length = Double(place.modules * place.dotsPerModule) - 2 * hair
        try ink(
            Bitmap(width: place.modules, height: place.modules) { x, y in symbol.isDark(row: y, column: x) },
            in: Canvas.Box(
                x: (Double(place.x) + corner) * dot, y: (Double(place.y) + corner) * dot, width: length * dot,
                height: length * dot))
    }
}
