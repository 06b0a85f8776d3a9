package import Ticketing

/// Sentences for a user who corrected a ticket holder's details. They name everything that still contains the old
/// details, such as printed tickets.
package struct HolderEditReport {
    private let before: HolderDetails
    private let ticket: Ticket
    private let event: Event
    private let guests: [String]

    /// - Parameters:
    ///   - ticket: the ticket after the correction.
    ///   - guests: the names of the guests on the ticket.
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
                "printed tickets, exported files and earlier gate packs keep the old details; to update a gate pack, "
                    + "run eventpass gate refresh")
        }
        if before.holder != after.holder, !guests.isEmpty {
            notes.append(
                "the guest list still has the names \(guests.joined(separator: ", ").visible)")
        }
        if before.email != after.email {
            let resend =
                after.email == nil
                ? "" : "; queue one to the new address with: eventpass ticket resend \(event.slug) \(ticket.code)"
            notes.append(
                before.email == nil
                    ? "no message was queued\(resend)" : "messages queued earlier keep the old address\(resend)")
        }
        return notes
    }
}
