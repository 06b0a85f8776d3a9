/// A delay after repeated sign-in failures, for one account or one network address. After five failures, the wait is
/// one minute. Each further failure doubles the wait, up to 15 minutes.
public struct SignInThrottle: Hashable, Sendable {
    /// The number of failures after which the first wait begins.
    public static let freeAttempts = 5
    public static let longestSeconds: Int64 = 15 * 60
    /// After this many seconds without a failure, the number of failures is reset to 0.
    public static let resetSeconds: Int64 = 3600

    public let failures: Int
    /// Sign-in attempts before this time are rejected.
    public let until: Instant
    public let latest: Instant

    public init(failures: Int, until: Instant, latest: Instant) {
        self.failures = failures
        self.until = until
        self.latest = latest
    }

    /// The state without any failure.
    public static func none(at now: Instant) -> SignInThrottle { SignInThrottle(failures: 0, until: now, latest: now) }

    /// Whether sign-in attempts are rejected now. If `until` is further away than the longest wait, it was stored while
    /// the clock was wrong, so it is ignored.
    public func isActive(at now: Instant) -> Bool {
        now < until && now >= until.advanced(bySeconds: -SignInThrottle.longestSeconds)
    }

    /// The state after one more failure.
    public func addingFailure(at now: Instant) -> SignInThrottle {
        let isForgotten = now >= latest.advanced(bySeconds: SignInThrottle.resetSeconds)
        let failures = (isForgotten ? 0 : failures) + 1
        let doublings = failures - SignInThrottle.freeAttempts
        let wait = doublings < 0 ? 0 : doublings > 4 ? SignInThrottle.longestSeconds : min(60 << doublings, 900)
        return SignInThrottle(failures: failures, until: now.advanced(bySeconds: Int64(wait)), latest: now)
    }
}
