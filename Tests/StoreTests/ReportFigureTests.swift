import EventFixture
import Gate
import Testing
import Ticketing

@testable import Store

@Suite("Sums for reports", .everyEngine)
struct ReportFigureTests {
    @Test("In the sum of arrivals, a record’s number of people counts as 0 if negative, and as 1024 if it is higher")
    func people() throws {
        let festival = try Festival()
        let gate = try festival.gate()
        for token in try festival.issue(6) { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        try festival.tamper(
            """
            UPDATE record SET count = CASE sequence
                WHEN 1 THEN 3 WHEN 2 THEN 0 WHEN 3 THEN -7 WHEN 4 THEN 1024 WHEN 5 THEN 5000 ELSE 1 END
            """)
        let arrivals = try festival.store.read { try $0.figures.arrivals(at: festival.event.number) }
        #expect(arrivals.map(\.people) == [3 + 1024 + 1024 + 1])
    }

    @Test("The totals count the people who were ever admitted, and the people who are inside")
    func totals() throws {
        let festival = try Festival()
        let event = festival.event.number
        let before = try festival.store.read { try $0.slots.totals(of: event) }
        #expect(before.admitted == 0 && before.inside == 0)
        let gate = try festival.gate()
        let tokens = try festival.issue(3)
        for token in tokens { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        #expect(gate.decide(Scan(tokens[1], direction: .exit)).outcome == .exit)
        let after = try festival.store.read { try $0.slots.totals(of: event) }
        #expect(after.admitted == 3 && after.inside == 2)
    }

    private func sell(_ tickets: String, at festival: Festival) throws {
        try festival.tamper(
            """
            INSERT INTO ticket (event, type, admits, key, issue, serial, issued_at, status, price, due, currency)
                SELECT \(festival.event.number.rawValue), \(festival.regular.number.rawValue), 1, 1, 0, v.*
                FROM (VALUES \(tickets)) AS v
            """)
    }

    private func sales(at festival: Festival) throws -> [ReportFigures.Sales] {
        try festival.store.read { connection in
            try connection.figures.sales(
                of: festival.event.number, offsets: ZoneOffsets(of: .gmt, from: Festival.start, to: Festival.start),
                in: EventCurrencies(primary: "UGX", hasSeveral: true))
        }
    }

    @Test(
        """
        Sales are summed by day, status and currency; unpaid tickets add no revenue, and cancelled tickets add refunds
        """)
    func sales() throws {
        let festival = try Festival()
        try sell(
            """
            (1, 86400000, 'issued', 10, CAST(NULL AS BIGINT), 'UGX'), (2, 86400001, 'blocked', NULL, NULL, NULL),
            (3, 86400002, 'issued', 7, 7, 'UGX'), (4, 86400003, 'cancelled', 5, NULL, 'UGX'),
            (5, 86400004, 'issued', 3, NULL, 'KES'), (6, 172800000, 'issued', 20, NULL, 'UGX')
            """, at: festival)
        let type = festival.regular.number
        func sum(
            _ day: Int64, _ currency: String, issued: Int, revenue: Int64 = 0, ended: Int = 0, refunds: Int64 = 0,
            due: Int64 = 0
        ) -> ReportFigures.Sales {
            ReportFigures.Sales(
                type: type, day: Instant(milliseconds: day * 86_400_000), currency: currency, issued: issued,
                revenue: revenue, ended: ended, refunds: refunds, due: due)
        }
        let found = try sales(at: festival)
        #expect(
            Set(found)
                == Set(
                    [
                        sum(1, "UGX", issued: 2, revenue: 10), sum(1, "UGX", issued: 1, due: 7),
                        sum(1, "UGX", issued: 1, revenue: 5, ended: 1, refunds: 5),
                        sum(1, "KES", issued: 1, revenue: 3), sum(2, "UGX", issued: 1, revenue: 20),
                    ]), "\(found)")
    }

    @Test("Sales whose sum is too large are an error, not a wrong number")
    func overflow() throws {
        let festival = try Festival()
        try sell(
            """
            (1, 86400000, 'issued', \(Int64.max), CAST(NULL AS BIGINT), 'UGX'), (2, 86400000, 'issued', 1, NULL, 'UGX')
            """, at: festival)
        #expect(throws: StoreError.self) { try sales(at: festival) }
    }
}
