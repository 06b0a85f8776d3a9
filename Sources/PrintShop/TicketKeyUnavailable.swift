package import Languages
package import Presentation
package import Ticketing

/// The error for a ticket whose token cannot be made, because its key is retired or missing. Tokens are not stored, but
/// made when they are needed.
package struct TicketKeyUnavailable: ExplainedError, Hashable {
    package let ticket: TicketCode
    package let key: UInt8
    /// Whether the key is missing from the key ring; otherwise the key is retired.
    package let isMissing: Bool
    package let hint: Sentence?

    init(_ ticket: Ticket, _ renderer: TicketRenderer) {
        self.ticket = ticket.code
        key = ticket.key
        isMissing = renderer.lacksKey(of: ticket)
        hint = renderer.remedy(for: ticket)
    }

    enum Text: String, SentenceKey {
        static let subject = "ticketKeyUnavailable"

        case missing = "ticket {ticket} was signed with key {key}, which is not in this key ring"
        case retired = "ticket {ticket} was signed with key {key}, which is retired"
    }

    package var sentence: Sentence {
        Sentence(isMissing ? Text.missing : .retired, ["ticket": "\(ticket)", "key": "\(key)"])
    }

    package var subject: ErrorSubject { .key }

    package var kind: ErrorKind { .systemFailure }
}
