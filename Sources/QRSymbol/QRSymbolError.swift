/// The reason why a text cannot be encoded, or a symbol cannot be rendered at a size.
public enum QRSymbolError: Error, Equatable, Sendable, CustomStringConvertible {
    case empty
    /// The text is too long. `capacity` is the maximum number of bytes that the largest symbol (version 40) can contain
    /// at the selected error correction level, if the whole text is encoded in one mode (`SegmentMode`).
    case tooLong(bytes: Int, capacity: Int)
    case quietZone(Int, allowed: ClosedRange<Int>)
    case scale(Int)
    /// A length in millimetres is NaN or outside of the allowed range.
    case millimetres(Double, allowed: ClosedRange<Double>)
    case resolution(dpi: Double, allowed: ClosedRange<Double>)
    /// At this size, a module (a small square of the symbol) would be smaller than one dot of the printer. `needed` is
    /// the minimum length of a side of the picture, in millimetres.
    case tooSmall(millimetres: Double, dpi: Double, needed: Double)
    /// The requested picture has fewer pixels per side than the symbol has modules per side.
    case tooFewPixels(Int, needed: Int)
    case tooLarge(pixelsPerSide: Int, limit: Int)
    case tooNarrow(columns: Int, needed: Int)
    case outOfMemory
    /// The function or library with this name failed although its input was valid. `errno` is C’s error number after
    /// the failure.
    case library(String, errno: Int32)

    public var description: String {
        switch self {
        case .empty:
            "an empty text cannot be encoded: give at least one character"
        case .tooLong(let bytes, let capacity):
            "the text has \(bytes) bytes, but the largest symbol at this level holds \(capacity): "
                + "shorten it or choose a lower error correction level"
        case .quietZone(let modules, let allowed):
            "a quiet zone of \(modules) modules is out of range: give \(allowed.lowerBound) to \(allowed.upperBound)"
        case .scale(let scale):
            "a scale of \(scale) pixels per module is out of range: give 1 or more"
        case .millimetres(let length, let allowed):
            "\(length) mm is out of range: give \(allowed.lowerBound) to \(allowed.upperBound)"
        case .resolution(let dpi, let allowed):
            "\(dpi) dpi is out of range: give \(allowed.lowerBound) to \(allowed.upperBound)"
        case .tooSmall(let millimetres, let dpi, let needed):
            "\(millimetres) mm at \(dpi) dpi is less than one dot per module: "
                + "give at least \((needed * 100).rounded(.up) / 100) mm or a finer resolution"
        case .tooFewPixels(let pixels, let needed):
            "\(pixels) pixels are less than one per module: give at least \(needed)"
        case .tooLarge(let pixels, let limit):
            "the picture would have \(pixels) pixels per side, but the limit is \(limit): give a smaller scale or size"
        case .tooNarrow(let columns, let needed):
            "the window has \(columns) columns, but the symbol needs \(needed): "
                + "widen the window or write a picture instead"
        case .outOfMemory:
            "there is no memory left for the symbol"
        case .library(let name, let errno):
            "\(name) failed (errno \(errno)): this is a fault in the program or the library, please report it"
        }
    }
}
