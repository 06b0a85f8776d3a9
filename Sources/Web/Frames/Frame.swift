import NIOCore

/// A camera's picture: one octet a pixel, 0 for black, row by row from the top left.
struct Frame: Sendable {
    /// Pixels of the longer side at most.
    static let longest = 1920

    let width: Int
    let height: Int
    let luminance: ByteBuffer

    /// Nil for sizes that no camera of ours has, and luminance that is not of that size.
    init?(width: Int, height: Int, luminance: ByteBuffer) {
        guard Frame.isSize(width: width, height: height), luminance.readableBytes == width * height else { return nil }
        self.width = width
        self.height = height
        self.luminance = luminance
    }

    static func isSize(width: Int, height: Int) -> Bool {
        (1...longest).contains(width) && (1...longest).contains(height)
    }
}
