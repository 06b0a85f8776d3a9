import Management
import Ticketing

/// Whether a pack is still what a gate should work with.
enum PackAge {
    /// From when on the page asks for a refresh, in milliseconds; and how long before its expiry.
    static let old: Int64 = 86_400_000
    static let short: Int64 = 7_200_000

    /// Nil while it is young.
    static func warning(_ pack: PackState, at now: Instant) -> String? {
        let left = pack.expires.milliseconds - now.milliseconds
        let age = now.milliseconds - pack.made.milliseconds
        if left <= 0 { return "the pack has expired: people only get out; use gate refresh" }
        if left < short { return "the pack expires in \(RoughDuration(milliseconds: left)); use gate refresh" }
        guard age >= old else { return nil }
        return "the pack is \(RoughDuration(milliseconds: age)) old: it lacks what came since; use gate refresh"
    }
}
