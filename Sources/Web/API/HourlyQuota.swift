import Synchronization
import Ticketing

/// How many of something each caller may have in any 60 minutes.
final class HourlyQuota: Sendable {
    private let most: Int
    private let kept = Mutex(RecentlyUsed<[Use]>(most: 10_000))
    private let lastUse = Atomic<UInt64>(0)

    private struct Use {
        let id: UseID
        let request: String
        let count: Int
        let at: Instant
        /// How many calls share it: each send of the same request is one.
        var takers = 1
    }

    /// Identifies what a call took.
    struct UseID: Hashable {
        fileprivate let number: UInt64
    }

    enum Answer: Equatable {
        /// The same request for the same count shares one use: nothing more is taken.
        case taken(UseID)
        /// Too many; seconds until they can be taken, 3600 where they never can.
        case wait(Int)
    }

    init(most: Int) { self.most = most }

    /// Takes some of them, once for each request.
    ///
    /// - Parameter request: an id and a digest of everything that the request asks for.
    func take(_ count: Int, by caller: String, for request: String, at now: Instant) -> Answer {
        kept.withLock { kept in
            var uses = (kept[caller] ?? []).filter { now.milliseconds - $0.at.milliseconds < 3_600_000 }
            // A refused caller has asked lately, too: others do not evict it.
            defer { kept[caller] = uses }
            if let index = uses.firstIndex(where: { $0.request == request && $0.count == count }) {
                uses[index].takers += 1
                return .taken(uses[index].id)
            }
            var free = most - uses.reduce(0) { $0 + $1.count }
            guard count > free else {
                let id = UseID(number: lastUse.wrappingAdd(1, ordering: .relaxed).newValue)
                uses.append(Use(id: id, request: request, count: count, at: now))
                return .taken(id)
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

    /// Gives back what one call took. What other calls share with it stays taken until all of them gave it back.
    func giveBack(_ id: UseID, by caller: String) {
        kept.withLock { kept in
            guard var uses = kept[caller], let index = uses.firstIndex(where: { $0.id == id }) else { return }
            uses[index].takers -= 1
            if uses[index].takers == 0 { uses.remove(at: index) }
            kept[caller] = uses
        }
    }
}
