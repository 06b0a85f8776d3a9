package import Foundation
import Ticketing

extension Instant {
    /// The local time with the name of its time zone, such as `2030-01-01 18:04 Africa/Kampala`.
    package func zonedText(in zone: TimeZone) -> String { "\(minuteText(in: zone)) \(zone.label)" }

    /// The local time in a time zone, such as `2030-01-01 18:04`.
    package func minuteText(in zone: TimeZone) -> String {
        let text = iso8601(in: zone)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }
}

extension TimeZone {
    /// The name of the time zone on pages. Foundation calls UTC “GMT”.
    package var label: String { self == .gmt ? "UTC" : identifier }
}
