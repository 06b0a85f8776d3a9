import CPoppler

/// The only Swift that calls poppler, through the C interface of CPoppler: a PDF's pages as a printer lays their dots.
/// To be used by one thread.
@safe final class PageReader {
    private let document: OpaquePointer
    let pageCount: Int

    /// Nil for what is no PDF that poppler opens.
    init?(path: String) {
        guard let document = unsafe CPoppler_open(path) else { return nil }
        unsafe self.document = document
        pageCount = unsafe Int(CPoppler_pageCount(document))
    }

    deinit { unsafe CPoppler_close(document) }

    /// Lends a page, counted from 0, for the time of `body`; nil when it can't be drawn.
    func withPage<Result>(_ page: Int, dpi: Double, _ body: (PagePicture) throws -> Result) rethrows -> Result? {
        guard let picture = unsafe CPoppler_render(document, Int32(page), dpi) else { return nil }
        defer { unsafe CPoppler_free(picture) }
        var (width, height, stride) = (Int32(0), Int32(0), Int32(0))
        guard let pixels = unsafe CPoppler_pixels(picture, &width, &height, &stride) else { return nil }
        return unsafe try body(
            PagePicture(
                width: Int(width), height: Int(height), stride: Int(stride),
                pixels: UnsafeBufferPointer(start: pixels, count: Int(stride) * Int(height))))
    }
}

/// A page in greys, 0 for black. Lent.
@safe struct PagePicture {
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

    /// A square of the page, row by row; nil when it is not wholly on it.
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
