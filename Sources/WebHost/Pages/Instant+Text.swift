package import Foundation
import Ticketing

extension Instant {
    /// The time in UTC, such as `2030-01-01 15:04 UTC`, for pages without an event’s time zone.
    package var minuteText: String { "\(minuteText(in: .gmt)) UTC" }

    /// The local time in a time zone, such as `2030-01-01 18:04`.
    package func minuteText(in zone: TimeZone) -> String {
        let text = iso8601(in: zone)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }
}
