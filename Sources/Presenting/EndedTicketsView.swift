package import Management
import Ticketing

/// What cancelling or refunding tickets came to, in JSON.
package struct EndedTicketsView {
    package let ended: EndedTickets

    package init(ended: EndedTickets) {
        self.ended = ended
    }

    package var json: JSON {
        .object([
            ("codes", .array(ended.tickets.map { .string($0.code.description) })),
            ("status", .optional(ended.tickets.first?.status.rawValue)), ("inside", .int(ended.inside)),
            ("refund_owed", .optional(owed)), ("order", .optional(ended.orders.first?.number.rawValue)),
            ("order_status", .optional(ended.orders.first?.status.rawValue)),
        ])
    }

    package var owed: String? {
        ended.refundsOwed.isEmpty ? nil : ended.refundsOwed.map(\.description).joined(separator: ", ")
    }
}
