/// An e-mail address, letter case folded: two that differ in case are the same mailbox (RFC 5321 leaves that to the host;
/// no host in use tells them apart).
public struct EmailAddress: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// RFC 5321, section 4.5.3.1.3.
    public static let longest = 254

    public let rawValue: String

    /// Nil unless the text is `NAME@DOMAIN` without spaces, control characters or a second `@`.
    public init?(rawValue text: String) {
        let folded = text.lowercased()
        let parts = folded.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = folded.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isWhitespace && !",;:<>()[]\"\\".unicodeScalars.contains(scalar)
                && ![.control, .format, .surrogate, .unassigned].contains(scalar.properties.generalCategory)
        }
        guard parts.count == 2, !parts[0].isEmpty, isPlain, folded.utf8.count <= EmailAddress.longest,
            !parts[1].split(separator: ".", omittingEmptySubsequences: false).contains("")
        else { return nil }
        rawValue = folded
    }

    public var description: String { rawValue }
}

/// A telephone number as ITU-T E.164 writes it: `+256772123456`.
public struct PhoneNumber: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Reads what people type: spaces, hyphens, points and parentheses are dropped. Nil unless `+` and 8 to 15 digits
    /// remain, the first of them not 0.
    public init?(rawValue text: String) {
        let digits = text.filter { !" -.()\u{A0}".contains($0) }
        guard digits.first == "+", (9...16).contains(digits.utf8.count), digits.dropFirst().first != "0",
            digits.dropFirst().utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        rawValue = digits
    }

    public var description: String { rawValue }
}

/// A day of the Gregorian calendar, `1990-05-17`, such as a date of birth.
public struct CalendarDay: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The first day that can be written.
    public static let first = CalendarDay(unchecked: 1800, 1, 1)

    public let year: Int
    public let month: Int
    public let day: Int

    /// Nil for anything but a day that there was, from 1800 to 9999.
    public init?(rawValue text: String) {
        guard let match = text.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/), let year = Int(match.1),
            let month = Int(match.2), let day = Int(match.3)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    public init?(year: Int, month: Int, day: Int) {
        let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1800...9999).contains(year), (1...12).contains(month), (1...lengths[month - 1]).contains(day) else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    public var rawValue: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// Full years from this day of birth to another day: an age is computed, never stored.
    public func age(on day: CalendarDay) -> Int {
        let hadBirthday = (day.month, day.day) >= (month, self.day)
        return day.year - year - (hadBirthday ? 0 : 1)
    }

    public static func < (a: CalendarDay, b: CalendarDay) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }

    public var description: String { rawValue }
}
