import Management
import Store
import Ticketing

/// Reads the contents of a message.
struct MessageSubjectReader {
    private let notice: Notice
    private let recipient: MessageRecipient
    private let now: Instant
    private let connection: any StoreConnection

    init(of notice: Notice, to recipient: MessageRecipient, at now: Instant, _ connection: any StoreConnection) {
        self.notice = notice
        self.recipient = recipient
        self.now = now
        self.connection = connection
    }

    private var tickets: RecipientTickets { RecipientTickets(of: notice.recipient, connection) }

    /// Reads the contents. Returns nil if the thing that the message is about no longer exists, or if its state has
    /// changed so that the message would be false.
    func read() throws -> MessageSubject? {
        var event: Event?
        if let number = notice.event {
            guard let found = try connection.events.with(number: number) else { return nil }
            event = found
        }
        let organizer = try (notice.organizer ?? event?.organizer).flatMap { number in
            try connection.organizers.with(number: number)
        }
        var subject = MessageSubject(
            notice, to: recipient, of: organizer, about: try event.map { try messageEvent($0, organizer?.name ?? "") })
        guard try complete(&subject) else { return nil }
        if let organizer {
            subject.templates = try [Notice.Channel.email, .sms].compactMap { channel in
                try connection.messageTemplates.with(
                    organizer: organizer.number, kind: notice.kind, channel: channel,
                    language: subject.language.rawValue)
            }
        }
        return subject
    }

    private func messageEvent(_ event: Event, _ organizer: String) throws -> MessageEvent {
        MessageEvent(
            event: event, organizer: organizer, types: try connection.ticketTypes.all(of: event.number),
            edits: try EventService.edits(of: event.number, connection))
    }

    /// Adds the order and the tickets. Returns false if the order or a ticket is missing, or if its state does not fit
    /// the message.
    private func complete(_ subject: inout MessageSubject) throws -> Bool {
        switch notice.kind {
        case .confirmEmail, .passwordReset, .teamInvitation: return true
        case .ticketsFound:
            subject.found = try tickets.upcoming(at: now).map { event, tickets in
                let organizer = try connection.organizers.with(number: event.organizer)?.name ?? ""
                return MessageSubject.FoundTickets(event: try messageEvent(event, organizer), tickets: tickets)
            }
            return true
        case .eventMoved, .eventCancelled, .eventRestored, .subEventCancelled, .reminder, .organizerMessage:
            guard let event = subject.event?.event else { return false }
            subject.tickets = try tickets.active(at: event.number)
            return true
        case .answerReminder:
            guard let event = subject.event?.event else { return false }
            subject.tickets = try tickets.active(at: event.number).filter(\.isInvitation)
            return true
        case .ticketIssued, .ticketReissued, .ticketTransferred, .ticketCancelled, .invitation:
            return try completeTicket(&subject)
        case .ticketExpiring:
            guard let event = subject.event?.event, let type = notice.ticketType else { return false }
            subject.tickets = try tickets.active(at: event.number).filter { $0.ticket.type == type }
            return !subject.tickets.isEmpty
        case .invitationWithdrawn, .newSale, .lowInventory, .salesMilestone, .dailySummary, .paymentReceived,
            .doubleAdmissions:
            return subject.event != nil
        case .orderPending, .orderPaid, .orderCancelled, .refundOwed, .refundProcessed, .paymentPending,
            .reservationToConfirm, .reservationLapsed:
            return try completeOrder(&subject)
        }
    }

    private func completeTicket(_ subject: inout MessageSubject) throws -> Bool {
        guard let event = notice.event,
            let code = (subject.value("ticket") ?? subject.value("code")).flatMap({ TicketCode(typed: $0) }),
            let ticket = try connection.tickets.with(serial: code.serial, of: event)
        else { return false }
        subject.ticket = ticket
        if notice.kind == .ticketCancelled { return true }
        guard ticket.status.isActive else { return false }
        let owned = try tickets.owned(ticket)
        subject.tickets = owned.map { [$0] } ?? []
        return notice.kind == .invitation ? owned?.isInvitation == true : true
    }

    private func completeOrder(_ subject: inout MessageSubject) throws -> Bool {
        guard let event = notice.event else { return false }
        if let number = subject.value("order").flatMap({ UInt32($0) }).flatMap(OrderNumber.init) {
            subject.order = try connection.orders.with(number: number, of: event)
        }
        switch notice.kind {
        case .orderPending, .paymentPending:
            guard let order = subject.order, order.status == .pending else { return false }
            subject.tickets = try tickets.bought(with: order, in: [.issued])
        case .orderPaid:
            guard let order = subject.order, [.paid, .partlyRefunded, .refunded].contains(order.status) else {
                return false
            }
            subject.tickets = try tickets.bought(with: order, in: [.issued])
        case .orderCancelled, .refundOwed, .refundProcessed: return subject.order != nil
        default: break
        }
        return true
    }
}
