package import Ticketing

extension Order {
    /// The time until which the tickets of an unpaid order are reserved. Nil if the order is paid or cancelled, if nothing
    /// is reserved any more, if the visitor must still confirm the order, or if the reservation has no end.
    func paymentDeadline(at event: Event) -> Instant? {
        guard status == .pending, !awaitsConfirmation else { return nil }
        return holdsReservation ? expires : reservationExpiry(at: event)
    }
}

extension PaymentReminder {
    /// The name of the payload's value with the reminder.
    static let name = "reminder"

    /// Whether a notice is still true. The first reminder is no longer sent once the last one is due.
    static func isTrue(_ notice: Notice, of order: Order, at event: Event, now: Instant) -> Bool {
        guard let reminder = notice.payload[name].flatMap(PaymentReminder.init),
            let deadline = order.paymentDeadline(at: event), now < deadline,
            notice.payload["expires"] == deadline.auditValue
        else { return false }
        return reminder == .final || now < deadline.advanced(bySeconds: -finalSeconds)
    }
}

extension Notice {
    /// The type of the tickets that a notice is about; nil if it is about no type.
    package var ticketType: TicketTypeNumber? {
        payload[Notice.ticketTypeName].flatMap { UInt16($0) }.flatMap { TicketTypeNumber(rawValue: $0) }
    }

    /// The name of the payload's value with the number of a ticket type.
    static let ticketTypeName = "type_number"
}
