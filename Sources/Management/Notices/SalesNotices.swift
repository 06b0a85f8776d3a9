import Store
import Ticketing

extension UnitOfWork {
    /// Queues the messages about a sale to the owners and managers of the organizer: about the order itself, about a
    /// milestone that it has reached, and about types of which few tickets are left. A member who enters an order gets
    /// no message about it, unless an API token of the member did so.
    ///
    /// Call this method in the transaction that issues the order’s tickets, after their capacity was allocated. The
    /// event's row is then locked, so each sale sees the counters after all earlier sales.
    func notifyOfSale(_ order: Order) throws {
        guard let organizer else { return }
        let managers = try connection.users.managers(of: organizer)
        guard !managers.isEmpty else { return }
        let types = try connection.ticketTypes.all(of: order.event)
        let title = try connection.events.title(of: order.event)
        let total = order.payment?.method == .complimentary ? 0 : order.total
        let sale = AuditFields(present: [
            ("order", "\(order.number)"), ("count", "1"), ("tickets", "\(order.tickets)"),
            ("total", total > 0 ? order.money(total)?.description : nil), ("title", title),
        ])
        var notices: [Notice] = []
        func add(_ kind: Notice.Kind, _ payload: AuditFields, cause: String, to manager: Users.Manager) {
            let address = manager.email.rawValue
            if let made = notice(address, kind, of: order.event, payload: payload, uniqueCause: cause) {
                notices.append(made)
            }
        }
        let milestone = SalesMilestone.reached(with: order.tickets, total: types.reduce(0) { $0 + $1.issued })
        for manager in managers {
            if isThroughGrant || manager.user != user {
                add(.newSale, sale, cause: "\(order.number)", to: manager)
            }
            if let milestone {
                let payload = AuditFields(present: [("tickets", "\(milestone)"), ("title", title)])
                add(.salesMilestone, payload, cause: "\(milestone)", to: manager)
            }
            for type in types where order.lines.contains(where: { $0.type == type.number }) {
                guard let left = LowInventory.left(of: type) else { continue }
                let payload = AuditFields(present: [
                    ("type", type.name), ("tickets", "\(left)"), ("title", title),
                ])
                add(.lowInventory, payload, cause: "\(type.number)", to: manager)
            }
        }
        try connection.notices.queue(notices)
    }
}
