public import FileAccess

/// Draws symbols as 1-bit greyscale PNG (W3C PNG, third edition). One encoder draws any number of symbols, one after
/// the other: its compressor costs more to make than a symbol. Each thread has its own.
public final class PNGEncoder {
    private let compressor: Deflate

    public init() throws(QRSymbolError) {
        // Level 2 costs no more than level 1 on these pictures and packs them tighter; above, time grows and little else.
        compressor = try Deflate(level: 2)
    }

    /// The file's bytes. Refused: a size of less than a pixel a module or more than `PNGSize.longestSide` a side.
    public func png(of symbol: QRSymbol, size: PNGSize, quietZone: Int = 4) throws(QRSymbolError) -> [UInt8] {
        let side = try symbol.side(quietZone: quietZone)
        let scale = try size.scale(side: side)
        let margin = size.margin(besides: side * scale)
        let pixels = UInt32(side * scale + margin)
        let data =
            if let data = RepeatedLines.zlib(of: symbol, quietZone: quietZone, scale: scale, margin: margin) {
                data
            } else {
                try compressor.zlib(
                    ScanLines(of: symbol, quietZone: quietZone, scale: scale, margin: margin).unfolded())
            }

        var file: [UInt8] = []
        file.reserveCapacity(data.count + 78)
        file += [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Bit depth 1, greyscale, deflate, adaptive filters, not interlaced.
        file.appendChunk("IHDR", pixels.bytes + pixels.bytes + [1, 0, 0, 0, 0])
        if let dots = size.dotsPerMetre { file.appendChunk("pHYs", dots.bytes + dots.bytes + [1]) }
        file.appendChunk("IDAT", data)
        file.appendChunk("IEND", [])
        return file
    }
}

extension QRSymbol {
    /// The side of a module of a picture that has a size on paper, in millimetres; nil where it has none.
    public func moduleSide(in size: PNGSize, quietZone: Int = 4) throws(QRSymbolError) -> Double? {
        guard case .millimetres(_, let dpi) = size else { return nil }
        return Double(try size.scale(side: try side(quietZone: quietZone))) / dpi * Millimetres.inch
    }

    /// The side of a module of a picture of so many millimetres, quiet zone included.
    public func moduleSide(millimetres: Double, quietZone: Int = 4) throws(QRSymbolError) -> Double {
        millimetres / Double(try side(quietZone: quietZone))
    }

    /// A PNG of this one symbol; for many, keep a `PNGEncoder`.
    public func png(size: PNGSize = .scale(8), quietZone: Int = 4) throws(QRSymbolError) -> [UInt8] {
        try PNGEncoder().png(of: self, size: size, quietZone: quietZone)
    }

    /// Puts a PNG on disk, whole or not at all.
    ///
    /// - Throws: `QRSymbolError`, or `SystemError` naming the step and the path.
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
