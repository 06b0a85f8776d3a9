package import QRSymbol

/// Options for a picture or a text that shows only a ticket's QR symbol.
package struct SymbolOptions: Sendable {
    /// The default options. Their light border is wide enough for scanners.
    package static let `default` = SymbolOptions()

    package var level = ErrorCorrectionLevel.medium
    /// The width of the symbol's light border, in modules. A module is one of the symbol's small squares.
    package var quietZone = 4
    /// The size of a PNG.
    package var size = PNGSize.scale(8)
    /// The side length of an SVG in millimetres, including the light border. If it is nil, the SVG has no fixed size.
    package var millimetres: Double?
    /// The style of a symbol on a terminal, and the terminal's width in columns. If `columns` is nil, the symbol can be
    /// wider than the terminal.
    package var terminal: (style: TerminalStyle, columns: Int?) = (.blocks(), nil)

    package init() {}
}
