import CPoppler
import Drawing

/// A page of a PDF as people see it on a screen.
public enum PagePreview {
    /// - Parameters:
    ///   - page: from 0.
    ///   - longest: pixels of its longest side, at most 4000.
    /// - Returns: a PNG; nil when there is no such page, or it is no PDF.
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
            return unsafe try ScreenPicture.png(
                width: Int(width), height: Int(height), stride: Int(stride),
                pixels: UnsafeBufferPointer(start: pixels, count: Int(stride) * Int(height)))
        }
    }
}
