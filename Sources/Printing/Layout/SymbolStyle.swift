public import QRSymbol

/// The properties with which a ticket's QR symbol is printed. A symbol consists of small dark and light squares
/// (modules). The light border around them is the quiet zone.
public struct SymbolStyle: Hashable, Sendable {
    public var level: ErrorCorrectionLevel
    /// The width of the quiet zone, in modules.
    public var quietZone: Int

    public init(level: ErrorCorrectionLevel = .medium, quietZone: Int = 4) {
        self.level = level
        self.quietZone = quietZone
    }

    /// The minimum side of a module on printers of up to 203 dpi, in millimetres.
    public static let smallestModule = 0.33
    /// The minimum side of a module on printers of more than 203 dpi, in millimetres.
    public static let smallestFineModule = 0.25
    /// The minimum number of dots per module on printers of more than 203 dpi.
    public static let fewestDots = 3
    /// The smallest side of a module, in millimetres, that most phones and scanners can read in poor light.
    public static let comfortableModule = 0.33

    /// The largest number of dots per module with which a symbol still fits into a box. The symbol has `modules`
    /// modules per side, without its quiet zone. The box has sides of `side` millimetres.
    ///
    /// - Parameter most: The maximum number of dots per module that the printer supports. There is such a maximum only
    ///   if the printer renders the symbol itself.
    /// - Throws: `LayoutError.symbolTooSmall` if the modules would be too small to scan.
    public func dots(
        modules: Int, side: Double, dpi: Double, atMost most: Int = .max
    ) throws(LayoutError) -> Int {
        let side = side / PaperLength.millimetresPerInch * dpi
        let all = modules + 2 * quietZone
        // Without the small addition, a rounding error could turn 25.4 mm at 300 dpi into 299 dots instead of 300.
        let dots = min(most, Int(side / Double(all) + 1e-6))
        guard dots >= needed(dpi) else {
            throw .symbolTooSmall(
                modules: all, dpi: dpi, needed: Double(needed(dpi) * all) / dpi * PaperLength.millimetresPerInch)
        }
        return dots
    }

    /// The minimum number of dots per module.
    private func needed(_ dpi: Double) -> Int {
        let smallest = dpi <= 203 ? SymbolStyle.smallestModule : SymbolStyle.smallestFineModule
        // Without the small subtraction, a rounding error could turn 0.254 mm at 300 dpi into 4 dots instead of 3.
        let dots = Int((smallest / PaperLength.millimetresPerInch * dpi - 1e-6).rounded(.up))
        return dpi <= 203 ? dots : max(SymbolStyle.fewestDots, dots)
    }
}
