package import Languages
import Management
package import Ticketing

/// Everything that a message says, read from the store in one transaction. `MessageComposer` makes the message from it.
package struct MessageSubject: Sendable {
    package let notice: Notice
    package let recipient: MessageRecipient
    /// The organizer's name; empty for a message of the server itself.
    let organizer: String
    /// The organizer's name in URLs; nil for a message of the server itself.
    let organizerSlug: String?
    /// Nil if the message is not about an event.
    let event: MessageEvent?
    /// Nil if the message is not about an order.
    var order: Order?
    /// The tickets that the text of the message names. If the message is about tickets that belong to the recipient
    /// now, the text names only these tickets. Otherwise, the text names the tickets of somebody else, or cancelled
    /// tickets.
    var named: [Ticket] = []
    /// The tickets that the message is about and that belong to somebody else now. Empty if no ticket of the message
    /// belongs to the recipient.
    var gone: [Ticket] = []
    /// The tickets of the message that belong to the recipient now.
    var tickets: [RecipientTicket] = []
    /// The name of the person or household to whom `tickets` belong; nil if they belong to different people, or if the
    /// name is unknown.
    var addressee: String?
    /// The sub-events that the message is about, or to which its guests are invited; empty for other messages.
    var subEvents: [MessageSubEvent] = []
    /// The names of the guests whom the ticket of an invitation admits, in a message to one of them; empty for other
    /// messages.
    var guestNames: [String] = []
    /// The recipient's ticket, in a message that says that the ticket or the invitation has ended; nil in other
    /// messages.
    var ended: RecipientTicket?
    /// The recipient's order for the event, in a message that says that the event was cancelled or deleted. Nil if the
    /// recipient had a ticket, and in other messages.
    var endedOrder: Order?
    /// Whether an order of tickets with a price was ever made for the event. Read only for a message about a cancelled
    /// event; false in other messages.
    var hasPricedOrders = false
    var withdrawnEntries = WithdrawnEntries()
    /// The recipient's tickets for upcoming events, in a message that the recipient requested.
    var found: [TicketsAtEvent] = []
    /// The events that the message suggests, best first; empty for other messages.
    var suggested: [SuggestedEvent] = []
    /// The time at which the recipient agreed to get the organizer's news; nil for messages that are not news.
    var agreed: Instant?
    /// The organizer's templates for messages of this kind, in the recipient's language.
    var templates: [MessageTemplate] = []

    /// The recipient's tickets at one event.
    struct TicketsAtEvent: Sendable {
        let event: MessageEvent
        let tickets: [RecipientTicket]
    }

    init(_ notice: Notice, to recipient: MessageRecipient, of organizer: Organizer?, about event: MessageEvent?) {
        self.notice = notice
        self.recipient = recipient
        self.organizer = organizer?.name ?? notice.payload["organizer"] ?? ""
        organizerSlug = organizer?.slug
        self.event = event
    }

    /// The recipient's language; English if the recipient has chosen no language, or if the program has no messages in
    /// the chosen language.
    package var language: Language { recipient.language.flatMap { Language(tag: $0) } ?? .english }

    func template(for channel: Notice.Channel) -> MessageTemplate? { templates.first { $0.channel == channel } }

    /// A value of the notice; nil if the value is missing or empty.
    func value(_ name: String) -> String? { notice.payload[name]?.nonEmpty }

    /// The name of the person or household to whom the message is addressed; nil if the name is unknown. The holder's
    /// name is used only if the ticket belongs to the recipient.
    var greetedName: String? {
        switch notice.kind {
        case .orderPending, .orderPaid, .orderCancelled, .refundOwed, .refundProcessed, .paymentPending:
            order?.buyer.name.nonEmpty
        case .invitation, .invitationWithdrawn: value("guest")
        case .confirmEmail, .reservationToConfirm, .reservationLapsed, .ticketsFound, .passwordReset, .teamInvitation,
            .news, .newSale, .lowInventory, .salesMilestone, .dailySummary, .paymentReceived, .doubleAdmissions,
            .gateSilent, .gateUndecided, .identityReviewed, .recommendations, .popularNearYou:
            nil
        case .eventMoved, .eventCancelled, .eventRestored, .subEventCancelled, .ticketIssued, .ticketReissued,
            .ticketTransferred, .ticketCancelled, .ticketExpiring, .entryConfirmed, .reminder, .answerReminder,
            .organizerMessage:
            addressee
        }
    }
}

/// An event, with the data that its tickets and calendar entries need.
struct MessageEvent: Sendable {
    let event: Event
    let organizer: String
    let types: [TicketType]
    /// The number of the event's edits, and the time of the last edit. The time is nil if the event was never edited.
    let edits: (count: Int, last: Instant?)
    /// Nil if the event has no poster, or if the message does not show the poster.
    let poster: MessagePoster?
    /// Nil if the event has no logo, or if the message does not show the logo.
    let logo: MessageLogo?
    let accent: Colour?

    func type(of ticket: Ticket) -> TicketType? { types.first { $0.number == ticket.type } }
}

/// The poster of an event in a message that delivers tickets.
struct MessagePoster: Sendable {
    let picture: StoredPicture
    /// The file that the mail shows, a JPEG 320 pixels wide; nil if it is missing, if the recipient has not chosen to
    /// see posters and logos, or if the mail is about the tickets of several events.
    let small: [UInt8]?
    /// The file that passes contain, a JPEG 640 pixels wide; nil if it is missing.
    let medium: [UInt8]?

    /// The maximum number of bytes of a picture in a mail. The limit is low, because each copy of a mail contains the
    /// picture.
    static let longestInMail = 80_000
}

struct MessageLogo: Sendable {
    let picture: StoredPicture
    /// The file that the mail, the pages of tickets and the passes show, a JPEG at most 320 pixels wide.
    let file: [UInt8]
    /// Whether the mail begins with the logo: the recipient has chosen to see posters and logos, and the file is small.
    let isInMail: Bool

    /// The maximum size at which a mail shows a logo, in pixels.
    private static let largest = (width: 160.0, height: 64.0)

    /// The size at which the mail shows the logo, in pixels, with the ratio of the picture's sides.
    var sizeInMail: (width: Int, height: Int) {
        let (width, height) = (Double(picture.width), Double(picture.height))
        let scale = min(MessageLogo.largest.width / width, MessageLogo.largest.height / height, 1)
        return (max(1, Int((width * scale).rounded())), max(1, Int((height * scale).rounded())))
    }
}

extension Notice.Kind {
    var deliversTickets: Bool {
        switch self {
        case .ticketIssued, .ticketReissued, .ticketTransferred, .orderPaid, .orderPending, .invitation: true
        default: false
        }
    }
}
