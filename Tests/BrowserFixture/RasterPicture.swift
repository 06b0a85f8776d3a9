import CPNG
import EventFixture
public import Foundation

/// A picture without transparency, with 8 bits for each channel.
public struct RasterPicture: Equatable, Sendable {
    public let width: Int
    public let height: Int
    /// Red, green and blue of each pixel, row by row.
    public private(set) var channels: [UInt8]

    /// Makes a picture in one colour.
    public init(width: Int, height: Int, colour: (red: UInt8, green: UInt8, blue: UInt8)) {
        self.width = width
        self.height = height
        channels = [UInt8](repeating: colour.red, count: 3 * width * height)
        guard colour.green != colour.red || colour.blue != colour.red else { return }
        for start in stride(from: 0, to: channels.count, by: 3) {
            (channels[start + 1], channels[start + 2]) = (colour.green, colour.blue)
        }
    }

    /// Decodes a PNG. Transparent parts become white.
    ///
    /// - Throws: `Surprise` if the file is not a PNG.
    public init(png: Data) throws {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        let bytes = [UInt8](png)
        var white = png_color(red: 255, green: 255, blue: 255)
        // libpng keeps a pointer to the bytes from the first call to the last.
        let decoded = bytes.withUnsafeBytes { buffer -> [UInt8]? in
            defer { png_image_free(&image) }
            guard png_image_begin_read_from_memory(&image, buffer.baseAddress, buffer.count) != 0 else { return nil }
            image.format = RasterPicture.format
            var channels = [UInt8](repeating: 255, count: Int(image.width) * Int(image.height) * 3)
            return png_image_finish_read(&image, &white, &channels, png_int_32(image.width) * 3, nil) != 0
                ? channels : nil
        }
        guard let decoded else { throw Surprise("no PNG: \(png.count) bytes") }
        (width, height, channels) = (Int(image.width), Int(image.height), decoded)
    }

    /// The picture as PNG.
    ///
    /// - Throws: `Surprise` if the picture is empty.
    public var png: Data {
        get throws {
            var image = png_image()
            image.version = png_uint_32(PNG_IMAGE_VERSION)
            image.width = png_uint_32(width)
            image.height = png_uint_32(height)
            image.format = RasterPicture.format
            var count = channels.count + channels.count / 100 + 65536
            var bytes = [UInt8](repeating: 0, count: count)
            guard png_image_write_to_memory(&image, &bytes, &count, 0, channels, 0, nil) != 0 else {
                throw Surprise("a picture of \(width) × \(height) can’t be encoded")
            }
            return Data(bytes.prefix(count))
        }
    }

    /// This is PNG_FORMAT_RGB: red, green and blue with 8 bits each.
    private static let format: png_uint_32 = 2

    /// Fills a rectangle. The parts of the rectangle outside of the picture are ignored.
    public mutating func fill(
        x: Range<Int>, y: Range<Int>, with colour: (red: UInt8, green: UInt8, blue: UInt8)
    ) {
        for row in y.clamped(to: 0..<height) {
            for column in x.clamped(to: 0..<width) {
                let start = 3 * (row * width + column)
                (channels[start], channels[start + 1], channels[start + 2]) = (colour.red, colour.green, colour.blue)
            }
        }
    }

    /// The picture at half its width and height: each pixel is the mean of four pixels. An odd last row or column is
    /// left out. Small differences at the edges of letters become smaller in this picture.
    public var halved: RasterPicture {
        var half = RasterPicture(width: width / 2, height: height / 2, colour: (0, 0, 0))
        for y in 0..<half.height {
            for x in 0..<half.width {
                for channel in 0..<3 {
                    let above = 3 * (2 * y * width + 2 * x) + channel
                    let below = above + 3 * width
                    let sum =
                        Int(channels[above]) + Int(channels[above + 3]) + Int(channels[below])
                        + Int(channels[below + 3])
                    half.channels[3 * (y * half.width + x) + channel] = UInt8((sum + 2) / 4)
                }
            }
        }
        return half
    }
}

/// The difference of two pictures of the same size.
public struct PictureDifference: Sendable {
    /// A pixel differs if one of its channels differs by more than this number.
    public static let channelTolerance = 24
    /// The largest share of pixels that may differ: 0.5 %.
    public static let pixelTolerance = 0.005

    /// The number of pixels that differ.
    public let count: Int
    /// The number of all pixels.
    public let total: Int
    /// A picture in which the pixels that differ are red, and the other pixels are light grey.
    public let picture: RasterPicture

    /// Nil if the pictures have different sizes.
    public init?(_ actual: RasterPicture, from reference: RasterPicture) {
        guard actual.width == reference.width, actual.height == reference.height else { return nil }
        var picture = RasterPicture(width: actual.width, height: actual.height, colour: (240, 240, 240))
        var count = 0
        for y in 0..<actual.height {
            for x in 0..<actual.width {
                let start = 3 * (y * actual.width + x)
                let differs = (start..<start + 3).contains { index in
                    abs(Int(actual.channels[index]) - Int(reference.channels[index]))
                        > PictureDifference.channelTolerance
                }
                guard differs else { continue }
                count += 1
                picture.fill(x: x..<x + 1, y: y..<y + 1, with: (200, 0, 0))
            }
        }
        self.count = count
        total = actual.width * actual.height
        self.picture = picture
    }

    /// Whether so few pixels differ that the pictures count as equal.
    public var isTolerable: Bool { Double(count) <= PictureDifference.pixelTolerance * Double(total) }
}
