import Foundation
public import Store
public import Ticketing

/// Queues messages shortly before two deadlines: the end of an unpaid reservation, and the expiry of tickets that
/// expire before the end of their event. Every server on a store may run this scheduler, because each message is queued
/// only once.
public struct DeadlineScheduler: Sendable {
    /// No message about expiring tickets is queued if the tickets expire in less than this number of seconds.
    private static let leastSecondsToAct: Int64 = 24 * 3600
    /// The maximum number of orders in one transaction. The number is small, so that gates do not wait long.
    private static let batchSize = 20
    /// The maximum number of tickets in one transaction.
    public static let ticketBatchSize = 500
    /// The maximum number of orders in one call.
    private static let maximumOrders = 1000

    private let now: @Sendable () -> Instant

    public init(clock now: @escaping @Sendable () -> Instant) { self.now = now }
}

// MARK: Reservations that are not paid yet

extension DeadlineScheduler {
    /// Queues all due reminders about unpaid reservations: the first and the last reminder about each reservation
    /// (`PaymentReminder`). The first reminder is not queued if it was due more than six hours ago.
    ///
    /// - Returns: the number of queued notices.
    @discardableResult
    public func queuePaymentReminders(_ store: Store, policy: NoticePolicy = .standard) throws -> Int {
        let now = now()
        return try PaymentReminder.allCases.reduce(0) { queued, reminder in
            let found = try store.read { connection in
                try connection.orders.unpaid(
                    for: reminder, claim: reminder.claim, policy: policy,
                    secondsAfterDoors: VisitorReservations.secondsAfterDoors,
                    from: now.advanced(bySeconds: -ReminderScheduler.latestSeconds), at: now,
                    limit: DeadlineScheduler.maximumOrders)
            }
            var rest = found[...]
            var count = queued
            while !rest.isEmpty {
                let batch = rest.prefix(DeadlineScheduler.batchSize)
                rest.removeFirst(batch.count)
                count += try store.write { connection in
                    try batch.reduce(0) { try $0 + queue(reminder, about: $1, policy, at: now, connection) }
                }
            }
            return count
        }
    }

    private func queue(
        _ reminder: PaymentReminder, about found: Orders.UnpaidReservation, _ policy: NoticePolicy, at now: Instant,
        _ connection: any StoreConnection
    ) throws -> Int {
        // A claim is a stored name. Only the first process that stores the claim of a reminder handles the reminder. A
        // reminder is claimed even if it is not queued, for example because the reservation is short.
        guard
            try connection.reminders.claim(
                "\(reminder.claim)\(found.order)", of: found.event, due: found.deadline, at: now),
            let due = reminder.due(from: found.created, until: found.deadline, policy: policy), due <= now,
            let event = try connection.events.with(number: found.event),
            let order = try connection.orders.with(number: found.order, of: found.event),
            let deadline = order.paymentDeadline(at: event), let contact = order.contact, order.total > 0
        else { return 0 }
        let notice = Notice.paymentPending(
            order, at: event, until: deadline, to: contact, as: reminder.rawValue,
            cause: "\(order.number)/\(reminder.rawValue)/\(deadline.milliseconds)", queued: now)
        guard PaymentReminder.isTrue(notice, of: order, at: event, policy: policy, now: now) else { return 0 }
        return try connection.notices.queue([notice])
    }
}

// MARK: Tickets that expire

extension NoticePolicy {
    fileprivate var secondsBeforeExpiry: Int64 { Int64(expiryDays) * 86_400 }
}

extension DeadlineScheduler {
    /// Queues the messages about tickets that expire. By default, the messages are due at 09:00 in the event's time
    /// zone, two days before the tickets expire. If the tickets of a type expire in less than 24 hours, no message
    /// about them is queued any more.
    ///
    /// - Returns: the number of queued notices.
    @discardableResult
    public func queueExpiringTickets(_ store: Store, policy: NoticePolicy = .standard) throws -> Int {
        let now = now()
        let due = try store.read { connection in
            try connection.reminders.expiringTypes(
                after: now.advanced(bySeconds: DeadlineScheduler.leastSecondsToAct),
                until: now.advanced(bySeconds: policy.secondsBeforeExpiry + 86_400)
            ).compactMap { found in try expiry(of: found.type, at: found.event, policy, connection) }
                .filter { try !connection.reminders.isClaimed($0.claim, of: $0.event.number, due: $0.until) }
        }
        return try due.filter { $0.due <= now }.reduce(0) { try $0 + queue($1, at: now, store) }
    }

    private struct Expiry {
        let event: Event
        let type: TicketType
        let until: Instant
        let due: Instant

        var claim: String { "expiry \(type.number)" }
    }

    private func expiry(
        of number: TicketTypeNumber, at event: EventNumber, _ policy: NoticePolicy, _ connection: any StoreConnection
    ) throws -> Expiry? {
        guard let type = try connection.ticketTypes.with(number: number, of: event),
            let until = type.details.window.until, let event = try connection.events.with(number: event)
        else { return nil }
        let due = DeadlineScheduler.due(before: until, in: event.zone, policy)
        return Expiry(event: event, type: type, until: until, due: due)
    }

    /// The time at which the message is due: by default, 09:00 on the day that is two days before the expiry.
    private static func due(before until: Instant, in zone: TimeZone, _ policy: NoticePolicy) -> Instant {
        let moment = until.advanced(bySeconds: -policy.secondsBeforeExpiry)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let day = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
        guard let time = calendar.date(bySettingHour: policy.expiryHour, minute: 0, second: 0, of: day) else {
            return moment
        }
        return Instant(seconds: Int64(time.timeIntervalSince1970.rounded()))
    }

    /// Queues the messages about tickets of a type in short transactions. The last transaction records that the type
    /// was handled. If this process ends before it, another call queues the messages again, with the same keys, so each
    /// address gets only one message.
    private func queue(_ expiry: Expiry, at now: Instant, _ store: Store) throws -> Int {
        let (event, type) = (expiry.event, expiry.type)
        let payload = AuditFields(present: [
            ("type", type.details.name), (Notice.ticketTypeName, "\(type.number)"),
            ("expires", expiry.until.auditValue), ("title", event.details.title),
        ])
        var queued = 0
        var first: Serial?
        while case let after = first,
            let last = try store.read({
                try $0.tickets.lastSerial(of: event.number, after: after, limit: DeadlineScheduler.ticketBatchSize)
            })
        {
            queued += try store.write { connection in
                try connection.notices.queueToUnused(
                    type.number, of: event.number, organizer: event.organizer, kind: .ticketExpiring, payload: payload,
                    cause: "\(type.number)/\(expiry.until.milliseconds)", serials: (after: after, last: last), at: now)
            }
            first = last
        }
        _ = try store.write { try $0.reminders.claim(expiry.claim, of: event.number, due: expiry.until, at: now) }
        return queued
    }
}
