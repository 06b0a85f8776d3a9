public import FileAccess

/// Encodes QR symbols as 1-bit greyscale PNG (W3C PNG, third edition). A symbol consists of small dark and light
/// squares (modules) in a light border (the quiet zone). Use one encoder for many symbols, because creating an encoder
/// takes longer than encoding a symbol. An encoder must not be used by several threads at the same time.
public final class PNGEncoder {
    private let compressor: Deflate

    public init() throws(QRSymbolError) {
        // For pictures of symbols, level 2 is as fast as level 1 and gives a smaller result. Higher levels are slower,
        // and their results are hardly smaller.
        compressor = try Deflate(level: 2)
    }

    /// Encodes a symbol.
    ///
    /// - Throws: `QRSymbolError`, for example if the size allows less than one pixel per module, or if the side is
    ///   longer than `PNGSize.longestSide`.
    public func png(of symbol: QRSymbol, size: PNGSize, quietZone: Int = 4) throws(QRSymbolError) -> [UInt8] {
        let side = try symbol.side(quietZone: quietZone)
        let scale = try size.scale(side: side)
        let margin = size.margin(around: side * scale)
        let pixels = UInt32(side * scale + margin)
        let data =
            if let data = RepeatedRowEncoder.zlib(of: symbol, quietZone: quietZone, scale: scale, margin: margin) {
                data
            } else {
                try compressor.zlib(
                    ScanLines(of: symbol, quietZone: quietZone, scale: scale, margin: margin).expanded())
            }

        var file: [UInt8] = []
        file.reserveCapacity(data.count + 78)
        file += [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // After the width and height: bit depth 1, greyscale, deflate, adaptive filters, not interlaced.
        file.appendChunk("IHDR", pixels.bytes + pixels.bytes + [1, 0, 0, 0, 0])
        if let dots = size.dotsPerMetre { file.appendChunk("pHYs", dots.bytes + dots.bytes + [1]) }
        file.appendChunk("IDAT", data)
        file.appendChunk("IEND", [])
        return file
    }
}

extension QRSymbol {
    /// The side of a module, in millimetres, in an image of the given size; nil if the size is not in millimetres.
    public func moduleSide(in size: PNGSize, quietZone: Int = 4) throws(QRSymbolError) -> Double? {
        guard case .millimetres(_, let dpi) = size else { return nil }
        return Double(try size.scale(side: try side(quietZone: quietZone))) / dpi * PictureLength.inch
    }

    /// The side of a module, in millimetres. The parameter `millimetres` is the side of the whole image, including the
    /// quiet zone.
    public func moduleSide(millimetres: Double, quietZone: Int = 4) throws(QRSymbolError) -> Double {
        millimetres / Double(try side(quietZone: quietZone))
    }

    /// Encodes the symbol as a PNG. For many symbols, reuse a `PNGEncoder`.
    public func png(size: PNGSize = .scale(8), quietZone: Int = 4) throws(QRSymbolError) -> [UInt8] {
        try PNGEncoder().png(of: self, size: size, quietZone: quietZone)
    }

    /// Writes the symbol to a PNG file. The file is written completely or not at all.
    ///
    /// - Throws: `QRSymbolError`, or `SystemError` with the failed operation and the path.
    public func writePNG(
        to path: String, size: PNGSize = .scale(8), quietZone: Int = 4, existing: AtomicFile.Existing,
        durability: AtomicFile.Durability = .synced
    ) throws {
        try AtomicFile.write(
            png(size: size, quietZone: quietZone), to: path, existing: existing, durability: durability)
    }
}

extension UInt32 {
    fileprivate var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> UInt32(24 - 8 * $0)) } }
}

extension [UInt8] {
    fileprivate mutating func appendChunk(_ type: StaticString, _ data: [UInt8]) {
        self += UInt32(data.count).bytes
        let start = count
        self += "\(type)".utf8
        self += data
        self += Deflate.crc32(self[start...]).bytes
    }
}
