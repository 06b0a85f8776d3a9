public import Languages
public import Ticketing

/// The reason why an operation of the public site was refused. If a visitor is not allowed to see something, the error
/// says that it does not exist.
public enum StorefrontError: Error, Hashable, SentenceConvertible {
    /// The event, ticket, order or guest does not exist, or the secret in its link is not valid.
    case notFound
    case eventOver
    case eventCancelled
    /// The input is invalid. The associated value lists all faults of the input.
    case invalid([FieldFault])
    /// With this order, one e-mail address or phone number would have more than `limit` tickets of an event. If the
    /// visitor gets a link, only the confirmation of the order is refused with this error, because anyone can enter any
    /// address. An order that alone has more than `limit` tickets is always refused.
    case tooManyTickets(limit: Int)
    /// The ticket type has a price, and the event's organizer does not let visitors reserve it.
    case notReservable(String)
    /// Tickets that are paid at the door can be reserved only until the event's payment deadline, by default half an
    /// hour after the doors open.
    case reservationsEnded
    /// With this order, unconfirmed reservations would exceed their maximum share of the event's tickets
    /// (`VisitorReservations`).
    case tooManyUnconfirmed
    /// The maximum number of links has already been sent to the visitor's mailbox or phone number, or to all phone
    /// numbers together.
    case tooManyMessages
    /// The reservation was not confirmed in time, and its tickets are no longer sold under the same terms.
    case reservationLapsed
    /// The reservation was cancelled before it was confirmed.
    case reservationCancelled
    /// The deadline for guests' answers has passed.
    case answersClosed
    /// The deadline for guests' answers to one sub-event has passed. The associated values are the number and the name
    /// of the sub-event.
    case subEventAnswersClosed(Int, String)
    /// An attending guest describes more companions than the guest brings to any sub-event. `chosen` is the largest
    /// number of companions that the guest has chosen. `subEvents` has the numbers of the sub-events that the guest
    /// attends and can still answer.
    case companionsNotChosen(described: Int, chosen: Int, subEvents: [Int])
    case transferRefused(TransferRefusal)

    enum Text: String, SentenceKey {
        static let subject = "storefrontError"

        case notFound = "there is nothing at this address, or the link is no longer valid"
        case notFoundHint = "ask the person who sent the link for a new one"
        case eventOver = "the event is over"
        case tooManyTickets = "one e-mail address or phone number can reserve up to {limit} tickets of this event"
        case notReservable = "“{type}” can't be reserved here"
        case reservationsEnded = "reservations have ended; tickets are sold at the door"
        case tooManyUnconfirmed = "too many reservations are still unconfirmed; try again later"
        case tooManyMessages = "too many links were sent; try again later"
        case reservationLapsed = "the reservation was not confirmed in time; reserve the tickets again"
        case reservationCancelled = "the reservation is cancelled"
        case answersClosed = "the deadline for answers has passed"
        case subEventAnswersClosed = "the deadline for answers to “{subEvent}” has passed"
        case companionsNotChosen =
            "one companion is described, but the chosen number of companions is {chosen}|{count} companions are described, but the chosen number of companions is {chosen}"
        case organizerHint = "ask the organizer"

        // The detail of `StoreError.concurrentChange` if the user “the visitor” (`Storefront`) cannot be added
        case visitorNotAdded = "the visitor can't be added"
    }

    public var sentence: Sentence {
        switch self {
        case .notFound: Sentence(Text.notFound)
        case .eventOver: Sentence(Text.eventOver)
        case .eventCancelled: ManagementError.eventCancelled.sentence
        case .invalid(let faults): .list(faults.map(\.sentence), separator: "; ")
        case .tooManyTickets(let limit): Sentence(Text.tooManyTickets, ["limit": .number(limit)])
        case .notReservable(let type): Sentence(Text.notReservable, ["type": .text(type)])
        case .reservationsEnded: Sentence(Text.reservationsEnded)
        case .tooManyUnconfirmed: Sentence(Text.tooManyUnconfirmed)
        case .tooManyMessages: Sentence(Text.tooManyMessages)
        case .reservationLapsed: Sentence(Text.reservationLapsed)
        case .reservationCancelled: Sentence(Text.reservationCancelled)
        case .answersClosed: Sentence(Text.answersClosed)
        case .subEventAnswersClosed(_, let name): Sentence(Text.subEventAnswersClosed, ["subEvent": .text(name)])
        case .companionsNotChosen(let described, let chosen, _):
            Sentence(Text.companionsNotChosen, ["count": .number(described), "chosen": .number(chosen)])
        case .transferRefused(let stop): stop.sentence
        }
    }

