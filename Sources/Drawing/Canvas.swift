import CPangoCairo
import Languages

/// A drawing surface. Lengths are in the units of the surface: points of 1/72 inch on paper, pixels on a screen.
/// Positions are measured from the upper left corner. Only this module calls cairo and Pango.
///
/// Drawing errors are collected and thrown when the drawing is finished.
@safe public final class Canvas {
    public struct Colour: Hashable, Sendable {
        let red, green, blue: Double

        public static let black = Colour(0x000000)
        public static let white = Colour(0xFFFFFF)

        /// The brightness (the luma of Rec. 601), from 0 for black to 1 for white.
        public var luma: Double { 0.299 * red + 0.587 * green + 0.114 * blue }

        /// Makes a colour from a number.
        ///
        /// - Parameter hexadecimal: The colour as `0xRRGGBB`.
        public init(_ hexadecimal: UInt32) {
            red = Double(hexadecimal >> 16 & 0xFF) / 255
            green = Double(hexadecimal >> 8 & 0xFF) / 255
            blue = Double(hexadecimal & 0xFF) / 255
        }
    }

    public struct Box: Hashable, Sendable {
        public var x, y, width, height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// The part of a text that is at the horizontal position `x`: its left end, its centre or its right end.
    public enum Anchor: Sendable {
        case left
        case centre
        case right
    }

    let context: OpaquePointer
    let typesetter: Typesetter

    /// - Parameter context: The context, which must outlive this object.
    init(_ context: OpaquePointer, _ typesetter: Typesetter) {
        unsafe self.context = context
        self.typesetter = typesetter
    }

    /// Draws on a surface, but does not destroy the surface.
    static func paint(
        on surface: OpaquePointer?, scale: Double = 1, with typesetter: Typesetter, _ draw: (Canvas) throws -> Void
    ) throws {
        try FontAccess.withLock {
            guard let context = unsafe cairo_create(surface) else { throw DrawingError.noMemory }
            defer { unsafe cairo_destroy(context) }
            if scale != 1 { unsafe cairo_scale(context, scale, scale) }
            unsafe try draw(Canvas(context, typesetter))
            try check(unsafe cairo_status(context))
        }
    }

    static func check(_ status: cairo_status_t) throws(DrawingError) {
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .cairo(.verbatim(unsafe String(cString: cairo_status_to_string(status))))
        }
    }

    /// Fills a box with a colour.
    ///
    /// - Parameter isSharp: Whether to disable antialiasing at the edges.
    public func fill(_ box: Box, _ colour: Colour, isSharp: Bool = false) {
        set(colour)
        unsafe cairo_save(context)
        if isSharp { unsafe cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE) }
        unsafe cairo_rectangle(context, box.x, box.y, box.width, box.height)
        unsafe cairo_fill(context)
        unsafe cairo_restore(context)
    }

    /// Draws a straight line.
    ///
    /// - Parameter dash: The length of each dash and gap; nil for a solid line.
    public func line(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double, _ colour: Colour,
        dash: Double? = nil
    ) {
        set(colour)
        unsafe cairo_save(context)
        unsafe cairo_set_line_width(context, width)
        if let dash { unsafe cairo_set_dash(context, [dash], 1, 0) }
        unsafe cairo_move_to(context, start.x, start.y)
        unsafe cairo_line_to(context, end.x, end.y)
        unsafe cairo_stroke(context)
        unsafe cairo_restore(context)
    }

    /// The size of a text on one line.
    public func size(of text: String, _ font: Font) -> (width: Double, height: Double) {
        let line = typesetter.line(text, font, width: nil)
        return (line.extents.width, line.extents.height)
    }

    /// Draws a text on one line. A text wider than `width` is truncated with “…”. The text's script determines the
    /// writing direction.
    ///
    /// - Parameter middle: The vertical position of the text's centre.
    public func write(
        _ text: String, _ font: Font, _ colour: Colour, x: Double, middle: Double, _ anchor: Anchor,
        width: Double? = nil
    ) {
        let line = typesetter.line(text, font, width: width)
        let extents = line.extents
        let left =
            switch anchor {
            case .left: x
            case .centre: x - extents.width / 2
            case .right: x - extents.width
            }
        show(line, x: left - extents.x, y: middle - extents.height / 2 - extents.y, colour)
    }

    /// Draws a fitted text. The upper left corner of the text's box is at `x` and `y`.
    public func write(_ text: FittedText, x: Double, y: Double, _ colour: Colour) {
        show(text.shaped, x: x + text.left, y: y + text.top, colour)
    }

    private func show(_ text: ShapedText, x: Double, y: Double, _ colour: Colour) {
        set(colour)
        if isForPaper, text.hasColourGlyphs {
            return unsafe text.show(on: context, x: x, y: y, with: typesetter)
        }
        unsafe cairo_move_to(context, x, y)
        unsafe pango_cairo_show_layout(context, text.layout)
    }

    /// Whether the units are points and not pixels.
    private var isForPaper: Bool {
        let kind = unsafe cairo_surface_get_type(cairo_get_target(context))
        return kind == CAIRO_SURFACE_TYPE_PDF || kind == CAIRO_SURFACE_TYPE_RECORDING
    }

    /// Draws the ink of a bitmap, scaled to the box and sharp at every size.
    public func drawMask(_ bitmap: Bitmap, in box: Box, _ colour: Colour = .black) throws {
        let surface = unsafe try bitmap.mask()
        defer { unsafe cairo_surface_destroy(surface) }
        let pattern = unsafe cairo_pattern_create_for_surface(surface)
        defer { unsafe cairo_pattern_destroy(pattern) }
        unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        set(colour)
        unsafe cairo_save(context)
        unsafe cairo_translate(context, box.x, box.y)
        unsafe cairo_scale(context, box.width / Double(bitmap.width), box.height / Double(bitmap.height))
        unsafe cairo_mask(context, pattern)
        unsafe cairo_restore(context)
    }

    /// Draws a recorded drawing with its upper left corner at the given position. A PDF contains the recorded drawing
    /// only once, however often it is drawn.
    public func draw(_ recording: RecordedDrawing, x: Double, y: Double) {
        unsafe cairo_set_source_surface(context, recording.surface, x, y)
        unsafe cairo_paint(context)
    }

    /// Moves the origin, rotates the canvas clockwise by quarter turns, and then draws.
    public func translated(x: Double, y: Double, quarterTurns: Int = 0, _ draw: () throws -> Void) rethrows {
        unsafe cairo_save(context)
        unsafe cairo_translate(context, x, y)
        if quarterTurns != 0 { unsafe cairo_rotate(context, Double(quarterTurns) * .pi / 2) }
        try draw()
        unsafe cairo_restore(context)
    }

    private func set(_ colour: Colour) {
        unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    }
}
