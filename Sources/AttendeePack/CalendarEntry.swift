import Languages
public import Ticketing

/// An iCalendar object with one event (RFC 5545) for any calendar program. It contains a ticket's code but not the
/// ticket's token, because people share calendars.
///
/// ```swift
/// let entry = try CalendarEntry.text(for: ticket)
/// ```
public enum CalendarEntry {
    /// How long before the start of the event the calendar's alarm rings, in seconds.
    static let alarmSeconds: Int64 = 2 * 3600

    /// Creates the calendar entry of a ticket. Lines end in CRLF and have at most 75 octets. The same ticket gives the
    /// same text. The entry's DTSTAMP is the latest of three times: when the ticket was issued, when the event was last
    /// changed, and when the event was cancelled or deleted. Every change of the event increases SEQUENCE, so calendar
    /// programs replace the earlier entry. All entries of an event have the same UID, even those of different tickets,
    /// so a calendar shows only one entry for an event. Each sub-event has a separate UID.
    ///
    /// - Throws: `TicketExportError.missingStart`.
    public static func text(for ticket: AttendeeTicket) throws(TicketExportError) -> String {
        let ticketText = TicketText(ticket)
        let details = ticketText.details.filter { ![.when, .where].contains($0.label) }
            .map { CalendarEntry.line($0.label, $0.value, in: ticketText.language) }
        return try text(
            of: ticket.event, created: ticket.issued, description: details + [ticketText.organizer.bidiIsolated])
    }

    /// Creates the calendar entry of an event, without a ticket.
    ///
    /// - Parameter created: when the event was published.
    /// - Throws: `TicketExportError.missingStart`.
    public static func text(for event: AttendeeEvent, created: Instant) throws(TicketExportError) -> String {
        let eventText = EventText(event)
        let all: [(TicketSentence, String?)] = [(.doors, eventText.doors), (.questions, eventText.contact)]
        let details = all.compactMap { label, value in
            value.map { CalendarEntry.line(label, $0, in: event.language) }
        }
        return try text(
            of: event, created: created, description: details + [eventText.organizer.bidiIsolated])
    }

    private static func line(_ label: TicketSentence, _ value: String, in language: Language) -> String {
        language.text(
            TicketSentence.labelledDetail,
            ["label": .text(language.text(label)), "value": .text(value.bidiIsolated)])
    }

    private static func text(
        of event: AttendeeEvent, created: Instant, description: [String]
    ) throws(TicketExportError) -> String {
        guard let start = event.start else { throw .missingStart }
        let eventText = EventText(event)
        let zone = CalendarZone(of: event.timeZone, around: start, to: event.end ?? start)
        var lines = CalendarWriter()
        lines.add("BEGIN", "VCALENDAR")
        lines.add("VERSION", "2.0")
        lines.add("PRODID", "-//EventPass//Ticket//EN")
        lines.add("CALSCALE", "GREGORIAN")
        zone.write(to: &lines)
        lines.add("BEGIN", "VEVENT")
        lines.add("UID", "\(event.number)\(event.subEvent.map { "-\($0)" } ?? "")@eventpass")
        let stamp =
            LocalDateTime(max(created, event.lastModified ?? created, event.cancelled ?? created), offset: 0)
            .iCalendarText + "Z"
        lines.add("DTSTAMP", stamp)
        lines.add("LAST-MODIFIED", stamp)
        lines.add("SEQUENCE", "\(event.revision)")
        zone.add("DTSTART", start, to: &lines)
        if let end = event.end { zone.add("DTEND", end, to: &lines) }
        lines.add(text: eventText.title, as: "SUMMARY")
        if let location = eventText.location { lines.add(text: location, as: "LOCATION") }
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
        lines.add(text: eventText.title, as: "DESCRIPTION")
        lines.add("END", "VALARM")
        lines.add("END", "VEVENT")
        lines.add("END", "VCALENDAR")
        return lines.text
    }
}

/// Writes folded content lines (RFC 5545 §3.1).
struct CalendarWriter {
    private(set) var text = ""
    /// The maximum length of a line without its CRLF, in octets.
    private static let maximumLineLength = 75

    /// - Parameter value: the value, already escaped.
    mutating func add(_ name: String, _ value: String) {
        var remaining = CalendarWriter.maximumLineLength
        for character in "\(name):\(value)".unicodeScalars {
            let width = String(character).utf8.count
            if width > remaining {
                text += "\r\n "
                remaining = CalendarWriter.maximumLineLength - 1
            }
            text.unicodeScalars.append(character)
            remaining -= width
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
            // Control characters are not allowed (RFC 5545 §3.1, CONTROL). If a text is not sanitized, its control
            // characters become spaces here.
            case "\u{0}"..."\u{1F}", "\u{7F}": escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        add(name, escaped)
    }
}
