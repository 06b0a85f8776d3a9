import HTTPTypes

/// What every answer tells browsers.
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
        // A page with scripts has brought its own.
        if headers[.contentSecurityPolicy] == nil { headers[.contentSecurityPolicy] = ContentSecurityPolicy().text }
        // What stands in an answer is for who asked, unless its route says otherwise.
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }
}
