package import Foundation
package import Management
package import Ticketing

/// A ticket whose notice was queued again, and the recipients of that notice, as JSON.
package struct ResentTicketJSON {
    private let resent: ResentTicket
    private let unreached: UnreachedPeopleReport

    /// - Parameters:
    ///   - unreached: the people of the ticket whom no message reaches.
    ///   - zone: the event's time zone.
    package init(resent: ResentTicket, unreached: UnreachedPeople, zone: TimeZone) {
        self.resent = resent
        self.unreached = UnreachedPeopleReport(unreached, zone: zone)
    }

    package var json: JSON {
        .object(
            [
                ("code", .string(resent.ticket.code.description)),
                ("recipients", .array(resent.recipients.map { .string($0) })),
            ] + unreached.members)
    }
}
