import Store
public import Ticketing

/// The orders or tickets that one action will cancel or refund, and the effects of the action.
public struct BulkPlan: Sendable {
    /// The maximum number of orders or tickets in one plan.
    public static let limit = 5000

    public let action: PendingChange.Action
    /// The effect of the action on all orders together (`PendingChange.Action.effect`).
    public let effect: PendingChange.Action
    /// The orders or tickets that the action changes.
    public let subjects: [PendingChange.Subject]
    /// The number of chosen orders or tickets that the action leaves unchanged, for example because of their status.
    public let skipped: Int
    /// The number of tickets that become invalid.
    public let tickets: Int
    /// The amounts that the organizer owes to buyers after the action, one for each currency.
    public let owed: [Money]
    /// The number of different people who get a message.
    public let recipientCount: RecipientCount
}

extension OrderService {
    /// The effects of refunding orders with all their tickets.
    ///
    /// - Parameter numbers: at most `BulkPlan.limit` numbers. Numbers without an order are skipped.
    public func refundPlan(_ numbers: [OrderNumber], of event: Event) throws -> BulkPlan {
        try plan(.refundOrder, numbers, of: event) { $0.isRefundable }
    }

    /// The effects of cancelling pending orders.
    ///
    /// - Parameters: See `refundPlan`.
    public func orderCancellationPlan(_ numbers: [OrderNumber], of event: Event) throws -> BulkPlan {
        try plan(.cancelOrder, numbers, of: event) { $0.status == .pending }
    }

    private func plan(
        _ action: PendingChange.Action, _ numbers: [OrderNumber], of event: Event, _ isChanged: (Order) -> Bool
    ) throws -> BulkPlan {
        try services.read(.showOrders, on: event) { connection in
            var draft = BulkPlanDraft(action)
            for order in try connection.orders.all(numbers, of: event.number) where isChanged(order) {
                let active = try connection.tickets.all(of: order.number, of: event.number).filter(\.status.isActive)
                // A paid order without active tickets has nothing to refund.
                guard action == .cancelOrder || !active.isEmpty else { continue }
                draft.add(.order(order.number, tickets: nil), ending: active)
                if !order.awaitsConfirmation { draft.addRecipient(order.contact) }
            }
            return draft.plan(of: numbers.count, services.recipientCount)
        }
    }
}

extension TicketService {
    /// The effects of cancelling tickets.
    ///
    /// - Parameter codes: at most `BulkPlan.limit` codes. Codes without a ticket are skipped.
    public func ticketCancellationPlan(_ codes: [TicketCode], of event: Event) throws -> BulkPlan {
        try services.read(.showTickets, on: event) { connection in
            var draft = BulkPlanDraft(.cancelTicket)
            let tickets = try connection.tickets.all(codes.map(\.serial), of: event.number)
            for ticket in tickets where ticket.status.isActive { draft.add(.ticket(ticket.code), ending: [ticket]) }
            try connection.buyers(ofPaid: tickets, at: event.number).forEach { draft.addRecipient($0) }
            return draft.plan(of: codes.count, services.recipientCount)
        }
    }
}

private struct BulkPlanDraft {
    private let action: PendingChange.Action
    private var effects: Set<PendingChange.Action> = []
    private var subjects: [PendingChange.Subject] = []
    private var tickets = 0
    private var owed: [String: Int64] = [:]
    private var recipients: Set<String> = []

    init(_ action: PendingChange.Action) { self.action = action }

    /// - Parameter tickets: the active tickets of the order, or the active ticket.
    mutating func add(_ subject: PendingChange.Subject, ending tickets: [Ticket]) {
        subjects.append(subject)
        effects.insert(action.effect(onActive: tickets))
        self.tickets += tickets.count
        for ticket in tickets {
            addRecipient(ticket.email?.rawValue)
            if let sale = ticket.sale, sale.due == nil, let price = sale.price {
                owed[price.currency, default: 0] += price.minorUnits
            }
        }
    }

    mutating func addRecipient(_ address: String?) {
        if let address { recipients.insert(address) }
    }

    func plan(of chosen: Int, _ count: (_ people: Int, _ phones: Int) -> RecipientCount) -> BulkPlan {
        BulkPlan(
            action: action, effect: effects.contains(action) ? action : effects.first ?? action, subjects: subjects,
            skipped: chosen - subjects.count, tickets: tickets,
            owed: owed.filter { $0.value > 0 }.map { Money(minorUnits: $0.value, currency: $0.key) }
                .sorted { $0.currency < $1.currency },
            recipientCount: count(recipients.count, recipients.count { !$0.contains("@") }))
    }
}
