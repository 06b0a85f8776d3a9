import Synchronization

/// Counts the requests since the server started, by method, route and status, and measures their durations. No label of
/// a metric contains text that a client chose.
package final class Metrics: Sendable {
    private struct Key: Hashable, Comparable {
        let method: String
        let route: String
        let status: Int

        static func < (a: Key, b: Key) -> Bool {
            (a.route, a.method, a.status) < (b.route, b.method, b.status)
        }
    }

    private struct Counts {
        var requests: [Key: Int] = [:]
        /// For each bound in `bounds`, the number of requests that took at most that long.
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
        var seconds = 0.0
        var total = 0
    }

    /// The upper bounds of the histogram's buckets, in seconds.
    private static let bounds: [Double] = [0.005, 0.02, 0.05, 0.2, 0.5, 1, 5]

    private let counts = Mutex(Counts())

    /// Counts a request that was answered.
    ///
    /// - Parameter route: the path pattern of the request’s route, or `none`.
    func record(method: String, route: String, status: Int, duration: Duration) {
        let seconds = duration / .seconds(1)
        counts.withLock { counts in
            counts.requests[Key(method: method, route: route, status: status), default: 0] += 1
            for (index, bound) in Metrics.bounds.enumerated() where seconds <= bound { counts.buckets[index] += 1 }
            counts.seconds += seconds
            counts.total += 1
        }
    }

    /// The metrics in Prometheus' text format 0.0.4.
    package var text: String {
        let counts = counts.withLock { $0 }
        var lines = [
            "# HELP eventpass_http_requests_total Requests answered.", "# TYPE eventpass_http_requests_total counter",
        ]
        for (key, count) in counts.requests.sorted(by: { $0.key < $1.key }) {
            lines.append(
                "eventpass_http_requests_total{method=\"\(key.method)\",route=\"\(key.route)\",status=\"\(key.status)\"} \(count)"
            )
        }
        let name = "eventpass_http_request_duration_seconds"
        lines.append("# HELP \(name) Time from the head of a request to the head of its response.")
        lines.append("# TYPE \(name) histogram")
        for (bound, count) in zip(Metrics.bounds, counts.buckets) {
            lines.append("\(name)_bucket{le=\"\(bound)\"} \(count)")
        }
        lines.append("\(name)_bucket{le=\"+Inf\"} \(counts.total)")
        lines.append("\(name)_sum \(counts.seconds)")
        lines.append("\(name)_count \(counts.total)")
        return lines.joined(separator: "\n") + "\n"
    }
}
