import CPangoCairo

/// A drawing that is recorded once and can be drawn many times.
@safe public final class RecordedDrawing {
    let surface: OpaquePointer?

    public init(width: Double, height: Double, with typesetter: Typesetter, _ draw: (Canvas) throws -> Void) throws {
        var extents = cairo_rectangle_t(x: 0, y: 0, width: width, height: height)
        unsafe surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)
        try Canvas.check(unsafe cairo_surface_status(surface))
        unsafe try Canvas.paint(on: surface, with: typesetter, draw)
    }

    deinit { FontAccess.withLock { unsafe cairo_surface_destroy(surface) } }
}
