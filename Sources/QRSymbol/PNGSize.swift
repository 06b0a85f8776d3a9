/// How large a PNG is.
public enum PNGSize: Sendable, Equatable {
    /// Pixels a module.
    case scale(Int)
    /// The side of the whole picture in pixels, quiet zone included. A module is a whole number of them, the largest that
    /// fits, so the picture may come out a little smaller, never larger.
    case pixels(Int)
    /// The side of the whole picture, quiet zone included, at the resolution of the printer, to its nearest dot. A module
    /// is a whole number of dots, the largest that fits; what is left is white around the quiet zone.
    case millimetres(Double, dpi: Double)

    /// The longest side in pixels: 100 megapixels.
    public static let longestSide = 10_000

    /// Pixels a module for a picture of `side` modules.
    func scale(side: Int) throws(QRSymbolError) -> Int {
        let scale: Int
        switch self {
        case .scale(let pixels):
            guard pixels >= 1 else { throw .scale(pixels) }
            scale = pixels
        case .pixels(let pixels):
            scale = pixels / side
            guard scale >= 1 else { throw .tooFewPixels(pixels, needed: side) }
        case .millimetres(let length, let dpi):
            try Millimetres.check(length)
            guard PNGSize.resolutions.contains(dpi) else { throw .resolution(dpi: dpi, allowed: PNGSize.resolutions) }
            // The tiny addition keeps 25.4 mm at 300 dpi at 300 dots whatever the rounding of the division.
            scale = Int(length / Millimetres.inch * dpi + 1e-6) / side
            guard scale >= 1 else {
                throw .tooSmall(millimetres: length, dpi: dpi, needed: Double(side) / dpi * Millimetres.inch)
            }
        }
        let (pixels, overflows) = scale.multipliedReportingOverflow(by: side)
        let whole = overflows ? .max : pixels + margin(besides: pixels)
        guard whole <= PNGSize.longestSide else {
            throw .tooLarge(pixelsPerSide: whole, limit: PNGSize.longestSide)
        }
        return scale
    }

    /// White pixels that a picture of so many pixels lacks, left and right or above and below together.
    func margin(besides pixels: Int) -> Int {
        guard case .millimetres(let length, let dpi) = self else { return 0 }
        return max(0, Int((length / Millimetres.inch * dpi).rounded()) - pixels)
    }

    /// Dots a metre, for the `pHYs` chunk. Nil for a picture without a size on paper.
    var dotsPerMetre: UInt32? {
        switch self {
        case .scale, .pixels: nil
        case .millimetres(_, let dpi): UInt32((dpi / Millimetres.inch * 1000).rounded())
        }
    }

    private static let resolutions = 1.0...100_000.0
}

/// Lengths on paper.
enum Millimetres {
    static let inch = 25.4
    private static let allowed = 0.1...100_000.0

    static func check(_ length: Double) throws(QRSymbolError) {
        guard allowed.contains(length) else { throw .millimetres(length, allowed: allowed) }
    }
}
