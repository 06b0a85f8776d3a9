import HTTPTypes

/// What every answer tells browsers.
enum SecurityHeaders {
    /// Everything comes from this server, nothing stands inside a page as a script or a style, and no page of another
    /// server may show one of ours or be sent a form of it.
    static let contentSecurityPolicy = [
        "default-src 'self'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'", "form-action 'self'",
    ].joined(separator: "; ")

    private static let fields: [(HTTPField.Name?, String)] = [
        (.contentSecurityPolicy, contentSecurityPolicy),
        (.xContentTypeOptions, "nosniff"),
        (HTTPField.Name("Referrer-Policy"), "no-referrer"),
        // The gate's page uses the camera, and keeps the screen awake.
        (HTTPField.Name("Permissions-Policy"), "camera=(self), screen-wake-lock=(self), microphone=(), geolocation=()"),
        (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
    ]

    static func add(to headers: inout HTTPFields) {
        for case (let name?, let value) in fields { headers[name] = value }
        // What stands in an answer is for who asked, unless its route says otherwise.
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }
}
