import CPangoCairo

/// A picture of ink and paper: one bit a pixel, 1 for ink, each row from the left in the highest bit of a byte of its own.
public struct Bitmap: Equatable, Sendable {
    /// In pixels.
    public let width: Int
    public let height: Int
    public private(set) var bytes: [UInt8]

    public var bytesPerRow: Int { (width + 7) / 8 }

    /// Paper without ink. Both sides are at least 1.
    public init(width: Int, height: Int) {
        precondition(width > 0 && height > 0)
        self.width = width
        self.height = height
        bytes = [UInt8](repeating: 0, count: (width + 7) / 8 * height)
    }

    /// Each pixel by what `isInk` says of its column and row.
    public init(width: Int, height: Int, _ isInk: (_ x: Int, _ y: Int) -> Bool) {
        self.init(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width where isInk(x, y) { self[x, y] = true }
        }
    }

    /// Whether a pixel has ink. Columns and rows count from 0 at the top left.
    public subscript(x: Int, y: Int) -> Bool {
        get { bytes[y * bytesPerRow + x / 8] & UInt8(0x80) >> UInt8(x % 8) != 0 }
        set {
            let bit = UInt8(0x80) >> UInt8(x % 8)
            let place = y * bytesPerRow + x / 8
            if newValue { bytes[place] |= bit } else { bytes[place] &= ~bit }
        }
    }

    /// A surface of one bit a pixel, to be destroyed by the caller.
    func mask() throws(DrawingError) -> OpaquePointer? {
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A1, Int32(width), Int32(height))
        try Canvas.check(unsafe cairo_surface_status(surface))
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        guard let data = unsafe cairo_image_surface_get_data(surface) else { throw .cairo("no memory") }
        for y in 0..<height {
            for column in 0..<bytesPerRow {
                // Cairo's bits are in the machine's own order; every machine that Swift runs on has the lowest first.
                unsafe data[y * stride + column] = Bitmap.reversed[Int(bytes[y * bytesPerRow + column])]
            }
        }
        unsafe cairo_surface_mark_dirty(surface)
        return unsafe surface
    }

    /// Each byte with its bits turned round.
    private static let reversed: [UInt8] = (UInt8.min...UInt8.max).map { (byte: UInt8) -> UInt8 in
        var (rest, turned) = (byte, UInt8(0))
        for _ in 0..<8 {
            turned = turned << 1 | rest & 1
            rest >>= 1
        }
        return turned
    }
}
