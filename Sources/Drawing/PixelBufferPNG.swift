import CPangoCairo

/// Encodes pixels from another library as a PNG.
public enum PixelBufferPNG {
    /// Encodes the pixels.
    ///
    /// - Parameters:
    ///   - pixels: Four bytes per pixel, 0xAARRGGBB in native byte order. The alpha value AA is ignored.
    ///   - stride: The number of bytes per row, a multiple of four.
    public static func png(width: Int, height: Int, stride: Int, pixels: UnsafeBufferPointer<UInt8>) throws -> [UInt8] {
        precondition(
            width > 0 && height > 0 && stride >= width * 4 && stride % 4 == 0 && pixels.count >= stride * height)
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        defer { unsafe cairo_surface_destroy(surface) }
        try Canvas.check(unsafe cairo_surface_status(surface))
        unsafe cairo_surface_flush(surface)
        let own = unsafe Int(cairo_image_surface_get_stride(surface))
        guard let data = unsafe cairo_image_surface_get_data(surface), let source = pixels.baseAddress else {
            throw DrawingError.noMemory
        }
        for row in 0..<height {
            unsafe data.advanced(by: row * own).update(from: source + row * stride, count: width * 4)
        }
        unsafe cairo_surface_mark_dirty(surface)
        let sink = CairoSink()
        try Canvas.check(unsafe cairo_surface_write_to_png_stream(surface, CairoSink.write, sink.closure))
        return sink.bytes
    }
}