    /// Advice on how to resolve the error; nil if there is no advice.
    public var hint: Sentence? {
        switch self {
        case .notFound: Sentence(Text.notFoundHint)
        case .tooManyTickets, .notReservable, .tooManyUnconfirmed, .answersClosed, .subEventAnswersClosed,
            .transferRefused:
            Sentence(Text.organizerHint)
        case .eventOver, .eventCancelled, .reservationsEnded, .tooManyMessages, .reservationLapsed,
            .reservationCancelled, .invalid, .companionsNotChosen:
            nil
        }
    }
}

/// The reason why a holder cannot pass a ticket on to another person.
public enum TransferRefusal: Hashable, Sendable, SentenceConvertible {
    case notIssued(Ticket.Status)
    case eventOver
    case eventCancelled
    /// Someone was admitted with the ticket.
    case used
    /// The ticket admits invited guests.
    case invitation
    /// The ticket has been reissued the maximum number of times.
    case noIssueLeft
    /// Visitors have transferred the ticket `limit` times in 24 hours. `hours` is the number of hours, rounded up,
    /// until another transfer is allowed.
    case tooManyTransfers(limit: Int, hours: Int)
    /// The new holder's mailbox has got `limit` messages in 24 hours about tickets that visitors have transferred.
    case tooManyMessagesToNewHolder(limit: Int, hours: Int)
    /// The present holder's mailbox has got `limit` messages in 24 hours about tickets that visitors have transferred.
    case tooManyMessagesToHolder(limit: Int, hours: Int)

    enum Text: String, SentenceKey {
        static let subject = "transferRefusal"

        case notIssued = "the ticket is {status}, and can't be transferred"
        case used = "this ticket has been used, and can't be transferred"
        case invitation = "an invitation is for the guests that it names, and can't be transferred"
        case noIssueLeft = "the ticket has been transferred the maximum number of times"
        case tooManyTransfers =
            "the ticket has been transferred {limit} times in 24 hours; try again in one hour|the ticket has been transferred {limit} times in 24 hours; try again in {count} hours"
        case tooManyMessagesToNewHolder =
            "this e-mail address got {limit} messages about transferred tickets in 24 hours; leave the e-mail field empty and send the link yourself, or try again in one hour|this e-mail address got {limit} messages about transferred tickets in 24 hours; leave the e-mail field empty and send the link yourself, or try again in {count} hours"
        case tooManyMessagesToHolder =
            "the present holder got {limit} messages about transferred tickets in 24 hours; try again in one hour|the present holder got {limit} messages about transferred tickets in 24 hours; try again in {count} hours"
    }

    public var sentence: Sentence {
        switch self {
        case .notIssued(let status): Sentence(Text.notIssued, ["status": .text(status.rawValue)])
        case .eventOver: StorefrontError.eventOver.sentence
        case .eventCancelled: StorefrontError.eventCancelled.sentence
        case .used: Sentence(Text.used)
        case .invitation: Sentence(Text.invitation)
        case .noIssueLeft: Sentence(Text.noIssueLeft)
        case .tooManyTransfers(let limit, let hours): limited(.tooManyTransfers, limit, hours)
        case .tooManyMessagesToNewHolder(let limit, let hours): limited(.tooManyMessagesToNewHolder, limit, hours)
        case .tooManyMessagesToHolder(let limit, let hours): limited(.tooManyMessagesToHolder, limit, hours)
        }
    }

    private func limited(_ text: Text, _ limit: Int, _ hours: Int) -> Sentence {
        Sentence(text, ["limit": .number(limit), "count": .number(hours)])
    }
}
