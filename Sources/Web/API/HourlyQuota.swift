import Synchronization
import Ticketing

/// How many of something each caller may have in any 60 minutes.
final class HourlyQuota: Sendable {
    private let most: Int
    private let kept = Mutex(RecentlyUsed<[Use]>(most: 10_000))

    private struct Use {
        let request: String
        let count: Int
        let at: Instant
    }

    enum Answer: Equatable {
        case taken
        /// The same request took them before: nothing more is taken.
        case takenBefore
        /// Too many; seconds until they can be taken, 3600 where they never can.
        case wait(Int)
    }

    init(most: Int) { self.most = most }

    /// Takes some of them, once for each request.
    func take(_ count: Int, by caller: String, for request: String, at now: Instant) -> Answer {
        kept.withLock { kept in
            let uses = (kept[caller] ?? []).filter { now.milliseconds - $0.at.milliseconds < 3_600_000 }
            // Also who is refused has asked lately: others do not evict them.
            kept[caller] = uses
            if uses.contains(where: { $0.request == request && $0.count == count }) { return .takenBefore }
            var free = most - uses.reduce(0) { $0 + $1.count }
            guard count > free else {
                kept[caller] = uses + [Use(request: request, count: count, at: now)]
                return .taken
            }
            for use in uses {
                free += use.count
                guard count > free else {
                    return .wait(max(1, Int((use.at.milliseconds + 3_600_000 - now.milliseconds + 999) / 1000)))
                }
            }
            return .wait(3600)
        }
    }

    /// Gives back what a request took.
    func giveBack(_ request: String, by caller: String) {
        kept.withLock { kept in kept[caller] = kept[caller]?.filter { $0.request != request } }
    }
}
