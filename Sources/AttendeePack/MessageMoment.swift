package import Foundation
package import Languages
package import Ticketing

/// Formats the times of an event for messages, such as `Sat 5 Dec 2026, 18:00 (EAT)`. The times are absolute, in the
/// event's time zone, and name the zone.
package struct MessageMoment: Sendable {
    private let zone: TimeZone
    private let language: Language

    package init(in zone: TimeZone, _ language: Language) {
        self.zone = zone
        self.language = language
    }

    /// A date and time, such as `Sat 5 Dec 2026, 18:00 (EAT)`.
    package func text(_ instant: Instant) -> String {
        let clock = LocalDateTime(instant, in: zone)
        return text(clock, time: "\(clock.time) (\(zoneName(at: clock)))")
    }

    private func text(_ clock: LocalDateTime, time: String) -> String { clock.sentence(time: time).text(in: language) }

    /// A date and time without the year, such as `Sat 5 Dec 18:00 (EAT)`.
    package func shortText(_ instant: Instant) -> String {
        let clock = LocalDateTime(instant, in: zone)
        return "\(dayAndTime(clock, year: .hidden)) (\(zoneName(at: clock)))"
    }

    /// The time, such as `18:00`.
    package func time(_ instant: Instant) -> String { LocalDateTime(instant, in: zone).time }

    /// The date, such as `Sat 5 Dec 2026`.
    package func day(_ instant: Instant) -> String { date(LocalDateTime(instant, in: zone), year: .shown) }

    /// The date without the year, such as `Sat 5 Dec` or, without its weekday, `5 Dec`.
    package func shortDay(_ instant: Instant, withWeekday hasWeekday: Bool) -> String {
        let clock = LocalDateTime(instant, in: zone)
        return hasWeekday ? date(clock, year: .hidden) : clock.dayAndMonth(in: language)
    }

    /// The name of the time zone at a time, such as `EAT`.
    package func zoneName(_ instant: Instant) -> String { zoneName(at: LocalDateTime(instant, in: zone)) }

    /// The start and the end of an event, such as `Sat 5 Dec 2026, 18:00–23:00 (EAT)`. If the event lasts 24 hours or
    /// more, the text also has the date of the end. If `end` is nil, the text has only the start.
    package func span(from start: Instant, to end: Instant?) -> String {
        guard let end else { return text(start) }
        guard end.seconds - start.seconds < 86_400 else { return "\(text(start)) – \(text(end))" }
        let (first, last) = (LocalDateTime(start, in: zone), LocalDateTime(end, in: zone))
        // If the clocks change during the event, the start and the end each show their zone.
        let isSame = first.offset == last.offset
        let from = isSame ? first.time : "\(first.time) (\(zoneName(at: first)))"
        return text(first, time: "\(from)–\(last.time) (\(zoneName(at: last)))")
    }

    /// An old and a new time, such as `Sat 5 Dec 18:00` and `19:00`. The new time includes its date if the dates
    /// differ. Both times include their years if the years differ.
    package func change(from old: Instant, to new: Instant) -> (old: String, new: String) {
        let (before, after) = (LocalDateTime(old, in: zone), LocalDateTime(new, in: zone))
        let year = before.year == after.year ? Year.hidden : .shown
        let isSameDay = date(before, year: .shown) == date(after, year: .shown)
        return (dayAndTime(before, year: year), isSameDay ? after.time : dayAndTime(after, year: year))
    }

    /// A date and time without the year and the zone, such as `Sat 5 Dec 18:00`.
    package func dayAndTime(_ instant: Instant) -> String {
        dayAndTime(LocalDateTime(instant, in: zone), year: .hidden)
    }

    private enum Year { case shown, hidden }

    private func dayAndTime(_ clock: LocalDateTime, year: Year) -> String { "\(date(clock, year: year)) \(clock.time)" }

    private func date(_ clock: LocalDateTime, year: Year) -> String {
        clock.shortDate(in: language, withYear: year == .shown)
    }

    /// The abbreviation of the time zone if people in the zone know it, such as `EAT`; otherwise the offset from UTC,
    /// such as `UTC+1`.
    private func zoneName(at clock: LocalDateTime) -> String {
        MessageMoment.abbreviations[zone.identifier] ?? clock.zoneName
    }

    /// The abbreviations of the African time zones without daylight saving time (IANA time zone database), by the names
    /// of the zones. Foundation has no abbreviations for these zones.
    private static let abbreviations: [String: String] = {
        let zones: [String: [String]] = [
            "EAT": [
                "Africa/Addis_Ababa", "Africa/Asmara", "Africa/Dar_es_Salaam", "Africa/Djibouti", "Africa/Kampala",
                "Africa/Mogadishu", "Africa/Nairobi", "Indian/Antananarivo", "Indian/Comoro", "Indian/Mayotte",
            ],
            "CAT": [
                "Africa/Blantyre", "Africa/Bujumbura", "Africa/Gaborone", "Africa/Harare", "Africa/Juba",
                "Africa/Khartoum", "Africa/Kigali", "Africa/Lubumbashi", "Africa/Lusaka", "Africa/Maputo",
                "Africa/Windhoek",
            ],
            "WAT": [
                "Africa/Bangui", "Africa/Brazzaville", "Africa/Douala", "Africa/Kinshasa", "Africa/Lagos",
                "Africa/Libreville", "Africa/Luanda", "Africa/Malabo", "Africa/Ndjamena", "Africa/Niamey",
                "Africa/Porto-Novo",
            ],
            "SAST": ["Africa/Johannesburg", "Africa/Maseru", "Africa/Mbabane"],
        ]
        return Dictionary(uniqueKeysWithValues: zones.flatMap { name, zones in zones.map { ($0, name) } })
    }()
}

extension LocalDateTime {
    /// The date with a time, such as `Sat 5 Dec 2026, 18:00`.
    fileprivate func sentence(time: String) -> Sentence {
        Sentence(TicketSentence.dateAndTime, ["date": .day(dayNumber), "time": .text(time)])
    }
}

extension Instant {
    /// The local date and time in a time zone, such as `Sat 5 Dec 2026, 18:00`. The language of the date is chosen when
    /// the `Sentence` is converted to text.
    ///
    /// - Parameter label: the name of the zone, to be shown after the time; nil if the name is not shown.
    package func localTime(in zone: TimeZone, label: String? = nil) -> Sentence {
        let clock = LocalDateTime(self, in: zone)
        return clock.sentence(time: label.map { "\(clock.time) \($0)" } ?? clock.time)
    }
}
