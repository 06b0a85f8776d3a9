import Foundation
import Gate
import Management
import Ticketing

/// An order on the page and in JSON.
struct OrderView {
    let order: Order
    let event: Event
    let now: Instant
    private let types: [TicketTypeNumber: String]

    init(_ order: Order, event: Event, types: [TicketType], now: Instant) {
        self.order = order
        self.event = event
        self.now = now
        self.types = Dictionary(uniqueKeysWithValues: types.map { ($0.number, $0.name) })
    }

    var json: JSON {
        let lines = order.lines.map { line in
            JSON.object([
                ("type", .string(name(line.type))), ("count", .int(line.count)),
                ("price", .optional(order.money(line.price)?.description)), ("admits", .int(line.admits.rawValue)),
            ])
        }
        return .object([
            ("number", .int(order.number.rawValue)), ("event", .int(order.event.rawValue)),
            ("status", .string(order.status.rawValue)), ("expired", .bool(order.hasExpired(at: now))),
            ("buyer", .string(order.buyer.name)), ("email", .optional(order.buyer.email?.rawValue)),
            ("phone", .optional(order.buyer.phone?.rawValue)), ("lines", .array(lines)),
            ("tickets", .int(order.tickets)), ("total", money(order.total)), ("created", time(order.created)),
            ("expires", time(order.expires)), ("payment", .optional(order.payment?.method.rawValue)),
            ("reference", .optional(order.payment?.reference)), ("paid", time(order.paid)),
            ("amount_paid", .optional(order.amountPaid.flatMap(order.money)?.description)),
            ("refund_owed", order.refundOwed > 0 ? money(order.refundOwed) : .null),
        ])
    }

    func lines(tickets: [Ticket]) -> [String] {
        let sentences = Sentences(timeZone: event.zone)
        let contact = [order.buyer.email?.rawValue, order.buyer.phone?.rawValue].compactMap(\.self)
        var lines = [
            "order    \(order.number)", "event    \(event.details.title.visible)",
            "buyer    \(([order.buyer.name] + contact).joined(separator: ", ").visible)",
            "status   \(statusWords)\(order.expires.map { ", holds until \(sentences.moment($0))" } ?? "")",
        ]
        for line in order.lines {
            let price = isComplimentary ? "complimentary" : order.money(line.price)?.description ?? "free"
            lines.append("line     \(line.count) × \(name(line.type).visible), \(price)")
        }
        lines.append("total    \(total)")
        if let payment = order.payment {
            lines.append("payment  \(payment.method.rawValue)\(payment.reference.map { ", \($0.visible)" } ?? "")")
        }
        if let paid = order.paid {
            let amount = order.amountPaid.flatMap(order.money).map { "\($0), " } ?? ""
            lines.append("paid     \(amount)\(sentences.moment(paid))")
        }
        if order.refundOwed > 0, let owed = order.money(order.refundOwed) { lines.append("refund   \(owed) owed") }
        return lines + tickets.map { "ticket   \($0.code)  \($0.status.rawValue)" }
    }

    var statusWords: String { order.hasExpired(at: now) ? "pending, expired" : order.status.rawValue }

    /// Of what is complimentary nothing is to be paid, whatever it would cost.
    var total: String {
        isComplimentary ? "complimentary" : order.money(order.total)?.description ?? "free"
    }

    private var isComplimentary: Bool { order.payment?.method == .complimentary }

    private func name(_ type: TicketTypeNumber) -> String { types[type] ?? "\(type)" }
    private func money(_ minorUnits: Int64) -> JSON { .optional(order.money(minorUnits)?.description) }
    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: event.zone)) }
}
