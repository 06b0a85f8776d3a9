import Synchronization
import Ticketing

/// How many of something each caller may have in any 60 minutes.
final class HourlyQuota: Sendable {
    private let most: Int
    private let kept = Mutex(RecentlyUsed<[Use]>(most: 10_000))

    private struct Use {
        let count: Int
        let at: Instant
    }

    init(most: Int) { self.most = most }

    /// Takes some of them. Nil where that is possible; else the seconds until it is, or 3600 where it never is.
    func take(_ count: Int, by caller: String, at now: Instant) -> Int? {
        kept.withLock { kept in
            let uses = (kept[caller] ?? []).filter { now.milliseconds - $0.at.milliseconds < 3_600_000 }
            var free = most - uses.reduce(0) { $0 + $1.count }
            guard count > free else {
                kept[caller] = uses + [Use(count: count, at: now)]
                return nil
            }
            // Also who is refused has asked lately: others do not evict them.
            kept[caller] = uses
            for use in uses {
                free += use.count
                guard count > free else {
                    return max(1, Int((use.at.milliseconds + 3_600_000 - now.milliseconds + 999) / 1000))
                }
            }
            return 3600
        }
    }

    /// Gives back what was taken last and not used.
    func giveBack(_ count: Int, by caller: String) {
        kept.withLock { kept in
            guard var uses = kept[caller], let last = uses.lastIndex(where: { $0.count == count }) else { return }
            uses.remove(at: last)
            kept[caller] = uses
        }
    }
}
