/// A QR symbol found in an image.
public struct DecodedSymbol: Sendable, Equatable {
    /// The text of the symbol. If the symbol declares no character set and its bytes are valid UTF-8, they are decoded
    /// as UTF-8. Otherwise, the library ZXing-C++ decodes the bytes. If no character set is declared, it guesses one.
    public let text: String
    /// The bytes that the symbol contains, without conversion to text.
    public let bytes: [UInt8]
    /// The position of the symbol in the image.
    public let corners: Corners
    /// The error correction level: “L”, “M”, “Q” or “H” (ISO/IEC 18004 §7.5); nil if it is unknown.
    public let errorCorrectionLevel: String?

    /// The corners of the symbol, named as if the symbol were upright. If it is upside down in the image, `topLeft` is
    /// its bottom right corner there.
    public struct Corners: Sendable, Equatable {
        public let topLeft: Point
        public let topRight: Point
        public let bottomRight: Point
        public let bottomLeft: Point
    }

    /// A position in the image, in pixels from the top left.
    public struct Point: Sendable, Equatable {
        public let x: Int
        public let y: Int
    }
}
