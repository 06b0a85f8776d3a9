import Foundation
import Ticketing

/// What all forms of a ticket say, in words that are fit to be shown.
struct TicketWording {
    let organizer: String
    let title: String
    /// `Tuesday 1 January 2030`; nil before there is a date.
    let date: String?
    /// `18:00–04:00 (UTC+3)`, with the last day where that is another than the next morning's.
    let time: String?
    /// `17:00`
    let doors: String?
    /// `Lido, Beach Road 1, Entebbe`; nil before there is a place.
    let place: String?
    /// Nil for a ticket without a name.
    let holder: String?
    let type: String
    /// Nil when it admits one.
    let admits: String?
    /// `50000 UGX`, and what is due of it.
    let price: String?
    let contact: String?
    let code: String

    init(_ ticket: AttendeeTicket) {
        let event = ticket.event
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
        holder = ticket.holder.legible
        type = ticket.type.legible
        admits = ticket.admits.rawValue > 1 ? "admits \(ticket.admits.rawValue)" : nil
        let due = ticket.due.map { "\($0) to be paid at the door" }
        // What is due in whole is not said twice.
        let whole = ticket.due == ticket.price ? nil : ticket.price.map(\.description)
        price = [whole, due].compactMap(\.self).joined(separator: ", ").nonEmpty
        contact = event.contact.legible
        code = ticket.code.description
    }

    /// `Regular, admits 4`
    var kind: String { [type, admits].compactMap(\.self).joined(separator: ", ") }

    /// Name and value, one below the other, as mail and calendars have them.
    var facts: [(name: String, value: String)] {
        let all: [(String, String?)] = [
            ("When", [date, time].compactMap(\.self).joined(separator: ", ").nonEmpty), ("Doors", doors),
            ("Where", place), ("Holder", holder), ("Ticket", kind), ("Price", price), ("Code", code),
            ("Questions", contact),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}

extension String {
    /// Nil when nothing is in it.
    var nonEmpty: String? { isEmpty ? nil : self }
}
