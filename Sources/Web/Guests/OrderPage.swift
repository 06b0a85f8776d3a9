import Management
import Ticketing

/// What somebody reserved, for who has its link.
struct OrderPage: Sendable {
    let house: House

    func page(_ visit: Visit) async throws -> Answer {
        guard
            let link = OrderLink(
                event: visit.part("event") ?? "", order: visit.part("order") ?? "", secret: visit.part("secret") ?? ""),
            let found = try await house.inFoyer({ try $0.order(link) })
        else { throw Problem.notThere }
        var facts = EventFacts(found.event, organizer: found.organizer).facts
        let order = found.order
        facts["order"] = .text("\(order.number)")
        facts["buyer"] = .text(order.buyer.name)
        if found.event.status == .cancelled { facts["cancelled"] = .one(Facts([:])) }
        let due = found.tickets.filter(\.ticket.status.stands).compactMap(\.ticket.sale?.due)
        if let first = due.first {
            let sum = due.dropFirst().reduce(first) { $0.plus($1) ?? $0 }
            facts["due"] = .text(sum.shown)
        }
        facts["state"] = .text(Self.words(order))
        facts["tickets"] = .list(
            found.tickets.map { entry in
                let type = found.types.first { $0.number == entry.ticket.type }
                var facts: [String: Facts.Fact] = [
                    "code": .text("\(entry.ticket.code)"), "type": .text(type?.name ?? ""),
                    "ticket_state": .text(entry.ticket.shownState),
                ]
                if let link = entry.link { facts["link"] = .text("/t/\(link.path)") }
                return Facts(facts)
            })
        return try visit.page("order", title: "Your tickets", facts)
    }

    private static func words(_ order: Order) -> String {
        if order.isPaidAtTheDoor { return "reserved, to be paid at the door" }
        switch order.status {
        case .pending: return "not paid yet"
        case .paid: return "yours"
        case .cancelled: return "cancelled"
        case .partlyRefunded: return "partly refunded"
        case .refunded: return "refunded"
        }
    }
}

extension Ticket {
    /// For its holder: no gate admits one that is still to be paid.
    var shownState: String {
        guard status == .issued, let due = sale?.due else { return status.shown }
        return "pay \(due.shown) at the door"
    }
}

extension Ticket.Status {
    /// For its holder.
    var shown: String {
        switch self {
        case .issued: "valid"
        case .cancelled: "cancelled"
        case .refunded: "refunded"
        case .blocked: "blocked"
        }
    }
}
