/// Reads QR symbols in pictures: PNG, PGM or bare luminance, through ZXing-C++.
///
/// ```swift
/// for symbol in try SymbolReader.read(file: "ticket.png") { print(symbol.text) }
/// ```
///
/// Symbols may be turned, and light on dark if none is dark on light. A picture without a symbol gives an empty list.
/// Several symbols in one picture are found where they stand well apart; of a close grid, read crops.
///
/// Refused: a damaged picture, another format, more than `byteLimit` bytes or `pixelLimit` pixels (before anything is
/// decoded). Time is not bounded: ZXing-C++ tries every three finder patterns together, so a picture made of hundreds
/// of them keeps it busy for minutes. Read strangers' pictures in a process that may be stopped.
public enum SymbolReader {
    public static let byteLimit = 64 << 20
    public static let pixelLimit = 64 << 20
    /// The longest side in pixels that ZXing-C++ counts runs in.
    public static let sideLimit = 65_535

    /// Reads a PNG or PGM file; its first bytes say which, not its name.
    public static func read(file path: String) throws(SymbolReaderError) -> [ReadSymbol] {
        do throws(SymbolReaderError) {
            let bytes = try PictureFile.bytes(of: path)
            switch PictureFormat(of: bytes) {
            case .png: return try read(png: bytes)
            case .pgm: return try read(pgm: bytes)
            case .other(let name): throw .notReadable(format: name)
            }
        } catch {
            throw .file(path: path, error)
        }
    }

    /// Reads a PNG of any kind; transparent parts count as white.
    public static func read(png: [UInt8]) throws(SymbolReaderError) -> [ReadSymbol] {
        guard png.count <= byteLimit else { throw .tooManyBytes(limit: byteLimit) }
        return try read(LibPNG.decode(png))
    }

    /// Reads a greyscale netpbm picture, P5 or P2, of any depth. Only the first picture of a file is looked at.
    public static func read(pgm: [UInt8]) throws(SymbolReaderError) -> [ReadSymbol] {
        guard pgm.count <= byteLimit else { throw .tooManyBytes(limit: byteLimit) }
        return try read(PGM.decode(pgm))
    }

    /// Reads one byte a pixel, 0 for black, row by row from the top left.
    public static func read(
        luminance: [UInt8], width: Int, height: Int
    ) throws(SymbolReaderError) -> [ReadSymbol] {
        try check(width: width, height: height)
        guard luminance.count == width * height else {
            throw .luminance(bytes: luminance.count, needed: width * height)
        }
        return try read(Luminance(width: width, height: height, pixels: luminance))
    }

    private static func read(_ picture: Luminance) throws(SymbolReaderError) -> [ReadSymbol] {
        let found = try ZXingLibrary.read(picture)
        return found.isEmpty ? try ZXingLibrary.read(picture.inverted) : found
    }

    /// The cap that holds before any memory is taken for pixels.
    static func check(width: Int, height: Int) throws(SymbolReaderError) {
        let sides = 1...sideLimit
        guard sides.contains(width), sides.contains(height), width * height <= pixelLimit else {
            throw .size(width: width, height: height, sideLimit: sideLimit, pixelLimit: pixelLimit)
        }
    }
}

/// A picture of one byte a pixel whose size was checked.
struct Luminance {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    var inverted: Luminance { Luminance(width: width, height: height, pixels: pixels.map { ~$0 }) }
}
