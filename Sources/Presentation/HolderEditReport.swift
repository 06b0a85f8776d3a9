package import Languages
package import Ticketing

/// Sentences for a user who corrected a ticket holder's details. They name everything that still contains the old
/// details, such as printed tickets.
package struct HolderEditReport {
    private let before: HolderDetails
    private let ticket: Ticket
    private let event: Event
    private let guests: [String]

    /// - Parameter ticket: the ticket after the correction.
    package init(before: HolderDetails, ticket: Ticket, event: Event, guests: [String] = []) {
        self.before = before
        self.ticket = ticket
        self.event = event
        self.guests = guests
    }

    package var isChanged: Bool { before != HolderDetails(ticket) }

    package var notes: [Sentence] {
        let after = HolderDetails(ticket)
        var notes: [Sentence] = []
        if before.holder != after.holder || before.note != after.note {
            notes.append(Sentence(Text.copiesKeepDetails))
        }
        if before.holder != after.holder, !guests.isEmpty {
            notes.append(Sentence(Text.guestsKeepNames, ["names": .text(guests.joined(separator: ", ").visible)]))
        }
        if before.email != after.email {
            var sentences = [Sentence(before.email == nil ? Text.noMessage : .messagesKeepAddress)]
            if after.email != nil {
                sentences.append(Sentence(Text.resend, ["event": .text(event.slug), "code": "\(ticket.code)"]))
            }
            notes.append(.list(sentences, separator: "; "))
        }
        return notes
    }

    enum Text: String, SentenceKey {
        static let subject = "holderEdit"

        case copiesKeepDetails =
            "printed tickets, exported files and earlier gate packs keep the old details; to update a gate pack, run eventpass gate refresh"
        case guestsKeepNames = "the guest list still has the names {names}"
        case noMessage = "no message was queued"
        case messagesKeepAddress = "messages queued earlier keep the old address"
        case resend = "queue a message to the new address with: eventpass ticket resend {event} {code}"
    }
}
