import CExpat
import CPNG
import Testing

/// A decoded PNG. Each pixel is a grey value from 0 for black to 255 for white.
struct Pixels {
    let width: Int
    let height: Int
    let grey: [UInt8]

    init(png: [UInt8]) throws {
        var reader = png_image()
        reader.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&reader) }
        var pixels: [UInt8] = []
        let isRead = png.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(&reader, bytes.baseAddress, bytes.count) != 0 else { return false }
            reader.format = png_uint_32(PNG_FORMAT_GRAY)
            pixels = [UInt8](repeating: 0, count: Int(reader.width) * Int(reader.height))
            return png_image_finish_read(&reader, nil, &pixels, png_int_32(reader.width), nil) != 0
        }
        try #require(isRead)
        width = Int(reader.width)
        height = Int(reader.height)
        grey = pixels
    }

    func isInk(_ x: Int, _ y: Int) -> Bool { grey[y * width + x] < 128 }

    /// The rows of pixels with a run of at least `length` dark pixels. Only bars have such long runs.
    func rows(withRunOf length: Int) -> [Int] {
        (0..<height).filter { y in
            var run = 0
            return (0..<width).contains { x in
                run = isInk(x, y) ? run + 1 : 0
                return run >= length
            }
        }
    }

    /// Whether a dark pixel is at the edge of the picture.
    var hasInkAtEdge: Bool {
        (0..<width).contains { isInk($0, 0) || isInk($0, height - 1) }
            || (0..<height).contains { isInk(0, $0) || isInk(width - 1, $0) }
    }
}

/// Whether expat parses the bytes as an XML document.
func isXML(_ bytes: [UInt8]) -> Bool {
    guard let parser = XML_ParserCreate(nil) else { return false }
    defer { XML_ParserFree(parser) }
    return bytes.withUnsafeBytes {
        XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), 1) == XML_STATUS_OK
    }
}
