import QRSymbol

extension QRSymbol {
    /// Template values that draw the symbol as SVG. `symbol_side` is the length of a side in modules (the symbol’s
    /// squares), including the light border. `symbol_path` is the path of the dark modules.
    package var context: [String: TemplateContext.Value] {
        ["symbol_side": .text("\(sideWithBorder)"), "symbol_path": .text(pathWithBorder)]
    }

    /// The light border around a symbol, in modules (ISO/IEC 18004).
    private static var border: Int { 4 }

    /// The length of a side in modules, including the light border.
    package var sideWithBorder: Int { modulesPerSide + 2 * QRSymbol.border }

    /// The path of the dark modules in SVG, with the light border around them.
    package var pathWithBorder: String { path(quietZone: QRSymbol.border) }
}
