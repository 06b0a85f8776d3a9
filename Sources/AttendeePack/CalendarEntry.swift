public import Ticketing

/// An iCalendar object with one event (RFC 5545), to be opened by any calendar. It bears the ticket's code and not its
/// token: calendars are shared.
///
/// ```swift
/// let entry = try CalendarEntry.text(for: ticket)
/// ```
public enum CalendarEntry {
    /// How long before the start the alarm rings, in seconds.
    static let alarmSeconds: Int64 = 2 * 3600

    /// Lines end in CRLF and have at most 75 octets. The same ticket gives the same text: it is dated when the ticket
    /// was issued, or when its event was edited after that. Each edit gives the next SEQUENCE, so that calendars replace
    /// the entry that they have.
    ///
    /// - Throws: `AttendeePackError.noStart`.
    public static func text(for ticket: AttendeeTicket) throws(AttendeePackError) -> String {
        let words = TicketWording(ticket)
        let facts = words.facts.filter { !["When", "Where"].contains($0.name) }
            .map { "\($0.name): \($0.value.isolated)" }
        return try text(
            of: ticket.event, id: "\(ticket.event.number)-\(ticket.code)", made: ticket.issued,
            description: facts + [words.organizer.isolated])
    }

    /// The same for an event, without a ticket.
    ///
    /// - Parameter made: when it was published.
    /// - Throws: `AttendeePackError.noStart`.
    public static func text(for event: AttendeeEvent, made: Instant) throws(AttendeePackError) -> String {
        let words = EventWording(event)
        let facts = [("Doors", words.doors), ("Questions", words.contact)].compactMap { name, value in
            value.map { "\(name): \($0.isolated)" }
        }
        return try text(of: event, id: "\(event.number)", made: made, description: facts + [words.organizer.isolated])
    }

    private static func text(
        of event: AttendeeEvent, id: String, made: Instant, description: [String]
    ) throws(AttendeePackError) -> String {
        guard let start = event.start else { throw .noStart }
        let words = EventWording(event)
        let zone = CalendarZone(of: event.timeZone, around: start, to: event.end ?? start)
        var lines = CalendarLines()
        lines.add("BEGIN", "VCALENDAR")
        lines.add("VERSION", "2.0")
        lines.add("PRODID", "-//EventPass//Ticket//EN")
        lines.add("CALSCALE", "GREGORIAN")
        zone.write(to: &lines)
        lines.add("BEGIN", "VEVENT")
        lines.add("UID", "\(id)@eventpass")
        let stamp = WallClock(max(made, event.changed ?? made, event.cancelled ?? made), offset: 0).calendarForm + "Z"
        lines.add("DTSTAMP", stamp)
        lines.add("LAST-MODIFIED", stamp)
        lines.add("SEQUENCE", "\(event.edits + (event.cancelled == nil ? 0 : 1))")
        zone.add("DTSTART", start, to: &lines)
        if let end = event.end { zone.add("DTEND", end, to: &lines) }
        lines.add(text: words.title, as: "SUMMARY")
        if let place = words.place { lines.add(text: place, as: "LOCATION") }
        if let position = event.position {
            lines.add("GEO", position.description.replacing(",", with: ";"))
        }
        lines.add(text: description.joined(separator: "\n"), as: "DESCRIPTION")
        guard event.cancelled == nil else {
            lines.add("STATUS", "CANCELLED")
            lines.add("TRANSP", "TRANSPARENT")
            lines.add("END", "VEVENT")
            lines.add("END", "VCALENDAR")
            return lines.text
        }
        lines.add("STATUS", "CONFIRMED")
        lines.add("TRANSP", "OPAQUE")
        lines.add("BEGIN", "VALARM")
        lines.add("ACTION", "DISPLAY")
        lines.add("TRIGGER", "-PT\(alarmSeconds / 3600)H")
        lines.add(text: words.title, as: "DESCRIPTION")
        lines.add("END", "VALARM")
        lines.add("END", "VEVENT")
        lines.add("END", "VCALENDAR")
        return lines.text
    }
}

/// Content lines, folded (RFC 5545 §3.1).
struct CalendarLines {
    private(set) var text = ""
    /// Octets of a line, its end not counted.
    private static let longest = 75

    /// - Parameter value: as it is to stand there.
    mutating func add(_ name: String, _ value: String) {
        var room = CalendarLines.longest
        for character in "\(name):\(value)".unicodeScalars {
            let width = String(character).utf8.count
            if width > room {
                text += "\r\n "
                room = CalendarLines.longest - 1
            }
            text.unicodeScalars.append(character)
            room -= width
        }
        text += "\r\n"
    }

    /// Adds a value of the type TEXT (RFC 5545 §3.3.11).
    mutating func add(text value: String, as name: String) {
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped += "\\\(scalar)"
            case "\n": escaped += "\\n"
            // What no property may hold (RFC 5545 §3.1, CONTROL); the words that come here have none.
            case "\u{0}"..."\u{1F}", "\u{7F}": escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        add(name, escaped)
    }
}
