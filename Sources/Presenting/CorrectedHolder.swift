package import Management
package import Ticketing

/// Sentences about everything that a correction of a ticket's holder leaves unchanged.
package struct CorrectedHolder {
    private let before: HolderDetails
    private let ticket: Ticket
    private let event: Event
    private let guests: [String]

    /// - Parameters:
    ///   - ticket: after the correction.
    ///   - guests: the names of the guests whom the ticket lets in.
    package init(before: HolderDetails, ticket: Ticket, event: Event, guests: [String] = []) {
        self.before = before
        self.ticket = ticket
        self.event = event
        self.guests = guests
    }

    package var isChanged: Bool { before != HolderDetails(ticket) }

    package var notes: [String] {
        let after = HolderDetails(ticket)
        var notes: [String] = []
        if before.holder != after.holder || before.note != after.note {
            notes.append(
                "printed tickets, exported files and gate packs made before keep the old details; eventpass gate refresh "
                    + "brings a pack up to date")
        }
        if before.holder != after.holder, !guests.isEmpty {
            notes.append(
                "the names of its guests stay as the guest list has them: \(guests.joined(separator: ", ").visible)")
        }
        if before.email != after.email {
            let resend =
                after.email == nil
                ? "" : "; eventpass ticket resend \(event.slug) \(ticket.code) queues one to the new address"
            notes.append(
                before.email == nil
                    ? "no message was queued\(resend)" : "messages queued before keep the old address\(resend)")
        }
        return notes
    }
}
