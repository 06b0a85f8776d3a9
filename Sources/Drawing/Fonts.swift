import CPangoCairo

/// The process's fonts, for one thread at a time.
///
/// Cairo opens fonts with one FreeType library for all threads, and closes a face, from the eleventh on, that another
/// thread is about to read (cairo-ft-font.c, `_cairo_ft_unscaled_font_lock_face`); Pango's map of fonts is for one
/// thread as well. So whatever may measure, draw, embed or give up letters is done here.
enum Fonts {
    /// Does a thing that may touch fonts, and may come back here for another.
    static func alone<Result>(_ work: () throws -> Result) rethrows -> Result {
        unsafe g_rec_mutex_lock(access)
        defer { unsafe g_rec_mutex_unlock(access) }
        return try work()
    }

    private nonisolated(unsafe) static let access: UnsafeMutablePointer<GRecMutex> = {
        let mutex = UnsafeMutablePointer<GRecMutex>.allocate(capacity: 1)
        unsafe g_rec_mutex_init(mutex)
        return unsafe mutex
    }()

    /// The one map of fonts, which is only for who is alone.
    nonisolated(unsafe) static let map: UnsafeMutablePointer<PangoFontMap>? = unsafe pango_cairo_font_map_new()
}
