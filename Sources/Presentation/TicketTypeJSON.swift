package import Foundation
import Gate
package import Ticketing

/// A ticket type in words and as JSON.
package struct TicketTypeJSON {
    package let type: TicketType
    package let zone: TimeZone
    /// Whether the type is on sale, or why it is not. If nil, the output does not mention sales.
    package let sale: SaleAvailability?

    package init(type: TicketType, zone: TimeZone, sale: SaleAvailability? = nil) {
        self.type = type
        self.zone = zone
        self.sale = sale
    }

    /// A ticket type that was removed, as JSON.
    package static func removed(_ type: TicketType) -> JSON {
        .object([("number", .int(type.number.rawValue)), ("name", .string(type.name)), ("removed", .bool(true))])
    }

    package var json: JSON {
        var members: [(String, JSON)] = [
            ("number", .int(type.number.rawValue)), ("issued", .int(type.issued)), ("reserved", .int(type.reserved)),
        ]
        members += type.details.jsonMembers(in: zone)
        if let sale { members += saleMembers(sale) }
        return .object(members)
    }

    private func saleMembers(_ sale: SaleAvailability) -> [(String, JSON)] {
        switch sale {
        case .yes(let until, let left):
            [
                ("on_sale", .bool(true)), ("not_on_sale", .null), ("sale_ends", time(until)),
                ("time_left", .optional(left?.rawValue)),
            ]
        case .no(let reason):
            [
                ("on_sale", .bool(false)), ("not_on_sale", .string(reason.name)), ("sale_ends", .null),
                ("time_left", .null),
            ]
        }
    }

    /// Whether the type is on sale, in words: `yes, under a day left`, or the reason why it is not. Empty if `sale` is
    /// nil.
    package var saleText: String {
        let sentences = VerdictSentences(timeZone: zone)
        return switch sale {
        case .yes(_, let left?): "yes, \(left.text) left"
        case .yes(_, nil): "yes"
        case .no(.notYetOpen(let opens)): "opens \(sentences.moment(opens))"
        case .no(.closed(let closed)): "closed \(sentences.moment(closed))"
        case .no(.started(let start)): "started \(sentences.moment(start))"
        case .no(.notPublished): "not published"
        case .no(.soldOut): "sold out"
        case .no(.hidden): "hidden"
        case nil: ""
        }
    }

    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: zone)) }
}

extension SaleAvailability.TimeLeft {
    fileprivate var text: String {
        switch self {
        case .overADay: "over a day"
        case .underADay: "under a day"
        case .underAnHour: "under an hour"
        }
    }
}
