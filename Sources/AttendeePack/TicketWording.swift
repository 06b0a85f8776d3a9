import Foundation
import Ticketing

/// What all forms of a ticket say, in words that are fit to be shown.
struct TicketWording {
    private let event: EventWording
    /// Nil for a ticket without a name.
    let holder: String?
    let type: String
    /// How many people it admits.
    let people: Int
    /// Nil when it admits one.
    let admits: String?
    /// `UGX 50,000`, and what is due of it.
    let price: String?
    let code: String

    init(_ ticket: AttendeeTicket) {
        event = EventWording(ticket.event)
        holder = ticket.holder.legible
        type = ticket.type.legible
        people = Int(ticket.admits.rawValue)
        admits = ticket.admits.rawValue > 1 ? "admits \(ticket.admits.rawValue)" : nil
        let due = ticket.due.map { "\($0.text(in: TicketWording.language)) to be paid at the door" }
        // What is due in whole is not said twice.
        let whole = ticket.due == ticket.price ? nil : ticket.price?.text(in: TicketWording.language)
        price = [whole, due].compactMap(\.self).joined(separator: ", ").nonEmpty
        code = ticket.code.description
    }

    /// All words around the amounts are English.
    private static let language = "en-GB"

    var organizer: String { event.organizer }
    var title: String { event.title }
    var date: String? { event.date }
    var time: String? { event.time }
    var doors: String? { event.doors }
    var place: String? { event.place }
    var contact: String? { event.contact }

    /// `Regular, admits 4`
    var kind: String { [type, admits].compactMap(\.self).joined(separator: ", ") }

    /// Name and value, one below the other, as mail and calendars have them.
    var facts: [(name: String, value: String)] {
        let all: [(String, String?)] = [
            ("When", event.when), ("Doors", doors),
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
