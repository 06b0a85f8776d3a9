/// Reads QR symbols in images (PNG, PGM or raw luminance) with the C++ library ZXing-C++.
///
/// ```swift
/// for symbol in try SymbolReader.read(file: "ticket.png") { print(symbol.text) }
/// ```
///
/// Symbols may be rotated. Light-on-dark symbols are found only if the image contains no dark-on-light symbol. An image
/// without a symbol gives an empty list. Several symbols in one image are found if there is enough space between them.
/// If an image contains a dense grid of symbols, crop the image and read the parts.
///
/// Damaged images, other formats, and images of more than `byteLimit` bytes or `pixelLimit` pixels are rejected. Sizes
/// are checked before decoding. The decoding time is not limited. ZXing-C++ tries every combination of three finder
/// patterns (the squares in three corners of a QR symbol), so an image with hundreds of finder patterns can take
/// minutes. Read untrusted images in a process that can be killed.
public enum SymbolReader {
    public static let byteLimit = 64 << 20
    public static let pixelLimit = 64 << 20
    /// The maximum length of a side, in pixels, that ZXing-C++ supports.
    public static let sideLimit = 65_535

    /// Reads a PNG or PGM file. The format is detected from the file's first bytes, not from its name.
    public static func read(file path: String) throws(SymbolReaderError) -> [DecodedSymbol] {
        do throws(SymbolReaderError) {
            let bytes = try PictureFile.bytes(of: path)
            switch PictureFormat(of: bytes) {
            case .png: return try read(png: bytes)
            case .pgm: return try read(pgm: bytes)
            case .other(let name): throw .unsupportedFormat(format: name)
            }
        } catch {
            throw .file(path: path, error)
        }
    }

    /// Reads any PNG. Transparent pixels are treated as white.
    public static func read(png: [UInt8]) throws(SymbolReaderError) -> [DecodedSymbol] {
        guard png.count <= byteLimit else { throw .tooManyBytes(limit: byteLimit) }
        return try read(LibPNG.decode(png))
    }

    /// Reads a greyscale netpbm image (P5 or P2) with any maximum value. Only the first image of a file is read.
    public static func read(pgm: [UInt8]) throws(SymbolReaderError) -> [DecodedSymbol] {
        guard pgm.count <= byteLimit else { throw .tooManyBytes(limit: byteLimit) }
        return try read(PGM.decode(pgm))
    }

    /// Reads luminance with one byte per pixel, row by row from the top left. A byte of 0 is black.
    public static func read(
        luminance: [UInt8], width: Int, height: Int
    ) throws(SymbolReaderError) -> [DecodedSymbol] {
        try read(luminance: luminance.span, width: width, height: height)
    }

    /// Reads luminance with one byte per pixel, row by row from the top left. A byte of 0 is black.
    public static func read(
        luminance: Span<UInt8>, width: Int, height: Int
    ) throws(SymbolReaderError) -> [DecodedSymbol] {
        try check(width: width, height: height)
        guard luminance.count == width * height else {
            throw .luminance(bytes: luminance.count, needed: width * height)
        }
        let found = try ZXingLibrary.read(luminance, width: width, height: height)
        if !found.isEmpty { return found }
        let inverted = luminance.indices.map { ~luminance[$0] }
        return try ZXingLibrary.read(inverted.span, width: width, height: height)
    }

    private static func read(_ picture: LuminanceImage) throws(SymbolReaderError) -> [DecodedSymbol] {
        try read(luminance: picture.pixels.span, width: picture.width, height: picture.height)
    }

    static func check(width: Int, height: Int) throws(SymbolReaderError) {
        let sides = 1...sideLimit
        guard sides.contains(width), sides.contains(height), width * height <= pixelLimit else {
            throw .size(width: width, height: height, sideLimit: sideLimit, pixelLimit: pixelLimit)
        }
    }
}

/// A greyscale image with one byte per pixel. Its size is within the limits.
struct LuminanceImage {
    let width: Int
    let height: Int
    let pixels: [UInt8]
}
