import Management
import Ticketing

/// Warnings about a gate pack that is old or about to expire.
enum GatePackAge {
    /// The pack's age from which a refresh is advised, and the remaining time from which its expiry is announced;
    /// both in milliseconds.
    static let refreshAge: Int64 = 86_400_000
    static let expiryNotice: Int64 = 7_200_000

    /// The warning; nil for a recent pack.
    static func warning(_ pack: GatePackState, at now: Instant) -> String? {
        let left = pack.expires.milliseconds - now.milliseconds
        let age = now.milliseconds - pack.made.milliseconds
        if left <= 0 { return "the pack has expired: exits only; use gate refresh" }
        if left < expiryNotice {
            return "the pack expires in \(ApproximateDuration(milliseconds: left)); use gate refresh"
        }
        guard age >= refreshAge else { return nil }
        return "the pack is \(ApproximateDuration(milliseconds: age)) old and lacks later changes; use gate refresh"
    }
}
