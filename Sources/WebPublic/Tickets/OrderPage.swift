import AttendeePack
import Languages
import Management
import Ticketing
import WebHost

/// The page of an order with its tickets, for anyone with the page's link.
///
/// `scripts/share.js` copies the page's link to the clipboard, and `scripts/tickets.js` shows the symbols large.
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
        let event = EventTemplateContext(found.event, organizer: found.organizer, in: language)
        var context = event.context
        let order = found.order
        context["order"] = .sentence(Self.state(of: order), ["order": .text("\(order.number)")])
        if !order.buyer.name.isEmpty { context["buyer"] = .text(order.buyer.name) }
        context["theme"] = try await site.theme(of: found.event)
        context.merge(found.pictures.eventContext(posterSizes: "10rem")) { $1 }
        if found.event.status == .cancelled { context["cancelled"] = .section(TemplateContext([:])) }
        if let notice = linkNotice(found) { context["unconfirmed"] = .sentence(notice) }
        let due = found.tickets.filter(\.ticket.status.isActive).compactMap(\.ticket.sale?.due)
        if let first = due.first {
            let sum = due.dropFirst().reduce(first) { $0.plus($1) ?? $0 }
            context["due"] = .text(sum.text(in: language.locale))
        }
        if let until = order.reservationExpiry(at: found.event) {
            context["until"] = .text(event.eventText.moment(until))
        }
        let refunds = Self.refunds(of: found, event.eventText, in: language)
        if !refunds.isEmpty { context["has_refunds"] = .section(TemplateContext(["refunds": .list(refunds)])) }
        let tickets = OrderTickets(found, site.server.signers(for: found.event), in: language)
        context["tickets"] = .list(tickets.contexts)
        if let calendar = tickets.calendarPath { context["calendar"] = .text(calendar) }
        if found.tickets.count > 1 {
            context["contents"] = .section(TemplateContext(["entries": .list(tickets.contexts)]))
        }
        return try request.localizedPage("order", title: Sentence(PublicSentence.yourTickets), context)
    }

    /// A text about the link that confirms the order. Before the deadline, it names the address to which the server
    /// sends the link, and the time for which the tickets are kept. After the deadline, it says whether the visitor can
    /// still confirm the order. Nil if there is nothing to confirm.
    ///
    /// The text does not say whether a mail server has accepted the message, because visitors can enter any address,
    /// and must not learn whether the address exists.
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
        let left = confirmation.deadline.milliseconds - now.milliseconds
        let count = SentenceArgument.number(Int((left + 59_999) / 60_000))
        return left > 0
            ? Sentence(PublicSentence.linkSent, ["address": address, "count": count])
            : Sentence(PublicSentence.linkSentEarlier, ["address": address])
    }

    /// The amount that is owed to the buyer, and the amounts that were paid back, with their times.
    private static func refunds(
        of found: LinkedOrder, _ eventText: EventText, in language: Language
    ) -> [TemplateContext] {
        let order = found.order
        func amount(_ minorUnits: Int64) -> SentenceArgument? {
            order.money(minorUnits).map { .text($0.text(in: language.locale)) }
        }
        var sentences: [Sentence] = []
        if order.refundLeft > 0, let left = amount(order.refundLeft) {
            sentences.append(Sentence(PublicSentence.refundLeft, ["amount": left]))
        }
        for payment in found.refunds {
            guard let paid = amount(payment.amount) else { continue }
            sentences.append(
                Sentence(
                    PublicSentence.refundPaid, ["amount": paid, "moment": .text(eventText.moment(payment.paid))]))
        }
        return sentences.map { TemplateContext(["refund": .sentence($0)]) }
    }

    private static func state(of order: Order) -> PublicSentence {
        guard !order.isDueAtTheDoor else { return .orderAtDoor }
        guard !order.awaitsConfirmation else { return .orderUnconfirmed }
        return switch order.status {
        case .pending: .orderPending
        case .paid: .orderPaid
        case .cancelled: .orderCancelled
        case .partlyRefunded: order.refundLeft > 0 ? .orderPartRefundOwed : .orderPartlyRefunded
        case .refunded: order.refundLeft > 0 ? .orderRefundOwed : .orderRefunded
        }
    }
}
