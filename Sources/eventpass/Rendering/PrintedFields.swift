import Management
import Presenting
import Printing
import Ticketing

/// An event's tickets as they are printed.
struct PrintedFields {
    let event: Event
    let organizer: String
    let language: String
    let renderer: TicketRenderer

    /// What is the same on every ticket.
    var ofEvent: [TicketField: String] {
        EventFields(event: event, organizer: organizer, language: language).ofTickets
    }

    /// - Parameters:
    ///   - number: its place in the run, as it is printed.
    ///   - sheet: from 1.
    /// - Throws: `Failure` for a ticket whose key is not usable any more.
    func ticket(_ ticket: Ticket, number: String, sheet: Int) throws -> PrintedTicket {
        guard let token = try renderer.token(of: ticket) else {
            throw Failure(
                .trouble,
                "ticket \(ticket.code) was signed with key \(ticket.key), which is retired or not on the ring any more",
                hint: "eventpass ticket reissue \(event.slug) \(ticket.code)")
        }
        let code = ticket.code.description
        return PrintedTicket(
            code: code, token: token,
            fields: [
                .type: renderer.typeName(of: ticket), .holder: ticket.holder ?? "", .code: code,
                .price: ticket.sale?.price?.description ?? "", .order: ticket.sale.map { "\($0.order)" } ?? "",
                .note: ticket.note ?? "", .admits: "\(ticket.admits)", .number: number, .sheet: "\(sheet)",
            ])
    }
}
