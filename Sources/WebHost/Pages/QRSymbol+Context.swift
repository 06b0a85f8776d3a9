import QRSymbol

extension QRSymbol {
    /// Template values that draw the symbol as SVG. `symbol_side` is the length of a side in modules (the symbol’s
    /// squares), including the light border. `symbol_path` is the path of the dark modules.
    package var context: [String: TemplateContext.Value] {
        // The light border around a symbol, in modules (ISO/IEC 18004).
        let quietZone = 4
        return [
            "symbol_side": .text("\(modulesPerSide + 2 * quietZone)"),
            "symbol_path": .text(path(quietZone: quietZone)),
        ]
    }
}
