public import Foundation

extension Instant {
    /// `2030-01-01T18:04:05+03:00`, as JSON has it.
    public func iso8601(in timeZone: TimeZone) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(
            Date.ISO8601FormatStyle(
                dateSeparator: .dash, dateTimeSeparator: .standard, timeSeparator: .colon, timeZoneSeparator: .colon,
                includingFractionalSeconds: false, timeZone: timeZone))
    }
}

extension Event {
    /// The event's zone; the store holds no other than known ones.
    public var zone: TimeZone { TimeZone(identifier: details.timeZone) ?? .gmt }
}
