import Gate
import Presenting
import Ticketing

extension TicketRenderer {
    func lines(_ ticket: Ticket, guests: [String] = []) throws -> [String] {
        let sentences = VerdictSentences(timeZone: event.zone)
        let since = ticket.statusSince.map { " since \(sentences.moment($0))" } ?? ""
        let due = ticket.sale?.due.map { "\($0) due" }
        let order = ticket.sale.map { "\($0.order), \($0.price?.description ?? "free")" }
        let sold = [sale == .whole ? order : nil, due].compactMap(\.self)
        let names = guests.isEmpty ? [] : ["guests   \(guests.map(\.visible).joined(separator: ", "))"]
        let email = ticket.email.map { ", \($0.rawValue.visible)" } ?? ""
        return [
            "ticket   \(ticket.code)", "event    \(event.details.title.visible)",
            "type     \(typeName(of: ticket).visible)", "holder   \(ticket.holder?.visible ?? "–")\(email)",
        ] + names + [
            "admits   \(ticket.admits)",
            "status   \(ticket.status.rawValue)\(since)"
                + (ticket.statusNote.map { ": \($0.visible)" } ?? ""),
            "issue    \(ticket.issue), signed with key \(ticket.key)",
            "token    \(try token(of: ticket) ?? reasonWithout)",
        ] + (sold.isEmpty ? [] : ["order    \(sold.joined(separator: ", "))"])
    }

    private var reasonWithout: String {
        !hasKeys
            ? "not visible for your role" : "its key is retired or missing from the key ring; reissue the ticket"
    }
}

extension Ticket {
    /// The holder's name for questions.
    var namedHolder: String { holder?.visible ?? "nobody named" }
}
