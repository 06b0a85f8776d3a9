import Foundation
import Ticketing

/// Keeps the rate of messages below the limit of a mail server or SMS provider.
struct MessagePacer {
    private var last: [Notice.Channel: ContinuousClock.Instant] = [:]
    /// The maximum time between two calls of `isStopping`.
    private static let slice = Duration.milliseconds(200)

    /// Waits until the next message may be sent, or until the program stops.
    ///
    /// - Parameter perMinute: the maximum number of messages in a minute; nil for no limit.
    mutating func wait(_ perMinute: Int?, on channel: Notice.Channel, isStopping: () -> Bool) {
        guard let perMinute, perMinute > 0 else { return }
        if let before = last[channel] {
            let next = before.advanced(by: .seconds(60) / perMinute)
            while ContinuousClock.now < next, !isStopping() {
                let left = min(MessagePacer.slice, ContinuousClock.now.duration(to: next))
                Thread.sleep(forTimeInterval: max(0, left / .seconds(1)))
            }
        }
        last[channel] = .now
    }
}
