import CGdkPixbuf
import CPangoCairo
import Languages

/// Reads JPEG files (ITU-T T.81).
enum JPEGPicture {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// The maximum number of scans. In JPEG, a scan is one pass over the image, and decoding each pass takes time.
    /// Progressive JPEGs from cameras have about ten scans.
    private static let mostScans = 64

    /// Reads the size from the header without decoding the JPEG (annex B). Also checks that the file has an end and at
    /// most `mostScans` scans.
    static func size(of bytes: [UInt8]) throws(DrawingError) -> (width: Int, height: Int) {
        guard bytes.starts(with: signature) else { throw .artwork(.unsupportedFormat) }
        var (offset, scans) = (2, 0)
        var size: (width: Int, height: Int)?
        var hasEnd = false
        func number(at offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
        while offset + 1 < bytes.count {
            let marker = bytes[offset + 1]
            // Image data between two segments is skipped. In image data, each 0xFF is followed by 0 or a restart
            // marker. Marker 1 (TEM) has no length. If the bytes after this marker were read as a length, they could
            // hide the segment with the size.
            guard bytes[offset] == 0xFF, marker > 1, marker != 0xFF, !(0xD0...0xD8).contains(marker) else {
                offset += 1
                continue
            }
            hasEnd = marker == 0xD9
            guard !hasEnd, offset + 9 < bytes.count else { break }
            switch marker {
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                guard size == nil else { throw .artwork(.damaged(Sentence(ArtworkError.Text.twoSizes))) }
                size = (number(at: offset + 7), number(at: offset + 5))
            case 0xDA:
                scans += 1
                guard scans <= mostScans else {
                    throw .artwork(
                        .damaged(Sentence(ArtworkError.Text.manyScans, ["limit": .number(mostScans)])))
                }
            default: break
            }
            offset += 2 + number(at: offset + 2)
        }
        guard hasEnd else { throw .artwork(.damaged(Sentence(ArtworkError.Text.endMissing))) }
        guard let size, size.width > 0, size.height > 0 else {
            throw .artwork(.damaged(Sentence(ArtworkError.Text.noSize)))
        }
        return size
    }

    /// Decodes a JPEG. The caller must unreference the pixels.
    static func pixels(of bytes: [UInt8]) throws(DrawingError) -> OpaquePointer {
        var error: UnsafeMutablePointer<GError>?
        guard let loader = unsafe gdk_pixbuf_loader_new_with_mime_type("image/jpeg", &error) else {
            defer { unsafe g_error_free(error) }
            throw .artwork(.damaged(unsafe Artwork.message(of: error)))
        }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(loader)) }
        let isWritten = unsafe gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), &error) != 0
        // A loader must be closed even if it failed to load the image.
        var second: UnsafeMutablePointer<GError>?
        let isClosed = unsafe gdk_pixbuf_loader_close(loader, &second) != 0
        guard isWritten, isClosed, let pixels = unsafe gdk_pixbuf_loader_get_pixbuf(loader) else {
            defer {
                unsafe g_clear_error(&error)
                unsafe g_clear_error(&second)
            }
            throw .artwork(.damaged(unsafe Artwork.message(of: error ?? second)))
        }
        unsafe g_object_ref(UnsafeMutableRawPointer(pixels))
        return unsafe pixels
    }

    /// Decodes a JPEG to a cairo surface, which the caller must destroy. The photo is turned according to its EXIF
    /// orientation.
    static func surface(of bytes: [UInt8]) throws(DrawingError) -> OpaquePointer {
        let stored = unsafe try pixels(of: bytes)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(stored)) }
        guard let turned = unsafe gdk_pixbuf_apply_embedded_orientation(stored) else { throw .noMemory }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(turned)) }
        let (width, height) = unsafe (Int(gdk_pixbuf_get_width(turned)), Int(gdk_pixbuf_get_height(turned)))
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        guard let surface = unsafe surface, let target = unsafe cairo_image_surface_get_data(surface),
            let source = unsafe gdk_pixbuf_read_pixels(turned)
        else {
            unsafe cairo_surface_destroy(surface)
            throw .noMemory
        }
        let channels = unsafe Int(gdk_pixbuf_get_n_channels(turned))
        let (from, to) = unsafe (
            Int(gdk_pixbuf_get_rowstride(turned)), Int(cairo_image_surface_get_stride(surface))
        )
        for row in 0..<height {
            let line = unsafe UnsafeMutableRawPointer(target + row * to)
            for column in 0..<width {
                let pixel = unsafe source + row * from + column * channels
                // A pixel of cairo is a number: 0x00RRGGBB.
                let colour = unsafe UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
                unsafe line.storeBytes(of: colour, toByteOffset: column * 4, as: UInt32.self)
            }
        }
        unsafe cairo_surface_mark_dirty(surface)
        return unsafe surface
    }
}
