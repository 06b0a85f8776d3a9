package import HTTPTypes

/// The security headers of every response.
package enum SecurityHeaders {
    private static let permissionsPolicy = HTTPField.Name("Permissions-Policy")

    /// Pages of this server can use the camera and keep the screen awake, because the pages of gates need both.
    private static let permissions = "camera=(self), screen-wake-lock=(self), microphone=()"

    /// Allows a page to ask for the visitor's position.
    package static func allowPosition(in headers: inout HTTPFields) {
        if let permissionsPolicy { headers[permissionsPolicy] = "\(permissions), geolocation=(self)" }
    }

    private static let fields: [(HTTPField.Name?, String)] = [
        (.xContentTypeOptions, "nosniff"),
        (HTTPField.Name("Referrer-Policy"), "no-referrer"),
        (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
    ]

    static func add(to headers: inout HTTPFields) {
        for case (let name?, let value) in fields { headers[name] = value }
        if let permissionsPolicy, headers[permissionsPolicy] == nil {
            headers[permissionsPolicy] = "\(permissions), geolocation=()"
        }
        // Pages with scripts set their own Content-Security-Policy.
        if headers[.contentSecurityPolicy] == nil { headers[.contentSecurityPolicy] = ContentSecurityPolicy().text }
        // If a route does not set Cache-Control, browsers and proxies must not store its response.
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }
}
