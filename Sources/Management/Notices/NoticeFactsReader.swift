import Store
import Ticketing

/// Reads the facts on which the decisions about notices depend. The reader caches events and the decisions of gates, so
/// use it within only one transaction.
struct NoticeFactsReader {
    /// The number of seconds after which the program decides again about a notice that waits for a later notice.
    static let replacementSeconds: Int64 = 10
    /// A confirmation that somebody has entered with a ticket is no longer sent this number of seconds after the entry.
    private static let entrySeconds: Int64 = 3600
    /// A message about a gate is no longer sent this number of seconds after it was queued.
    private static let gateSeconds: Int64 = 86_400
    /// A summary of a day's sales is no longer sent this number of seconds after it was queued. The limit of messages
    /// in 24 hours can delay a summary by a day.
    private static let summarySeconds: Int64 = 2 * 86_400
    /// The message that a reservation has ended is no longer sent this number of seconds after it was queued.
    private static let lapseSeconds: Int64 = 2 * 86_400
    /// The message that a reservation has ended is no longer sent this number of seconds after the end of the event.
    private static let lapseSecondsAfterEnd: Int64 = 86_400
    /// A message about double admissions is no longer sent this number of seconds after it was queued.
    private static let doubleAdmissionSeconds: Int64 = 7 * 86_400

    private let connection: any StoreConnection
    private let channels: Set<Notice.Channel>
    private let policy: NoticePolicy
    private let now: Instant
    private var events: [EventNumber: Event] = [:]
    private var decisions = RecentDecisions()

    init(_ connection: any StoreConnection, channels: Set<Notice.Channel>, policy: NoticePolicy, at now: Instant) {
        self.connection = connection
        self.channels = channels
        self.policy = policy
        self.now = now
    }

    mutating func facts(of notice: Notice, _ recipient: MessageRecipient) throws -> NoticeFacts {
        let event = try notice.event.flatMap { try self.event($0) }
        let channels = usableChannels(for: notice, event)
        let addresses = try RecipientAddresses(of: notice, recipient, at: event, channels: channels, connection)
        let replacement =
            notice.kind.isReplaceable
            ? try connection.notices.replacement(of: notice, dueBy: notice.kind.mergesBy(now))?.key : nil
        let isToBeReplaced = try replacement == nil && awaitsReplacement(notice)
        return NoticeFacts(
            kind: notice.kind,
            times: NoticeFacts.Times(
                created: notice.created,
                notBefore: isToBeReplaced
                    ? now.advanced(bySeconds: NoticeFactsReader.replacementSeconds) : notice.chosenTime,
                firstSale: notice.kind == .newSale ? notice.firstSale : nil,
                leadSeconds: notice.payload["lead"].flatMap { Int64($0) }, deadline: try deadline(of: notice, event),
                event: event.map { EventTimes($0.details) }
                    ?? notice.suggestionTimeZone.map { EventTimes(timeZone: $0) }),
            eventNumber: notice.event,
            obsolete: try obsolete(notice, recipient, event, isLast: replacement == nil && !isToBeReplaced),
            bringsInvitation: notice.bringsInvitation, replacement: replacement,
            recipient: NoticeFacts.Recipient(
                addresses: addresses.byChannel, preferred: notice.channel, suppressed: addresses.suppressed,
                hasConfirmedPhone: addresses.hasConfirmedPhone, hasConsent: try hasConsent(notice),
                preferences: recipient.preferences,
                history: try connection.notices.history(
                    of: addresses.ofRecipient, since: now.advanced(bySeconds: -7 * 86_400))),
            channels: channels)
    }

    /// The channels by which a notice may be sent. Push is left out if the program has already tried another channel,
    /// or has tried push without success and will not try it again. If the organizer confirms entries by e-mail only,
    /// no confirmation goes to a phone number.
    private func usableChannels(for notice: Notice, _ event: Event?) -> Set<Notice.Channel> {
        var channels = channels
        if notice.delivery.tries > 0, notice.delivery.channel != .push { channels.remove(.push) }
        if notice.kind == .entryConfirmed, event?.details.entryConfirmation != .emailOrSMS {
            channels.subtract([.sms, .whatsApp])
        }
        return channels
    }

    /// The time by which the recipient of a notice must act; nil if there is no such time. The deadline of a visitor's
    /// reservation can change with the event, so it is not read from the notice.
    private func deadline(of notice: Notice, _ event: Event?) throws -> Instant? {
        guard notice.kind == .orderPending, let event, let order = try order(of: notice, event.number) else {
            return notice.deadline
        }
        return order.paymentDeadline(at: event) ?? notice.deadline
    }

    /// Whether a notice is news, and its recipient has agreed to get the news of its organizer.
    private func hasConsent(_ notice: Notice) throws -> Bool {
        guard notice.kind == .news, let organizer = notice.organizer else { return false }
        return try connection.newsConsents.with(address: notice.recipient, organizer: organizer)?.isActive ?? false
    }

