import Gate
import Presenting
import Ticketing

extension OrderJSON {
    func lines(tickets: [Ticket]) -> [String] {
        let sentences = VerdictSentences(timeZone: event.zone)
        let contact = [order.buyer.email?.rawValue, order.buyer.phone?.rawValue].compactMap(\.self)
        var lines = [
            "order    \(order.number)", "event    \(event.details.title.visible)",
            "buyer    \(([order.buyer.name] + contact).joined(separator: ", ").visible)",
            "status   \(statusText)\(expires.map { ", reserved until \(sentences.moment($0))" } ?? "")",
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
        if let refundText { lines.append("refund   \(refundText)") }
        return lines + tickets.map { "ticket   \($0.code)  \($0.status.rawValue)" }
    }
}
