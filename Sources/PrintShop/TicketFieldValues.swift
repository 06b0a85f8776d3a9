import Languages
import Management
package import Presentation
package import Printing
package import Ticketing

/// The texts that are printed on an event's tickets.
package struct TicketFieldValues {
    package let event: Event
    package let organizer: String
    package let language: String
    package let renderer: TicketRenderer

    /// The fields that are the same on every ticket.
    package var eventFields: [TicketField: String] {
        EventFieldValues(event: event, organizer: organizer, language: language).ticketFields
    }

    /// The number of people whom a ticket admits, as text: “admits 5”. Empty if the ticket admits one person.
    ///
    /// - Parameter language: a BCP 47 tag. The text is in English if there is no translation.
    static func people(_ admits: Admits, in language: String) -> String {
        guard admits.rawValue > 1 else { return "" }
        return words(in: language).text(TicketSentence.admits, ["count": .number(Int(admits.rawValue))])
    }

    private static func words(in language: String) -> Language { Language(tag: language) ?? .english }

    /// The content of a printed ticket.
    ///
    /// - Parameters:
    ///   - number: the printed number of the ticket in its batch.
    ///   - sheet: the sheet's number, from 1.
    /// - Throws: `TicketKeyUnavailable` if the ticket's key is retired or missing.
    package func ticket(_ ticket: Ticket, number: String, sheet: Int) throws -> PrintedTicket {
        guard let token = try renderer.token(of: ticket) else {
            throw TicketKeyUnavailable(ticket, renderer)
        }
        let code = ticket.code.description
        return PrintedTicket(
            code: code, token: token,
            fields: [
                .type: renderer.typeName(of: ticket), .holder: ticket.holder ?? "", .code: code,
                .price: ticket.sale?.price?.text(in: language) ?? "", .order: ticket.sale.map { "\($0.order)" } ?? "",
                .admits: "\(ticket.admits)", .people: TicketFieldValues.people(ticket.admits, in: language),
                .due: ticket.sale?.due == nil ? "" : TicketFieldValues.words(in: language).text(TicketSentence.notPaid),
                .number: number, .sheet: "\(sheet)",
            ])
    }
}
