import Ticketing

/// The format of times in key files: `2026-11-21T09:00:00Z`, in whole seconds, from the year 1970 to the year 9999.
enum UTCDate {
    static func text(_ moment: Instant) -> String {
        let days = moment.seconds / 86_400
        let seconds = moment.seconds % 86_400
        // The following lines convert the days since 1970 to a date. In this calculation, a year begins on 1 March, so
        // that a leap day is the last day of its year. An era is 400 such years.
        let z = days + 719_468
        let era = z / 146_097
        let day = z % 146_097
        let yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfYear - (153 * shifted + 2) / 5 + 1, 2))"
        return "\(date)T\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))Z"
    }

    /// Parses a time. Returns nil for a text that `text(_:)` would never return.
    static func moment(_ text: String) -> Instant? {
        let parts = text.split { "-T:Z".contains($0) }.compactMap { Int64($0) }
        guard parts.count == 6, (1970...9999).contains(parts[0]), (1...12).contains(parts[1]),
            (1...31).contains(parts[2]), (0...23).contains(parts[3]), (0...59).contains(parts[4]),
            (0...59).contains(parts[5])
        else { return nil }
        let year = parts[1] <= 2 ? parts[0] - 1 : parts[0]
        let era = year / 400
        let yearOfEra = year % 400
        let dayOfYear = (153 * (parts[1] > 2 ? parts[1] - 3 : parts[1] + 9) + 2) / 5 + parts[2] - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        let moment = Instant(seconds: days * 86_400 + parts[3] * 3_600 + parts[4] * 60 + parts[5])
        return self.text(moment) == text ? moment : nil
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
