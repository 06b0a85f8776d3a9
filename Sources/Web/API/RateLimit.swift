import HTTPTypes
import Synchronization
import Ticketing

private struct Bucket {
    /// What may still be asked at that moment.
    var left: Double
    var at: Instant
}

/// How often somebody may ask: so much at once, and so much each second after that.
final class RateLimit: Sendable {
    private let burst: Double
    private let perSecond: Double
    private let kept = Mutex(RecentlyUsed<Bucket>(most: 10_000))

    init(burst: Int, perSecond: Double) {
        self.burst = Double(burst)
        self.perSecond = perSecond
    }

    /// What somebody may ask after this.
    struct Allowance: Equatable {
        let isGranted: Bool
        let limit: Int
        let left: Int
        /// Seconds until one may be asked; 0 where one may now.
        let wait: Int
        /// Seconds until all may be asked again.
        let reset: Int
    }

    /// Takes one from what somebody may ask.
    func take(_ who: String, at now: Instant) -> Allowance {
        kept.withLock { buckets in
            let left = buckets[who].map { filled($0, at: now) } ?? burst
            let isGranted = left >= 1
            let after = isGranted ? left - 1 : left
            buckets[who] = Bucket(left: after, at: now)
            return Allowance(
                isGranted: isGranted, limit: Int(burst), left: Int(after),
                wait: after >= 1 ? 0 : Int(((1 - after) / perSecond).rounded(.up)),
                reset: Int(((burst - after) / perSecond).rounded(.up)))
        }
    }

    private func filled(_ bucket: Bucket, at now: Instant) -> Double {
        // A clock that was set back gives nothing.
        let passed = max(0, Double(now.milliseconds - bucket.at.milliseconds) / 1000)
        return min(burst, bucket.left + passed * perSecond)
    }
}

extension RateLimit.Allowance {
    /// As programs read it (draft-ietf-httpapi-ratelimit-headers).
    func add(to headers: inout HTTPFields) {
        for (name, value) in [("RateLimit-Limit", limit), ("RateLimit-Remaining", left), ("RateLimit-Reset", reset)] {
            if let name = HTTPField.Name(name) { headers[name] = "\(value)" }
        }
    }

    /// - Throws: `Problem` 429 where it is too much.
    func demand() throws {
        guard !isGranted else { return }
        var problem = Problem(.tooManyRequests, "Too much was asked at once. Ask again in \(wait) s.")
        problem.headers[.retryAfter] = "\(wait)"
        throw problem
    }
}
