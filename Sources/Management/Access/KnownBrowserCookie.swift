/// A cookie which shows that a user has already signed in with this browser ("device cookie"; OWASP, Slow Down Online
/// Guessing Attacks with Device Cookies). The cookie grants no access. Failed sign-in attempts from a browser with the
/// cookie are counted separately. So failures in other browsers do not lock the user out of this browser.
public struct KnownBrowserCookie: Sendable {
    /// The cookie expires this number of days after the last sign-in. Browsers keep a cookie for at most 400 days.
    public static let lifetimeDays: Int64 = 365
    /// The maximum number of known browsers of a user. A further browser evicts the least recently used one.
    static let maximumPerUser = 20

    /// The secret that the browser sent; nil if the browser sent no secret.
    let presented: AccessSecret?
    /// The secret that the browser receives after a successful sign-in. Each sign-in replaces the secret.
    public let replacement: AccessSecret

    /// Creates a new secret that replaces the secret `presented`, if the browser sent one.
    ///
    /// - Throws: `OpenSSLError`.
    public init(presented: AccessSecret?) throws {
        self.presented = presented
        replacement = try AccessSecret()
    }

    static var lifetimeSeconds: Int64 { lifetimeDays * 86_400 }
}
