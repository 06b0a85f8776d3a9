public import Foundation
public import Languages

/// IANA time zones by name.
public enum TimeZones {
    public static func isKnown(_ name: String) -> Bool { named(name) != nil }

    /// The time zone with the IANA name `name`; nil if there is no such time zone.
    public static func named(_ name: String) -> TimeZone? {
        // Foundation's list lacks the names UTC and Etc/…, which servers often use. Without the check against this
        // list, `TimeZone(identifier:)` would also accept abbreviations such as EST.
        guard
            TimeZone.knownTimeZoneIdentifiers.contains(name) || ["UTC", "GMT"].contains(name)
                || name.hasPrefix("Etc/")
        else { return nil }
        return TimeZone(identifier: name)
    }

    /// The fault of a text that is not the name of a time zone. If the text resembles a name, the fault suggests the
    /// name.
    public static func fault(of text: String) -> Sentence {
        guard text.utf8.count <= longestName else { return .field(.timeZoneName) }
        guard let name = suggestion(for: text) else { return .field(.unknownTimeZone, ["name": .text(text)]) }
        return .field(.similarTimeZone, ["name": .text(text), "suggestion": .text(name)])
    }

    /// The maximum length of a text that is repeated in a fault, in bytes. The longest name has 32 bytes.
    private static let longestName = 64

    /// The name that a text resembles: it ends with the text, as Africa/Kampala ends with “kampala”, or it differs in
    /// at most two letters. Nil if there is no such name.
    private static func suggestion(for text: String) -> String? {
        let typed = text.lowercased().replacing(" ", with: "_")
        let names = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }
        if let name = names.first(where: { $0.lowercased().hasSuffix("/\(typed)") }) { return name }
        let similar = names.compactMap { name in
            WordSpelling.distance(typed, name.lowercased(), atMost: 2).map { (name: name, distance: $0) }
        }
        return similar.min { $0.distance < $1.distance }?.name
    }
}

extension Instant {
    /// The time in UTC, as audit trails and the payloads of notices store it.
    package var auditValue: String { iso8601(in: .gmt) }

    /// The time in ISO 8601 format, such as `2030-01-01T18:04:05+03:00`.
    public func iso8601(in timeZone: TimeZone) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(
            Date.ISO8601FormatStyle(
                dateSeparator: .dash, dateTimeSeparator: .standard, timeSeparator: .colon, timeZoneSeparator: .colon,
                includingFractionalSeconds: false, timeZone: timeZone))
    }
}

extension Event {
    /// The event's time zone. The store contains only known zones, so the fallback to GMT is never used.
    public var zone: TimeZone { TimeZone(identifier: details.timeZone) ?? .gmt }
}

/// A shift of an event's times. A shift by days keeps the local time of day, even if daylight-saving time begins or
/// ends in between. A shift by minutes moves each time by exactly that many minutes.
public struct TimeShift: Hashable, Sendable {
    public let days: Int
    public let minutes: Int

    public init(days: Int = 0, minutes: Int = 0) {
        self.days = days
        self.minutes = minutes
    }

    /// Parses `7d`, `-1d12h` or `90m`. Nil if the text is malformed, or if the shift is zero or longer than 3,660 days.
    public init?(_ text: String) {
        guard let match = text.wholeMatch(of: /([+-]?)(?:([0-9]{1,4})d)?(?:([0-9]{1,5})h)?(?:([0-9]{1,7})m)?/) else {
            return nil
        }
        let sign = match.1 == "-" ? -1 : 1
        let days = match.2.flatMap { Int($0) } ?? 0
        let minutes = (match.3.flatMap { Int($0) } ?? 0) * 60 + (match.4.flatMap { Int($0) } ?? 0)
        guard days + minutes > 0, days <= 3660, minutes <= 3660 * 1440 else { return nil }
        self.init(days: sign * days, minutes: sign * minutes)
    }

    func apply(to instant: Instant, in timeZone: String) -> Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZones.named(timeZone) ?? .gmt
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        let moved = calendar.date(byAdding: .day, value: days, to: date) ?? date
        return Instant(milliseconds: Int64((moved.timeIntervalSince1970 * 1000).rounded()))
            .advanced(bySeconds: Int64(minutes) * 60)
    }
}

extension Instant {
    /// Parses a time of an audit record or a notice, such as `2026-12-05T15:00:00Z`. Nil if the text is malformed.
    public init?(iso8601 text: String) {
        do {
            let date = try Date(text, strategy: .iso8601)
            self.init(seconds: Int64(date.timeIntervalSince1970.rounded()))
        } catch {
            return nil
        }
    }
}

extension AuditRecord {
    /// Parses the text of a time in an audit record, such as `2026-12-05T15:04:00Z`; nil for any other text.
    package static func time(_ text: String) -> Instant? {
        guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z/) != nil else { return nil }
        return Instant(iso8601: text)
    }
}
