import Store
import Ticketing

extension UnitOfWork {
    /// Queues the messages about a sale to the owners and managers of the organizer: about the order itself, about a
    /// milestone that it has reached, and about types of which few tickets are left. A member who enters an order gets
    /// no message about the order itself. If an API token of the member enters the order, the member gets this message.
    ///
    /// Call this method in the transaction that issues the order’s tickets, after their capacity was allocated. The
    /// event's row is then locked, so each sale sees the counters after all earlier sales.
    func notifyOfSale(_ order: Order) throws {
        guard let organizer else { return }
        let members = try connection.users.notifiedMembers(of: organizer)
        guard !members.isEmpty else { return }
        let types = try connection.ticketTypes.all(of: order.event)
        let title = try connection.events.title(of: order.event)
        let total = order.payment?.method == .complimentary ? 0 : order.total
        let sale = AuditFields(present: [
            ("order", "\(order.number)"), ("count", "1"), ("tickets", "\(order.tickets)"),
            ("total", total > 0 ? order.money(total)?.description : nil), ("title", title),
        ])
        var notices: [Notice] = []
        func add(_ kind: Notice.Kind, _ payload: AuditFields, cause: String, to member: Users.NotifiedMember) {
            let address = member.email.rawValue
            if let made = notice(address, kind, of: order.event, payload: payload, uniqueCause: cause) {
                notices.append(made)
            }
        }
        let milestone = SalesMilestone.reached(with: order.tickets, total: types.reduce(0) { $0 + $1.issued })
        for member in members {
            if isThroughGrant || member.user != user {
                add(.newSale, sale, cause: "\(order.number)", to: member)
            }
            if let milestone {
                let payload = AuditFields(present: [("tickets", "\(milestone)"), ("title", title)])
                add(.salesMilestone, payload, cause: "\(milestone)", to: member)
            }
            for type in types where order.lines.contains(where: { $0.type == type.number }) {
                guard let left = LowInventory.left(of: type) else { continue }
                let payload = AuditFields(present: [
                    ("type", type.name), ("tickets", "\(left)"), ("title", title),
                ])
                add(.lowInventory, payload, cause: "\(type.number)", to: member)
            }
        }
        try connection.notices.queue(notices)
    }

    /// Queues the messages to the owners and managers of the organizer about a payment that was recorded after the order
    /// was created. Does nothing if nothing was paid. A member who records a payment gets no message about it. If an
    /// API token of the member records the payment, the member gets the message.
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
