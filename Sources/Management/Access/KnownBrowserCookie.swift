/// A cookie showing that a user signed in with this browser before ("device cookie"; OWASP, Slow Down Online Guessing
/// Attacks with Device Cookies). It grants no access. Failed attempts of strangers do not block the user's sign-in in
/// this browser, and failed attempts in this browser are counted separately.
public struct KnownBrowserCookie: Sendable {
    /// Days after the last sign-in until the cookie expires. Browsers keep a cookie for at most 400 days.
    public static let lifetimeDays: Int64 = 365
    /// The maximum number of known browsers of a user; the least recently used is evicted.
    static let maximumPerUser = 20

    /// The secret that the browser sent; nil if it sent none.
    let presented: AccessSecret?
    /// The secret that the browser receives after a successful sign-in. Each sign-in replaces it.
    public let replacement: AccessSecret

    /// - Throws: `OpenSSLError`.
    public init(presented: AccessSecret?) throws {
        self.presented = presented
        replacement = try AccessSecret()
    }

    static var lifetimeSeconds: Int64 { lifetimeDays * 86_400 }
}
