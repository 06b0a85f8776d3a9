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
        return PaperLanguage(language).text(TicketSentence.admits, ["count": .number(Int(admits.rawValue))])
    }

    /// The printed number of a ticket, as text: “No. 37”.
    ///
    /// - Parameter language: a BCP 47 tag. The text is in English if there is no translation.
    static func numberText(_ number: String, in language: String) -> String {
        PaperLanguage(language).text(PaperSentence.number, ["number": .text(TextTemplate.isolated(number))])
    }

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
        let paper = PaperLanguage(language)
        return PrintedTicket(
            code: code, token: token,
            fields: [
                .type: renderer.typeName(of: ticket), .holder: ticket.holder ?? "", .code: code,
                .price: ticket.sale?.price?.text(in: paper.locale) ?? "",
                .order: ticket.sale.map { "\($0.order)" } ?? "",
                .admits: "\(ticket.admits)", .people: TicketFieldValues.people(ticket.admits, in: language),
                .due: ticket.sale?.due == nil ? "" : paper.text(TicketSentence.notPaid),
                .number: number, .numberText: TicketFieldValues.numberText(number, in: language),
                .sheet: "\(sheet)",
            ])
    }
}
