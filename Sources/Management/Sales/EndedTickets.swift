import Store
public import Ticketing

/// What cancelling or refunding tickets came to.
public struct EndedTickets: Sendable {
    /// As they are now.
    public let tickets: [Ticket]
    /// People who are inside on them: they may go out, and the office may want to speak with them.
    public let inside: Int
    /// What is to be given back, one sum for each order.
    public let refundsOwed: [Money]
    /// The orders they belong to, as they are now.
    public let orders: [Order]
}

extension Work {
    /// Ends tickets that stand: gives back their places, notes what is owed to the buyers of those that were paid, brings
    /// their orders along, and tells whom it concerns.
    ///
    /// - Throws: `ManagementError.unknownTicket`, or `notIssued` for one that does not stand any more.
    func end(
        _ codes: [TicketCode], of event: EventNumber, as status: Ticket.Status, note: String?
    ) throws -> EndedTickets {
        func tickets(_ read: (Serial, EventNumber) throws -> Ticket?) throws -> [Ticket] {
            try codes.map { code in
                guard let ticket = try read(code.serial, event) else { throw ManagementError.unknownTicket(code) }
                return ticket
            }
        }
        // Orders first, and always in the same order: two that end tickets of one order wait for each other here.
        let numbers = Set(try tickets(connection.tickets.with).compactMap { $0.sale?.order }).sorted()
        let orders = try numbers.compactMap { try connection.orders.locked(number: $0, of: event) }
        // Read again behind the locks: an order may have been paid meanwhile, a ticket ended.
        let known = try tickets(connection.tickets.locked)
        var inside = 0
        var need = Stock.Need()
        for ticket in known {
            guard try connection.tickets.end(ticket.serial, of: event, as: status, at: now, note: note) else {
                throw ManagementError.notIssued(ticket.code, ticket.status)
            }
            // Guests whose code ended may get another.
            try connection.guests.forget(ticket.serial, of: event)
            need.add(1, of: ticket.type, admits: ticket.admits)
            inside += try connection.places.inside(ticket.serial, event: event)
        }
        try stock(of: event).giveBack(need)
        let settled = try orders.map { try settle($0, ended: known) }
        let ended = try known.map { ticket in
            let changed = try connection.tickets.with(serial: ticket.serial, of: event) ?? ticket
            try record(
                AuditSubject(.ticket, ticket.code), of: event, before: ticket.auditFields, after: changed.auditFields)
            try tell(ticket.email, .ticketCancelled, of: ticket)
            return changed
        }
        try tellWebhooks(.cancelled, ended, more: ["status": status.rawValue])
        return EndedTickets(
            tickets: ended, inside: inside,
            refundsOwed: settled.compactMap { $0.owed > 0 ? $0.order.money($0.owed) : nil },
            orders: settled.map(\.order))
    }

    /// Brings an order to what is left of its tickets.
    private func settle(_ order: Order, ended: [Ticket]) throws -> (order: Order, owed: Int64) {
        var order = order
        // Read behind the lock. Of an event that was restored, more may be paid back than is owed.
        order.refundPaid = RefundPayment.sum(try connection.refundPayments.all(of: order.number, of: order.event))
        let gone = ended.filter { $0.sale?.order == order.number }
        let owed = gone.reduce(0) { $0 + ($1.sale?.due == nil ? $1.sale?.price?.minorUnits ?? 0 : 0) }
        var changed = order
        changed.status = order.status(
            standing: try connection.tickets.standing(of: order.number, of: order.event), owed: owed)
        changed.refundOwed += owed
        let left = changed.refundLeft - order.refundLeft
        try connection.orders.update(changed)
        try record(
            AuditSubject(.order, order.number), of: order.event, before: order.auditFields, after: changed.auditFields)
        if left > 0, let contact = order.buyer.contact, let amount = order.money(left) {
            try notify(
                contact, .refundOwed, of: order.event,
                payload: [
                    "order": "\(order.number)", "amount": "\(amount)",
                    "tickets": gone.map(\.code.description).joined(separator: " "),
                ],
                // Each sum is told once: in here it only grows, and what the end of an event adds to it, which a
                // restore takes away again, is told under causes of its own, while no ticket is left to refund.
                cause: "\(order.number)/\(changed.refundOwed)")
        }
        return (changed, left)
    }
}
