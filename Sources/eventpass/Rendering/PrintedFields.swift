import Foundation
import Management
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
        let details = event.details
        return [
            .event: details.title, .date: details.start.map(date) ?? "", .venue: details.venue ?? "",
            .city: details.city ?? "", .organizer: organizer,
        ]
    }

    /// In the event's zone, in words of the language: `Friday, 1 January 2027 at 18:00`.
    private func date(_ instant: Instant) -> String {
        var style = Date.FormatStyle(date: .complete, time: .shortened)
        style.locale = Locale(identifier: language)
        style.timeZone = event.zone
        style.calendar = Calendar(identifier: .gregorian)
        return Date(timeIntervalSince1970: Double(instant.seconds)).formatted(style)
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
