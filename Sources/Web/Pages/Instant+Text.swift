import Foundation
import Ticketing

extension Instant {
    /// `2030-01-01 15:04 UTC`, where no event says which zone is meant.
    var minuteText: String { "\(minuteText(in: .gmt)) UTC" }

    /// `2030-01-01 18:04`, on the wall of a zone.
    func minuteText(in zone: TimeZone) -> String {
        let text = iso8601(in: zone)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }
}
