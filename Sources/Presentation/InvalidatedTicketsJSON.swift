package import Management
import Ticketing

/// The result of cancelling or refunding tickets, as JSON.
package struct InvalidatedTicketsJSON {
    package let invalidated: EndedTickets

    package init(invalidated: EndedTickets) {
        self.invalidated = invalidated
    }

    package var json: JSON {
        .object([
            ("codes", .array(invalidated.tickets.map { .string($0.code.description) })),
            ("status", .optional(invalidated.tickets.first?.status.rawValue)), ("inside", .int(invalidated.inside)),
            ("refund_owed", .optional(refundNotice)), ("order", .optional(invalidated.orders.first?.number.rawValue)),
            ("order_status", .optional(invalidated.orders.first?.status.rawValue)),
        ])
    }

    package var refundNotice: String? {
        invalidated.refundsOwed.isEmpty ? nil : invalidated.refundsOwed.map(\.description).joined(separator: ", ")
    }
}
