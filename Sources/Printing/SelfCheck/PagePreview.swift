import CPoppler
import Drawing

/// Previews of PDF pages as pictures for screens.
public enum PagePreview {
    /// Renders one page of a PDF as a picture.
    ///
    /// - Parameters:
    ///   - page: The number of the page, counted from 0.
    ///   - longest: The length of the picture's longer side in pixels, at most 4000.
    /// - Returns: A PNG; nil if the page does not exist or the data is not a valid PDF.
    public static func png(ofPage page: Int, of pdf: [UInt8], longest: Int) throws -> [UInt8]? {
        precondition((1...4000).contains(longest))
        return unsafe try pdf.withUnsafeBufferPointer { bytes in
            guard let document = unsafe CPoppler_openBytes(bytes.baseAddress, bytes.count) else { return nil }
            defer { unsafe CPoppler_close(document) }
            guard page >= 0, unsafe page < Int(CPoppler_pageCount(document)),
                let picture = unsafe CPoppler_show(document, Int32(page), Int32(longest))
            else { return nil }
            defer { unsafe CPoppler_free(picture) }
            var (width, height, stride) = (Int32(0), Int32(0), Int32(0))
            guard let pixels = unsafe CPoppler_pixels(picture, &width, &height, &stride) else { return nil }
            return unsafe try PixelBufferPNG.png(
                width: Int(width), height: Int(height), stride: Int(stride),
                pixels: UnsafeBufferPointer(start: pixels, count: Int(stride) * Int(height)))
        }
    }
}
