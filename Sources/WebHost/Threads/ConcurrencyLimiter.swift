import Synchronization

/// Limits the number of concurrent operations of each caller.
package final class ConcurrencyLimiter: Sendable {
    private let maximum: Int
    private let counts = Mutex<[String: Int]>([:])

    /// - Parameter maximum: the largest number of concurrent operations of one caller.
    package init(maximum: Int) { self.maximum = maximum }

    /// Counts an operation that the caller wants to start. Returns false if the caller has reached the maximum.
    package func acquire(_ caller: String) -> Bool {
        counts.withLock { counts in
            guard counts[caller, default: 0] < maximum else { return false }
            counts[caller, default: 0] += 1
            return true
        }
    }

    package func release(_ caller: String) {
        counts.withLock { counts in
            counts[caller, default: 0] -= 1
            if counts[caller, default: 0] <= 0 { counts[caller] = nil }
        }
    }
}

/// A permit for one operation. The permit is released when this object is deinitialized.
package final class ConcurrencyPermit: Sendable {
    private let caller: String
    private let limiter: ConcurrencyLimiter

    /// Takes a permit for the caller. Nil if the caller has reached the maximum.
    package init?(_ caller: String, in limiter: ConcurrencyLimiter) {
        guard limiter.acquire(caller) else { return nil }
        self.caller = caller
        self.limiter = limiter
    }

    deinit { limiter.release(caller) }
}
