/// A picture that was decoded, turned upright and encoded again in several sizes. Its files contain no bytes of the
/// file from which it was made.
public struct PreparedPicture: Hashable, Sendable {
    /// The maximum number of bytes of one file. A JPEG of 1200 × 3600 pixels with noise has about 6 MB.
    public static let longestFile = 16 << 20

    /// The width and the height of the largest file, in pixels.
    public let width: Int
    public let height: Int
    /// The most frequent colour, as 0xRRGGBB.
    public let colour: Int
    /// A file for each variant, in the order of `PictureVariant.all`.
    public let files: [[UInt8]]

    /// Returns nil if the number of files is not the number of variants.
    public init?(width: Int, height: Int, colour: Int, files: [[UInt8]]) {
        guard files.count == PictureVariant.all.count else { return nil }
        self.width = width
        self.height = height
        self.colour = colour
        self.files = files
    }

    /// The files with their variants.
    public var variants: [(variant: PictureVariant, bytes: [UInt8])] {
        zip(PictureVariant.all, files).map { ($0, $1) }
    }
}

/// One of the files that are made from each picture: a width and a format.
public struct PictureVariant: Hashable, Sendable {
    /// The maximum width in pixels. Smaller pictures are not enlarged.
    public let width: PictureWidth
    public let format: PictureEncoding

    /// Returns nil for a placeholder in WebP, because every placeholder is a JPEG.
    public init?(width: PictureWidth, format: PictureEncoding) {
        guard width != .placeholder || format == .jpeg else { return nil }
        self.init(unchecked: width, format)
    }

    private init(unchecked width: PictureWidth, _ format: PictureEncoding) {
        self.width = width
        self.format = format
    }

    /// All variants, from the smallest width to the largest.
    public static let all: [PictureVariant] = PictureWidth.allCases.flatMap { width in
        PictureEncoding.allCases.compactMap { PictureVariant(width: width, format: $0) }
    }

    /// Finds the variant by the name of its file, such as `640.webp`. Nil if no variant has this name.
    public init?(name: some StringProtocol) {
        guard let known = PictureVariant.all.first(where: { $0.name == name }) else { return nil }
        self = known
    }

    /// The name of the file: `640.webp`.
    public var name: String { "\(width.rawValue).\(format.rawValue)" }
}

/// The maximum widths of a picture's files, in pixels.
public enum PictureWidth: Int, Hashable, Sendable, CaseIterable {
    /// A blurred picture of about 700 bytes, which is shown until a larger file arrives.
    case placeholder = 24
    case small = 320
    case medium = 640
    case large = 1200
}

/// The formats of a picture's files. The raw values are the extensions of the files.
public enum PictureEncoding: String, Hashable, Sendable, CaseIterable {
    case jpeg = "jpg"
    case webp

    /// The media type (RFC 6838).
    public var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        }
    }
}
