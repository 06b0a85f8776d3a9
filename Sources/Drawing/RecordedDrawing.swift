import CPangoCairo

/// A drawing that is recorded once and can be drawn many times.
@safe public final class RecordedDrawing {
    let surface: OpaquePointer?

    /// Records a drawing. Lengths are in points.
    ///
    /// - Parameter margin: The width of a strip around the drawing. Anything drawn in this strip is also recorded.
    public init(
        width: Double, height: Double, margin: Double = 0, with typesetter: Typesetter, _ draw: (Canvas) throws -> Void
    ) throws {
        var extents = cairo_rectangle_t(x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin)
        unsafe surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)
        try Canvas.check(unsafe cairo_surface_status(surface))
        unsafe try Canvas.paint(on: surface, with: typesetter, draw)
    }

    deinit { FontAccess.withLock { unsafe cairo_surface_destroy(surface) } }
}
