import Management
import ServerFixture
import Store
import Ticketing

/// For each column by which orders can be sorted, measures how long it takes to read the first 50 of 100,000 orders,
/// with their lines and refunds. This is compared with one statement in the engine's own shell that reads the same
/// rows. The result contains the highest ratio of all columns, and our times for each column. The columns with the
/// numbers and creation times of orders have no ratio: they have indexes, so the shell's times are too short to
/// measure.
func listing(_ program: String) throws -> [BenchmarkRow] {
    try Engine.allCases.map { engine in
        let work = "\(engine.name): the first 50 of 100,000 orders sorted by any column, vs. one statement in its shell"
        if let tool = Shell.missing(engine.tools) { return BenchmarkRow.leftOut(work, bar: 3, without: tool) }
        let hall = try Hall(engine, "list")
        try hall.fillOrders(100_000)
        let columns: [(column: OrderQuery.Column, key: String)] = [
            (.buyer, "folded_buyer"), (.tickets, "tickets"), (.total, "total"), (.status, "status"),
            (.method, "coalesce(method, '')"), (.paid, "coalesce(paid, 0)"),
        ]
        let clock = ContinuousClock()
        func ours(_ column: OrderQuery.Column) throws -> Double {
            let query = OrderQuery(sortedBy: column, descending: true)
            return try clock.measure {
                let found = try hall.services.orders.orders(of: hall.event, in: query, limit: 50)
                precondition(found.count == 50 && found.allSatisfy { $0.lines.count == 1 })
            } / .nanoseconds(1)
        }
        var figures: [(column: OrderQuery.Column, bare: Double, ours: Double)] = []
        for (column, key) in columns {
            let rounds = try (0..<9).map { _ in (bare: try hall.shell(hall.page(by: key)), ours: try ours(column)) }
            figures.append((column, median(rounds.map(\.bare)), median(rounds.map(\.ours))))
        }
        let indexed = try [OrderQuery.Column.number, .created].map { column in
            "\(column.rawValue) \(microseconds(median(try (0..<9).map { _ in try ours(column) })))"
        }
        let all = figures.map { "\($0.column.rawValue) \(microseconds($0.ours))" } + indexed
        guard let worst = figures.max(by: { $0.ours / $0.bare < $1.ours / $1.bare }) else {
            throw Trouble("no column was measured")
        }
        return BenchmarkRow(
            work: work, bare: worst.bare, ours: worst.ours, bar: 3, remark: all.joined(separator: ", "))
    }
}

extension Hall {
    /// Adds orders, each with one order line. Many orders have the same total, status, payment method or number of
    /// tickets, so that the lists sorted by these columns contain equal values.
    fileprivate func fillOrders(_ count: Int) throws {
        let (event, first) = (event.number.rawValue, types[0].number.rawValue)
        let numbers =
            "WITH RECURSIVE g (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM g WHERE value < \(count))"
        let statements = [
            """
            INSERT INTO ticket_order (event, number, buyer, folded_buyer, tickets, currency, total, status, created,
                holding, method, amount_paid, paid)
            \(numbers)
            SELECT \(event), value * CAST(40503 AS BIGINT) % 1000003 + 1, 'Guest ' || (value * 7919 % \(count)),
                'guest ' || (value * 7919 % \(count)), 1 + value % 4, 'UGX', 1000 * (1 + value * 31 % 977),
                CASE WHEN value % 5 = 0 THEN 'pending' ELSE 'paid' END,
                \(self.event.created.milliseconds) + value * 13 % 86400000, 0,
                CASE WHEN value % 5 = 0 THEN NULL WHEN value % 3 = 0 THEN 'card' ELSE 'cash' END,
                CASE WHEN value % 5 = 0 THEN NULL ELSE 1000 END,
                CASE WHEN value % 5 = 0 THEN NULL ELSE \(self.event.created.milliseconds) + value * 17 END
            FROM g
            """,
            """
            INSERT INTO order_line (event, ticket_order, type, count, price, admits)
            SELECT event, number, \(first), tickets, 1000, 1 FROM ticket_order WHERE event = \(event)
            """,
        ]
        try store.write { connection in
            for statement in statements { try connection.execute(statement, []) }
        }
        if engine == .postgreSQL { try PostgreSQLServer.shared().run("VACUUM ANALYZE") }
    }

    fileprivate func page(by key: String) -> String {
        """
        SELECT o.*, (SELECT sum(r.amount) FROM refund_payment r
                WHERE r.event = o.event AND r.ticket_order = o.number), l.type, l.count, l.price
            FROM (SELECT * FROM ticket_order WHERE event = \(event.number.rawValue)
                ORDER BY \(key) DESC, created DESC, number DESC LIMIT 50) o
            JOIN order_line l ON l.event = o.event AND l.ticket_order = o.number
        """
    }
}
