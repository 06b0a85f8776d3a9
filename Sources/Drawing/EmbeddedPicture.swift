import CPangoCairo
import CRSVG

/// A PNG or JPEG embedded in an SVG as a data URI (RFC 2397). Design programs embed photographs in this way.
///
/// Each image is decoded once before librsvg renders it, because librsvg silently omits a damaged image or renders only
/// part of it.
enum EmbeddedPicture {
    private enum Kind: String, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"
    }

    /// Whether a reference is a data URI.
    static func isDataURI(_ reference: [UInt8]) -> Bool {
        prefix(of: reference.filter { !XMLText.isBlank($0) }, is: "data:")
    }

    /// Checks an embedded image, decodes it, and counts its pixels.
    ///
    /// - Parameter limit: The maximum number of pixels.
    /// - Returns: The number of pixels.
    static func pixels(of reference: [UInt8], limit: Int) throws(DrawingError) -> Int {
        let letters = reference.filter { !XMLText.isBlank($0) }
        guard let kind = Kind.allCases.first(where: { prefix(of: letters, is: "data:\($0.rawValue);base64,") }) else {
            throw .artwork(.unsupportedFormat)
        }
        let bytes = try decoded(letters.dropFirst("data:\(kind.rawValue);base64,".utf8.count))
        let size = kind == .png ? try PNGHeader.size(of: bytes) : try JPEGHeader.size(of: bytes)
        let (pixels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflows, pixels <= limit else {
            throw .artwork(.tooManyPixels(width: size.width, height: size.height, limit: Artwork.pixelLimit))
        }
        switch kind {
        case .png: unsafe cairo_surface_destroy(try Artwork.decode(png: bytes))
        case .jpeg: try decode(jpeg: bytes)
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
            default: throw .artwork(.damaged("it is not base64"))
            }
            (bits, count) = (bits << 6 | UInt32(value), count + 6)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func decode(jpeg bytes: [UInt8]) throws(DrawingError) {
        var error: UnsafeMutablePointer<GError>?
        guard let loader = unsafe gdk_pixbuf_loader_new_with_mime_type(Kind.jpeg.rawValue, &error) else {
            defer { unsafe g_error_free(error) }
            throw .artwork(.damaged(unsafe Artwork.message(of: error)))
        }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(loader)) }
        let isWritten = unsafe gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), &error) != 0
        // A loader must be closed even if it failed to load the image.
        var second: UnsafeMutablePointer<GError>?
        let isClosed = unsafe gdk_pixbuf_loader_close(loader, &second) != 0
        guard isWritten, isClosed, unsafe gdk_pixbuf_loader_get_pixbuf(loader) != nil else {
            defer {
                unsafe g_clear_error(&error)
                unsafe g_clear_error(&second)
            }
            throw .artwork(.damaged(unsafe Artwork.message(of: error ?? second)))
        }
    }
}

extension EmbeddedPicture {
    /// An SVG that consists of a JPEG, because cairo cannot draw JPEGs, but librsvg can.
    static func svg(jpeg bytes: [UInt8]) throws(DrawingError) -> [UInt8] {
        let size = try JPEGHeader.size(of: bytes)
        guard let base64 = unsafe g_base64_encode(bytes, gsize(bytes.count)) else { throw .cairo("no memory") }
        defer { unsafe g_free(base64) }
        let area = "width='\(size.width)' height='\(size.height)'"
        let data = unsafe "data:\(Kind.jpeg.rawValue);base64,\(String(cString: base64))"
        return Array(
            "<svg xmlns='http://www.w3.org/2000/svg' \(area)><image \(area) href='\(data)'/></svg>".utf8)
    }
}

/// Reads the size of a JPEG from its header, before the JPEG is decoded (ITU-T T.81 §B).
enum JPEGHeader {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// The maximum number of scans, each of which covers the whole image. Progressive JPEGs from cameras have about ten
    /// scans.
    private static let mostScans = 64

    static func size(of bytes: [UInt8]) throws(DrawingError) -> (width: Int, height: Int) {
        guard bytes.starts(with: signature) else { throw .artwork(.unsupportedFormat) }
        var (offset, scans) = (2, 0)
        var size: (width: Int, height: Int)?
        var hasEnd = false
        func number(at offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
        while offset + 1 < bytes.count {
            let marker = bytes[offset + 1]
            // Image data between two segments is skipped. In image data, each 0xFF is followed by 0 or a restart
            // marker. Marker 1 (TEM) has no length. If the bytes after this marker were read as a length, they could
            // hide the segment with the size.
            guard bytes[offset] == 0xFF, marker > 1, marker != 0xFF, !(0xD0...0xD8).contains(marker) else {
                offset += 1
                continue
            }
            hasEnd = marker == 0xD9
            guard !hasEnd, offset + 9 < bytes.count else { break }
            switch marker {
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                guard size == nil else { throw .artwork(.damaged("it has two sizes")) }
                size = (number(at: offset + 7), number(at: offset + 5))
            case 0xDA:
                scans += 1
                guard scans <= mostScans else { throw .artwork(.damaged("it has more than \(mostScans) scans")) }
            default: break
            }
            offset += 2 + number(at: offset + 2)
        }
        guard hasEnd else { throw .artwork(.damaged("its end is missing")) }
        guard let size, size.width > 0, size.height > 0 else { throw .artwork(.damaged("it has no size")) }
        return size
    }
}
