import Store
import Ticketing

extension UnitOfWork {
    /// Queues the message about an order to the owners and managers of the organizer. A member who enters an order gets
    /// no message about it, unless an API token of the member enters it. Call this method in the transaction that
    /// issues the order’s tickets.
    func notifyOfSale(_ order: Order) throws {
        guard let organizer else { return }
        let members = try connection.users.notifiedMembers(of: organizer).filter { isThroughGrant || $0.user != user }
        guard !members.isEmpty else { return }
        let total = order.payment?.method == .complimentary ? 0 : order.total
        let payload = AuditFields(present: [
            ("order", "\(order.number)"), ("count", "1"), ("tickets", "\(order.tickets)"),
            ("total", total > 0 ? order.money(total)?.description : nil),
            ("title", try connection.events.title(of: order.event)),
        ])
        try connection.notices.queue(
            members.compactMap {
                notice(
                    $0.email.rawValue, .newSale, of: order.event, payload: payload, uniqueCause: "\(order.number)")
            })
    }

    /// Queues the messages to the owners and managers of the organizer about a milestone that the event has reached,
    /// and about types of which few tickets are left. Each message is queued only once for an event. If the event
    /// reaches several milestones at once, only the highest causes a message. A milestone causes no message if there
    /// was already a message about a higher milestone.
    ///
    /// Call this method in the transaction that issues the tickets, after their capacity was allocated. The event's row
    /// is then locked, so each transaction sees the counters after all earlier transactions.
    func notifyOfIssued(_ tickets: Stock.StockRequirement, of event: EventNumber) throws {
        guard let organizer else { return }
        let policy = noticePolicy()
        let types = try connection.ticketTypes.all(of: event)
        var messages: [(kind: Notice.Kind, cause: String, payload: [(String, String?)])] = []
        let total = types.reduce(0) { $0 + $1.issued }
        if let milestone = SalesMilestone.reached(with: tickets.tickets, total: total, policy: policy),
            try connection.notices.highestMilestone(of: event).map({ $0 < milestone }) ?? true
        {
            messages.append((.salesMilestone, "\(milestone)", [("tickets", "\(milestone)")]))
        }
        for type in types where tickets.counts[type.number] ?? 0 > 0 {
            guard let left = LowInventory.left(of: type, policy: policy) else { continue }
            messages.append((.lowInventory, "\(type.number)", [("type", type.name), ("tickets", "\(left)")]))
        }
        // Most sales cause no message. So the members are read only if there is a message.
        guard !messages.isEmpty else { return }
        let members = try connection.users.notifiedMembers(of: organizer)
        guard !members.isEmpty else { return }
        let title = try connection.events.title(of: event)
        try connection.notices.queue(
            members.flatMap { member in
                messages.compactMap { kind, cause, payload in
                    notice(
                        member.email.rawValue, kind, of: event,
                        payload: AuditFields(present: payload + [("title", title)]), uniqueCause: cause)
                }
            })
    }

    /// Queues the messages to the owners and managers of the organizer about a payment that was recorded after the
    /// order was created. Does nothing if nothing was paid. A member who records a payment gets no message about it,
    /// unless an API token of the member records it.
    func notifyOfPayment(_ order: Order, title: String) throws {
        guard let organizer, order.status == .paid, let paid = order.amountPaid, paid > 0 else { return }
        let payload = AuditFields(present: [
            ("order", "\(order.number)"), ("count", "1"), ("tickets", "\(order.tickets)"),
            ("total", order.money(paid)?.description), ("title", title),
        ])
        try connection.notices.queue(
            connection.users.notifiedMembers(of: organizer).filter { isThroughGrant || $0.user != user }.compactMap {
                notice(
                    $0.email.rawValue, .paymentReceived, of: order.event, payload: payload,
                    uniqueCause: "\(order.number)")
            })
    }
}
