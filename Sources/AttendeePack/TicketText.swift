import Foundation
import Ticketing

/// The texts about a ticket that all formats use. They are sanitized: they contain no control characters.
struct TicketText {
    private let event: EventText
    /// The holder's name; nil if the ticket has none.
    let holder: String?
    let type: String
    /// The number of people whom the ticket admits.
    let people: Int
    /// The number of people in words, such as `admits 4`; nil if the ticket admits one person.
    let admits: String?
    /// The price, such as `UGX 50,000`, and the amount due at the door; nil if there is no price and nothing is due.
    let price: String?
    let code: String

    init(_ ticket: AttendeeTicket) {
        event = EventText(ticket.event)
        holder = ticket.holder.sanitized
        type = ticket.type.sanitized
        people = Int(ticket.admits.rawValue)
        admits = ticket.admits.rawValue > 1 ? "admits \(ticket.admits.rawValue)" : nil
        let due = ticket.due.map { "\($0.text(in: TicketText.language)) to be paid at the door" }
        // If the whole price is to be paid at the door, the text names this amount once, as the amount due.
        let fullPrice = ticket.due == ticket.price ? nil : ticket.price?.text(in: TicketText.language)
        price = [fullPrice, due].compactMap(\.self).joined(separator: ", ").nonEmpty
        code = ticket.code.description
    }

    /// The language of the amounts; the texts around them are English.
    private static let language = "en-GB"

    var organizer: String { event.organizer }
    var title: String { event.title }
    var date: String? { event.date }
    var time: String? { event.time }
    var doors: String? { event.doors }
    var location: String? { event.location }
    var contact: String? { event.contact }

    /// The ticket type and the number of people, such as `Regular, admits 4`.
    var typeAndAdmits: String { [type, admits].compactMap(\.self).joined(separator: ", ") }

    /// The details as names and values, in the order in which mails and calendar entries list them.
    var details: [(name: String, value: String)] {
        let all: [(String, String?)] = [
            ("When", event.when), ("Doors", doors),
            ("Where", location), ("Holder", holder), ("Ticket", typeAndAdmits), ("Price", price), ("Code", code),
            ("Questions", contact),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}

extension String {
    /// Nil if the string is empty.
    var nonEmpty: String? { isEmpty ? nil : self }
}
