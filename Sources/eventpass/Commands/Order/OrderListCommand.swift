import ArgumentParser
import Foundation
import Gate
import Languages
import Management
import Presentation
import Ticketing

struct OrderListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass order list new-year --status pending --json | jq .number
              eventpass order list new-year --search nakato
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrderList"

        case abstract = "List the orders of an event, oldest first."
        case status = "List only orders with this status."
        case search =
            "List only orders that match this text: words of the buyer's name, digits of the telephone number, or the beginning of the e-mail address or order number."
        case notFound = "no order found for “{text}”"
        case notFoundHint =
            "type words of the buyer's name, digits of the telephone number, or the beginning of the e-mail address or order number"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: ArgumentHelp(Text.status))
    var status: Order.Status?
    @Option(help: ArgumentHelp(Text.search))
    var search: String?
    @OptionGroup var limit: FirstOption

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let types = try services.ticketTypes.ticketTypes(of: event)
        let sentences = VerdictSentences(timeZone: event.zone)
        let now = Instant.now()
        var lines = LineBuffer()
        let search = search.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        var found = 0
        try limit.limit({ try services.orders.forEachOrder(of: event, $0) }) { order in
            guard status == nil || order.status == status, search.map(order.matches) ?? true else { return false }
            found += 1
            let orderJSON = OrderJSON(order, event: event, types: types, now: now)
            if output.json {
                try lines.line(orderJSON.json)
            } else {
                if found == 1 { try lines.line(OrderRow.heading) }
                try lines.line(OrderRow(orderJSON, sentences).text)
            }
            return true
        }
        if let search, found == 0 {
            throw CommandFailure(
                .refused, Text.notFound, ["text": .text(search.visible)], hint: Sentence(Text.notFoundHint))
        }
        try lines.flush(
            orSay: status == nil ? "There are no orders." : "There are no orders with this status.", output)
    }
}

private struct OrderRow {
    static let heading = line(
        "number", "created", "status", "total", "reserved until", "buyer")

    let text: String

    init(_ orderJSON: OrderJSON, _ sentences: VerdictSentences) {
        let order = orderJSON.order
        text = OrderRow.line(
            "\(order.number)", sentences.moment(order.created), orderJSON.statusText, orderJSON.total,
            OrderRow.reservationEnd(orderJSON).map { OrderRow.minute($0, in: orderJSON.event.zone) } ?? "",
            order.buyer.name.visible)
    }

    /// The time at which the order's reservation ends; nil if the order reserves nothing.
    private static func reservationEnd(_ orderJSON: OrderJSON) -> Instant? {
        orderJSON.order.holdsReservation || orderJSON.order.isDueAtTheDoor ? orderJSON.expires : nil
    }

    /// The local time to the minute, such as `2030-01-01 18:30`.
    private static func minute(_ instant: Instant, in zone: TimeZone) -> String {
        let text = instant.iso8601(in: zone)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    private static func line(
        _ number: String, _ created: String, _ status: String, _ total: String, _ reservationEnd: String,
        _ buyer: String
    ) -> String {
        func cell(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        return [
            cell(number, 10), cell(created, 31), cell(status, 16), cell(total, 13), cell(reservationEnd, 16), buyer,
        ]
        .joined(separator: "  ")
    }
}
