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
    /// Whether a reminder about an unpaid order is still true. The first reminder is no longer sent once the last
    /// reminder is due.
    static func isTrue(
        _ notice: Notice, of order: Order, at event: Event, policy: NoticePolicy, now: Instant
    ) -> Bool {
        guard let cause = notice.payload[name], let deadline = order.paymentDeadline(at: event), now < deadline,
            notice.payload[Notice.deadlineName] == deadline.auditValue
        else { return false }
        if cause == earlierDeadline { return true }
        guard let reminder = PaymentReminder(rawValue: cause) else { return false }
        return reminder == .final || now < deadline.advanced(bySeconds: -policy.finalPaymentSeconds)
    }
}

extension Notice {
    /// The type of the tickets that a notice is about; nil if the notice is not about tickets of one type.
    package var ticketType: TicketTypeNumber? {
        payload[Notice.ticketTypeName].flatMap { UInt16($0) }.flatMap { TicketTypeNumber(rawValue: $0) }
    }

    /// The name under which the payload contains the number of a ticket type.
    static let ticketTypeName = "type_number"
}
