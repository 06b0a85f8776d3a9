import Management
import PrintShop
import Store
import Ticketing

struct MessageSubjectReader {
    private let notice: Notice
    private let recipient: MessageRecipient
    private let now: Instant
    private let connection: any StoreConnection
    /// Nil for messages without posters and logos.
    private let pictures: MessagePictures?

    init(
        of notice: Notice, to recipient: MessageRecipient, at now: Instant, _ connection: any StoreConnection,
        pictures: MessagePictures? = nil
    ) {
        self.pictures = pictures
        self.notice = notice.withoutEndedCode(at: now)
        self.recipient = recipient
        self.now = now
        self.connection = connection
    }

    private var tickets: RecipientTickets { RecipientTickets(of: notice.recipient, connection) }

    /// Returns nil if the message is outdated, for example because its ticket no longer exists or was cancelled.
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
        subject.addressee = try tickets.addressee(of: subject.tickets)
        subject.withdrawnEntries = try withdrawnEntries(subject)
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
            edits: try EventService.edits(of: event.number, connection), poster: try poster(of: event),
            logo: try logo(of: event), accent: try connection.eventAccents.accent(of: event.number))
    }

    private var hasTicketFiles: Bool { notice.kind.deliversTickets || notice.kind == .ticketsFound }

    /// The poster; nil for messages without files of tickets, so that these messages stay small.
    private func poster(of event: Event) throws -> MessagePoster? {
        guard let pictures, hasTicketFiles,
            let picture = try connection.pictures.with(role: .poster, of: event.number)
        else { return nil }
        func file(_ width: PictureWidth) throws -> [UInt8]? {
            try PictureVariant(width: width, format: .jpeg).flatMap {
                try pictures.file($0, of: picture.id, connection)
            }
        }
        // A mail about tickets of several events shows no posters in its text.
        let isShown = notice.kind.deliversTickets && recipient.preferences.showsPosters
        let small = isShown ? try file(.small) : nil
        return MessagePoster(picture: picture, small: small, medium: try file(.medium))
    }

    /// The logo; nil if the event has none, or if neither the mail nor the files of its tickets show the logo.
    private func logo(of event: Event) throws -> MessageLogo? {
        let isChosen = recipient.preferences.showsPosters
        guard let pictures, isChosen || hasTicketFiles,
            let variant = AttendeePicture.logoVariant,
            let picture = try connection.pictures.with(role: .logo, of: event.number),
            let file = try pictures.file(variant, of: picture.id, connection)
        else { return nil }
        return MessageLogo(
            picture: picture, file: file, isInMail: isChosen && file.count <= MessagePoster.longestInMail)
    }

    /// Adds the order and the tickets. Returns false if the order or a ticket is missing, or if the message no longer
    /// fits their status.
    private func complete(_ subject: inout MessageSubject) throws -> Bool {
        switch notice.kind {
        case .confirmEmail, .passwordReset, .teamInvitation, .identityReviewed: return true
        case .ticketsFound:
            subject.found = try tickets.upcoming(at: now).map { event, tickets in
                let organizer = try connection.organizers.with(number: event.organizer)?.name ?? ""
                return MessageSubject.TicketsAtEvent(event: try messageEvent(event, organizer), tickets: tickets)
            }
            return true
        case .recommendations, .popularNearYou:
            subject.suggested = try SuggestedEvents(for: recipient, at: now, connection).current(notice)
            return !subject.suggested.isEmpty
        case .eventMoved, .eventCancelled, .eventRestored, .subEventCancelled:
            guard let event = subject.event?.event else { return false }
            subject.tickets = try tickets.active(at: event.number)
            subject.subEvents = try subEvents(of: subject, at: event.number)
            if notice.kind == .eventCancelled {
                subject.ended = try tickets.ended(with: event)
                if subject.ended == nil { subject.endedOrder = try tickets.order(at: event.number) }
                subject.hasPricedOrders = try connection.events.currencies(at: event.number).primary != nil
            }
            return true
        case .reminder, .organizerMessage:
            guard let event = subject.event?.event else { return false }
            subject.tickets = try tickets.active(at: event.number)
            return true
        case .news:
            guard subject.event != nil, let organizer = notice.organizer,
                let consent = try connection.newsConsents.with(address: notice.recipient, organizer: organizer),
                consent.isActive
            else { return false }
            subject.agreed = consent.given
            return true
        case .answerReminder:
            guard let event = subject.event?.event else { return false }
            subject.tickets = try tickets.active(at: event.number).filter(\.isInvitation)
            return true
        case .ticketIssued, .ticketReissued, .ticketTransferred, .ticketCancelled, .entryConfirmed, .invitation:
            return try completeTicket(&subject)
        case .ticketExpiring:
            guard let event = subject.event?.event, let type = notice.ticketType else { return false }
            subject.tickets = try tickets.active(at: event.number).filter { $0.ticket.type == type }
            return !subject.tickets.isEmpty
        case .invitationWithdrawn:
            guard let event = subject.event?.event else { return false }
            if let code = notice.ticketCodes.first,
                let ticket = try connection.tickets.with(serial: code.serial, of: event.number)
            {
                subject.ended = try tickets.owned(ticket)
            }
            return true
        case .newSale, .lowInventory, .salesMilestone, .dailySummary, .paymentReceived,
            .doubleAdmissions, .gateSilent, .gateUndecided:
            return subject.event != nil
        case .orderPending, .orderPaid, .orderCancelled, .refundOwed, .refundProcessed, .paymentPending,
            .reservationToConfirm, .reservationLapsed:
            return try completeOrder(&subject)
        }
    }

    private func completeTicket(_ subject: inout MessageSubject) throws -> Bool {
        guard let event = notice.event else { return false }
        let found = try notice.ticketCodes.compactMap { try connection.tickets.with(serial: $0.serial, of: event) }
        subject.named = found
        if notice.kind == .ticketCancelled {
            subject.ended = try found.compactMap { try tickets.owned($0) }.first
            subject.order = try namedOrder(subject, of: event)
            return !found.isEmpty
        }
        let active = found.filter(\.status.isActive)
        guard !active.isEmpty else { return false }
        subject.tickets = try active.compactMap { try tickets.owned($0) }
        let own = Set(subject.tickets.map(\.ticket.serial))
        subject.named = own.isEmpty ? active : active.filter { own.contains($0.serial) }
        subject.gone = own.isEmpty ? [] : active.filter { !own.contains($0.serial) }
        // The confirmation of an entry is only for the holder of the ticket. If the ticket was transferred after the
        // entry, the former holder gets no confirmation.
        if notice.kind == .entryConfirmed { return !own.isEmpty }
        guard notice.kind == .invitation else { return true }
        subject.subEvents = try subEvents(of: subject, at: event)
        if let own = subject.tickets.first {
            subject.guestNames = try connection.guests.with(serial: own.ticket.serial, of: event).map(\.name)
        }
        return subject.tickets.first?.isInvitation == true
    }

    /// The sub-event that the message is about, or else the sub-events to which its guest is invited. If the message
    /// names no guest, these are the sub-events of all guests with the recipient's address.
    private func subEvents(of subject: MessageSubject, at event: EventNumber) throws -> [MessageSubEvent] {
        let edits = try EventService.subEventEdits(of: event, connection)
        let all = try allSubEvents(at: event, edits)
        if let name = subject.value("sub_event") {
            guard let number = subject.value("sub_event_number").flatMap({ Int($0) }) else { return [] }
            if let current = all.first(where: { $0.number == number }) { return [current] }
            let removed = SubEventDetails(
                kind: .other, name: name, venue: subject.value("venue"), start: subject.time("start"),
                end: subject.time("end"))
            return [
                MessageSubEvent(
                    number: number, details: removed, edits: edits[number] ?? (count: 0, last: nil), isRemoved: true)
            ]
        }
        let named = subject.value("guest_number").flatMap { Int($0) }.map { [$0] }
        let guests = try named ?? tickets.guests(at: event).map(\.number)
        return try invited(guests, to: all, at: event)
    }

    private func allSubEvents(
        at event: EventNumber, _ edits: [Int: (count: Int, last: Instant?)]
    ) throws -> [MessageSubEvent] {
        try connection.subEvents.all(of: event).map { subEvent in
            MessageSubEvent(
                number: subEvent.number, details: subEvent.details,
                edits: edits[subEvent.number] ?? (count: 0, last: nil))
        }
    }

    private func invited(
        _ guests: [Int], to all: [MessageSubEvent], at event: EventNumber
    ) throws -> [MessageSubEvent] {
        let invitations = try guests.flatMap { try connection.invitations.all(ofGuest: $0, event: event) }
        return all.compactMap { subEvent in
            let own = invitations.filter { $0.subEvent == subEvent.number }
            guard !own.isEmpty else { return nil }
            var invited = subEvent
            invited.isDeclined = own.allSatisfy { $0.reply == .declined }
            return invited
        }
    }

    // MARK: Calendar entries

    /// The calendar entries that are no longer valid because of the change that the message reports. An entry is left
    /// out if another ticket or invitation of the recipient still has the same entry.
    private func withdrawnEntries(_ subject: MessageSubject) throws -> WithdrawnEntries {
        let withdrawn = notice.withdrawnSubEvents
        let hasLostTicket = try hasLostTicket(subject)
        guard let event = notice.event, hasLostTicket || !withdrawn.isEmpty else { return WithdrawnEntries() }
        let all = try allSubEvents(at: event, EventService.subEventEdits(of: event, connection))
        // The mail with the invitations of a guest has an entry for the event only if none of the sub-events to which
        // the guest is invited has an entry.
        var hasEvent = try tickets.active(at: event).contains { !$0.isInvitation }
        var attended: Set<Int> = []
        for guest in try tickets.guests(at: event) where guest.serial != nil {
            let own = try invited([guest.number], to: all, at: event).filter { !$0.isDeclined }
            let entries = own.filter { $0.details.start != nil }.map(\.number)
            if entries.isEmpty, !own.isEmpty { hasEvent = true }
            attended.formUnion(entries)
        }
        let entries = all.filter { withdrawn.contains($0.number) && $0.details.start != nil }
        let hadEvent = hasLostTicket || notice.kind == .invitationWithdrawn && entries.isEmpty
        return WithdrawnEntries(
            hasEvent: hadEvent && !hasEvent, subEvents: entries.filter { !attended.contains($0.number) })
    }

    /// Whether the message is about a ticket that the recipient had and no longer has.
    private func hasLostTicket(_ subject: MessageSubject) throws -> Bool {
        switch notice.kind {
        case .ticketCancelled: true
        case .ticketTransferred: subject.tickets.isEmpty || !subject.gone.isEmpty
        case .orderCancelled, .refundOwed, .reservationLapsed:
            try subject.order.map { try !tickets.bought(with: $0, in: [.cancelled, .refunded]).isEmpty } ?? false
        default: false
        }
    }

    /// The order that the notice's values name; nil if they name none.
    private func namedOrder(_ subject: MessageSubject, of event: EventNumber) throws -> Order? {
        try subject.value("order").flatMap { UInt32($0) }.flatMap(OrderNumber.init).flatMap { number in
            try connection.orders.with(number: number, of: event)
        }
    }

    private func completeOrder(_ subject: inout MessageSubject) throws -> Bool {
        guard let event = notice.event else { return false }
        subject.order = try namedOrder(subject, of: event)
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

extension Notice {
    /// The notice without its code, if the notice opens the tickets of an address and its code is no longer valid. The
    /// link of such a notice is valid longer.
    fileprivate func withoutEndedCode(at now: Instant) -> Notice {
        let end = created.advanced(bySeconds: Int64(Storefront.codeMinutes) * 60)
        guard kind == .ticketsFound, now >= end else { return self }
        return with { $0.payload["code"] = nil }
    }
}
