package import QRSymbol

/// How a ticket's symbol is drawn where it stands alone.
package struct SymbolPicture: Sendable {
    /// With a light border as wide as scanners want it.
    package static let usual = SymbolPicture()

    package var level = ErrorCorrectionLevel.medium
    /// Light modules around it.
    package var quietZone = 4
    /// Of a PNG.
    package var size = PNGSize.scale(8)
    /// The side of an SVG, quiet zone included; nil leaves it to where it is shown.
    package var millimetres: Double?
    package var terminal: (style: TerminalStyle, columns: Int?) = (.blocks(), nil)

    package init() {}
}
