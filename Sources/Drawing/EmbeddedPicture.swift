import CGdkPixbuf
import CPangoCairo
import Languages

/// A PNG or JPEG embedded in an SVG as a data URI (RFC 2397).
///
/// Before librsvg renders the SVG, each image is decoded to find out whether it is damaged. librsvg would silently omit
/// a damaged image, or render only part of it.
enum EmbeddedPicture {
    private enum Kind: String, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"
    }

    static func isDataURI(_ reference: [UInt8]) -> Bool {
        prefix(of: reference.filter { !XMLText.isBlank($0) }, is: "data:")
    }

    /// Checks an embedded image, decodes it, and counts its pixels.
    ///
    /// - Parameter limit: The maximum number of pixels.
    static func pixels(of reference: [UInt8], limit: Int) throws(DrawingError) -> Int {
        let letters = reference.filter { !XMLText.isBlank($0) }
        guard let kind = Kind.allCases.first(where: { prefix(of: letters, is: "data:\($0.rawValue);base64,") }) else {
            throw .artwork(.unsupportedFormat)
        }
        let bytes = try decoded(letters.dropFirst("data:\(kind.rawValue);base64,".utf8.count))
        let size = kind == .png ? try PNGHeader.size(of: bytes) : try JPEGPicture.size(of: bytes)
        let pixels = try Artwork.pixels(of: size, limit: limit)
        switch kind {
        case .png: unsafe cairo_surface_destroy(try Artwork.decode(png: bytes))
        case .jpeg: unsafe g_object_unref(UnsafeMutableRawPointer(try JPEGPicture.pixels(of: bytes)))
        }
        return pixels
    }

    private static func prefix(of letters: [UInt8], is expected: String) -> Bool {
        XMLText.lowercased(Array(letters.prefix(expected.utf8.count))).elementsEqual(expected.utf8)
    }

    /// Decodes base64 (RFC 4648 §4), with or without padding.
    private static func decoded(_ letters: ArraySlice<UInt8>) throws(DrawingError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count * 3 / 4)
        var (bits, count) = (UInt32(0), 0)
        var letters = letters
        while letters.last == UInt8(ascii: "=") { letters.removeLast() }
        for letter in letters {
            let value: UInt8
            switch letter {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            default: throw .artwork(.damaged(Sentence(ArtworkError.Text.notBase64)))
            }
            (bits, count) = (bits << 6 | UInt32(value), count + 6)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }
}
