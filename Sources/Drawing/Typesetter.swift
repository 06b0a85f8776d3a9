import CPangoCairo

/// Lays out text without font hinting, so that the text has the same size on paper and on screens. Use each instance in
/// only one thread.
@safe public final class Typesetter {
    private let context: OpaquePointer
    let colourGlyphs = ColourGlyphs()
    private var descriptions: [Font: OpaquePointer] = unsafe [:]

    public init() throws(DrawingError) {
        guard let context = unsafe FontAccess.withLock({ unsafe pango_font_map_create_context(FontAccess.fontMap) })
        else {
            throw .noMemory
        }
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe pango_cairo_context_set_font_options(context, options)
        // A whole unit is a pixel on a screen but a point on paper, so rounding to whole units would shift letters on
        // paper by up to half a point.
        unsafe pango_context_set_round_glyph_positions(context, 0)
        unsafe cairo_font_options_destroy(options)
        unsafe self.context = context
    }

    deinit {
        unsafe descriptions.values.forEach { unsafe pango_font_description_free($0) }
        FontAccess.withLock { unsafe g_object_unref(UnsafeMutableRawPointer(context)) }
    }

    /// Checks that a font family is installed, because Pango would silently replace a missing family with another.
    ///
    /// - Throws: `DrawingError.missingFont`; `.noFonts` if no font is installed at all.
    public func require(family: String) throws(DrawingError) {
        guard FontAccess.withLock({ hasFonts }) else { throw .noFonts }
        guard !Font.generic.contains(family) else { return }
        guard FontAccess.withLock({ unsafe pango_font_map_get_family(FontAccess.fontMap, family) != nil }) else {
            throw .missingFont(family: family)
        }
    }

    private var hasFonts: Bool {
        guard let font = unsafe pango_font_map_load_font(FontAccess.fontMap, context, description(Font(size: 10)))
        else {
            return false
        }
        unsafe g_object_unref(UnsafeMutableRawPointer(font))
        return true
    }

    /// Whether a text contains colour glyphs, such as emoji.
    public func hasColourGlyphs(_ text: String, _ font: Font) -> Bool {
        FontAccess.withLock { line(text, font, width: nil).hasColourGlyphs }
    }

    /// The characters that no installed font contains.
    public func scalarsWithoutGlyph(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        FontAccess.withLock {
            var missing: [Unicode.Scalar] = []
            // The characters are laid out in short parts. Spaces separate them, because adjacent characters could form
            // ligatures.
            for start in stride(from: 0, to: scalars.count, by: 500) {
                let part = scalars[start..<min(start + 500, scalars.count)]
                let text = part.map { String($0) }.joined(separator: " ")
                missing += line(text, Font(size: 10), width: nil).missingScalars.filter(part.contains)
            }
            return missing
        }
    }

    /// Lays out one line. A line longer than `width` is truncated with “…”. If `width` is nil, the line may have any
    /// length.
    func line(_ text: String, _ font: Font, width: Double?) -> ShapedText {
        let line = unsafe ShapedText(pango_layout_new(context))
        unsafe pango_layout_set_font_description(line.layout, description(font))
        unsafe pango_layout_set_single_paragraph_mode(line.layout, 1)
        if let width {
            unsafe pango_layout_set_width(line.layout, ShapedText.units(width))
            unsafe pango_layout_set_ellipsize(line.layout, PANGO_ELLIPSIZE_END)
        }
        let text = text.replacingNoncharacters
        unsafe pango_layout_set_text(line.layout, text, Int32(text.utf8.count))
        return line
    }

    func set(_ font: Font, on text: ShapedText) {
        unsafe pango_layout_set_font_description(text.layout, description(font))
    }

    private func description(_ font: Font) -> OpaquePointer? {
        if let known = unsafe descriptions[font] { return unsafe known }
        let description = unsafe pango_font_description_new()
        unsafe pango_font_description_set_family(description, font.family)
        unsafe pango_font_description_set_absolute_size(description, font.size * Double(PANGO_SCALE))
        unsafe pango_font_description_set_weight(
            description, font.weight == .bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        unsafe descriptions[font] = description
        return unsafe description
    }
}

/// A Pango layout. Use it only while holding the `FontAccess` lock. The deinitializer acquires the lock itself.
@safe final class ShapedText {
    let layout: OpaquePointer

    fileprivate init(_ layout: OpaquePointer) { unsafe self.layout = layout }

    deinit { FontAccess.withLock { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) } }

    static func units(_ length: Double) -> Int32 { Int32((max(0, length) * Double(PANGO_SCALE)).rounded(.down)) }

    /// The logical extents: the ascent and descent of the fonts, not the ink.
    var extents: Canvas.Box {
        var logical = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &logical)
        return ShapedText.box(logical)
    }

    private static func box(_ rectangle: PangoRectangle) -> Canvas.Box {
        let scale = Double(PANGO_SCALE)
        return Canvas.Box(
            x: Double(rectangle.x) / scale, y: Double(rectangle.y) / scale,
            width: Double(rectangle.width) / scale, height: Double(rectangle.height) / scale)
    }

    /// The union of the logical extents and the ink extents.
    var bounds: Canvas.Box {
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        unsafe pango_layout_get_extents(layout, &ink, &logical)
        // A line may be as long as Pango's integers allow. The extents are converted to `Double` before they are added,
        // to avoid overflow.
        let (inked, set) = (ShapedText.box(ink), ShapedText.box(logical))
        let (x, y) = (min(inked.x, set.x), min(inked.y, set.y))
        return Canvas.Box(
            x: x, y: y, width: max(inked.x + inked.width, set.x + set.width) - x,
            height: max(inked.y + inked.height, set.y + set.height) - y)
    }

    var lineCount: Int { unsafe Int(pango_layout_get_line_count(layout)) }

    var isCut: Bool { unsafe pango_layout_is_ellipsized(layout) != 0 }

    var missingScalars: [Unicode.Scalar] {
        guard unsafe pango_layout_get_unknown_glyphs_count(layout) > 0 else { return [] }
        var missing: [Unicode.Scalar] = []
        guard let iterator = unsafe pango_layout_get_iter(layout) else { return [] }
        defer { unsafe pango_layout_iter_free(iterator) }
        repeat {
            guard let run = unsafe pango_layout_iter_get_run_readonly(iterator) else { continue }
            let glyphs = unsafe run.pointee.glyphs.pointee
            for index in 0..<Int(unsafe glyphs.num_glyphs) {
                let glyph = unsafe glyphs.glyphs[index].glyph
                guard glyph & Self.unknown != 0, let scalar = Unicode.Scalar(glyph & ~Self.unknown) else { continue }
                if !missing.contains(scalar) { missing.append(scalar) }
            }
        } while unsafe pango_layout_iter_next_run(iterator) != 0
        return missing
    }

    /// PANGO_GLYPH_UNKNOWN_FLAG, a macro that Swift does not import.
    private static let unknown: UInt32 = 0x1000_0000
}

extension String {
    /// The string with noncharacters (Unicode §23.7) replaced by U+FFFD. Cairo rejects a text with noncharacters as
    /// invalid UTF-8 and then draws nothing more.
    var replacingNoncharacters: String {
        guard unicodeScalars.contains(where: \.isNoncharacter) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isNoncharacter ? "\u{FFFD}" : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var isNoncharacter: Bool { value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value) }
}