    /// Whether the event has changed again since the notice was queued, but not all notices about the second change are
    /// queued yet. The notice then waits, so that it can be merged into the notice about the second change.
    private func awaitsReplacement(_ notice: Notice) throws -> Bool {
        guard [.eventMoved, .eventRestored].contains(notice.kind), notice.payload["sub_event"] == nil,
            let event = notice.event
        else { return false }
        return try connection.noticeAudiences.isPending(notice.kind, about: event, after: notice.created)
    }

    private mutating func event(_ number: EventNumber) throws -> Event? {
        if let known = events[number] { return known }
        let event = try connection.events.with(number: number)
        events[number] = event
        return event
    }

    /// The reason why a notice must not be sent any more; nil if it may be sent.
    ///
    /// - Parameter isLast: whether no later notice will replace this notice.
    private mutating func obsolete(
        _ notice: Notice, _ recipient: MessageRecipient, _ event: Event?, isLast: Bool
    ) throws -> NoticeReason? {
        if notice.payload.isUnchanged { return .unchanged }
        if notice.hasExpired(at: now) { return .outdated }
        if notice.kind.suggestsEvents {
            let suggested = try SuggestedEvents(for: recipient, at: now, connection).current(notice)
            return suggested.isEmpty ? .noEventLeft : nil
        }
        guard let number = notice.event else { return nil }
        guard let event else { return .incomplete }
        if isOutdated(notice, event) { return .outdated }
        if let name = notice.payload["reminder"].flatMap(StandardReminder.init),
            !recipient.preferences.reminders.reminders.contains(name)
        {
            return .turnedOff
        }
        return try obsolete(notice, number, event, isLast: isLast)
    }

    /// The reason why the state of the order, the tickets or the recipient makes a notice useless; nil if the notice is
    /// still useful.
    private mutating func obsolete(
        _ notice: Notice, _ number: EventNumber, _ event: Event, isLast: Bool
    ) throws -> NoticeReason? {
        switch notice.kind {
        case .eventMoved where isLast && !matchesCurrentState(notice, event): return .outdated
        case .reminder, .eventMoved:
            return try isConcerned(notice.recipient, by: number) ? nil : .notConcerned
        case .orderCancelled:
            guard let order = try order(of: notice, number) else { return nil }
            return order.status == .cancelled ? nil : .outdated
        case .reservationLapsed:
            if isOld(notice, NoticeFactsReader.lapseSeconds) { return .outdated }
            guard let order = try order(of: notice, number) else { return nil }
            return order.status == .paid ? .outdated : nil
        case .orderPaid:
            guard let order = try order(of: notice, number) else { return nil }
            return [.paid, .partlyRefunded].contains(order.status) ? nil : .outdated
        case .refundOwed:
            guard let order = try order(of: notice, number) else { return nil }
            return order.refundLeft > 0 ? nil : .outdated
        case .paymentPending:
            guard let order = try order(of: notice, number) else { return nil }
            return PaymentReminder.isTrue(notice, of: order, at: event, policy: policy, now: now) ? nil : .outdated
        case .ticketExpiring:
            return try isExpiring(notice, event) ? nil : .outdated
        case .doubleAdmissions:
            if isOld(notice, NoticeFactsReader.doubleAdmissionSeconds) { return .outdated }
            return try connection.conflicts.any(of: number) ? nil : .outdated
        case .gateSilent:
            guard let hasEnded = try GateSilence.hasEnded(notice, &decisions, connection) else { return .incomplete }
            return hasEnded || isOld(notice, NoticeFactsReader.gateSeconds) ? .outdated : nil
        case .gateUndecided: return isOld(notice, NoticeFactsReader.gateSeconds) ? .outdated : nil
        case .dailySummary: return isOld(notice, NoticeFactsReader.summarySeconds) ? .outdated : nil
        case .entryConfirmed:
            let age = notice.gateTime.map { now.seconds - $0.seconds }
            return age.map { $0 < NoticeFactsReader.entrySeconds } ?? false ? nil : .outdated
        case .answerReminder:
            return try connection.notices.awaitsAnswer(notice.recipient, at: number, now: now) ? nil : .outdated
        case .orderPending:
            guard let order = try order(of: notice, number) else { return nil }
            return order.status == .pending ? nil : .outdated
        case .reservationToConfirm:
            guard let order = try order(of: notice, number) else { return nil }
            return order.awaitsConfirmation ? nil : .outdated
        case .ticketIssued, .ticketReissued, .ticketTransferred:
            let tickets = try notice.ticketCodes.compactMap {
                try connection.tickets.with(serial: $0.serial, of: number)
            }
            return tickets.isEmpty || tickets.contains(where: \.status.isActive) ? nil : .outdated
        case .invitationWithdrawn:
            // The guest never got the invitation, so the guest gets no notice that it was withdrawn.
            return isLast && notice.endsUnknownInvitation ? .withdrawn : nil
        case .confirmEmail, .eventCancelled, .eventRestored, .subEventCancelled, .ticketCancelled, .refundProcessed,
            .invitation, .ticketsFound, .passwordReset, .teamInvitation,
            .organizerMessage, .news,
            .newSale, .lowInventory, .salesMilestone, .paymentReceived, .identityReviewed, .recommendations,
            .popularNearYou:
            return nil
        }
    }

