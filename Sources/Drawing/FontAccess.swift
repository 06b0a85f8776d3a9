import CPangoCairo

/// Serializes access to the font libraries of the process.
///
/// Cairo opens fonts with one FreeType library for all threads, and keeps at most ten fonts open. Before it opens
/// another font, it closes a font face that another thread may be about to read (cairo-ft-font.c,
/// `_cairo_ft_unscaled_font_lock_face`). Pango's font map is not thread-safe either. Code that may measure, draw, embed
/// or free glyphs must therefore hold this lock.
enum FontAccess {
    /// Calls `work` while holding the recursive lock.
    static func withLock<Result>(_ work: () throws -> Result) rethrows -> Result {
        unsafe g_rec_mutex_lock(access)
        defer { unsafe g_rec_mutex_unlock(access) }
        return try work()
    }

    private nonisolated(unsafe) static let access: UnsafeMutablePointer<GRecMutex> = {
        let mutex = UnsafeMutablePointer<GRecMutex>.allocate(capacity: 1)
        unsafe g_rec_mutex_init(mutex)
        return unsafe mutex
    }()

    /// The shared font map. Use it only while holding the lock.
    nonisolated(unsafe) static let fontMap: UnsafeMutablePointer<PangoFontMap>? = unsafe pango_cairo_font_map_new()
}
