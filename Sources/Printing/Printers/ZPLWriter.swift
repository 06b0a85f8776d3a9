import Drawing

/// Labels for Zebra's printers and those that speak as they do: ZPL II, by Zebra's “ZPL II Programming Guide”.
///
/// One label a face, from `^XA` to `^XZ`, with all that the printer would otherwise keep from an earlier label: origin,
/// orientation, mirroring, inversion, and the character set. What an operator calibrates is left alone: darkness, speed,
/// media, `^LT` and `^LS`.
///
/// ```swift
/// let writer = try ZPLWriter(widthLimit: 832, copies: 1)
/// for face in faces { try writer.write(face) { try file.append($0) } }
/// ```
///
/// A face is refused before its first byte is written. One label at a time is in memory, as bytes of at most 200 KB.
public struct ZPLWriter: Sendable {
    /// The largest label in either direction, in dots (`^LL`).
    public static let longestSide = 32_000
    /// Dots a module of the printer's own symbols (`^BQ`). Newer firmware takes more.
    public static let magnifications = 1...10
    /// `^PQ`.
    public static let copyCounts = 1...99_999_999
    /// Where the printer's own symbols may begin, at the least: `^BQ` puts a symbol lower than `^FO` says, by the height of
    /// bars that `^BY` has set. 10 is what printers begin with.
    public static let firstSymbolRow = 10
    /// The most bytes of one `^FD`.
    static let fieldLimit = 3072
    /// The most bytes of one `^GF`.
    static let graphicLimit = 99_999

    /// Dots across the widest label that the printer takes: 832 for 4 inches at 203 dpi.
    public let widthLimit: Int
    /// Of each label.
    public let copies: Int

    public init(widthLimit: Int = ZPLWriter.longestSide, copies: Int = 1) throws(PrinterRefusal) {
        guard ZPLWriter.copyCounts.contains(copies) else { throw .copies(copies, allowed: ZPLWriter.copyCounts) }
        self.widthLimit = min(widthLimit, ZPLWriter.longestSide)
        self.copies = copies
    }

    /// Writes one label.
    ///
    /// - Throws: `PrinterRefusal` before anything is written; whatever `sink` throws.
    public func write(_ face: PrintedFace, into sink: ([UInt8]) throws -> Void) throws {
        try check(face)
        let bitmap = face.bitmap
        // ^PW takes 2 and more.
        var head = "^XA\n^CI0^PW\(max(bitmap.width, 2))^LL\(bitmap.height)^LH0,0^FWN^PON^PMN^LRN\n"
        if !face.symbols.isEmpty { head += "^BY2,3,\(ZPLWriter.firstSymbolRow)\n" }
        try sink(Array(head.utf8))
        let rowsPerBand = ZPLWriter.graphicLimit / bitmap.bytesPerRow
        for start in stride(from: 0, to: bitmap.height, by: rowsPerBand) {
            let rows = start..<min(start + rowsPerBand, bitmap.height)
            if let band = ZPLWriter.graphic(bitmap, rows: rows) { try sink(band) }
        }
        for symbol in face.symbols { try sink(ZPLWriter.field(symbol)) }
        try sink(Array("^PQ\(copies)\n^XZ\n".utf8))
    }

    private func check(_ face: PrintedFace) throws(PrinterRefusal) {
        let bitmap = face.bitmap
        guard bitmap.width <= widthLimit else { throw .tooWide(dots: bitmap.width, limit: widthLimit) }
        guard bitmap.height <= ZPLWriter.longestSide else {
            throw .tooHigh(dots: bitmap.height, limit: ZPLWriter.longestSide)
        }
        for symbol in face.symbols {
            guard ZPLWriter.magnifications.contains(symbol.dotsPerModule) else {
                throw .moduleSize(dots: symbol.dotsPerModule, allowed: ZPLWriter.magnifications)
            }
            guard symbol.y >= ZPLWriter.firstSymbolRow else {
                throw .tooNearTop(y: symbol.y, needed: ZPLWriter.firstSymbolRow)
            }
            let bytes = ZPLWriter.data(of: symbol).count
            guard bytes <= ZPLWriter.fieldLimit else {
                throw .fieldTooLong(bytes: bytes, limit: ZPLWriter.fieldLimit)
            }
        }
    }

    /// Some rows as one `^GF`, nil if there is no ink in them.
    ///
    /// The ASCII form, since every printer of ZPL II takes it; `:Z64:` would be smaller, and came with later firmware.
    private static func graphic(_ bitmap: Bitmap, rows: Range<Int>) -> [UInt8]? {
        let width = bitmap.bytesPerRow
        let bytes = bitmap.bytes[rows.lowerBound * width..<rows.upperBound * width]
        guard bytes.contains(where: { $0 != 0 }) else { return nil }
        var field = Array("^FO0,\(rows.lowerBound)^GFA,\(bytes.count),\(bytes.count),\(width),".utf8)
        ZPLRunLength.append(bytes, bytesPerRow: width, to: &field)
        field += "^FS\n".utf8
        return field
    }

    private static func field(_ symbol: NativeSymbol) -> [UInt8] {
        let place = "^FO\(symbol.x),\(symbol.y - firstSymbolRow)^BQN,2,\(symbol.dotsPerModule)^FH_^FD"
        return Array(place.utf8) + data(of: symbol) + Array("^FS\n".utf8)
    }

    /// Normal mode, automatic input: `M` of `MA,` is the level.
    private static func data(of symbol: NativeSymbol) -> [UInt8] {
        var data = Array("\(symbol.level.rawValue)A,".utf8)
        for byte in symbol.text.utf8 {
            if plain.contains(byte) {
                data.append(byte)
            } else {
                data += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return data
    }

    /// What no ZPL command begins with or ends at, in any setting; everything else goes by its number.
    private static let plain = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz $%*+-./:".utf8)
    private static let digits = Array("0123456789ABCDEF".utf8)
}
