import CGMime

/// The library GMime. Its initialization is not thread-safe, so only this type initializes it.
package enum GMimeLibrary {
    /// Always true. The first access initializes the library. Access this value before every use of GMime.
    package static let isReady: Bool = {
        g_mime_init()
        return true
    }()
}
