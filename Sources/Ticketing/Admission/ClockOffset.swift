/// Bounds for the difference between a device's wall clock and the main store's clock, in milliseconds. The difference
/// is positive if the device is ahead, and negative if it is behind.
public struct ClockOffset: Hashable, Sendable {
    /// The lower bound; nil if unknown.
    public var lowerBound: Int64?
    /// The upper bound; nil if unknown.
    public var upperBound: Int64?

    public init(lowerBound: Int64? = nil, upperBound: Int64? = nil) {
        self.lowerBound = lowerBound
        self.upperBound = upperBound
    }

    /// Computes the bounds from the times of a device's records.
    ///
    /// - Parameters:
    ///   - first: the time of the device's first record, by the device's clock; nil if there are no records.
    ///   - last: the time of the device's last record, by the device's clock; nil if there are no records.
    ///   - made: a time before the device's first record, by the main store's clock; nil if unknown.
    ///   - now: a time after the device's last record, by the main store's clock.
    public init(first: Instant?, last: Instant?, made: Instant?, now: Instant) {
        lowerBound = last.map { $0.milliseconds - now.milliseconds }
        upperBound = first.flatMap { first in made.map { first.milliseconds - $0.milliseconds } }
    }

    /// The intersection of these bounds and the bounds `other`.
    public func intersected(_ other: ClockOffset) -> ClockOffset {
        ClockOffset(
            lowerBound: [lowerBound, other.lowerBound].compactMap(\.self).max(),
            upperBound: [upperBound, other.upperBound].compactMap(\.self).min())
    }

    /// The smallest possible difference: the value within the bounds that is closest to 0. The result is 0 if the
    /// device's clock may be right. The result is nil if the lower bound is greater than the upper bound. This happens
    /// if the device's clock was changed between the times from which the bounds were computed.
    public var certainOffset: Int64? {
        if let lowerBound, let upperBound, lowerBound > upperBound { return nil }
        if let lowerBound, lowerBound > 0 { return lowerBound }
        if let upperBound, upperBound < 0 { return upperBound }
        return 0
    }
}
