package import Ticketing

/// How far a device's clock is off, in words; nil when nothing shows that it is.
package struct ClockWords {
    package let text: String

    package init?(_ offset: ClockOffset) {
        guard let certain = offset.certain else {
            text = "was set while it worked"
            return
        }
        guard certain.magnitude >= 1000 else { return nil }
        let seconds = Int(certain.magnitude / 1000)
        let size = seconds < 120 ? "\(seconds) s" : seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
        text = "is \(size) or more \(certain > 0 ? "ahead" : "behind")"
    }
}
