public import Ticketing

/// What is said of an event, in words that are fit to be shown.
public struct EventWording: Sendable {
    public let organizer: String
    public let title: String
    /// `Tuesday 1 January 2030`; nil before there is a date.
    public let date: String?
    /// `18:00–04:00 (UTC+3)`, with the last day where that is another than the next morning's.
    public let time: String?
    /// `17:00`
    public let doors: String?
    /// `Lido, Beach Road 1, Entebbe`; nil before there is a place.
    public let place: String?
    public let contact: String?
    private let event: AttendeeEvent

    public init(_ event: AttendeeEvent) {
        self.event = event
        organizer = event.organizer.legible
        title = event.title.legible
        let start = event.start.map { WallClock($0, in: event.timeZone) }
        date = start?.date
        time = start.map { start in
            let zone = " (\(start.zoneName))"
            guard let last = event.end, let first = event.start else { return start.time + zone }
            let end = WallClock(last, in: event.timeZone)
            let isOneNight = last.seconds - first.seconds < 86_400
            // Over a change of the clocks, each time says how far it is ahead.
            let isSame = start.offset == end.offset
            let (from, to) = (start.time + (isSame ? "" : zone), "\(end.time) (\(end.zoneName))")
            return isOneNight ? "\(from)–\(to)" : "\(from) – \(end.date), \(to)"
        }
        doors = event.doors.map { WallClock($0, in: event.timeZone).time }
        place = [event.venue, event.address, event.city].compactMap(\.legible).joined(separator: ", ").nonEmpty
        contact = event.contact.legible
    }

    /// `Tuesday 1 January 2030, 18:00–04:00 (UTC+3)`; nil before there is a date.
    public var when: String? { [date, time].compactMap(\.self).joined(separator: ", ").nonEmpty }

    /// A moment as clocks at the event show it: `Friday 1 January 2027, 18:00`.
    public func moment(_ instant: Instant) -> String {
        let clock = WallClock(instant, in: event.timeZone)
        return "\(clock.date), \(clock.time)"
    }
}
