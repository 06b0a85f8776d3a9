package import QRSymbol

/// Options for a picture that shows only a ticket's QR symbol.
package struct SymbolOptions: Sendable {
    /// The default options, with the border that scanners need.
    package static let `default` = SymbolOptions()

    package var level = ErrorCorrectionLevel.medium
    /// The width of the light border, in modules.
    package var quietZone = 4
    /// The size of a PNG.
    package var size = PNGSize.scale(8)
    /// The side length of an SVG in millimetres, including the quiet zone. If it is nil, the SVG has no fixed size.
    package var millimetres: Double?
    package var terminal: (style: TerminalStyle, columns: Int?) = (.blocks(), nil)

    package init() {}
}
