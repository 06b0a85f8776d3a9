import Foundation
import Ticketing

/// A time zone in a calendar entry, with the zone's rules. An entry must contain the rules of each zone that it names
/// (RFC 5545 §3.6.5).
struct CalendarZone {
    private let zone: TimeZone
    private let offsets: ZoneOffsets
    /// The beginning of the period that `offsets` covers: one day before the start of the event.
    private let first: Instant
    /// Whether the zone is UTC. If so, times are written in UTC, and the entry needs no rules.
    private let isUTC: Bool
    /// The entry has the zone's rules for this many seconds before the start and after the end of the event. One day is
    /// enough for the alarm before the event and for the night after the event.
    private static let margin: Int64 = 86_400

    init(of zone: TimeZone, around start: Instant, to end: Instant) {
        self.zone = zone
        isUTC = ["UTC", "GMT", "Etc/UTC", "Etc/GMT"].contains(zone.identifier)
        first = start.advanced(bySeconds: -CalendarZone.margin)
        offsets = ZoneOffsets(
            of: zone, from: first,
            to: max(start, end).advanced(bySeconds: CalendarZone.margin))
    }

    /// Adds a property with a time in the zone. If the local time is ambiguous, the property has the time in UTC.
    func add(_ name: String, _ instant: Instant, to lines: inout CalendarWriter) {
        if isUTC || isAmbiguous(instant) {
            lines.add(name, LocalDateTime(instant, offset: 0).iCalendarText + "Z")
        } else {
            lines.add("\(name);TZID=\(zone.identifier)", LocalDateTime(instant, in: zone).iCalendarText)
        }
    }

    /// Whether the local time occurs twice, because clocks are set back. RFC 5545 §3.3.5 requires calendar programs to
    /// use the first of the two times, but some use the second.
    private func isAmbiguous(_ instant: Instant) -> Bool {
        offsets.changes.enumerated().contains { index, change in
            let isLast = index + 1 == offsets.changes.count
            let back = change.before - (isLast ? offsets.last : offsets.changes[index + 1].before)
            return back > 0 && abs(instant.seconds - change.at.seconds) <= back
        }
    }

    private func isDaylightTime(at instant: Instant) -> Bool {
        zone.isDaylightSavingTime(for: Date(timeIntervalSince1970: Double(instant.seconds)))
    }

    func write(to lines: inout CalendarWriter) {
        guard !isUTC else { return }
        let before = Int(offsets.changes.first?.before ?? offsets.last)
        lines.add("BEGIN", "VTIMEZONE")
        lines.add("TZID", zone.identifier)
        write(from: before, to: before, onset: "19700101T000000", isDaylightTime: isDaylightTime(at: first), to: &lines)
        for (index, change) in offsets.changes.enumerated() {
            let isLast = index + 1 == offsets.changes.count
            let after = Int(isLast ? offsets.last : offsets.changes[index + 1].before)
            // The time of a clock change is written in the local time that applies before the change (RFC 5545
            // §3.8.2.4).
            write(
                from: Int(change.before), to: after,
                onset: LocalDateTime(change.at, offset: Int(change.before)).iCalendarText,
                isDaylightTime: isDaylightTime(at: change.at),
                to: &lines)
        }
        lines.add("END", "VTIMEZONE")
    }

    private func write(from: Int, to: Int, onset: String, isDaylightTime: Bool, to lines: inout CalendarWriter) {
        let kind = isDaylightTime ? "DAYLIGHT" : "STANDARD"
        lines.add("BEGIN", kind)
        lines.add("DTSTART", onset)
        lines.add("TZOFFSETFROM", CalendarZone.text(from))
        lines.add("TZOFFSETTO", CalendarZone.text(to))
        lines.add("END", kind)
    }

    /// An offset such as `+0300`; it includes seconds only if they are not zero (RFC 5545 §3.3.14).
    private static func text(_ offset: Int) -> String {
        let seconds = abs(offset) % 60
        return LocalDateTime.signCharacter(offset) + LocalDateTime.twoDigits(abs(offset) / 3600)
            + LocalDateTime.twoDigits(abs(offset) / 60 % 60)
            + (seconds == 0 ? "" : LocalDateTime.twoDigits(seconds))
    }
}
