import Foundation

/// The reminders about a reservation that is not paid yet.
public enum PaymentReminder: String, Hashable, Sendable, CaseIterable {
    /// The reminder after half of the reservation's time.
    case half
    /// The reminder shortly before the reservation ends: by default, five minutes before the end.
    case final

    /// The name of the payload value that says which reminder a message is.
    package static let name = "reminder"
    /// The payload value for a third reminder, which is queued when the deadline has become earlier.
    package static let earlierDeadline = "earlier-deadline"

    /// If a new deadline is at most this many seconds away, the message about the new deadline replaces both reminders.
    /// Under every `NoticePolicy`, the reminder `final` comes at most this many seconds before the deadline.
    private static let finalSeconds: Int64 = 15 * 60

    /// When this reminder about an order is queued, or is not needed, the store records a name that consists of this
    /// text and the order's number. A recorded reminder is not queued again, unless the deadline changes.
    package var claim: String { "pay \(rawValue) " }

    /// The time at which the reminder is due. Nil if this time would be less than `NoticePolicy.finalPaymentSeconds`
    /// after the beginning of the reservation or, for the reminder `half`, less than that before the reminder `final`.
    ///
    /// - Parameters:
    ///   - created: the beginning of the reservation.
    ///   - deadline: the end of the reservation.
    public func due(
        from created: Instant, until deadline: Instant, policy: NoticePolicy = .standard
    ) -> Instant? {
        let distance = policy.finalPaymentSeconds
        let last = deadline.advanced(bySeconds: -distance)
        guard self == .half else { return created.advanced(bySeconds: distance) <= last ? last : nil }
        let middle = Instant(milliseconds: created.milliseconds + (deadline.milliseconds - created.milliseconds) / 2)
        return middle.advanced(bySeconds: distance) <= last ? middle : nil
    }

    /// Whether a message about an earlier deadline replaces this reminder, because the reminder is due already or would
    /// follow soon.
    ///
    /// - Parameters:
    ///   - now: the time of the change that makes the deadline earlier.
    ///   - created: the beginning of the reservation.
    ///   - deadline: the new end of the reservation.
    package func isReplaced(at now: Instant, from created: Instant, until deadline: Instant) -> Bool {
        guard let due = due(from: created, until: deadline) else { return false }
        return due <= now || deadline <= now.advanced(bySeconds: PaymentReminder.finalSeconds)
    }
}

extension Notice {
    /// The name of the payload value that contains a deadline, in UTC.
    package static let deadlineName = "expires"
    /// The name of the payload value that contains the previous deadline that the recipient knows of, in UTC. The value
    /// is missing if the recipient knows of no deadline.
    package static let formerDeadlineName = "former_expires"

    /// The message that an order is not paid yet.
    ///
    /// - Parameters:
    ///   - deadline: the end of the reservation.
    ///   - reminder: the raw value of a `PaymentReminder`, or `PaymentReminder.earlierDeadline`.
    ///   - cause: a part of the notice's key. The other parts are the event, the kind and the contact.
    package static func paymentPending(
        _ order: Order, at event: Event, until deadline: Instant, to contact: String, as reminder: String,
        cause: String, queued now: Instant
    ) -> Notice {
        var payload = [
            "order": "\(order.number)", "tickets": "\(order.tickets)", deadlineName: deadline.auditValue,
            PaymentReminder.name: reminder, "title": event.details.title,
        ]
        payload["total"] = order.money(order.total)?.description
        return Notice(
            organizer: event.organizer, event: event.number, kind: .paymentPending, recipient: contact,
            payload: payload, key: Notice.keyPrefix(.paymentPending, of: event.number, cause: cause) + contact,
            created: now)
    }

    /// The time by which the recipient must act, because the message is of no use afterwards. Nil for a message without
    /// such a deadline.
    package var deadline: Instant? {
        guard [.orderPending, .paymentPending, .ticketExpiring].contains(kind) else { return nil }
        return payload[Notice.deadlineName].flatMap { Instant(iso8601: $0) }
    }
}
