import Languages
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
        else { throw Problem.pageNotFound }
        let language = request.language
        var context = EventTemplateContext(found.event, organizer: found.organizer, in: language).context
        let order = found.order
        context["order"] = .sentence(Self.state(of: order), ["order": .text("\(order.number)")])
        context["buyer"] = .text(order.buyer.name)
        if found.event.status == .cancelled { context["cancelled"] = .section(TemplateContext([:])) }
        if let notice = linkNotice(found) { context["unconfirmed"] = .sentence(notice) }
        let due = found.tickets.filter(\.ticket.status.isActive).compactMap(\.ticket.sale?.due)
        if let first = due.first {
            let sum = due.dropFirst().reduce(first) { $0.plus($1) ?? $0 }
            context["due"] = .text(sum.text(in: language.locale))
        }
        context["tickets"] = .list(
            found.tickets.map { entry in
                let type = found.types.first { $0.number == entry.ticket.type }
                var context: [String: TemplateContext.Value] = [
                    "code": .text("\(entry.ticket.code)"), "type": .text(type?.name ?? ""),
                    "ticket_state": .sentence(entry.ticket.holderState(in: language)),
                ]
                if let link = entry.link { context["link"] = .text("/t/\(link.path)") }
                return TemplateContext(context)
            })
        return try request.localizedPage("order", title: Sentence(PublicSentence.yourTickets), context)
    }

    /// A text about the link that confirms the order: to which address it was sent, and until when the tickets are
    /// kept. If the order was not confirmed in time, the text says so. Nil if there is nothing to confirm.
    private func linkNotice(_ found: LinkedOrder) -> Sentence? {
        let (order, now) = (found.order, site.server.now())
        guard let confirmation = order.confirmation, confirmation.confirmed == nil, order.payment == nil,
            found.event.status != .cancelled
        else { return nil }
        guard now < confirmation.deadline.advanced(bySeconds: Storefront.lateConfirmationSeconds) else {
            return Sentence(PublicSentence.linkExpired)
        }
        guard order.awaitsConfirmation else { return nil }
        let address = SentenceArgument.text(confirmation.maskedAddress)
        guard !found.isUndeliverable else { return Sentence(PublicSentence.undeliverable, ["address": address]) }
        let left = confirmation.deadline.milliseconds - now.milliseconds
        guard left > 0 else { return Sentence(PublicSentence.linkSentEarlier, ["address": address]) }
        return Sentence(
            PublicSentence.linkSent, ["address": address, "count": .number(Int((left + 59_999) / 60_000))])
    }

    /// The number and the state of the order in words.
    private static func state(of order: Order) -> PublicSentence {
        guard !order.isDueAtTheDoor else { return .orderAtDoor }
        guard !order.awaitsConfirmation else { return .orderUnconfirmed }
        return switch order.status {
        case .pending: .orderPending
        case .paid: .orderPaid
        case .cancelled: .orderCancelled
        case .partlyRefunded: .orderPartlyRefunded
        case .refunded: .orderRefunded
        }
    }
}

extension Ticket {
    /// The ticket's state in words for its holder. For an unpaid ticket, it is the amount to pay at the door, because
    /// gates admit the ticket only after payment.
    func holderState(in language: Language) -> Sentence {
        guard status == .issued, let due = sale?.due else { return Sentence(status.sentence) }
        return Sentence(PublicSentence.payAtDoor, ["amount": .text(due.text(in: language.locale))])
    }
}

extension Ticket.Status {
    /// The status in words for the holder.
    fileprivate var sentence: PublicSentence {
        switch self {
        case .issued: .valid
        case .cancelled: .cancelled
        case .refunded: .refunded
        case .blocked: .blocked
        }
    }
}
