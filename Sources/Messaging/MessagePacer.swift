import Foundation
import Ticketing

/// Keeps the rate of messages below the limit of a mail server or SMS provider. All senders that are at work share the
/// limit equally. A sender that crashes keeps its share until the leases of its messages end
/// (`NoticeDispatcher.leaseSeconds`).
struct MessagePacer {
    private var last: [Notice.Channel: ContinuousClock.Instant] = [:]
    /// The maximum time between two calls of `isStopping`.
    private static let slice = Duration.milliseconds(200)

    /// Waits until the next message may be sent, or until the program stops.
    ///
    /// - Parameters:
    ///   - perMinute: the maximum number of messages that all senders together send in a minute.
    ///   - senders: the number of senders that share this limit, at least 1.
    mutating func wait(_ perMinute: Int, among senders: Int, on channel: Notice.Channel, isStopping: () -> Bool) {
        guard perMinute > 0 else { return }
        if let before = last[channel] {
            let next = before.advanced(by: Duration.seconds(60) * senders / perMinute)
            while ContinuousClock.now < next, !isStopping() {
                let left = min(MessagePacer.slice, ContinuousClock.now.duration(to: next))
                Thread.sleep(forTimeInterval: max(0, left / .seconds(1)))
            }
        }
        last[channel] = .now
    }
}
