import CPangoCairo

/// Why a picture could not be drawn.
public enum ChartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What cairo says.
    case drawing(String)

    public var description: String {
        switch self {
        case .drawing(let why): "the chart could not be drawn: \(why)"
        }
    }
}

/// The only Swift that calls cairo and Pango. Lengths are in pixels, from the upper left corner.
@safe final class Canvas {
    struct Colour {
        let red, green, blue: Double

        /// - Parameter hexadecimal: `0xRRGGBB`.
        init(_ hexadecimal: UInt32) {
            red = Double(hexadecimal >> 16 & 0xFF) / 255
            green = Double(hexadecimal >> 8 & 0xFF) / 255
            blue = Double(hexadecimal & 0xFF) / 255
        }
    }

    struct Font {
        enum Weight {
            case regular
            case bold
        }

        let size: Double
        var weight = Weight.regular
    }

    struct Box {
        var x, y, width, height: Double
    }

    /// Which point of a text stands at the place that is given; its height is always the middle.
    enum Anchor {
        case left
        case centre
        case right
    }

    private let context: OpaquePointer

    private init(_ context: OpaquePointer) {
        unsafe self.context = context
    }

    /// A PNG of whatever `draw` draws.
    ///
    /// - Parameter scale: pixels of the picture for each of ours.
    static func png(width: Double, height: Double, scale: Double, _ draw: (Canvas) -> Void) throws(ChartError)
        -> [UInt8]
    {
        let surface = unsafe cairo_image_surface_create(
            CAIRO_FORMAT_RGB24, Int32((width * scale).rounded(.up)), Int32((height * scale).rounded(.up)))
        defer { unsafe cairo_surface_destroy(surface) }
        let bytes = Bytes()
        unsafe try paint(surface, scale: scale, draw)
        let status = unsafe cairo_surface_write_to_png_stream(
            surface, gather, Unmanaged.passUnretained(bytes).toOpaque())
        try check(status)
        return bytes.gathered
    }

    /// An SVG of whatever `draw` draws; text is outlines, and looks the same wherever it is shown.
    static func svg(width: Double, height: Double, _ draw: (Canvas) -> Void) throws(ChartError) -> [UInt8] {
        let bytes = Bytes()
        let surface = unsafe cairo_svg_surface_create_for_stream(
            gather, Unmanaged.passUnretained(bytes).toOpaque(), width, height)
        defer { unsafe cairo_surface_destroy(surface) }
        unsafe cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
        unsafe try paint(surface, scale: 1, draw)
        unsafe cairo_surface_finish(surface)
        try check(unsafe cairo_surface_status(surface))
        // Cairo counts the surfaces of the process; the number is used nowhere, and would make each picture differ.
        let text = String(decoding: bytes.gathered, as: UTF8.self)
        return Array(text.replacing(/\ id="surface[0-9]+"/, with: "", maxReplacements: 1).utf8)
    }

    private static func paint(_ surface: OpaquePointer?, scale: Double, _ draw: (Canvas) -> Void) throws(ChartError) {
        guard let context = unsafe cairo_create(surface) else { throw .drawing("no memory") }
        defer { unsafe cairo_destroy(context) }
        unsafe cairo_scale(context, scale, scale)
        unsafe cairo_set_source_rgb(context, 1, 1, 1)
        unsafe cairo_paint(context)
        unsafe draw(Canvas(context))
        try check(unsafe cairo_status(context))
    }

    private static func check(_ status: cairo_status_t) throws(ChartError) {
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .drawing(unsafe String(cString: cairo_status_to_string(status)))
        }
    }

    func fill(_ box: Box, _ colour: Colour) {
        set(colour)
        unsafe cairo_rectangle(context, box.x, box.y, box.width, box.height)
        unsafe cairo_fill(context)
    }

    /// The size a text takes in one line.
    func size(of text: String, _ font: Font) -> (width: Double, height: Double) {
        let extents = unsafe withLayout(text, font, width: nil) { unsafe Canvas.extents($0) }
        return (extents?.width ?? 0, extents?.height ?? 0)
    }

    /// Writes a text in one line of at most `width`; a longer one ends in “…”. Right to left where its script does.
    func write(
        _ text: String, _ font: Font, _ colour: Colour, x: Double, middle: Double, _ anchor: Anchor,
        width: Double? = nil
    ) {
        set(colour)
        unsafe withLayout(text, font, width: width) { layout in
            let extents = unsafe Canvas.extents(layout)
            let left =
                switch anchor {
                case .left: x
                case .centre: x - extents.width / 2
                case .right: x - extents.width
                }
            unsafe cairo_move_to(context, left - extents.x, middle - extents.height / 2 - extents.y)
            unsafe pango_cairo_show_layout(context, layout)
        }
    }

    private func set(_ colour: Colour) {
        unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    }

    /// A layout for the time of `body`, measured alike for every kind of picture: hints would bend it to their pixels.
    private func withLayout<Result>(
        _ text: String, _ font: Font, width: Double?, _ body: (OpaquePointer) -> Result
    ) -> Result? {
        guard let layout = unsafe pango_cairo_create_layout(context) else { return nil }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
        unsafe cairo_font_options_destroy(options)
        let description = unsafe pango_font_description_new()
        unsafe pango_font_description_set_family(description, "sans-serif")
        unsafe pango_font_description_set_absolute_size(description, font.size * Double(PANGO_SCALE))
        unsafe pango_font_description_set_weight(
            description, font.weight == .bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        unsafe pango_layout_set_font_description(layout, description)
        unsafe pango_font_description_free(description)
        unsafe pango_layout_set_single_paragraph_mode(layout, 1)
        if let width {
            unsafe pango_layout_set_width(layout, Int32(max(0, width) * Double(PANGO_SCALE)))
            unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        }
        unsafe pango_layout_set_text(layout, text, Int32(text.utf8.count))
        return unsafe body(layout)
    }

    private static func extents(_ layout: OpaquePointer) -> Box {
        var logical = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &logical)
        let scale = Double(PANGO_SCALE)
        return Box(
            x: Double(logical.x) / scale, y: Double(logical.y) / scale, width: Double(logical.width) / scale,
            height: Double(logical.height) / scale)
    }
}

/// What cairo writes, gathered.
private final class Bytes {
    var gathered: [UInt8] = []
}

private func gather(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
    guard let context = unsafe context else { return CAIRO_STATUS_WRITE_ERROR }
    unsafe Unmanaged<Bytes>.fromOpaque(context).takeUnretainedValue().gathered.append(
        contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
}
