import CPangoCairo

/// Draws colour glyphs, such as emoji, as images in a PDF. Cairo alone would embed them with one pixel per point and
/// clip them at their edges. This class renders each glyph once, at the font's full resolution. An invisible glyph of
/// another font covers the image and has the text of the colour glyph, so that the text can be searched and copied.
@safe final class ColourGlyphs {
    private struct Key: Hashable {
        let face: UInt
        let glyph: UInt32
    }

    /// The em size of a glyph in its image, in pixels. The images in the usual emoji font have the same em size.
    private static let size = 128.0
    /// The side of an image in pixels. The side is longer than the em size, because some glyphs extend beyond their em
    /// square.
    private static let side = 224.0
    /// The position of a glyph's origin in its image, in pixels.
    private static let origin = (x: 32.0, y: 160.0)

    /// A space glyph of an outline font, used as the invisible glyph.
    @safe private struct Blank {
        let face: OpaquePointer
        let glyph: UInt
        /// The width at font size 1.
        let width: Double
    }

    /// The invisible glyph. The outer optional is nil before the first use; the inner optional is nil if no font has a
    /// suitable glyph.
    private var blank: Blank??
    private var pictures: [Key: OpaquePointer] = unsafe [:]
    /// The fonts whose glyphs are in `pictures`. The key is the font's memory address. The fonts are retained, so that
    /// no other font can get the same address.
    private var faces: [UInt: OpaquePointer] = unsafe [:]

    deinit {
        FontAccess.withLock {
            unsafe pictures.values.forEach { unsafe cairo_surface_destroy($0) }
            unsafe faces.values.forEach { unsafe cairo_font_face_destroy($0) }
            if let blank, let blank { unsafe cairo_font_face_destroy(blank.face) }
        }
    }

    static func isColoured(_ font: UnsafeMutablePointer<PangoFont>?) -> Bool {
        guard let font = unsafe font, let letters = unsafe pango_font_get_hb_font(font),
            let face = unsafe hb_font_get_face(letters)
        else { return false }
        return unsafe hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0
            || hb_ot_color_has_svg(face) != 0
    }

    /// Draws the glyphs of one run, a part of a text in one font.
    ///
    /// - Parameters:
    ///   - text: The text that contains the run.
    ///   - size: The em size in the context's units.
    ///   - x: The left edge of the run.
    ///   - y: The baseline of the run.
    func draw(
        _ run: UnsafeMutablePointer<PangoGlyphItem>, of text: UnsafePointer<CChar>, size: Double, x: Double, y: Double,
        on context: OpaquePointer, with typesetter: Typesetter
    ) {
        unsafe write(run, of: text, size: size, x: x, y: y, on: context, with: typesetter)
        guard let font = unsafe run.pointee.item.pointee.analysis.font, let glyphs = unsafe run.pointee.glyphs,
            let scaled = unsafe pango_cairo_font_get_scaled_font(OpaquePointer(font)),
            let face = unsafe cairo_scaled_font_get_font_face(scaled)
        else { return }
        let unit = Double(PANGO_SCALE)
        var left = x
        for index in 0..<Int(unsafe glyphs.pointee.num_glyphs) {
            let glyph = unsafe glyphs.pointee.glyphs[index]
            defer { left += Double(glyph.geometry.width) / unit }
            guard let picture = unsafe picture(of: glyph.glyph, in: face) else { continue }
            let scale = size / ColourGlyphs.size
            unsafe cairo_save(context)
            unsafe cairo_translate(
                context, left + Double(glyph.geometry.x_offset) / unit - ColourGlyphs.origin.x * scale,
                y + Double(glyph.geometry.y_offset) / unit - ColourGlyphs.origin.y * scale)
            unsafe cairo_scale(context, scale, scale)
            unsafe cairo_set_source_surface(context, picture, 0, 0)
            unsafe cairo_paint(context)
            unsafe cairo_restore(context)
        }
    }

