import EventFixture
import Testing
import Ticketing

@testable import Store

@Suite("Reports on PostgreSQL")
struct ReportPlanTests {
    // Reports group tickets and scans by time. Nearly every row has a different time. By default, the planner therefore
    // expects nearly as many groups as rows, and uses no parallel workers. `PlannerStatistics` makes the planner expect
    // fewer different times.
    @Test("PostgreSQL computes the sums of reports in parallel, although each ticket and scan has a different time")
    func shared() throws {
        let festival = try Festival(engine: .postgreSQL)
        let event = festival.event.number
        try festival.tamper(
            """
            INSERT INTO ticket (event, serial, type, admits, key, issue, status, issued_at)
                SELECT \(event.rawValue), value, \(festival.regular.number.rawValue), 1, 1, 0, 'issued', value * 86400
                FROM generate_series(1, 20000) AS g (value);
            INSERT INTO record (device, sequence, event, serial, issue, type, sub_event, slot, count, used, direction,
                    verdict, gate, wall_clock, hybrid_clock, hash)
                SELECT '', value, \(event.rawValue), value, 0, \(festival.regular.number.rawValue), 0, 0, 1, 1, 'entry',
                    'admit', 'North', value * 300, value, ''
                FROM generate_series(1, 20000) AS g (value);
            ANALYZE ticket;
            ANALYZE record
            """)
        let plans = try festival.store.read { connection in
            // By default, PostgreSQL computes a sum in parallel only for a larger table than the tables of this test.
            // With these settings, the size does not matter.
            for cost in ["parallel_setup_cost", "parallel_tuple_cost", "min_parallel_table_scan_size"] {
                _ = try connection.execute("SET LOCAL \(cost) = 0", [])
            }
            let explaining = Explaining(connection, .postgreSQL)
            _ = try explaining.figures.arrivals(at: event)
            _ = try explaining.figures.sales(
                of: event, offsets: ZoneOffsets(of: .gmt, from: Festival.start, to: Festival.start),
                in: EventCurrencies(primary: "UGX", hasSeveral: false))
            return explaining.plan
        }
        #expect(plans.count { $0.contains("Partial HashAggregate") } == 2, "\(plans)")
    }
}
