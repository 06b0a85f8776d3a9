import CPoppler

/// Renders the pages of a PDF at printer resolution with the library poppler, through the C interface CPoppler. An
/// instance must be used by only one thread.
@safe final class PDFPageReader {
    private let document: OpaquePointer
    let pageCount: Int

    /// Returns nil if poppler cannot open the file.
    init?(path: String) {
        guard let document = unsafe CPoppler_open(path) else { return nil }
        unsafe self.document = document
        pageCount = unsafe Int(CPoppler_pageCount(document))
    }

    deinit { unsafe CPoppler_close(document) }

    /// Renders a page and passes it to `body`; returns nil if the page cannot be rendered. Pages are counted from 0.
    /// The page is valid only until `body` returns.
    func withPage<Result>(_ page: Int, dpi: Double, _ body: (PageRaster) throws -> Result) rethrows -> Result? {
        guard let picture = unsafe CPoppler_render(document, Int32(page), dpi) else { return nil }
        defer { unsafe CPoppler_free(picture) }
        var (width, height, stride) = (Int32(0), Int32(0), Int32(0))
        guard let pixels = unsafe CPoppler_pixels(picture, &width, &height, &stride) else { return nil }
        return unsafe try body(
            PageRaster(
                width: Int(width), height: Int(height), stride: Int(stride),
                pixels: UnsafeBufferPointer(start: pixels, count: Int(stride) * Int(height))))
    }
}

/// A page as grey values, where 0 is black. It is valid only inside the closure that is passed to `withPage`.
@safe struct PageRaster {
    let width: Int
    let height: Int
    let stride: Int
    fileprivate let pixels: UnsafeBufferPointer<UInt8>

    fileprivate init(width: Int, height: Int, stride: Int, pixels: UnsafeBufferPointer<UInt8>) {
        self.width = width
        self.height = height
        self.stride = stride
        unsafe self.pixels = pixels
    }

    /// The grey values of the whole page, row by row.
    var greys: [UInt8] {
        var greys: [UInt8] = []
        greys.reserveCapacity(width * height)
        for row in 0..<height {
            unsafe greys.append(
                contentsOf: UnsafeBufferPointer(rebasing: pixels[row * stride..<row * stride + width]))
        }
        return greys
    }

    /// The grey values of a square, row by row; nil if the square is not entirely on the page.
    func square(x: Int, y: Int, side: Int) -> [UInt8]? {
        guard x >= 0, y >= 0, x + side <= width, y + side <= height else { return nil }
        var square: [UInt8] = []
        square.reserveCapacity(side * side)
        for row in y..<y + side {
            unsafe square.append(
                contentsOf: UnsafeBufferPointer(rebasing: pixels[row * stride + x..<row * stride + x + side]))
        }
        return square
    }
}
