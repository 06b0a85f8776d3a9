/// One symbol that was found in a picture.
public struct ReadSymbol: Sendable, Equatable {
    /// The bytes as UTF-8 where they are UTF-8 and the symbol declares nothing else; otherwise what ZXing-C++ takes
    /// them for.
    public let text: String
    /// What the symbol holds, without any conversion.
    public let bytes: [UInt8]
    /// Where it is in the picture.
    public let corners: Corners
    /// "L", "M", "Q" or "H" (ISO/IEC 18004 §7.5).
    public let errorCorrectionLevel: String?

    /// The corners of the symbol as it is meant to be seen: of one that stands on its head, `topLeft` is at the bottom
    /// right of the picture.
    public struct Corners: Sendable, Equatable {
        public let topLeft: Point
        public let topRight: Point
        public let bottomRight: Point
        public let bottomLeft: Point
    }

    /// A place in the picture, in pixels from its top left.
    public struct Point: Sendable, Equatable {
        public let x: Int
        public let y: Int
    }
}
