/// The size of a PNG of a QR symbol. A symbol consists of small dark and light squares (modules) in a light border (the
/// quiet zone).
public enum PNGSize: Sendable, Equatable {
    /// The number of pixels along the side of a module. The size of the image follows from this number.
    case scale(Int)
    /// The maximum side of the image in pixels, including the quiet zone. The side of a module is the largest whole
    /// number of pixels that fits, so the image can be slightly smaller.
    case pixels(Int)
    /// The side of the image in millimetres, including the quiet zone, rounded to whole printer dots. The side of a
    /// module is the largest whole number of dots that fits. The remaining dots become white space around the quiet
    /// zone.
    case millimetres(Double, dpi: Double)

    /// The maximum side of an image, in pixels.
    public static let longestSide = 10_000

    /// The number of pixels along the side of a module. `side` is the number of modules along the side of the image,
    /// including the quiet zone.
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
            try PictureLength.check(length)
            guard PNGSize.resolutions.contains(dpi) else { throw .resolution(dpi: dpi, allowed: PNGSize.resolutions) }
            // Without the small addition, a rounding error could turn 25.4 mm at 300 dpi into 299 dots instead of 300.
            scale = Int(length / PictureLength.inch * dpi + 1e-6) / side
            guard scale >= 1 else {
                throw .tooSmall(millimetres: length, dpi: dpi, needed: Double(side) / dpi * PictureLength.inch)
            }
        }
        let (pixels, overflows) = scale.multipliedReportingOverflow(by: side)
        let total = overflows ? .max : pixels + margin(around: pixels)
        guard total <= PNGSize.longestSide else {
            throw .tooLarge(pixelsPerSide: total, limit: PNGSize.longestSide)
        }
        return scale
    }

    /// The number of white pixels that are added to the image's width, on the left and right together. The same number
    /// is added to its height. `pixels` is the side of the symbol with its quiet zone.
    func margin(around pixels: Int) -> Int {
        guard case .millimetres(let length, let dpi) = self else { return 0 }
        return max(0, Int((length / PictureLength.inch * dpi).rounded()) - pixels)
    }

    /// The resolution in dots per metre, which the PNG's chunk `pHYs` contains; nil if the size is not in millimetres.
    var dotsPerMetre: UInt32? {
        switch self {
        case .scale, .pixels: nil
        case .millimetres(_, let dpi): UInt32((dpi / PictureLength.inch * 1000).rounded())
        }
    }

    private static let resolutions = 1.0...100_000.0
}

/// The allowed lengths of a picture's side, in millimetres.
enum PictureLength {
    static let inch = 25.4
    private static let allowed = 0.1...100_000.0

    static func check(_ length: Double) throws(QRSymbolError) {
        guard allowed.contains(length) else { throw .millimetres(length, allowed: allowed) }
    }
}
