import NIOCore

/// A picture from a phone’s camera, in which the server looks for QR codes. Each pixel is one byte of luminance, with 0
/// for black. The pixels are ordered row by row from the top left.
struct Frame: Sendable {
    /// Maximum length of a side in pixels.
    static let maximumSide = 1920

    let width: Int
    let height: Int
    let luminance: ByteBuffer

    /// The number of bits per pixel in a request. Two 4-bit pixels share a byte: the upper half of the byte is the
    /// first pixel.
    enum Depth: Int, Sendable {
        case four = 4
        case eight = 8
    }

    /// The size of a frame's pixels in a request, in bytes. With 4-bit pixels, the width must be even.
    static func length(width: Int, height: Int, depth: Depth) -> Int { width * height * depth.rawValue / 8 }

    /// Makes a frame from the luminance data of a request. Nil if the size is out of range, or if the length of the
    /// luminance data does not match the size. Also nil for 4-bit pixels with an odd width.
    init?(width: Int, height: Int, luminance: ByteBuffer, depth: Depth = .eight) {
        guard Frame.isSize(width: width, height: height), depth == .eight || width.isMultiple(of: 2),
            luminance.readableBytes == Frame.length(width: width, height: height, depth: depth)
        else { return nil }
        self.width = width
        self.height = height
        self.luminance = depth == .eight ? luminance : Frame.unpacked(luminance)
    }

    private static func unpacked(_ packed: ByteBuffer) -> ByteBuffer {
        var pixels = ByteBuffer()
        pixels.reserveCapacity(2 * packed.readableBytes)
        // Multiplication by 17 maps 0…15 to 0…255.
        for pair in packed.readableBytesView { pixels.writeBytes([(pair >> 4) * 17, (pair & 15) * 17]) }
        return pixels
    }

    static func isSize(width: Int, height: Int) -> Bool {
        (1...maximumSide).contains(width) && (1...maximumSide).contains(height)
    }
}
