import CGMime

/// The library GMime. Its initialization is not thread-safe, so it happens here only.
package enum GMimeLibrary {
    /// True. The first access initializes the library; every use of GMime must be preceded by an access.
    package static let isReady: Bool = {
        g_mime_init()
        return true
    }()
}