    /// Adds an invisible glyph with the width and the text of each cluster (a group of glyphs that belong together,
    /// such as a letter and its accent).
    private func write(
        _ run: UnsafeMutablePointer<PangoGlyphItem>, of text: UnsafePointer<CChar>, size: Double, x: Double, y: Double,
        on context: OpaquePointer, with typesetter: Typesetter
    ) {
        if blank == nil { blank = .some(ColourGlyphs.blank(with: typesetter)) }
        guard let blank, let blank else { return }
        unsafe cairo_save(context)
        defer { unsafe cairo_restore(context) }
        unsafe cairo_set_font_face(context, blank.face)
        let unit = Double(PANGO_SCALE)
        var cluster = unsafe PangoGlyphItemIter()
        var hasMore = unsafe pango_glyph_item_iter_init_start(&cluster, run, text)
        while hasMore != 0 {
            // In a right-to-left run, the first glyph of a cluster is stored after the cluster's other glyphs, and
            // `end_glyph` precedes `start_glyph`.
            let (start, end) = unsafe (Int(cluster.start_glyph), Int(cluster.end_glyph))
            let glyphs = min(start, end + 1)..<max(end, start + 1)
            let left = unsafe x + width(of: 0..<glyphs.lowerBound, in: run) / unit
            let width = unsafe width(of: glyphs, in: run) / unit
            let (first, bytes) = unsafe (Int(cluster.start_index), cluster.end_index - cluster.start_index)
            if width > 0, bytes > 0 {
                var matrix = cairo_matrix_t()
                unsafe cairo_matrix_init_scale(&matrix, width / blank.width, size)
                unsafe cairo_set_font_matrix(context, &matrix)
                let origin = unsafe ColourGlyphs.betweenPixels(x: left, y: y, on: context)
                var glyph = cairo_glyph_t(index: blank.glyph, x: origin.x, y: origin.y)
                var count = cairo_text_cluster_t(num_bytes: bytes, num_glyphs: 1)
                unsafe cairo_show_text_glyphs(
                    context, text + first, bytes, &glyph, 1, &count, 1, cairo_text_cluster_flags_t(0))
            }
            hasMore = unsafe pango_glyph_item_iter_next_cluster(&cluster)
        }
    }

    /// The width of glyphs in Pango units.
    private func width(of glyphs: Range<Int>, in run: UnsafeMutablePointer<PangoGlyphItem>) -> Double {
        guard let all = unsafe run.pointee.glyphs.pointee.glyphs else { return 0 }
        return glyphs.reduce(0) { unsafe $0 + Double(all[$1].geometry.width) }
    }

    /// Moves a point away from whole units of the surface. Cairo omits a blank glyph at a whole unit, because the
    /// glyph's rounded size is 0 there.
    private static func betweenPixels(x: Double, y: Double, on context: OpaquePointer) -> (x: Double, y: Double) {
        var (x, y) = (x, y)
        unsafe cairo_user_to_device(context, &x, &y)
        func moved(_ value: Double) -> Double { abs(value - value.rounded()) < 1.0 / 64 ? value + 1.0 / 32 : value }
        (x, y) = (moved(x), moved(y))
        unsafe cairo_device_to_user(context, &x, &y)
        return (x, y)
    }

    private static func blank(with typesetter: Typesetter) -> Blank? {
        let size = 100.0
        let space = typesetter.line(" ", Font(size: size), width: nil)
        guard let iterator = unsafe pango_layout_get_iter(space.layout) else { return nil }
        defer { unsafe pango_layout_iter_free(iterator) }
        guard let run = unsafe pango_layout_iter_get_run_readonly(iterator),
            let font = unsafe run.pointee.item.pointee.analysis.font, unsafe !isColoured(font),
            let glyph = unsafe run.pointee.glyphs.pointee.glyphs?.pointee, glyph.geometry.width > 0,
            glyph.glyph & 0x1000_0000 == 0, let scaled = unsafe pango_cairo_font_get_scaled_font(OpaquePointer(font)),
            let face = unsafe cairo_font_face_reference(cairo_scaled_font_get_font_face(scaled))
        else { return nil }
        return unsafe Blank(
            face: face, glyph: UInt(glyph.glyph), width: Double(glyph.geometry.width) / Double(PANGO_SCALE) / size)
    }