    /// Whether at least the given number of seconds has passed since a notice was queued.
    private func isOld(_ notice: Notice, _ seconds: Int64) -> Bool {
        now >= notice.created.advanced(bySeconds: seconds)
    }

    /// Whether the new values in a notice about a change are still the values of the event. Changes of sub-events are
    /// not compared.
    private func matchesCurrentState(_ notice: Notice, _ event: Event) -> Bool {
        guard notice.payload["sub_event"] == nil else { return true }
        let current = event.details.noticeFields
        return notice.payload.keys.filter { $0.hasPrefix(Notice.oldValuePrefix) }.allSatisfy { old in
            let name = String(old.dropFirst(Notice.oldValuePrefix.count))
            return current[name] ?? "" == notice.payload[name] ?? ""
        }
    }

    /// Whether a change of the event has made the notice untrue.
    private func isOutdated(_ notice: Notice, _ event: Event) -> Bool {
        let isOff = event.status == .cancelled || event.deleted != nil
        let isOver = event.details.end.map { now >= $0 } ?? false
        switch notice.kind {
        case .eventMoved, .eventRestored, .invitation, .answerReminder, .orderPending, .orderPaid, .paymentPending,
            .ticketIssued, .ticketReissued, .ticketTransferred, .ticketExpiring, .reservationToConfirm, .lowInventory,
            .gateSilent, .gateUndecided:
            return isOff || isOver
        // If the event was cancelled or deleted, the message about the cancellation or deletion replaces this notice.
        case .subEventCancelled, .entryConfirmed: return isOff
        case .reservationLapsed:
            let end = event.details.end ?? event.details.start?.advanced(bySeconds: NoticePolicy.openSeconds)
            return isOff || end.map { now >= $0.advanced(bySeconds: NoticeFactsReader.lapseSecondsAfterEnd) } ?? false
        case .reminder:
            // A reminder of the organizer can be due after the event's end, so the end matters only for standard
            // reminders.
            let isMoved = notice.payload["start"] != event.details.start?.auditValue
            return isOff || isMoved || notice.payload["reminder"] != nil && isOver
        // Organizers can write news after the end of an event. News also goes to buyers of other events, who must not
        // learn of an event that is not public.
        case .news: return isOff || event.details.kind != .public
        case .eventCancelled: return !isOff
        case .confirmEmail, .ticketCancelled, .orderCancelled, .refundOwed, .refundProcessed,
            .invitationWithdrawn, .organizerMessage, .ticketsFound, .passwordReset, .teamInvitation, .newSale,
            .salesMilestone,
            .dailySummary, .paymentReceived, .doubleAdmissions, .identityReviewed, .recommendations, .popularNearYou:
            return false
        }
    }

    /// Whether a notice about expiring tickets is still true: the recipient has an unused ticket of the type, and the
    /// tickets of the type still expire at the time in the notice.
    private func isExpiring(_ notice: Notice, _ event: Event) throws -> Bool {
        guard let number = notice.ticketType,
            let type = try connection.ticketTypes.with(number: number, of: event.number),
            let until = type.details.window.until, notice.payload["expires"] == until.auditValue, now < until
        else { return false }
        return try RecipientTickets(of: notice.recipient, connection).active(at: event.number).contains { own in
            try own.ticket.type == number && own.ticket.status == .issued
                && !connection.slots.isUsed(own.ticket.serial, event: event.number)
        }
    }

    private func order(of notice: Notice, _ event: EventNumber) throws -> Order? {
        guard let number = notice.payload["order"].flatMap({ UInt32($0) }).flatMap(OrderNumber.init) else {
            return nil
        }
        return try connection.orders.with(number: number, of: event)
    }

    private func isConcerned(_ address: String, by event: EventNumber) throws -> Bool {
        try connection.notices.concerns(address, event)
    }
}

extension [String: String] {
    /// Whether a payload has old values of fields, and each of them is equal to the new value of its field.
    fileprivate var isUnchanged: Bool {
        let old = filter { $0.key.hasPrefix(Notice.oldValuePrefix) }
        return !old.isEmpty
            && old.allSatisfy { self[String($0.key.dropFirst(Notice.oldValuePrefix.count))] ?? "" == $0.value }
    }
}

extension EventTimes {
    fileprivate init(_ details: EventDetails) {
        self.init(doors: details.doors, start: details.start, end: details.end, timeZone: details.timeZone)
    }
}
