import HTTPTypes

/// The security headers of every response.
enum SecurityHeaders {
    private static let fields: [(HTTPField.Name?, String)] = [
        (.xContentTypeOptions, "nosniff"),
        (HTTPField.Name("Referrer-Policy"), "no-referrer"),
        // The gate's page uses the camera, and keeps the screen awake.
        (HTTPField.Name("Permissions-Policy"), "camera=(self), screen-wake-lock=(self), microphone=(), geolocation=()"),
        (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
    ]

    static func add(to headers: inout HTTPFields) {
        for case (let name?, let value) in fields { headers[name] = value }
        // Pages with scripts set their own Content-Security-Policy.
        if headers[.contentSecurityPolicy] == nil { headers[.contentSecurityPolicy] = ContentSecurityPolicy().text }
        // Browsers and proxies must not store a response, unless its route sets Cache-Control.
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }
}
