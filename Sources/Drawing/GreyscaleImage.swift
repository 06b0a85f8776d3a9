import CPangoCairo

/// A greyscale rendering on white paper, which can be converted to dots for a monochrome printer.
public struct GreyscaleImage: Sendable {
    /// A part of the image, in pixels. The part may extend beyond the edges of the image.
    public struct PixelArea: Hashable, Sendable {
        public var columns: Range<Int>
        public var rows: Range<Int>

        public init(columns: Range<Int>, rows: Range<Int>) {
            self.columns = columns
            self.rows = rows
        }
    }

    public let width: Int
    public let height: Int
    /// The luma (brightness) of each pixel, row by row: 0 for black, 255 for white.
    private let luma: [UInt8]
    /// The minimum luma of a pixel that is treated as paper.
    private static let paper: UInt8 = 250

    /// Renders a drawing on white paper.
    ///
    /// - Parameter scale: The number of pixels per unit of the canvas.
    public init(
        width: Int, height: Int, scale: Double, with typesetter: Typesetter, _ draw: (Canvas) throws -> Void
    ) throws {
        self.width = width
        self.height = height
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        defer { unsafe cairo_surface_destroy(surface) }
        try Canvas.check(unsafe cairo_surface_status(surface))
        unsafe try Canvas.paint(on: surface, scale: scale, with: typesetter) { canvas in
            canvas.clear()
            try draw(canvas)
        }
        unsafe cairo_surface_flush(surface)
        let stride = unsafe Int(cairo_image_surface_get_stride(surface)) / 4
        guard let data = unsafe cairo_image_surface_get_data(surface) else { throw DrawingError.noMemory }
        let pixels = unsafe UnsafeRawPointer(data).assumingMemoryBound(to: UInt32.self)
        luma = unsafe [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = unsafe pixels[y * stride + x]
                    // The luma by Rec. 601, in thousandths.
                    let sum = (pixel >> 16 & 0xFF) * 299 + (pixel >> 8 & 0xFF) * 587 + (pixel & 0xFF) * 114
                    unsafe buffer[y * width + x] = UInt8((sum + 500) / 1000)
                }
            }
            count = width * height
        }
    }

    /// Converts the image to ink dots. Pixels darker than medium grey become ink, and all others become paper. The
    /// given parts are dithered instead: patterns of dots represent their shades of grey.
    public func bitmap(dithering parts: [PixelArea]) -> Bitmap {
        var bitmap = Bitmap(width: width, height: height) { x, y in luma[y * width + x] < 128 }
        for part in parts { dither(clamped(part), in: &bitmap) }
        return bitmap
    }

    /// Whether the given part of the image contains anything darker than paper.
    public func hasInk(_ part: PixelArea) -> Bool {
        let part = clamped(part)
        return part.rows.contains { y in part.columns.contains { luma[y * width + $0] < GreyscaleImage.paper } }
    }

    private func clamped(_ part: PixelArea) -> PixelArea {
        PixelArea(columns: part.columns.clamped(to: 0..<width), rows: part.rows.clamped(to: 0..<height))
    }

    /// Floyd–Steinberg dithering. Black and white pixels stay unchanged and diffuse no error.
    private func dither(_ part: PixelArea, in bitmap: inout Bitmap) {
        let first = part.columns.lowerBound
        // The rounding errors to add to the current row and to the next row, with space for one neighbour at each end.
        var here = [Int](repeating: 0, count: part.columns.count + 2)
        var below = here
        for y in part.rows {
            for x in part.columns {
                let column = x - first + 1
                let grey = Int(luma[y * width + x])
                guard (1...254).contains(grey) else {
                    bitmap[x, y] = grey == 0
                    continue
                }
                let target = grey + here[column] / 16
                let isInk = target < 128
                bitmap[x, y] = isInk
                let error = target - (isInk ? 0 : 255)
                here[column + 1] += error * 7
                below[column - 1] += error * 3
                below[column] += error * 5
                below[column + 1] += error
            }
            (here, below) = (below, [Int](repeating: 0, count: here.count))
        }
    }
}
