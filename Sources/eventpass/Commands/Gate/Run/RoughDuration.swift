/// A duration in its largest suitable unit: `40 s`, `5 min`, `3 h`, `2 days`.
struct ApproximateDuration: CustomStringConvertible {
    let milliseconds: UInt64

    /// - Parameter milliseconds: the duration; the sign is ignored.
    init(milliseconds: Int64) { self.milliseconds = milliseconds.magnitude }

    var description: String {
        let seconds = milliseconds / 1000
        switch seconds {
        case ..<120: return "\(seconds) s"
        case ..<7200: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3600) h"
        default: return "\(seconds / 86_400) days"
        }
    }
}
