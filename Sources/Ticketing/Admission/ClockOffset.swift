/// How far a device's wall clock is ahead of the office's, as far as what it wrote down tells: behind, when it is below 0.
/// In milliseconds.
public struct ClockOffset: Hashable, Sendable {
    /// At least so far ahead; nil when nothing tells.
    public var least: Int64?
    /// At most.
    public var most: Int64?

    public init(least: Int64? = nil, most: Int64? = nil) {
        self.least = least
        self.most = most
    }

    /// What follows from records that were written between two moments of the office's clock.
    ///
    /// - Parameters:
    ///   - first: of the device's records, by its own clock.
    ///   - last: likewise.
    ///   - made: when the device can't have written anything yet; nil when that is not known.
    ///   - now: when all was written.
    public init(first: Instant?, last: Instant?, made: Instant?, now: Instant) {
        least = last.map { $0.milliseconds - now.milliseconds }
        most = first.flatMap { first in made.map { first.milliseconds - $0.milliseconds } }
    }

    /// What both say together.
    public func and(_ other: ClockOffset) -> ClockOffset {
        ClockOffset(
            least: [least, other.least].compactMap(\.self).max(), most: [most, other.most].compactMap(\.self).min())
    }

    /// How far it is off for certain: ahead, or below 0 behind; 0 when it may be right; nil when it was set meanwhile,
    /// since nothing fits all that it wrote.
    public var certain: Int64? {
        if let least, let most, least > most { return nil }
        if let least, least > 0 { return least }
        if let most, most < 0 { return most }
        return 0
    }
}
