import Synchronization

/// Limits concurrent operations per caller.
package final class ConcurrencyLimiter: Sendable {
    private let maximum: Int
    private let taken = Mutex<[String: Int]>([:])

    /// - Parameter maximum: the limit per caller.
    package init(maximum: Int) { self.maximum = maximum }

    /// Returns false if the caller is at the limit.
    package func acquire(_ who: String) -> Bool {
        taken.withLock { taken in
            guard taken[who, default: 0] < maximum else { return false }
            taken[who, default: 0] += 1
            return true
        }
    }

    package func release(_ who: String) {
        taken.withLock { taken in
            taken[who, default: 0] -= 1
            if taken[who, default: 0] <= 0 { taken[who] = nil }
        }
    }
}

/// A permit for one operation, released with this object.
package final class ConcurrencyPermit: Sendable {
    private let who: String
    private let turns: ConcurrencyLimiter

    /// Nil if the caller is at the limit.
    package init?(_ who: String, in turns: ConcurrencyLimiter) {
        guard turns.acquire(who) else { return nil }
        self.who = who
        self.turns = turns
    }

    deinit { turns.release(who) }
}
