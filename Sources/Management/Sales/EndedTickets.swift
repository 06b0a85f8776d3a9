import Store
public import Ticketing

/// The result of cancelling or refunding tickets.
public struct EndedTickets: Sendable {
    /// The tickets in their new state.
    public let tickets: [Ticket]
    /// The number of people who are inside with these tickets. They can stay and leave as usual.
    public let inside: Int
    /// The amounts that are now owed to buyers for these tickets, one for each order.
    public let refundsOwed: [Money]
    /// The tickets' orders in their new state.
    public let orders: [Order]
}

extension UnitOfWork {
    /// Cancels or refunds active tickets, and frees their capacity. Adds the prices of paid tickets to the amounts owed
    /// to the buyers. Updates the orders, and notifies the holders and buyers. A ticket for which nothing was paid is
    /// always cancelled, because there is nothing to refund.
    ///
    /// - Throws: `ManagementError.unknownTicket`; `notIssued` for a ticket that is already cancelled or refunded.
    func endTickets(
        _ codes: [TicketCode], of event: EventNumber, as status: Ticket.Status, note: String?
    ) throws -> EndedTickets {
        // Transactions lock tickets in the order of their serials, so that no deadlock occurs.
        let codes = Set(codes).sorted { $0.serial < $1.serial }
        func tickets(_ read: (Serial, EventNumber) throws -> Ticket?) throws -> [Ticket] {
            try codes.map { code in
                guard let ticket = try read(code.serial, event) else { throw ManagementError.unknownTicket(code) }
                return ticket
            }
        }
        // Orders are locked before their tickets, in ascending order of their numbers.
        let numbers = Set(try tickets(connection.tickets.with).compactMap { $0.sale?.order }).sorted()
        let orders = try numbers.compactMap { try connection.orders.locked(number: $0, of: event) }
        // An order could have been paid, or a ticket cancelled, since the tickets were first read.
        let known = try tickets(connection.tickets.locked)
        var inside = 0
        var need = Stock.StockRequirement()
        for ticket in known {
            let end = ticket.isPaidFor ? status : .cancelled
            guard try connection.tickets.end(ticket.serial, of: event, as: end, at: now, note: note) else {
                throw ManagementError.notIssued(ticket.code, ticket.status)
            }
            // The guest no longer has this ticket, and so can get a new ticket.
            try connection.guests.clearSerial(ticket.serial, of: event)
            need.add(1, of: ticket.type, admits: ticket.admits)
            inside += try connection.slots.inside(ticket.serial, event: event)
        }
        try stock(of: event).restock(need)
        let settled = try orders.map { try updateOrder($0, ended: known) }
        let ended = try known.map { ticket in
            let changed = try connection.tickets.with(serial: ticket.serial, of: event) ?? ticket
            try record(
                AuditSubject(.ticket, ticket.code), of: event, before: ticket.auditFields, after: changed.auditFields)
            return changed
        }
        try notifyHolders(of: known, orders)
        for end in [Ticket.Status.cancelled, .refunded] {
            try enqueueWebhooks(.cancelled, ended.filter { $0.status == end }, more: ["status": end.rawValue])
        }
        return EndedTickets(
            tickets: ended, inside: inside,
            refundsOwed: settled.compactMap { $0.owed > 0 ? $0.order.money($0.owed) : nil },
            orders: settled.map(\.order))
    }

    /// Queues notices about ended tickets to their holders. An address gets one notice for all its tickets of an order,
    /// but at most `Notice.mostTickets` tickets in one notice. Only a buyer’s notice contains the order.
    ///
    /// - Parameter tickets: the tickets, ordered by serial.
    private func notifyHolders(of tickets: [Ticket], _ orders: [Order]) throws {
        var groups: [(address: String, order: OrderNumber?, tickets: [Ticket])] = []
        var latest: [String: [OrderNumber?: Int]] = [:]
        for ticket in tickets {
            guard let address = try holderAddress(of: ticket) else { continue }
            let order = ticket.sale?.order
            if let index = latest[address]?[order], groups[index].tickets.count < Notice.mostTickets {
                groups[index].tickets.append(ticket)
            } else {
                latest[address, default: [:]][order] = groups.count
                groups.append((address: address, order: order, tickets: [ticket]))
            }
        }
        for (address, number, own) in groups {
            guard let first = own.first else { continue }
            var payload = Notice.payload(about: own.map(\.code))
            let order = orders.first { $0.number == number }
            if let order, [order.buyer.email, order.buyer.phone].contains(address) {
                payload["order"] = "\(order.number)"
            }
            try notify(
                address, .ticketCancelled, of: first.event, payload: payload,
                uniqueCause: "\(first.code)/\(first.issue)")
        }
    }

    private func updateOrder(_ order: Order, ended: [Ticket]) throws -> (order: Order, owed: Int64) {
        var order = order
        // The sum of the repayments is read while the order is locked. The sum can be larger than the amount owed:
        // money may have been paid back for a cancelled or deleted event before the event was restored.
        order.refundPaid = RefundPayment.sum(try connection.refundPayments.all(of: order.number, of: order.event))
        let gone = ended.filter { $0.sale?.order == order.number }
        let owed = gone.reduce(0) { $0 + ($1.sale?.paidMinorUnits ?? 0) }
        var changed = order
        changed.status = order.status(
            activeTickets: try connection.tickets.activeCount(of: order.number, of: order.event), owed: owed)
        changed.refundOwed += owed
        let left = changed.refundLeft - order.refundLeft
        try connection.orders.update(changed)
        try record(
            AuditSubject(.order, order.number), of: order.event, before: order.auditFields, after: changed.auditFields)
        if left > 0, let contact = order.contact, let amount = order.money(left) {
            try notify(
                contact, .refundOwed, of: order.event,
                payload: [
                    "order": "\(order.number)", "amount": "\(amount)",
                    "tickets": gone.map(\.code.description).joined(separator: " "),
                ],
                // An address gets only one notice of a kind for each cause (a text that is stored with the notice). So
                // each of these notices needs a new cause. The cause contains the amount owed, which this function has
                // just increased. The amount can decrease only when a cancelled or deleted event is restored, and only
                // by the part that the cancellation or deletion had added. Notices about that part have causes of
                // another form, so no cause occurs twice.
                uniqueCause: "\(order.number)/\(changed.refundOwed)")
        }
        return (changed, left)
    }
}
