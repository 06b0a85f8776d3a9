import Ticketing

extension Instant {
    /// A regular expression (ECMA-262) for the times in requests and responses. Every text that `init(internet:)`
    /// accepts matches this expression. A matching text is refused only if the month has no such day, as in 30
    /// February.
    static let internetPattern =
        "^(1[89]|[2-9][0-9])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        + #"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"#

    /// Parses an RFC 3339 time with an offset, with or without a fraction of a second. Digits after the milliseconds
    /// are ignored. Nil if the text is malformed, or if the year is not from 1800 to 9999.
    init?(internet text: String) {
        let time = /([0-9-]{10})T([0-9]{2}:[0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?(Z|[+-][0-9]{2}:[0-9]{2})/
        let parts = text.wholeMatch(of: time)
        guard let parts, let day = CalendarDay(rawValue: String(parts.1)), let minutes = Instant.minutes(parts.2),
            let seconds = Int64(parts.3), seconds < 60, let offset = Instant.offset(parts.5)
        else { return nil }
        let fraction = (parts.4.map(String.init) ?? "") + "000"
        let start = day.midnight.advanced(bySeconds: (minutes - offset) * 60 + seconds)
        self.init(milliseconds: start.milliseconds + (Int64(fraction.prefix(3)) ?? 0))
    }

    /// The minutes of a time of day or an offset, `HH:MM`. Nil if the hours are above 23 or the minutes above 59.
    private static func minutes(_ text: Substring) -> Int64? {
        guard let hours = Int64(text.prefix(2)), let minutes = Int64(text.suffix(2)), hours < 24, minutes < 60 else {
            return nil
        }
        return hours * 60 + minutes
    }

    /// The minutes of an offset from UTC, `Z`, `+03:00` or `-03:00`.
    private static func offset(_ text: Substring) -> Int64? {
        if text == "Z" { return 0 }
        return minutes(text.dropFirst()).map { text.first == "-" ? -$0 : $0 }
    }
}
