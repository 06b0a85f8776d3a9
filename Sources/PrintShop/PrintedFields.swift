import Management
package import Presenting
package import Printing
package import Ticketing

/// An event's tickets as they are printed.
package struct PrintedFields {
    package let event: Event
    package let organizer: String
    package let language: String
    package let renderer: TicketRenderer

    /// What is the same on every ticket.
    package var ofEvent: [TicketField: String] {
        EventFields(event: event, organizer: organizer, language: language).ofTickets
    }

    /// Of a ticket for several people, how many it admits.
    static func people(_ admits: Admits) -> String { admits.rawValue > 1 ? "admits \(admits)" : "" }

    /// - Parameters:
    ///   - number: its place in the run, as it is printed.
    ///   - sheet: from 1.
    /// - Throws: `KeyGone` for a ticket whose key is not usable any more.
    package func ticket(_ ticket: Ticket, number: String, sheet: Int) throws -> PrintedTicket {
        guard let token = try renderer.token(of: ticket) else {
            throw KeyGone(ticket, renderer)
        }
        let code = ticket.code.description
        return PrintedTicket(
            code: code, token: token,
            fields: [
                .type: renderer.typeName(of: ticket), .holder: ticket.holder ?? "", .code: code,
                .price: ticket.sale?.price?.text(in: language) ?? "", .order: ticket.sale.map { "\($0.order)" } ?? "",
                .admits: "\(ticket.admits)", .people: PrintedFields.people(ticket.admits),
                .due: ticket.sale?.due == nil ? "" : "not paid", .number: number, .sheet: "\(sheet)",
            ])
    }
}
