import Management
import ServerFixture
import Store
import Ticketing

/// Compares two times: the time to read 10,000 public events with their ticket types and to choose recommendations
/// among them, and the time to read the same rows in the engine's own shell.
func recommending(_ program: String) throws -> [BenchmarkRow] {
    let count = 10_000
    return try Engine.allCases.map { engine in
        let work = "\(engine.name): recommendations among 10,000 events, vs. reading the events in its shell"
        if let tool = Shell.missing(engine.tools) { return BenchmarkRow.leftOut(work, bar: 3, without: tool) }
        let hall = try Hall(engine, "recommend")
        let now = Stage.now()
        try hall.fill(publicEvents: count, at: now)
        let interests = Interests(
            categories: [.technology, .music], city: "city 7", price: .moderate, followed: ["bench"],
            interactions: [.purchase: [.arts: 2], .like: [.food: 3], .view: [.sport: 40]])
        let clock = ContinuousClock()
        var (bare, ours, choosing): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<15 {
            bare.append(
                try hall.shell(
                    """
                    SELECT e.number, e.category, o.slug, e.city, e.latitude, e.longitude, e.time_zone, e.start, e.ends,
                        e.created, y.number, y.price, y.currency, y.quantity, y.issued, y.reserved
                    FROM event e JOIN organizer o ON o.number = e.organizer
                        LEFT JOIN ticket_type y ON y.event = e.number AND y.hidden = 0
                    WHERE e.status = 'published' AND e.kind = 'public' AND e.deleted IS NULL
                        AND e.ends > \(now.milliseconds)
                    """))
            var candidates: [EventCandidate] = []
            let reading =
                try clock.measure {
                    candidates = try hall.store.read { try $0.eventCandidates.upcoming(at: now, limit: count) }
                } / .nanoseconds(1)
            choosing.append(
                clock.measure {
                    let sections = RecommendationSection.all(of: candidates, for: interests, at: now)
                    precondition(sections.count > 3 && candidates.count == count)
                } / .nanoseconds(1))
            ours.append(reading + (choosing.last ?? 0))
        }
        return BenchmarkRow(
            work: work, bare: median(bare), ours: median(ours), bar: 3,
            remark: "of this, choosing \(microseconds(median(choosing)))")
    }
}

extension Hall {
    /// Adds public events until the store has `publicEvents` of them, including the event of this `Hall`. Each added
    /// event begins within a year and has two ticket types.
    fileprivate func fill(publicEvents: Int, at now: Instant) throws {
        let cases = EventDetails.Category.allCases.enumerated().map { "WHEN \($0) THEN '\($1.rawValue)'" }
            .joined(separator: " ")
        let first = 4_000_000_000
        let isNew = "number BETWEEN \(first + 1) AND \(first + publicEvents)"
        let numbers =
            "WITH RECURSIVE g (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM g WHERE value < \(publicEvents - 1))"
        let start = "\(now.milliseconds) + value % 8760 * CAST(3600000 AS BIGINT)"
        let statements = [
            """
            INSERT INTO event (number, organizer, slug, suite, created, status, published, title, kind, category, venue,
                city, latitude, longitude, time_zone, start, ends)
            \(numbers)
            SELECT \(first) + value, \(event.organizer.rawValue), 'bench-' || value, 1, \(now.milliseconds), 'published',
                \(now.milliseconds), 'Event ' || value, 'public', CASE value % 12 \(cases) END, 'Hall',
                'City ' || (value % 50), 300000 + value % 50 * 40000, 32500000, 'Africa/Kampala', \(start),
                \(start) + 7200000
            FROM g
            """,
            """
            INSERT INTO event_term (term, anchor, event)
            SELECT '', start, number FROM event WHERE \(isNew)
            """,
            """
            INSERT INTO ticket_type (event, number, name, folded_name, price, currency, quantity, issued, admits,
                live_code)
            SELECT number, 0, 'Regular', 'regular', 1000 * (1 + number % 90), 'UGX', 100, number % 100, 1, 0
            FROM event WHERE \(isNew)
            UNION ALL SELECT number, 1, 'VIP', 'vip', 500000, 'UGX', NULL, 5, 1, 0
            FROM event WHERE \(isNew)
            """,
        ]
        try store.write { connection in
            for statement in statements { try connection.execute(statement, []) }
        }
        if engine == .postgreSQL { try PostgreSQLServer.shared().run("VACUUM ANALYZE") }
    }
}
