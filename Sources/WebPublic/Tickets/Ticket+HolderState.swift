import Languages
import Ticketing

extension Ticket {
    /// The ticket's state in words for its holder. For an unpaid ticket, the words give the amount to pay at the door,
    /// because gates admit the ticket only after payment.
    func holderState(in language: Language) -> Sentence {
        guard status == .issued, let due = sale?.due else { return Sentence(status.sentence) }
        return Sentence(PublicSentence.payAtDoor, ["amount": .text(due.text(in: language.locale))])
    }
}

extension Ticket.Status {
    fileprivate var sentence: PublicSentence {
        switch self {
        case .issued: .valid
        case .cancelled: .cancelled
        case .refunded: .refunded
        case .blocked: .blocked
        }
    }

    /// The sentence that says why a ticket with this status cannot be used. An issued ticket needs this sentence only
    /// if it has no token, because its signing key is missing.
    var refusal: PublicSentence {
        switch self {
        case .issued: .ticketUnsigned
        case .cancelled: .ticketCancelled
        case .refunded: .ticketRefunded
        case .blocked: .ticketBlocked
        }
    }
}
