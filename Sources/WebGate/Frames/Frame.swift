import NIOCore

/// A picture from a phone’s camera, in which the server looks for QR codes. Each pixel is a number for its luminance,
/// with 0 for black. The pixels are ordered row by row from the top left.
struct Frame: Sendable {
    /// Maximum length of a side in pixels.
    static let maximumSide = 1920

    let width: Int
    let height: Int
    let depth: Depth
    /// The pixels from the request, with `depth` bits each.
    let pixels: ByteBuffer

    /// The number of bits per pixel. Two 4-bit pixels share a byte: the upper half of the byte is the first pixel.
    enum Depth: Int, Sendable {
        case four = 4
        case eight = 8
    }

    /// The size of a frame's pixels in a request, in bytes. With 4-bit pixels, the width must be even.
    static func length(width: Int, height: Int, depth: Depth) -> Int { width * height * depth.rawValue / 8 }

    /// Makes a frame from the pixels of a request. Nil if the size is out of range, or if the number of bytes does not
    /// match the size. Also nil for 4-bit pixels with an odd width.
    init?(width: Int, height: Int, pixels: ByteBuffer, depth: Depth = .eight) {
        guard Frame.isSize(width: width, height: height), depth == .eight || width.isMultiple(of: 2),
            pixels.readableBytes == Frame.length(width: width, height: height, depth: depth)
        else { return nil }
        self.width = width
        self.height = height
        self.depth = depth
        self.pixels = pixels
    }

    /// The luminance of 4-bit pixels, with one byte per pixel.
    static func unpacked(_ pixels: Span<UInt8>) -> [UInt8] {
        [UInt8](capacity: 2 * pixels.count) { luminance in
            for index in pixels.indices {
                // Multiplication by 17 maps 0…15 to 0…255.
                luminance.append((pixels[index] >> 4) * 17)
                luminance.append((pixels[index] & 15) * 17)
            }
        }
    }

    static func isSize(width: Int, height: Int) -> Bool {
        (1...maximumSide).contains(width) && (1...maximumSide).contains(height)
    }
}
