/// How often signing in failed in a row, for one account or from one address, and how long it waits for that: after five
/// failures a minute, after each that follows twice as long, at most a quarter of an hour.
public struct SignInPause: Hashable, Sendable {
    /// As many failures are let pass before the first wait.
    public static let patience = 5
    public static let longestSeconds: Int64 = 15 * 60
    /// After this long without a failure all are forgotten.
    public static let memorySeconds: Int64 = 3600

    public let failures: Int
    /// Before this moment nobody is listened to.
    public let until: Instant
    public let latest: Instant

    public init(failures: Int, until: Instant, latest: Instant) {
        self.failures = failures
        self.until = until
        self.latest = latest
    }

    /// Nothing has failed.
    public static func none(at now: Instant) -> SignInPause { SignInPause(failures: 0, until: now, latest: now) }

    /// Whether it still lasts. A pause that is longer than any can be was begun by a clock that was wrong.
    public func lasts(at now: Instant) -> Bool {
        now < until && now >= until.advanced(bySeconds: -SignInPause.longestSeconds)
    }

    /// With one failure more.
    public func failed(at now: Instant) -> SignInPause {
        let isForgotten = now >= latest.advanced(bySeconds: SignInPause.memorySeconds)
        let failures = (isForgotten ? 0 : failures) + 1
        let doublings = failures - SignInPause.patience
        let wait = doublings < 0 ? 0 : doublings > 4 ? SignInPause.longestSeconds : min(60 << doublings, 900)
        return SignInPause(failures: failures, until: now.advanced(bySeconds: Int64(wait)), latest: now)
    }
}
