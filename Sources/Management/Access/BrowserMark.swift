/// How a browser shows that a user signed in with it before ("device cookie"; OWASP, Slow Down Online Guessing Attacks with
/// Device Cookies). It lets nobody in: failures of strangers do not pause its user's sign-in, and its own failures count
/// apart.
public struct BrowserMark: Sendable {
    /// Days after the last sign-in until a mark expires; browsers keep a cookie for at most 400.
    public static let days: Int64 = 365
    /// Marks of one user; the least recently used is removed for another.
    static let most = 20

    /// The secret that the browser sent; nil for a browser without one.
    let shown: AccessSecret?
    /// The secret that the browser has after a sign-in that succeeds. Each sign-in replaces the mark.
    public let next: AccessSecret

    /// - Throws: `OpenSSLError`.
    public init(shown: AccessSecret?) throws {
        self.shown = shown
        next = try AccessSecret()
    }

    static var seconds: Int64 { days * 86_400 }
}
