import Drawing

/// Writes labels for Zebra and compatible printers in ZPL II, as described in Zebra's “ZPL II Programming Guide”.
///
/// Each image becomes one label, from `^XA` to `^XZ`. Each label first sets all values that the printer could have kept
/// from an earlier label: origin, orientation, mirroring, inversion, and the character set. It does not change the
/// values that people calibrate at the printer: darkness, speed, media, and the label's position (`^LT` and `^LS`).
///
/// ```swift
/// let writer = try ZPLWriter(widthLimit: 832, copies: 1)
/// for face in faces { try writer.write(face) { try file.append($0) } }
/// ```
///
/// An image that the printer cannot print is rejected before its first byte is written.
public struct ZPLWriter: Sendable {
    /// The maximum width and height of a label, in dots (`^LL`).
    public static let longestSide = 32_000
    /// The allowed numbers of dots per module for symbols that the printer renders (`^BQ`). Only newer firmware
    /// supports larger numbers.
    public static let magnifications = 1...10
    /// The numbers of copies that `^PQ`, the command for copies, accepts.
    public static let copyCounts = 1...99_999_999
    /// The first row at which a symbol that the printer renders can begin. The command `^BQ` draws a symbol one bar
    /// height below the position that `^FO` sets, and this position cannot be negative. Each label with such a symbol
    /// uses `^BY` to set the bar height to this number of rows.
    public static let firstSymbolRow = 10
    /// The maximum number of bytes in one `^FD`, the command for text.
    static let fieldLimit = 3072
    /// The maximum number of bytes in one `^GF`, the command for images.
    static let graphicLimit = 99_999

    /// The maximum width of a label in dots, such as 832 for 4 inches at 203 dpi.
    public let widthLimit: Int
    /// The number of copies of each label.
    public let copies: Int

    public init(widthLimit: Int = ZPLWriter.longestSide, copies: Int = 1) throws(PrinterError) {
        guard ZPLWriter.copyCounts.contains(copies) else { throw .copies(copies, allowed: ZPLWriter.copyCounts) }
        self.widthLimit = min(widthLimit, ZPLWriter.longestSide)
        self.copies = copies
    }

    /// Writes one label.
    ///
    /// - Throws: `PrinterError` if the printer cannot print the label; nothing is written in this case. Also the errors
    ///   of `sink`.
    public func write(_ face: PrinterImage, into sink: ([UInt8]) throws -> Void) throws {
        try check(face)
        let bitmap = face.bitmap
        // `^PW` sets the label's width, which must be at least 2.
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

    private func check(_ face: PrinterImage) throws(PrinterError) {
        let bitmap = face.bitmap
        guard bitmap.width <= widthLimit else { throw .tooWide(dots: bitmap.width, limit: widthLimit) }
        guard bitmap.height <= ZPLWriter.longestSide else {
            throw .tooTall(dots: bitmap.height, limit: ZPLWriter.longestSide)
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

    /// Rows of the image as one `^GF` command; nil if the rows contain no ink.
    ///
    /// The data consist of ASCII characters, which every ZPL II printer supports. The smaller form `:Z64:` needs newer
    /// firmware.
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
        let command = "^FO\(symbol.x),\(symbol.y - firstSymbolRow)^BQN,2,\(symbol.dotsPerModule)^FH_^FD"
        return Array(command.utf8) + data(of: symbol) + Array("^FS\n".utf8)
    }

    /// The data for `^FD`. It begins, for example, with `MA,`: `M` is the error correction level, and `A` is the
    /// automatic input mode.
    private static func data(of symbol: NativeSymbol) -> [UInt8] {
        var data = Array("\(symbol.level.rawValue)A,".utf8)
        for byte in symbol.text.utf8 {
            if unescapedBytes.contains(byte) {
                data.append(byte)
            } else {
                data += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return data
    }

    /// The characters that are not escaped, because they can never begin or end a ZPL command.
    private static let unescapedBytes = Set(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz $%*+-./:".utf8)
    private static let digits = Array("0123456789ABCDEF".utf8)
}
