/// Why a text has no symbol, or a symbol no picture of the size asked for.
public enum QRSymbolError: Error, Equatable, Sendable, CustomStringConvertible {
    case empty
    /// `capacity` is what version 40 holds at the level asked for, in the one mode that fits the whole text.
    case tooLong(bytes: Int, capacity: Int)
    case quietZone(Int, allowed: ClosedRange<Int>)
    case scale(Int)
    /// A length that is no number, or one that no picture has.
    case millimetres(Double, allowed: ClosedRange<Double>)
    case resolution(dpi: Double, allowed: ClosedRange<Double>)
    /// Not even one dot a module. `needed` is the smallest side in millimetres.
    case tooSmall(millimetres: Double, dpi: Double, needed: Double)
    /// Not even one pixel a module.
    case tooFewPixels(Int, needed: Int)
    case tooLarge(pixelsPerSide: Int, limit: Int)
    case tooNarrow(columns: Int, needed: Int)
    case outOfMemory
    /// A C library refused what its documentation allows; `errno` as it left it.
    case library(String, errno: Int32)

    public var description: String {
        switch self {
        case .empty:
            "an empty text has no symbol: give at least one character"
        case .tooLong(let bytes, let capacity):
            "the text is \(bytes) bytes and the largest symbol of this level holds \(capacity): "
                + "shorten it or choose a lower error correction level"
        case .quietZone(let modules, let allowed):
            "a quiet zone of \(modules) modules is out of range: give \(allowed.lowerBound) to \(allowed.upperBound)"
        case .scale(let scale):
            "a scale of \(scale) pixels a module draws nothing: give 1 or more"
        case .millimetres(let length, let allowed):
            "\(length) mm is no size of a picture: give \(allowed.lowerBound) to \(allowed.upperBound)"
        case .resolution(let dpi, let allowed):
            "\(dpi) dots an inch is no resolution: give \(allowed.lowerBound) to \(allowed.upperBound)"
        case .tooSmall(let millimetres, let dpi, let needed):
            "\(millimetres) mm at \(dpi) dpi is less than one dot a module: "
                + "give at least \((needed * 100).rounded(.up) / 100) mm or a finer resolution"
        case .tooFewPixels(let pixels, let needed):
            "\(pixels) pixels are less than one a module: give at least \(needed)"
        case .tooLarge(let pixels, let limit):
            "the picture would be \(pixels) pixels a side and the limit is \(limit): give a smaller scale or size"
        case .tooNarrow(let columns, let needed):
            "the window has \(columns) columns and the symbol needs \(needed): widen it or write a picture instead"
        case .outOfMemory:
            "there is no memory left for the symbol"
        case .library(let name, let errno):
            "\(name) failed (errno \(errno)): this is a fault in the program or the library, please report it"
        }
    }
}
