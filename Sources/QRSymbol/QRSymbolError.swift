public import Languages

/// The reason why a text cannot be encoded, or a symbol cannot be rendered at a size.
public enum QRSymbolError: Error, Equatable, Sendable, SentenceConvertible {
    case empty
    /// The text is too long. `capacity` is the maximum number of bytes in the largest symbol (version 40) at the
    /// selected error correction level, if the whole text is encoded in one mode (`SegmentMode`).
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

    public var sentence: Sentence {
        switch self {
        case .empty: Sentence(Text.empty)
        case .tooLong(let bytes, let capacity):
            Sentence(Text.tooLong, ["bytes": .number(bytes), "capacity": .number(capacity)])
        case .quietZone(let modules, let allowed):
            Sentence(
                Text.quietZone,
                [
                    "modules": .number(modules), "least": .number(allowed.lowerBound),
                    "most": .number(allowed.upperBound),
                ])
        case .scale(let scale): Sentence(Text.scale, ["scale": .number(scale)])
        case .millimetres(let length, let allowed):
            Sentence(
                Text.millimetres,
                ["length": "\(length)", "least": "\(allowed.lowerBound)", "most": "\(allowed.upperBound)"])
        case .resolution(let dpi, let allowed):
            Sentence(
                Text.resolution,
                ["dpi": "\(dpi)", "least": "\(allowed.lowerBound)", "most": "\(allowed.upperBound)"])
        case .tooSmall(let millimetres, let dpi, let needed):
            Sentence(
                Text.tooSmall,
                [
                    "length": "\(millimetres)", "dpi": "\(dpi)",
                    "needed": "\((needed * 100).rounded(.up) / 100)",
                ])
        case .tooFewPixels(let pixels, let needed):
            Sentence(Text.tooFewPixels, ["pixels": .number(pixels), "needed": .number(needed)])
        case .tooLarge(let pixels, let limit):
            Sentence(Text.tooLarge, ["pixels": .number(pixels), "limit": .number(limit)])
        case .tooNarrow(let columns, let needed):
            Sentence(Text.tooNarrow, ["columns": .number(columns), "needed": .number(needed)])
        case .outOfMemory: Sentence(Text.outOfMemory)
        case .library(let name, let errno):
            Sentence(Text.library, ["name": .text(name), "errno": "\(errno)"])
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "qrSymbolError"

        case empty = "an empty text cannot be encoded: give at least one character"
        case tooLong =
            "the text has {bytes} bytes, but the largest symbol at this level holds {capacity}: shorten it or choose a lower error correction level"
        case quietZone = "a quiet zone of {modules} modules is out of range: give {least} to {most}"
        case scale = "a scale of {scale} pixels per module is out of range: give 1 or more"
        case millimetres = "{length} mm is out of range: give {least} to {most}"
        case resolution = "{dpi} dpi is out of range: give {least} to {most}"
        case tooSmall =
            "{length} mm at {dpi} dpi is less than one dot per module: give at least {needed} mm or a higher resolution"
        case tooFewPixels = "{pixels} pixels are less than one per module: give at least {needed}"
        case tooLarge =
            "the picture would have {pixels} pixels per side, but the limit is {limit}: give a smaller scale or size"
        case tooNarrow =
            "the window has {columns} columns, but the symbol needs {needed}: widen the window or write a picture instead"
        case outOfMemory = "there is no memory left for the symbol"
        case library =
            "{name} failed (errno {errno}): this is a fault in the program or the library; please report it"
    }
}
