import HTTPTypes
import Languages
import Synchronization
package import Ticketing

private struct TokenBucket {
    /// The number of requests that the caller could still send at the time `at`.
    var remaining: Double
    var at: Instant
}

/// A rate limit for each caller (token bucket). A caller can send a burst of requests at once. After the burst, a fixed
/// number of requests per second is allowed.
package final class RateLimit: Sendable {
    private let burst: Double
    private let perSecond: Double
    private let buckets = Mutex(LRUCache<TokenBucket>(capacity: 10_000))

    package init(burst: Int, perSecond: Double) {
        self.burst = Double(burst)
        self.perSecond = perSecond
    }

    /// Whether a request is within the limit, and the state of the limit after the request.
    package struct Allowance: Equatable {
        let isGranted: Bool
        let limit: Int
        let remaining: Int
        /// The number of seconds until the next request is allowed; 0 if a request is allowed now.
        let wait: Int
        /// The number of seconds until the full burst is available again.
        let reset: Int
    }

    /// Counts one request of a caller against the limit.
    package func consume(_ caller: String, at now: Instant) -> Allowance {
        buckets.withLock { buckets in
            let left = buckets[caller].map { filled($0, at: now) } ?? burst
            let isGranted = left >= 1
            let after = isGranted ? left - 1 : left
            buckets[caller] = TokenBucket(remaining: after, at: now)
            return Allowance(
                isGranted: isGranted, limit: Int(burst), remaining: Int(after),
                wait: after >= 1 ? 0 : Int(((1 - after) / perSecond).rounded(.up)),
                reset: Int(((burst - after) / perSecond).rounded(.up)))
        }
    }

    private func filled(_ bucket: TokenBucket, at now: Instant) -> Double {
        // If the clock was set back, the elapsed time counts as 0, so the number of allowed requests does not change.
        let passed = max(0, Double(now.milliseconds - bucket.at.milliseconds) / 1000)
        return min(burst, bucket.remaining + passed * perSecond)
    }
}

extension RateLimit.Allowance {
    /// Adds the `RateLimit-…` headers (draft-ietf-httpapi-ratelimit-headers) to a response.
    func add(to headers: inout HTTPFields) {
        for (name, value) in [
            ("RateLimit-Limit", limit), ("RateLimit-Remaining", remaining), ("RateLimit-Reset", reset),
        ] {
            if let name = HTTPField.Name(name) { headers[name] = "\(value)" }
        }
    }

    /// Checks that the request is within the limit.
    ///
    /// - Throws: `Problem` 429 if the request is over the limit.
    package func requireGranted() throws {
        guard !isGranted else { return }
        var problem = Problem(
            .tooManyRequests, title: Sentence(PageSentence.tooManyRequests),
            Sentence(PageSentence.tooManyRequestsAbout, ["count": .number(wait)]))
        problem.headers[.retryAfter] = "\(wait)"
        throw problem
    }
}
