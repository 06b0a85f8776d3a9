import Languages
public import Ticketing

/// The texts that tickets and pages show about an event. They are sanitized: they contain no control characters.
public struct EventText: Sendable {
    public let organizer: String
    public let title: String
    /// The date in the language of the event's texts, such as `Tuesday 1 January 2030`; nil if the event has no start
    /// yet.
    public let date: String?
    /// The time, such as `18:00–04:00 (UTC+3)`; nil if the event has no start yet. The text includes the date of the
    /// last day if the event lasts 24 hours or more.
    public let time: String?
    /// The time when the doors open, such as `17:00`; nil if the event states no such time.
    public let doors: String?
    /// The venue and its address, such as `Lido, Beach Road 1, Entebbe`; nil if the event has no venue yet.
    public let location: String?
    public let contact: String?
    private let event: AttendeeEvent

    public init(_ event: AttendeeEvent) {
        self.event = event
        organizer = event.organizer.sanitized
        title = event.title.sanitized
        let start = event.start.map { LocalDateTime($0, in: event.timeZone) }
        date = start?.date(in: event.language)
        time = start.map { start in
            let zone = " (\(start.zoneName))"
            guard let last = event.end, let first = event.start else { return start.time + zone }
            let end = LocalDateTime(last, in: event.timeZone)
            let isOneNight = last.seconds - first.seconds < 86_400
            // If the offset from UTC changes during the event, the start and the end each show their offset.
            let isSame = start.offset == end.offset
            let (from, to) = (start.time + (isSame ? "" : zone), "\(end.time) (\(end.zoneName))")
            guard !isOneNight else { return "\(from)–\(to)" }
            return "\(from) – \(EventText.dateAndTime(end.date(in: event.language), to, in: event.language))"
        }
        doors = event.doors.map { LocalDateTime($0, in: event.timeZone).time }
        location = [event.venue, event.address, event.city].compactMap(\.sanitized).joined(separator: ", ").nonEmpty
        contact = event.contact.sanitized
    }

    /// The date and time, such as `Tuesday 1 January 2030, 18:00–04:00 (UTC+3)`; nil if the event has no date yet.
    public var when: String? {
        guard let date, let time else { return date ?? time }
        return EventText.dateAndTime(date, time, in: event.language)
    }

    /// A date and time in the event's time zone, such as `Friday 1 January 2027, 18:00`.
    public func moment(_ instant: Instant) -> String {
        let clock = LocalDateTime(instant, in: event.timeZone)
        return EventText.dateAndTime(clock.date(in: event.language), clock.time, in: event.language)
    }

    private static func dateAndTime(_ date: String, _ time: String, in language: Language) -> String {
        language.text(TicketSentence.dateAndTime, ["date": .text(date), "time": .text(time)])
    }
}
