import QRSymbol

extension QRSymbol {
    /// The symbol as shapes that stand inside a page: `symbol_side` in modules, and `symbol_path`.
    var facts: [String: Facts.Fact] {
        // Modules of light around a symbol (ISO/IEC 18004).
        let quietZone = 4
        return [
            "symbol_side": .text("\(modulesPerSide + 2 * quietZone)"),
            "symbol_path": .text(path(quietZone: quietZone)),
        ]
    }
}
