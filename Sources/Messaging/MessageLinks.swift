import AttendeePack
import Languages
import Management
import TicketToken
import Ticketing

/// Makes the URLs in messages. Every URL is nil if the server has no public address.
struct MessageLinks {
    /// The public address without a slash at its end, such as `https://tickets.example.org`.
    private let base: String?
    private let ring: KeyRing

    init(_ publicURL: String?, _ ring: KeyRing) {
        var base = publicURL
        while base?.hasSuffix("/") == true { base?.removeLast() }
        self.base = base
        self.ring = ring
    }

    /// The URL of a path that begins with a slash; nil for any other text.
    func url(_ path: String) -> MailURL? {
        guard path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
        return base.flatMap { MailURL($0 + path) }
    }

    /// The page of a ticket; nil if the ticket's key is missing or retired.
    func ticket(_ ticket: Ticket, of event: Event) throws -> MailURL? {
        try path(of: ticket, of: event).flatMap { url("/t/\($0)") }
    }

    /// Whether the guests of a ticket have a page for their invitation. While the ticket is blocked, for example, they
    /// have no such page.
    func hasInvitationPage(_ own: RecipientTicket, at event: Event) -> Bool {
        own.isInvitation && own.ticket.isInvitation(to: event.forVisitors)
    }

    /// The invitation page for the guests of a ticket; nil if the ticket's key is missing or retired.
    func invitation(_ ticket: Ticket, of event: Event) throws -> MailURL? {
        try path(of: ticket, of: event).flatMap { url("/i/\($0)") }
    }

    private func path(of ticket: Ticket, of event: Event) throws -> String? {
        do { return try TicketLink(to: ticket, of: event, ring).path } catch is SigningError { return nil }
    }

    /// The page of an order; nil if all keys are retired.
    func order(_ order: Order) throws -> MailURL? {
        try OrderLink(to: order.number, of: order.event, ring).flatMap { url("/o/\($0.path)") }
    }

    /// The public page of an event; nil if the event has no public page.
    func event(_ event: Event) -> MailURL? { event.forVisitors.isPublic ? url("/events/\(event.slug)") : nil }

    var findTickets: MailURL? { url("/find") }

    /// The page of an event for the members of its organizer.
    func desk(_ event: Event) -> MailURL? { url("/desk/e/\(event.slug)") }

    /// The page on which an organizer's member enters a confirmation code.
    func verification(ofOrganizer slug: String) -> MailURL? { url("/desk/organizers/\(slug)/verify") }

    /// The page on which a recipient chooses which messages to get.
    func settings(_ recipient: MessageRecipient) -> MailURL? {
        recipient.secret.isEmpty ? nil : url("/m/\(recipient.secret)")
    }

    /// The URL that turns messages off when it receives a POST request (RFC 8058). It turns off all messages of the
    /// notice's kind or, for news, the news of the notice's organizer. Nil for a kind that cannot be turned off.
    func unsubscribe(_ recipient: MessageRecipient, from notice: Notice) -> MailURL? {
        guard NoticePolicy.standard.canBeTurnedOff(notice.kind), !recipient.secret.isEmpty else { return nil }
        let path = "/m/\(recipient.secret)/unsubscribe?kind=\(notice.kind.rawValue)"
        guard notice.kind == .news else { return url(path) }
        return notice.organizer.flatMap { url("\(path)&organizer=\($0)") }
    }
}

extension MessageLinks {
    /// The link to the page that a message is about or, if there is no such page, to the recipient's preferences. Nil
    /// if a message about a secret link, such as a password reset, lacks that link. Also nil in a message to an address
    /// that the recipient adds to the preferences: the URL of the preferences is secret, so it is not sent to an
    /// unconfirmed address.
    func main(of subject: MessageSubject) throws -> MessageLink? {
        if let page = try page(of: subject) { return page }
        guard !subject.notice.kind.secrets.contains("link"), !subject.isToSecondAddress else { return nil }
        return link(MessagePartSentence.messageSettings, settings(subject.recipient))
    }

