import Foundation
import Languages
import Ticketing

/// Local times in forms, such as `2030-01-01T18:00`.
enum FormTime {
    static func text(_ instant: Instant?, in zone: TimeZone) -> String {
        guard let instant else { return "" }
        return String(instant.iso8601(in: zone).prefix(16))
    }

    /// Parses a local time in a time zone. Nil for an empty text.
    ///
    /// - Throws: `FieldFault` for a malformed time, and for a local time that is skipped because the clocks are set
    ///   forward.
    static func instant(_ text: String, in zone: TimeZone, field: String) throws(FieldFault) -> Instant? {
        if text.isEmpty { return nil }
        let form = /([0-9]{4})-([0-9]{2})-([0-9]{2})[T ]([0-9]{2}):([0-9]{2})(?::[0-9]{2}(?:\.[0-9]+)?)?/
        guard let match = text.wholeMatch(of: form) else {
            throw FieldFault(field, DeskFormSentence.timeForm)
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (Int(match.1), Int(match.2), Int(match.3))
        (parts.hour, parts.minute) = (Int(match.4), Int(match.5))
        guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts) else {
            throw FieldFault(field, DeskFormSentence.skippedTime, ["zone": .text(zone.identifier)])
        }
        return Instant(seconds: Int64(date.timeIntervalSince1970.rounded()))
    }
}
