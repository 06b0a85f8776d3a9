import CPangoCairo

/// A monochrome image with one bit per pixel: 1 for ink, 0 for paper. Each row starts at a new byte, with the leftmost
/// pixel in the highest bit.
public struct Bitmap: Equatable, Sendable {
    /// The width in pixels.
    public let width: Int
    public let height: Int
    public private(set) var bytes: [UInt8]

    public var bytesPerRow: Int { (width + 7) / 8 }

    /// Creates an image without ink. Both sides must be at least 1.
    public init(width: Int, height: Int) {
        precondition(width > 0 && height > 0)
        self.width = width
        self.height = height
        bytes = [UInt8](repeating: 0, count: (width + 7) / 8 * height)
    }

    /// Creates an image. A pixel has ink if `isInk` returns true for its column `x` and row `y`.
    public init(width: Int, height: Int, _ isInk: (_ x: Int, _ y: Int) -> Bool) {
        self.init(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width where isInk(x, y) { self[x, y] = true }
        }
    }

    /// Whether a pixel has ink. Columns and rows are numbered from 0 at the top left.
    public subscript(x: Int, y: Int) -> Bool {
        get { bytes[y * bytesPerRow + x / 8] & UInt8(0x80) >> UInt8(x % 8) != 0 }
        set {
            let bit = UInt8(0x80) >> UInt8(x % 8)
            let index = y * bytesPerRow + x / 8
            if newValue { bytes[index] |= bit } else { bytes[index] &= ~bit }
        }
    }

    /// Creates a cairo surface with one bit per pixel. The caller must destroy the surface.
    func mask() throws(DrawingError) -> OpaquePointer? {
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A1, Int32(width), Int32(height))
        try Canvas.check(unsafe cairo_surface_status(surface))
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        guard let data = unsafe cairo_image_surface_get_data(surface) else { throw .noMemory }
        for y in 0..<height {
            for column in 0..<bytesPerRow {
                // Cairo uses the machine's bit order. All machines that Swift supports have the lowest bit first.
                unsafe data[y * stride + column] = Bitmap.reversed[Int(bytes[y * bytesPerRow + column])]
            }
        }
        unsafe cairo_surface_mark_dirty(surface)
        return unsafe surface
    }

    /// For each value of a byte, the byte with its bits in reverse order.
    private static let reversed: [UInt8] = (UInt8.min...UInt8.max).map { (byte: UInt8) -> UInt8 in
        var (rest, reversed) = (byte, UInt8(0))
        for _ in 0..<8 {
            reversed = reversed << 1 | rest & 1
            rest >>= 1
        }
        return reversed
    }
}
