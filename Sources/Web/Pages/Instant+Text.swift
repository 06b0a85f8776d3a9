import Foundation
import Ticketing

extension Instant {
    /// `2030-01-01 15:04 UTC`, where no event says which zone is meant.
    var minuteText: String {
        let text = iso8601(in: .gmt)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
}
