public import QRSymbol

/// How the symbol of a ticket is printed.
public struct SymbolStyle: Hashable, Sendable {
    public var level: ErrorCorrectionLevel
    /// Light modules around it.
    public var quietZone: Int

    public init(level: ErrorCorrectionLevel = .medium, quietZone: Int = 4) {
        self.level = level
        self.quietZone = quietZone
    }

    /// The smallest module, at printers of up to 203 dots an inch, in millimetres.
    public static let smallestModule = 0.33
    /// The smallest module at finer printers, in millimetres.
    public static let smallestFineModule = 0.25
    /// The fewest dots a module may have on finer printers.
    public static let fewestDots = 3
    /// Below that, in millimetres, many phones and scanners fail in poor light.
    public static let comfortableModule = 0.33

    /// Dots a module, for a symbol of `modules` a side in a box of `side` millimetres: the most that fit.
    ///
    /// - Parameter most: what the printer draws at the most, where it draws the symbol itself.
    /// - Throws: `LayoutError.symbolTooSmall` when too little is left to be scanned.
    public func dots(
        modules: Int, side: Double, dpi: Double, atMost most: Int = .max
    ) throws(LayoutError) -> Int {
        let side = side / Millimetres.inch * dpi
        let all = modules + 2 * quietZone
        // The tiny addition keeps 25.4 mm at 300 dpi at 300 dots whatever the rounding of the division.
        let dots = min(most, Int(side / Double(all) + 1e-6))
        guard dots >= needed(dpi) else {
            throw .symbolTooSmall(
                modules: all, dpi: dpi, needed: Double(needed(dpi) * all) / dpi * Millimetres.inch)
        }
        return dots
    }

    /// A module has a whole number of dots: on coarse printers as many as 0.33 mm take.
    private func needed(_ dpi: Double) -> Int {
        let smallest = dpi <= 203 ? SymbolStyle.smallestModule : SymbolStyle.smallestFineModule
        // The tiny subtraction keeps 0.254 mm at 300 dpi at three dots whatever the rounding of the division.
        let dots = Int((smallest / Millimetres.inch * dpi - 1e-6).rounded(.up))
        return dpi <= 203 ? dots : max(SymbolStyle.fewestDots, dots)
    }
}