    private func picture(of glyph: UInt32, in face: OpaquePointer) -> OpaquePointer? {
        let address = UInt(bitPattern: face)
        let key = Key(face: address, glyph: glyph)
        if let known = unsafe pictures[key] { return unsafe known }
        let side = Int32(ColourGlyphs.side)
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side)
        guard let surface = unsafe surface, let context = unsafe cairo_create(surface) else { return nil }
        defer { unsafe cairo_destroy(context) }
        var positionedGlyph = cairo_glyph_t(index: UInt(glyph), x: ColourGlyphs.origin.x, y: ColourGlyphs.origin.y)
        unsafe cairo_set_font_face(context, face)
        unsafe cairo_set_font_size(context, ColourGlyphs.size)
        unsafe cairo_show_glyphs(context, &positionedGlyph, 1)
        unsafe cairo_surface_flush(surface)
        unsafe pictures[key] = surface
        if unsafe faces[address] == nil { unsafe faces[address] = cairo_font_face_reference(face) }
        return unsafe surface
    }
}

extension ShapedText {
    var hasColourGlyphs: Bool {
        // Most texts contain only letters of alphabets. For such texts, this fast search for the first bytes of emoji
        // is the only check.
        guard let text = unsafe pango_layout_get_text(layout), unsafe strpbrk(text, ShapedText.leads) != nil,
            let iterator = unsafe pango_layout_get_iter(layout)
        else { return false }
        defer { unsafe pango_layout_iter_free(iterator) }
        repeat {
            guard let run = unsafe pango_layout_iter_get_run_readonly(iterator) else { continue }
            if unsafe ColourGlyphs.isColoured(run.pointee.item.pointee.analysis.font) { return true }
        } while unsafe pango_layout_iter_next_run(iterator) != 0
        return false
    }

    /// The first UTF-8 bytes of characters that can be emoji: U+2000 to U+3FFF, characters above U+FFFF, and the
    /// variation selector U+FE0F, which selects emoji presentation, as in ©️.
    private static let leads: [CChar] = [0xE2, 0xE3, 0xEF, 0xF0, 0].map { CChar(truncatingIfNeeded: $0) }

    /// Draws the text run by run: colour glyphs as images, and other glyphs as text.
    func show(on context: OpaquePointer, x: Double, y: Double, with typesetter: Typesetter) {
        guard let text = unsafe pango_layout_get_text(layout), let iterator = unsafe pango_layout_get_iter(layout)
        else {
            return
        }
        defer { unsafe pango_layout_iter_free(iterator) }
        let unit = Double(PANGO_SCALE)
        repeat {
            guard let run = unsafe pango_layout_iter_get_run_readonly(iterator) else { continue }
            var extents = PangoRectangle()
            unsafe pango_layout_iter_get_run_extents(iterator, nil, &extents)
            let left = x + Double(extents.x) / unit
            let baseline = y + Double(unsafe pango_layout_iter_get_baseline(iterator)) / unit
            if unsafe ColourGlyphs.isColoured(run.pointee.item.pointee.analysis.font) {
                unsafe typesetter.colourGlyphs.draw(
                    run, of: text, size: fontSize, x: left, y: baseline, on: context, with: typesetter)
            } else {
                unsafe cairo_move_to(context, left, baseline)
                unsafe pango_cairo_show_glyph_item(context, text, run)
            }
        } while unsafe pango_layout_iter_next_run(iterator) != 0
    }

    /// The em size of the text. The size does not come from the font's metrics, because the metrics of a bitmap font
    /// give the size of its bitmaps.
    private var fontSize: Double {
        Double(unsafe pango_font_description_get_size(pango_layout_get_font_description(layout)))
            / Double(PANGO_SCALE)
    }
}
