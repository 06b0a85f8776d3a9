import NIOCore

/// A camera's picture: one octet a pixel, 0 for black, row by row from the top left.
struct Frame: Sendable {
    /// Pixels of the longer side at most.
    static let longest = 1920

    let width: Int
    let height: Int
    let luminance: ByteBuffer

    /// Bits of luminance that a pixel has on the way here: two pixels of 4 bits share an octet, the first in its upper half.
    enum Depth: Int, Sendable {
        case four = 4
        case eight = 8
    }

    /// Octets of a picture on the way here. A row of 4-bit pixels has an even width.
    static func length(width: Int, height: Int, depth: Depth) -> Int { width * height * depth.rawValue / 8 }

    /// Nil for sizes that no camera of ours has, and luminance that is not of that size.
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
        // 15 becomes 255.
        for pair in packed.readableBytesView { pixels.writeBytes([(pair >> 4) * 17, (pair & 15) * 17]) }
        return pixels
    }

    static func isSize(width: Int, height: Int) -> Bool {
        (1...longest).contains(width) && (1...longest).contains(height)
    }
}
