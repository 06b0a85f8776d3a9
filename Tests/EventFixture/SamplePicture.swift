import CPNG
import CPictures

/// A picture with four coloured quarters: red and green at the top, blue and white at the bottom. It can be encoded as
/// a JPEG, PNG or WebP.
public struct SamplePicture: Sendable {
    public static let red: [UInt8] = [208, 32, 32]
    public static let green: [UInt8] = [32, 160, 64]
    public static let blue: [UInt8] = [32, 64, 192]
    public static let white: [UInt8] = [255, 255, 255]

    public let width: Int
    public let height: Int
    /// Red, green and blue of each pixel, row by row.
    public let pixels: [UInt8]

    /// - Parameters:
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    public init(width: Int = 900, height: Int = 1125) {
        self.width = width
        self.height = height
        let (left, right) = (width / 2, width - width / 2)
        func row(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
            Array(
                [[[UInt8]](repeating: first, count: left), [[UInt8]](repeating: second, count: right)].joined().joined()
            )
        }
        let top = row(SamplePicture.red, SamplePicture.green)
        let bottom = row(SamplePicture.blue, SamplePicture.white)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * width * height)
        for line in 0..<height { pixels += line < height / 2 ? top : bottom }
        self.pixels = pixels
    }

    /// A progressive JPEG without metadata.
    public var jpeg: [UInt8] {
        encoded { CPictures_encodeJPEG(&$0, 90, &$1) }
    }

    public var webp: [UInt8] {
        encoded { CPictures_encodeWebP(&$0, 80, &$1) }
    }

    public var png: [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.format = png_uint_32(PNG_FORMAT_RGB)
        var count = pixels.count + 4096
        var bytes = [UInt8](repeating: 0, count: count)
        precondition(png_image_write_to_memory(&image, &bytes, &count, 0, pixels, 0, nil) != 0)
        return Array(bytes.prefix(count))
    }

    /// The JPEG with an Exif segment that says how a viewer must turn or mirror the picture.
    ///
    /// - Parameter orientation: from 1 to 8 (Exif 2.32, 4.6.4).
    public func jpeg(orientation: UInt8) -> [UInt8] {
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif".utf8) + [0, 0] + Array("MM".utf8)
            + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let plain = jpeg
        return Array(plain.prefix(2)) + exif + plain.dropFirst(2)
    }

    private func encoded(
        _ encode: (inout CPicturesPixels, inout CPicturesFile) -> CPicturesOutcome
    ) -> [UInt8] {
        var bytes = pixels
        var file = CPicturesFile()
        let outcome = bytes.withUnsafeMutableBufferPointer { buffer in
            var source = CPicturesPixels(bytes: buffer.baseAddress, width: UInt32(width), height: UInt32(height))
            return encode(&source, &file)
        }
        precondition(outcome == CPicturesDone)
        defer { CPictures_freeFile(&file) }
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    /// Decodes a picture file, and returns the colour of one pixel.
    ///
    /// - Parameters:
    ///   - x: the position of the pixel, as a share of the width: from 0 (left) to 1 (right).
    ///   - y: the position of the pixel, as a share of the height: from 0 (top) to 1 (bottom).
    /// - Returns: red, green and blue; nil if the file cannot be decoded.
    public static func colour(of file: [UInt8], x: Double, y: Double) -> [UInt8]? {
        var header = CPicturesHeader()
        var pixels = CPicturesPixels()
        guard CPictures_header(file, file.count, &header) == CPicturesDone,
            CPictures_decode(file, file.count, &header, header.width, header.height, &pixels) == CPicturesDone
        else { return nil }
        defer { CPictures_freePixels(&pixels) }
        let column = min(Int(x * Double(pixels.width)), Int(pixels.width) - 1)
        let row = min(Int(y * Double(pixels.height)), Int(pixels.height) - 1)
        let start = 3 * (row * Int(pixels.width) + column)
        return (0..<3).compactMap { pixels.bytes?[start + $0] }
    }

    /// The size of a picture in pixels, from the header of its file; nil if the file has no valid header of a JPEG, PNG
    /// or WebP.
    public static func size(of file: [UInt8]) -> (width: Int, height: Int)? {
        var header = CPicturesHeader()
        guard CPictures_header(file, file.count, &header) == CPicturesDone, header.width > 0 else { return nil }
        return (Int(header.width), Int(header.height))
    }
}
