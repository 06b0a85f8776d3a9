import CPangoCairo

extension Canvas {
    /// Fills the canvas with white.
    func clear() {
        unsafe cairo_set_source_rgb(context, 1, 1, 1)
        unsafe cairo_paint(context)
    }

    /// Renders the drawing as a PNG.
    ///
    /// - Parameter scale: The number of pixels per unit of the canvas.
    public static func png(
        width: Double, height: Double, scale: Double, _ draw: (Canvas) throws -> Void
    ) throws -> [UInt8] {
        let surface = unsafe cairo_image_surface_create(
            CAIRO_FORMAT_RGB24, Int32((width * scale).rounded(.up)), Int32((height * scale).rounded(.up)))
        defer { unsafe cairo_surface_destroy(surface) }
        unsafe try paint(on: surface, scale: scale, with: Typesetter()) { canvas in
            canvas.clear()
            try draw(canvas)
        }
        return unsafe try PNGWriter.png(of: surface)
    }

    /// Renders the drawing as an SVG. Text is converted to outlines, so that it looks the same on every computer.
    public static func svg(width: Double, height: Double, _ draw: (Canvas) throws -> Void) throws -> [UInt8] {
        let sink = CairoSink()
        let surface = unsafe cairo_svg_surface_create_for_stream(CairoSink.write, sink.closure, width, height)
        defer { unsafe cairo_surface_destroy(surface) }
        unsafe cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
        unsafe try paint(on: surface, with: Typesetter()) { canvas in
            canvas.clear()
            try draw(canvas)
        }
        FontAccess.withLock { unsafe cairo_surface_finish(surface) }
        try check(unsafe cairo_surface_status(surface))
        // Cairo gives each surface of the process a numbered ID. The ID is removed: nothing refers to it, and it would
        // make the files of identical drawings differ.
        let text = String(decoding: sink.bytes, as: UTF8.self)
        return Array(text.replacing(/\ id="surface[0-9]+"/, with: "", maxReplacements: 1).utf8)
    }
}
