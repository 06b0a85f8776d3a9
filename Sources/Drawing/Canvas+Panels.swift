import CPangoCairo

extension Canvas {
    /// Fills a box with rounded corners.
    ///
    /// - Parameter radius: The radius of the corners, at most half of the shorter side.
    public func fill(_ box: Box, radius: Double, _ colour: Colour) {
        let radius = max(0, min(radius, min(box.width, box.height) / 2))
        let (right, bottom) = (box.x + box.width, box.y + box.height)
        unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
        unsafe cairo_new_path(context)
        unsafe cairo_arc(context, right - radius, box.y + radius, radius, -.pi / 2, 0)
        unsafe cairo_arc(context, right - radius, bottom - radius, radius, 0, .pi / 2)
        unsafe cairo_arc(context, box.x + radius, bottom - radius, radius, .pi / 2, .pi)
        unsafe cairo_arc(context, box.x + radius, box.y + radius, radius, .pi, 3 * .pi / 2)
        unsafe cairo_close_path(context)
        unsafe cairo_fill(context)
    }

    /// Fills a box with an image. If the proportions of the image and the box differ, two opposite sides of the image
    /// are cut off equally.
    ///
    /// - Parameter dimming: how much the image is darkened, from 0 (unchanged) to 1 (black).
    public func cover(_ box: Box, with artwork: Artwork, dimming: Double = 0) throws {
        unsafe cairo_save(context)
        defer { unsafe cairo_restore(context) }
        unsafe cairo_rectangle(context, box.x, box.y, box.width, box.height)
        unsafe cairo_clip(context)
        let scale = max(box.width / artwork.width, box.height / artwork.height)
        let (width, height) = (artwork.width * scale, artwork.height * scale)
        try draw(
            artwork,
            in: Box(
                x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width: width, height: height))
        guard dimming > 0 else { return }
        unsafe cairo_set_source_rgba(context, 0, 0, 0, dimming)
        unsafe cairo_rectangle(context, box.x, box.y, box.width, box.height)
        unsafe cairo_fill(context)
    }
}
