import Languages
import Ticketing

/// The texts about a ticket that all formats use. They are sanitized: they contain no control characters.
struct TicketText {
    private let event: EventText
    let language: Language
    /// The holder's name; nil if the ticket has no name.
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
        let language = ticket.event.language
        self.language = language
        holder = ticket.holder.sanitized
        type = ticket.type.sanitized
        people = Int(ticket.admits.rawValue)
        admits =
            people > 1 ? language.text(TicketSentence.admits, ["count": .number(people)]) : nil
        let due = ticket.due.map {
            language.text(TicketSentence.dueAtDoor, ["amount": .text($0.text(in: language.locale))])
        }
        // If the whole price is to be paid at the door, the text names this amount once, as the amount due.
        let fullPrice = ticket.due == ticket.price ? nil : ticket.price?.text(in: language.locale)
        if let fullPrice, let due {
            price = language.text(TicketSentence.priceAndDue, ["price": .text(fullPrice), "due": .text(due)])
        } else {
            price = fullPrice ?? due
        }
        code = ticket.code.description
    }

    var organizer: String { event.organizer }
    var title: String { event.title }
    var date: String? { event.date }
    var time: String? { event.time }
    var when: String? { event.when }
    var doors: String? { event.doors }
    var location: String? { event.location }
    var contact: String? { event.contact }

    /// The time of the event, and the time when the doors open, such as `18:00–04:00 (UTC+3), doors 17:00`.
    var timeAndDoors: String? {
        let doors = doors.map { sentence(.doorsAt, ["time": .text($0)]) }
        guard let time, let doors else { return time ?? doors }
        return sentence(.timeAndDoors, ["time": .text(time), "doors": .text(doors)])
    }

    /// The ticket type and the number of people, such as `Regular, admits 4`.
    var typeAndAdmits: String {
        guard let admits else { return type }
        return sentence(.typeAndAdmits, ["type": .text(type), "admits": .text(admits)])
    }

    /// The details as labels and values, in the order in which mails and calendar entries list them.
    var details: [(label: TicketSentence, value: String)] {
        let all: [(TicketSentence, String?)] = [
            (.when, when), (.doors, doors), (.where, location), (.holder, holder), (.ticket, typeAndAdmits),
            (.price, price), (.code, code), (.questions, contact),
        ]
        return all.compactMap { label, value in value.map { (label, $0) } }
    }

    func sentence(_ key: TicketSentence, _ arguments: [String: SentenceArgument] = [:]) -> String {
        language.text(key, arguments)
    }
}

extension String {
    var nonEmpty: String? { isEmpty ? nil : self }
}
