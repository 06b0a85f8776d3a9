import Foundation
import Ticketing

/// A time zone as a calendar entry has it: with its rules, since a TZID without them means nothing (RFC 5545 §3.6.5).
struct CalendarZone {
    private let zone: TimeZone
    private let offsets: ZoneOffsets
    /// Where the offsets begin.
    private let first: Instant
    /// Written as UTC, which needs no rules.
    private let isUTC: Bool
    /// A day to either side: the alarm, and who looks at the night after.
    private static let margin: Int64 = 86_400

    init(of zone: TimeZone, around start: Instant, to end: Instant) {
        self.zone = zone
        isUTC = ["UTC", "GMT", "Etc/UTC", "Etc/GMT"].contains(zone.identifier)
        first = start.advanced(bySeconds: -CalendarZone.margin)
        offsets = ZoneOffsets(
            of: zone, from: first,
            to: max(start, end).advanced(bySeconds: CalendarZone.margin))
    }

    /// Adds a property with a time: the zone's, or UTC in the hour that a clock on the wall shows twice.
    func add(_ name: String, _ instant: Instant, to lines: inout CalendarLines) {
        if isUTC || isShownTwice(instant) {
            lines.add(name, WallClock(instant, offset: 0).calendarForm + "Z")
        } else {
            lines.add("\(name);TZID=\(zone.identifier)", WallClock(instant, in: zone).calendarForm)
        }
    }

    /// Readers differ in which of the two they take (RFC 5545 §3.3.5 wants the first).
    private func isShownTwice(_ instant: Instant) -> Bool {
        offsets.changes.enumerated().contains { index, change in
            let isLast = index + 1 == offsets.changes.count
            let back = change.before - (isLast ? offsets.last : offsets.changes[index + 1].before)
            return back > 0 && abs(instant.seconds - change.at.seconds) <= back
        }
    }

    private func isSummer(at instant: Instant) -> Bool {
        zone.isDaylightSavingTime(for: Date(timeIntervalSince1970: Double(instant.seconds)))
    }

    /// The observances of these days: nothing else in the entry has a time.
    func write(to lines: inout CalendarLines) {
        guard !isUTC else { return }
        let before = Int(offsets.changes.first?.before ?? offsets.last)
        lines.add("BEGIN", "VTIMEZONE")
        lines.add("TZID", zone.identifier)
        write(from: before, to: before, onset: "19700101T000000", isSummer: isSummer(at: first), to: &lines)
        for (index, change) in offsets.changes.enumerated() {
            let isLast = index + 1 == offsets.changes.count
            let after = Int(isLast ? offsets.last : offsets.changes[index + 1].before)
            // The onset is on the clock that shows the time before (RFC 5545 §3.8.2.4).
            write(
                from: Int(change.before), to: after,
                onset: WallClock(change.at, offset: Int(change.before)).calendarForm,
                isSummer: isSummer(at: change.at),
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
