package import Ticketing

/// The error of a device's clock, in words that follow “the clock”, for example `is 4 min or more ahead`.
package struct ClockOffsetText {
    package let text: String

    /// Creates the words for an offset. Returns nil if the clock may be right, or if its error may be less than a
    /// second.
    package init?(_ offset: ClockOffset) {
        guard let certain = offset.certainOffset else {
            text = "was changed during use"
            return
        }
        guard certain.magnitude >= 1000 else { return nil }
        let seconds = Int(certain.magnitude / 1000)
        let size = seconds < 120 ? "\(seconds) s" : seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
        text = "is \(size) or more \(certain > 0 ? "ahead" : "behind")"
    }
}
