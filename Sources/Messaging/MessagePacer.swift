import Foundation
import Ticketing

/// Keeps the rate of messages below the limit of a mail server or SMS provider. All senders that are at work share the
/// limit equally. A sender that crashes keeps its share until the leases of its messages end
/// (`NoticeDispatcher.leaseSeconds`).
struct MessagePacer {
    private var last: [Notice.Channel: ContinuousClock.Instant] = [:]
    /// The maximum time that one call of `wait` takes.
    private static let slice = Duration.milliseconds(200)

    /// The time until the next message may be sent on a channel; nil if it may be sent now.
    ///
    /// - Parameters:
    ///   - perMinute: the maximum number of messages that all senders together send in a minute.
    ///   - senders: the number of senders that share this limit, at least 1.
    func rest(_ perMinute: Int, among senders: Int, on channel: Notice.Channel) -> Duration? {
        guard perMinute > 0, let before = last[channel] else { return nil }
        let next = before.advanced(by: Duration.seconds(60) * senders / perMinute)
        let rest = ContinuousClock.now.duration(to: next)
        return rest > .zero ? rest : nil
    }

    /// Waits for a part of the given time.
    static func wait(_ rest: Duration) {
        Thread.sleep(forTimeInterval: min(slice, rest) / .seconds(1))
    }

    /// Records that the next message on a channel is sent now.
    mutating func recordMessage(on channel: Notice.Channel) { last[channel] = .now }
}
