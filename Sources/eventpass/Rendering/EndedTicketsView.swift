import Management
import Ticketing

/// What cancelling or refunding tickets came to, on the page and in JSON.
struct EndedTicketsView {
    let ended: EndedTickets

    var json: JSON {
        .object([
            ("codes", .array(ended.tickets.map { .string($0.code.description) })),
            ("status", .optional(ended.tickets.first?.status.rawValue)), ("inside", .int(ended.inside)),
            ("refund_owed", .optional(owed)), ("order", .optional(ended.orders.first?.number.rawValue)),
            ("order_status", .optional(ended.orders.first?.status.rawValue)),
        ])
    }

    /// `cancelled 4F7K-29QX`, and what is owed for it.
    func line(_ verb: String) -> String {
        let codes = ended.tickets.map(\.code.description).joined(separator: " ")
        return "\(verb) \(codes)\(owed.map { ": \($0) owed to the buyer" } ?? "")"
    }

    private var owed: String? {
        ended.refundsOwed.isEmpty ? nil : ended.refundsOwed.map(\.description).joined(separator: ", ")
    }
}

extension StandardError {
    /// Warns of people who are inside on tickets that open no gate any more.
    static func warn(ofPeopleInside count: Int) {
        guard count > 0 else { return }
        say(
            "warning: \(counted(count, "person is", "people are")) inside on it; the gates let them out, and not in again"
        )
    }
}
