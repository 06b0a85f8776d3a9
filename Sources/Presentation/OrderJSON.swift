import Management
package import Ticketing

/// An order as JSON.
package struct OrderJSON {
    package let order: Order
    package let event: Event
    package let now: Instant
    private let types: [TicketTypeNumber: String]

    package init(_ order: Order, event: Event, types: [TicketType], now: Instant) {
        self.order = order
        self.event = event
        self.now = now
        self.types = Dictionary(uniqueKeysWithValues: types.map { ($0.number, $0.name) })
    }

    package var json: JSON {
        let lines = order.lines.map { line in
            JSON.object([
                ("type", .string(name(line.type))), ("count", .int(line.count)),
                ("price", .optional(order.money(line.price)?.description)), ("admits", .int(line.admits.rawValue)),
            ])
        }
        let first: [(String, JSON)] = [
            ("number", .int(order.number.rawValue)), ("event", .int(order.event.rawValue)),
            ("status", .string(order.status.rawValue)), ("expired", .bool(hasExpired)),
        ]
        let rest: [(String, JSON)] = [
            ("lines", .array(lines)), ("tickets", .int(order.tickets)), ("total", money(order.total)),
            ("created", time(order.created)),
            ("expires", time(expires)), ("payment", .optional(order.payment?.method.rawValue)),
            ("reference", .optional(order.payment?.reference)), ("paid", time(order.paid)),
            ("amount_paid", .optional(order.amountPaid.flatMap(order.money)?.description)),
            ("refund_owed", order.refundLeft > 0 ? money(order.refundLeft) : .null),
            ("refund_paid", order.refundPaid > 0 ? money(order.refundPaid) : .null),
        ]
        return .object(first + order.buyer.jsonMembers(in: event.zone) + rest)
    }

    /// The order and its tickets, as JSON.
    package func json(tickets: [Ticket]) -> JSON {
        let codes = tickets.map { ticket in
            JSON.object([
                ("code", .string(ticket.code.description)), ("status", .string(ticket.status.rawValue)),
                ("due", .optional(ticket.sale?.due?.description)),
            ])
        }
        return json.adding([("ticket_codes", .array(codes))])
    }

    /// The order as JSON with one more member, `ticket_codes`, whose value is `codes`.
    package func json(codes: JSON) -> JSON { json.adding([("ticket_codes", codes)]) }

    /// The order and its tickets with their tokens, as JSON.
    package func json(tickets: [Ticket], _ renderer: TicketRenderer) throws -> JSON {
        let codes = try tickets.map { ticket in
            JSON.object([
                ("code", .string(ticket.code.description)), ("status", .string(ticket.status.rawValue)),
                ("due", .optional(ticket.sale?.due?.description)), ("token", .optional(try renderer.token(of: ticket))),
            ])
        }
        return json(codes: .array(codes))
    }

    private static let maximumListed = 10

    /// One line with the code and type of each ticket, for at most `maximumListed` tickets. If there are more tickets,
    /// the last line contains the number of the tickets that are not listed.
    package func codeLines(_ tickets: [Ticket]) -> [String] {
        let rest = tickets.count - OrderJSON.maximumListed
        return tickets.prefix(OrderJSON.maximumListed).map { "\($0.code)  \(name($0.type).visible)" }
            + (rest > 0 ? ["… and \(rest) more: eventpass order show \(event.slug) \(order.number)"] : [])
    }

    package var statusText: String {
        if hasExpired { return "pending, expired" }
        return order.awaitsConfirmation ? "unconfirmed" : order.status.rawValue
    }

    /// The time at which the order's reservation expires; nil if it never expires, for example because the order is
    /// paid.
    package var expires: Instant? { order.reservationExpiry(at: event) ?? order.expires }

    private var hasExpired: Bool {
        order.hasExpired(at: now) || order.reservationExpiry(at: event).map { now >= $0 } ?? false
    }

    /// The order's total in words. A complimentary order costs nothing, even if its tickets have prices.
    package var total: String {
        isComplimentary ? "complimentary" : order.money(order.total)?.description ?? "free"
    }

    /// The order's refunds in words: `50000 UGX paid back, 20000 UGX owed`. Nil if no refund was paid back or is owed.
    package var refundText: String? {
        let paid = order.refundPaid > 0 ? order.money(order.refundPaid).map { "\($0) paid back" } : nil
        let owed = order.refundLeft > 0 ? order.money(order.refundLeft).map { "\($0) owed" } : nil
        let parts = [paid, owed].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    package var isComplimentary: Bool { order.payment?.method == .complimentary }

    package func name(_ type: TicketTypeNumber) -> String { types[type] ?? "\(type)" }
    private func money(_ minorUnits: Int64) -> JSON { .optional(order.money(minorUnits)?.description) }
    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: event.zone)) }
}
