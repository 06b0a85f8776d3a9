public import Ticketing

/// An iCalendar object with several events (RFC 5545), to which calendar programs subscribe. It has neither tickets nor
/// alarms.
public enum CalendarFeed {
    /// The time after which a calendar program should load the feed again: one hour (RFC 5545 §3.3.6).
    private static let refreshInterval = "PT1H"

    /// An event of a feed.
    public struct Entry: Sendable {
        public let event: AttendeeEvent
        /// When the event was published.
        public let published: Instant
        /// The URL of the event’s page.
        public let url: String

        public init(event: AttendeeEvent, published: Instant, url: String) {
            self.event = event
            self.published = published
            self.url = url
        }
    }

    /// Creates a feed. Events without a start are left out. All times are in UTC, so the feed needs no time zone
    /// definitions. Each event has the same UID as in `CalendarEntry`, so a calendar shows it only once.
    ///
    /// - Parameter name: the name that calendar programs show.
    public static func text(named name: String, _ entries: [Entry]) -> String {
        var lines = CalendarWriter()
        lines.add("BEGIN", "VCALENDAR")
        lines.add("VERSION", "2.0")
        lines.add("PRODID", "-//EventPass//Feed//EN")
        lines.add("CALSCALE", "GREGORIAN")
        lines.add(text: name, as: "X-WR-CALNAME")
        lines.add("X-PUBLISHED-TTL", refreshInterval)
        for entry in entries { add(entry, to: &lines) }
        lines.add("END", "VCALENDAR")
        return lines.text
    }

    private static func add(_ entry: Entry, to lines: inout CalendarWriter) {
        let event = entry.event
        guard let start = event.start else { return }
        let eventText = EventText(event)
        lines.add("BEGIN", "VEVENT")
        lines.add("UID", "\(event.number)@eventpass")
        lines.add("DTSTAMP", utc(max(entry.published, event.lastModified ?? entry.published)))
        lines.add("SEQUENCE", "\(event.revision)")
        lines.add("DTSTART", utc(start))
        if let end = event.end { lines.add("DTEND", utc(end)) }
        lines.add(text: eventText.title, as: "SUMMARY")
        if let location = eventText.location { lines.add(text: location, as: "LOCATION") }
        if let position = event.position { lines.add("GEO", position.description.replacing(",", with: ";")) }
        lines.add(text: eventText.organizer.bidiIsolated, as: "DESCRIPTION")
        lines.add("URL", entry.url)
        lines.add("STATUS", "CONFIRMED")
        lines.add("END", "VEVENT")
    }

    private static func utc(_ instant: Instant) -> String { LocalDateTime(instant, offset: 0).iCalendarText + "Z" }
}
