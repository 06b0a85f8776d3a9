import Synchronization
package import Ticketing

/// Limits the number of items, such as tickets, that each caller can take within any 60 minutes.
package final class HourlyQuota: Sendable {
    private let most: Int
    private let usesByCaller = Mutex(LRUCache<[Use]>(capacity: 10_000))
    private let lastUse = Atomic<UInt64>(0)

    private struct Use {
        let id: UseID
        let request: String
        let count: Int
        let at: Instant
        /// The number of calls of `consume` that share this use. A retry of the same request is a further call.
        var sharedCalls = 1
    }

    /// Identifies a use: the items that one request has taken.
    package struct UseID: Hashable {
        fileprivate let number: UInt64
    }

    package enum Outcome: Equatable {
        /// The items are granted. A retry of the same request with the same count shares the use of the first call.
        case granted(UseID)
        /// The request is over the limit. The value is the number of seconds until the request can succeed, or 3600 if
        /// it can never succeed.
        case wait(Int)
    }

    package init(most: Int) { self.most = most }

    /// Takes `count` items. A retry of the same request with the same count takes no additional items.
    ///
    /// - Parameter request: the request's id and a digest of its content.
    package func consume(_ count: Int, by caller: String, for request: String, at now: Instant) -> Outcome {
        usesByCaller.withLock { usesByCaller in
            var uses = (usesByCaller[caller] ?? []).filter { now.milliseconds - $0.at.milliseconds < 3_600_000 }
            // Even a refused request marks the caller as recently used. Otherwise, other callers could evict the
            // caller’s uses from the cache, and the caller could then take more items than allowed.
            defer { usesByCaller[caller] = uses }
            if let index = uses.firstIndex(where: { $0.request == request && $0.count == count }) {
                uses[index].sharedCalls += 1
                return .granted(uses[index].id)
            }
            var free = most - uses.reduce(0) { $0 + $1.count }
            guard count > free else {
                let id = UseID(number: lastUse.wrappingAdd(1, ordering: .relaxed).newValue)
                uses.append(Use(id: id, request: request, count: count, at: now))
                return .granted(id)
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

    /// Withdraws one of the calls of `consume` that share the use. When all calls that share the use are withdrawn, the
    /// use’s items no longer count against the quota.
    package func release(_ id: UseID, by caller: String) {
        usesByCaller.withLock { usesByCaller in
            guard var uses = usesByCaller[caller], let index = uses.firstIndex(where: { $0.id == id }) else { return }
            uses[index].sharedCalls -= 1
            if uses[index].sharedCalls == 0 { uses.remove(at: index) }
            usesByCaller[caller] = uses
        }
    }
}
