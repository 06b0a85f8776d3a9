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
}
