import Foundation
import Ticketing

/// A time zone as a calendar entry has it: with its rules, since a TZID without them means nothing (RFC 5545 §3.6.5).
struct CalendarZone {
    private let zone: TimeZone
    private let offsets: ZoneOffsets
    /// Written as UTC, which needs no rules.
    private let isUTC: Bool
    /// A day to either side: the alarm, and who looks at the night after.
    private static let margin: Int64 = 86_400

    init(of zone: TimeZone, around start: Instant, to end: Instant) {
        self.zone = zone
        isUTC = ["UTC", "GMT", "Etc/UTC", "Etc/GMT"].contains(zone.identifier)
        offsets = ZoneOffsets(
            of: zone, from: start.advanced(bySeconds: -CalendarZone.margin),
            to: max(start, end).advanced(bySeconds: CalendarZone.margin))
    }

    /// What stands behind the name of a property with a time.
    var parameter: String { isUTC ? "" : ";TZID=\(zone.identifier)" }

    func value(_ instant: Instant) -> String {
        isUTC ? WallClock(instant, offset: 0).calendarForm + "Z" : WallClock(instant, in: zone).calendarForm
    }

    /// The observances of these days: nothing else in the entry has a time.
    func write(to lines: inout CalendarLines) {
        guard !isUTC else { return }
        let first = Int(offsets.changes.first?.before ?? offsets.last)
        lines.add("BEGIN", "VTIMEZONE")
        lines.add("TZID", zone.identifier)
        write(from: first, to: first, onset: "19700101T000000", isSummer: false, to: &lines)
        for (index, change) in offsets.changes.enumerated() {
            let isLast = index + 1 == offsets.changes.count
            let after = Int(isLast ? offsets.last : offsets.changes[index + 1].before)
            // The onset is on the clock that shows the time before (RFC 5545 §3.8.2.4).
            write(
                from: Int(change.before), to: after,
                onset: WallClock(change.at, offset: Int(change.before)).calendarForm,
                isSummer: zone.isDaylightSavingTime(for: Date(timeIntervalSince1970: Double(change.at.seconds))),
                to: &lines)
        }
        lines.add("END", "VTIMEZONE")
    }

    private func write(from: Int, to: Int, onset: String, isSummer: Bool, to lines: inout CalendarLines) {
        let kind = isSummer ? "DAYLIGHT" : "STANDARD"
        lines.add("BEGIN", kind)
        lines.add("DTSTART", onset)
        lines.add("TZOFFSETFROM", CalendarZone.text(from))
        lines.add("TZOFFSETTO", CalendarZone.text(to))
        lines.add("END", kind)
    }

    /// `+0300`, with seconds where a zone had some (RFC 5545 §3.3.14).
    private static func text(_ offset: Int) -> String {
        let seconds = abs(offset) % 60
        return WallClock.sign(offset) + WallClock.two(abs(offset) / 3600) + WallClock.two(abs(offset) / 60 % 60)
            + (seconds == 0 ? "" : WallClock.two(seconds))
    }
}
