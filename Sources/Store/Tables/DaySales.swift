public import Ticketing

/// The active tickets that were sold in a period, and their orders.
public struct DaySales: Hashable, Sendable {
    public let orders: Int
    public let tickets: Int
    /// The sum of the tickets' prices. Nil if all tickets are free of charge, or if they have prices in several
    /// currencies.
    public let total: Money?
    /// Whether the tickets have prices in several currencies.
    public let hasSeveralCurrencies: Bool
}

extension ReportFigures {
    /// Counts an event's active tickets that belong to orders. A ticket counts if it was issued at `from` or later, and
    /// before `to`. Reads all of the event's tickets.
    public func sales(of event: EventNumber, from: Instant, to: Instant) throws -> DaySales {
        let primary = try connection.events.currencies(at: event).primary
        let sums = try connection.all(
            """
            SELECT currency, count(*), count(DISTINCT ticket_order), CAST(coalesce(sum(price), 0) AS BIGINT)
            FROM ticket
            WHERE event = $1 AND ticket_order IS NOT NULL AND issued_at >= $2 AND issued_at < $3
                AND status IN ('issued', 'blocked')
            GROUP BY currency
            """, [.int(event.rawValue), .instant(from), .instant(to)]
        ) { row in
            (
                currency: row.optionalText(0) ?? primary, tickets: try row.number(1), orders: try row.number(2),
                price: row.integer(3)
            )
        }
        let priced = sums.filter { $0.price > 0 }
        let total = priced.count == 1 ? priced.first : nil
        return DaySales(
            orders: sums.reduce(0) { $0 + $1.orders }, tickets: sums.reduce(0) { $0 + $1.tickets },
            total: total.flatMap { sum in sum.currency.map { Money(minorUnits: sum.price, currency: $0) } },
            hasSeveralCurrencies: priced.count > 1)
    }
}
