package import Ticketing

/// How far a device's clock is wrong, in words; nil if no error is known.
package struct ClockOffsetText {
    package let text: String

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
