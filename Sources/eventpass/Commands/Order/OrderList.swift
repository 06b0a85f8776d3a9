import ArgumentParser
import Foundation
import Gate
import Management
import Presenting
import Ticketing

struct OrderList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the orders of an event, oldest first.",
        discussion: """
              eventpass order list new-year --status pending --json | jq .number
              eventpass order list new-year --search nakato
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "Those of this status alone.")
    var status: Order.Status?
    @Option(
        help: """
            Those found by a text: words of the buyer's name, digits of the telephone, or the beginning of an e-mail \
            address or order number.
            """
    )
    var search: String?
    @OptionGroup var limit: FirstOption

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event, among: .any)
        let types = try office.ticketTypes(of: event)
        let sentences = Sentences(timeZone: event.zone)
        let now = Instant.now()
        var lines = LineBuffer()
        var found = 0
        try limit.limit({ try office.forEachOrder(of: event, $0) }) { order in
            guard status == nil || order.status == status, search.map(order.isFound) ?? true else { return false }
            found += 1
            let view = OrderView(order, event: event, types: types, now: now)
            if output.json {
                try lines.line(view.json)
            } else {
                if found == 1 { try lines.line(OrderRow.heading) }
                try lines.line(OrderRow(view, sentences).text)
            }
            return true
        }
        if let search, found == 0 {
            throw Failure(
                .refused, "No order found for “\(search.visible)”",
                hint: """
                    type words of the buyer's name, digits of the telephone, or the beginning of an e-mail address or \
                    order number
                    """)
        }
        try lines.flush(
            orSay: status == nil ? "There are no orders." : "There are no orders with this status.", output)
    }
}

/// An order on one line of a list.
private struct OrderRow {
    static let heading = line(
        "number", "created", "status", "total", "held until", "buyer")

    let text: String

    init(_ view: OrderView, _ sentences: Sentences) {
        let order = view.order
        text = OrderRow.line(
            "\(order.number)", sentences.moment(order.created), view.statusWords, view.total,
            OrderRow.held(view).map { OrderRow.minute($0, in: view.event.zone) } ?? "",
            order.buyer.name.visible)
    }

    /// Until when it keeps its places: a hold, or the unpaid reservation of a visitor.
    private static func held(_ view: OrderView) -> Instant? {
        view.order.isHolding || view.order.isPaidAtTheDoor ? view.expires : nil
    }

    /// `2030-01-01 18:30`
    private static func minute(_ instant: Instant, in zone: TimeZone) -> String {
        let text = instant.iso8601(in: zone)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    private static func line(
        _ number: String, _ created: String, _ status: String, _ total: String, _ held: String, _ buyer: String
    ) -> String {
        func cell(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        return [cell(number, 10), cell(created, 31), cell(status, 16), cell(total, 13), cell(held, 16), buyer]
            .joined(separator: "  ")
    }
}
