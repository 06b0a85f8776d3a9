import CPNG
import CPoppler
import EventFixture
import SymbolReader
import Testing

/// The colours of a PNG that libpng has decoded: `0xRRGGBB` for each pixel.
struct Pixels {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    init(png: [UInt8]) throws {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        try #require(png_image_begin_read_from_memory(&image, png, png.count) != 0)
        // This is PNG_FORMAT_RGB: red, green and blue with 8 bits each.
        image.format = 2
        var bytes = [UInt8](repeating: 0, count: Int(image.width * image.height) * 3)
        try #require(png_image_finish_read(&image, nil, &bytes, Int32(image.width * 3), nil) != 0)
        (width, height) = (Int(image.width), Int(image.height))
        self.bytes = bytes
    }

    subscript(x: Int, y: Int) -> UInt32 {
        let offset = 3 * (y * width + x)
        let (red, green, blue) = (UInt32(bytes[offset]), UInt32(bytes[offset + 1]), UInt32(bytes[offset + 2]))
        return red << 16 | green << 8 | blue
    }
}

/// A picture in shades of grey, with one byte per pixel from 0 for black to 255 for white.
struct Greys {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    init(png: [UInt8]) throws {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        try #require(png_image_begin_read_from_memory(&image, png, png.count) != 0)
        // This is PNG_FORMAT_GRAY: one channel with 8 bits.
        image.format = 0
        var bytes = [UInt8](repeating: 0, count: Int(image.width * image.height))
        try #require(png_image_finish_read(&image, nil, &bytes, Int32(image.width), nil) != 0)
        (width, height) = (Int(image.width), Int(image.height))
        self.bytes = bytes
    }

    /// Renders the only page of a PDF with poppler.
    init(pdf: [UInt8], dpi: Double) throws {
        let folder = try TemporaryFolder()
        try folder.write(pdf, to: "page.pdf")
        let document = try #require(CPoppler_open(folder("page.pdf")))
        defer { CPoppler_close(document) }
        try #require(CPoppler_pageCount(document) == 1)
        let picture = try #require(CPoppler_render(document, 0, dpi))
        defer { CPoppler_free(picture) }
        var (width, height, stride) = (Int32(0), Int32(0), Int32(0))
        let pixels = try #require(CPoppler_pixels(picture, &width, &height, &stride))
        (self.width, self.height) = (Int(width), Int(height))
        bytes = (0..<Int(height)).flatMap { row in
            Array(UnsafeBufferPointer(start: pixels + row * Int(stride), count: Int(width)))
        }
    }

    subscript(x: Int, y: Int) -> UInt8 { bytes[y * width + x] }

    func symbols() throws -> [String] {
        try SymbolReader.read(pgm: Array("P5 \(width) \(height) 255\n".utf8) + bytes).map(\.text)
    }
}
