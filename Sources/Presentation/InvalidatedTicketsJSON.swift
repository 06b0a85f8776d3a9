package import Management
package import Ticketing

/// The result of cancelling or refunding tickets, as JSON.
package struct InvalidatedTicketsJSON {
    package let invalidated: EndedTickets

    package init(invalidated: EndedTickets) {
        self.invalidated = invalidated
    }

    package var json: JSON {
        .object([
            ("codes", .array(invalidated.tickets.map { .string($0.code.description) })),
            ("status", .optional(status?.rawValue)), ("inside", .int(invalidated.inside)),
            ("refund_owed", .optional(refundNotice)), ("order", .optional(invalidated.orders.first?.number.rawValue)),
            ("order_status", .optional(invalidated.orders.first?.status.rawValue)),
        ])
    }

    /// The status of the tickets: `refunded` if something is owed for at least one of them.
    package var status: Ticket.Status? {
        let statuses = invalidated.tickets.map(\.status)
        return statuses.contains(.refunded) ? .refunded : statuses.first
    }

    package var refundNotice: String? {
        invalidated.refundsOwed.isEmpty ? nil : invalidated.refundsOwed.map(\.description).joined(separator: ", ")
    }
}