    private func page(of subject: MessageSubject) throws -> MessageLink? {
        switch subject.notice.kind {
        case .confirmEmail:
            return link(MessagePartSentence.enterCode, subject.organizerSlug.flatMap(verification(ofOrganizer:)))
        case .identityReviewed:
            return link(
                MessagePartSentence.showVerification, subject.organizerSlug.flatMap(verification(ofOrganizer:)))
        case .reservationToConfirm: return link(MessagePartSentence.confirmReservation, ownLink(of: subject))
        case .passwordReset: return link(MessagePartSentence.choosePassword, ownLink(of: subject))
        case .teamInvitation: return link(MessagePartSentence.joinTeam, ownLink(of: subject))
        case .ticketsFound: return link(PublicSentence.yourTickets, ownLink(of: subject))
        case .orderPending, .orderPaid, .orderCancelled, .refundOwed, .refundProcessed, .paymentPending:
            return try orderLink(subject.order, of: subject) ?? eventLink(of: subject) ?? findLink
        case .ticketIssued, .ticketReissued, .ticketTransferred, .invitation, .eventMoved, .eventRestored,
            .subEventCancelled, .ticketExpiring, .entryConfirmed, .reminder, .answerReminder, .organizerMessage:
            return try ticketLink(of: subject) ?? eventLink(of: subject) ?? firstTicketLink(of: subject) ?? findLink
        case .ticketCancelled:
            return try orderLink(subject.order, of: subject) ?? eventLink(of: subject) ?? endedTicketLink(of: subject)
                ?? findLink
        case .eventCancelled, .reservationLapsed, .invitationWithdrawn:
            return try eventLink(of: subject) ?? endedTicketLink(of: subject)
                ?? orderLink(subject.order ?? subject.endedOrder, of: subject) ?? findLink
        case .news: return eventLink(of: subject)
        case .recommendations, .popularNearYou:
            return link(MessagePartSentence.showEvent, subject.suggested.first.flatMap { event($0.found.event) })
        case .newSale, .lowInventory, .salesMilestone, .dailySummary, .paymentReceived, .doubleAdmissions, .gateSilent,
            .gateUndecided:
            return link(MessagePartSentence.showEvent, subject.event.flatMap { desk($0.event) })
        }
    }

    private func link(_ label: any SentenceKey, _ url: MailURL?) -> MessageLink? {
        url.map { MessageLink(label: label, url: $0) }
    }

    private func ownLink(of subject: MessageSubject) -> MailURL? { subject.value("link").flatMap(url) }

    /// The page of an order, if the recipient is its buyer.
    private func orderLink(_ order: Order?, of subject: MessageSubject) throws -> MessageLink? {
        guard let order,
            [order.buyer.email, order.buyer.phone].contains(subject.notice.recipient)
        else { return nil }
        return link(MessagePartSentence.showOrder, try self.order(order))
    }

    /// The page of the recipient's ticket or invitation; nil if the message does not have exactly one ticket.
    private func ticketLink(of subject: MessageSubject) throws -> MessageLink? {
        subject.tickets.count == 1 ? try firstTicketLink(of: subject) : nil
    }

    /// The page of the recipient's first ticket or invitation whose key is neither missing nor retired. Nil if there is
    /// no such ticket or invitation.
    private func firstTicketLink(of subject: MessageSubject) throws -> MessageLink? {
        guard let event = subject.event?.event else { return nil }
        for own in subject.tickets {
            if let link = try ticketLink(own, of: event) { return link }
        }
        return nil
    }

    private func ticketLink(_ own: RecipientTicket, of event: Event) throws -> MessageLink? {
        guard hasInvitationPage(own, at: event) else {
            return link(PublicSentence.showTicket, try ticket(own.ticket, of: event))
        }
        return link(PublicSentence.answerInvitation, try invitation(own.ticket, of: event))
    }

    /// The page that says that the recipient's ticket or invitation has ended.
    private func endedTicketLink(of subject: MessageSubject) throws -> MessageLink? {
        guard let own = subject.ended, let event = subject.event?.event else { return nil }
        guard hasInvitationPage(own, at: event), subject.notice.kind != .ticketCancelled else {
            return link(PublicSentence.showTicket, try ticket(own.ticket, of: event))
        }
        return link(MessagePartSentence.showInvitation, try invitation(own.ticket, of: event))
    }

    private var findLink: MessageLink? { link(FindingSentence.title, findTickets) }

    private func eventLink(of subject: MessageSubject) -> MessageLink? {
        link(MessagePartSentence.showEvent, subject.event.flatMap { event($0.event) })
    }
}
