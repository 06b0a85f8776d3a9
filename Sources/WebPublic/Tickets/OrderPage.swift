import Management
import Ticketing
import WebHost

/// The page of an order, for anyone with the page's link.
///
/// `scripts/share.js` copies the page's link to the clipboard.
struct OrderPage: Sendable {
    let site: PublicSite

    func page(_ request: PageRequest) async throws -> RouteResponse {
        guard
            let link = OrderLink(
                event: request.pathParameter("event") ?? "", order: request.pathParameter("order") ?? "",
                secret: request.pathParameter("secret") ?? ""),
            let found = try await site.withStorefront({ try $0.order(link) })
        else { throw Problem.linkNotFound }
        var context = EventTemplateContext(found.event, organizer: found.organizer).context
        let order = found.order
        context["order"] = .text("\(order.number)")
        context["buyer"] = .text(order.buyer.name)
        if found.event.status == .cancelled { context["cancelled"] = .section(TemplateContext([:])) }
        let due = found.tickets.filter(\.ticket.status.isActive).compactMap(\.ticket.sale?.due)
        if let first = due.first {
            let sum = due.dropFirst().reduce(first) { $0.plus($1) ?? $0 }
            context["due"] = .text(sum.displayText)
        }
        context["state"] = .text(Self.stateText(order))
        context["tickets"] = .list(
            found.tickets.map { entry in
                let type = found.types.first { $0.number == entry.ticket.type }
                var context: [String: TemplateContext.Value] = [
                    "code": .text("\(entry.ticket.code)"), "type": .text(type?.name ?? ""),
                    "ticket_state": .text(entry.ticket.holderStateText),
                ]
                if let link = entry.link { context["link"] = .text("/t/\(link.path)") }
                return TemplateContext(context)
            })
        return try request.page("order", title: "Your tickets", context)
    }

    private static func stateText(_ order: Order) -> String {
        if order.isDueAtTheDoor { return "reserved, to be paid at the door" }
        switch order.status {
        case .pending: return "not paid yet"
        case .paid: return "confirmed"
        case .cancelled: return "cancelled"
        case .partlyRefunded: return "partly refunded"
        case .refunded: return "refunded"
        }
    }
}

extension Ticket {
    /// The ticket's state in words for its holder. For an unpaid ticket, this is the amount to pay at the door, because
    /// gates do not admit unpaid tickets.
    var holderStateText: String {
        guard status == .issued, let due = sale?.due else { return status.holderText }
        return "pay \(due.displayText) at the door"
    }
}

extension Ticket.Status {
    /// The status in words for the holder.
    var holderText: String {
        switch self {
        case .issued: "valid"
        case .cancelled: "cancelled"
        case .refunded: "refunded"
        case .blocked: "blocked"
        }
    }
}
