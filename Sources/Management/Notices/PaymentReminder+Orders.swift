package import Ticketing

extension Order {
    /// The time until which the tickets of an unpaid order are reserved. Nil if the order is paid or cancelled, if its
    /// reservation has ended, if the visitor must still confirm the order, or if the reservation never ends.
    func paymentDeadline(at event: Event) -> Instant? {
        guard status == .pending, !awaitsConfirmation else { return nil }
        return holdsReservation ? expires : reservationExpiry(at: event)
    }
}

extension PaymentReminder {
    /// The name of the value in the payload that distinguishes the first reminder from the last reminder.
    static let name = "reminder"
    /// The value under this name in a third reminder, which is queued when the deadline has become earlier.
    static let earlierDeadline = "earlier-deadline"

    /// The beginning of the name under which the store records that this reminder was handled for an order. The order's
    /// number follows.
    var claim: String { "pay \(rawValue) " }

    /// Whether a reminder about an unpaid order is still true. The first reminder is no longer sent once the last
    /// reminder is due.
    static func isTrue(
        _ notice: Notice, of order: Order, at event: Event, policy: NoticePolicy, now: Instant
    ) -> Bool {
        guard let cause = notice.payload[name], let deadline = order.paymentDeadline(at: event), now < deadline,
            notice.payload["expires"] == deadline.auditValue
        else { return false }
        if cause == earlierDeadline { return true }
        guard let reminder = PaymentReminder(rawValue: cause) else { return false }
        return reminder == .final || now < deadline.advanced(bySeconds: -policy.finalPaymentSeconds)
    }
}

extension Notice {
    /// The message that an order is not paid yet.
    ///
    /// - Parameters:
    ///   - deadline: the end of the reservation.
    ///   - reminder: the raw value of a `PaymentReminder`, or `PaymentReminder.earlierDeadline`.
    ///   - cause: a part of the notice's key. The other parts are the event, the kind and the contact.
    static func paymentPending(
        _ order: Order, at event: Event, until deadline: Instant, to contact: String, as reminder: String,
        cause: String, queued now: Instant
    ) -> Notice {
        let payload = AuditFields(present: [
            ("order", "\(order.number)"), ("tickets", "\(order.tickets)"),
            ("total", order.money(order.total)?.description), ("expires", deadline.auditValue),
            (PaymentReminder.name, reminder), ("title", event.details.title),
        ])
        return Notice(
            organizer: event.organizer, event: event.number, kind: .paymentPending, recipient: contact,
            payload: payload, key: Notice.keyPrefix(.paymentPending, of: event.number, cause: cause) + contact,
            created: now)
    }
}

extension Notice {
    /// The type of the tickets that a notice is about; nil if the notice is not about tickets of one type.
    package var ticketType: TicketTypeNumber? {
        payload[Notice.ticketTypeName].flatMap { UInt16($0) }.flatMap { TicketTypeNumber(rawValue: $0) }
    }

    /// The name of the value in the payload that contains the number of a ticket type.
    static let ticketTypeName = "type_number"
}
