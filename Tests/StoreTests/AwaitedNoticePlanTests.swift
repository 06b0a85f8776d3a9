import EventFixture
import Testing
import Ticketing

@testable import Store

@Suite("Query plans for the messages that are due, and for those of them that recipients wait for", .everyEngine)
struct AwaitedNoticePlanTests {
    private let festival: Festival

    init() throws {
        festival = try Festival()
        guard EngineKind.current == .postgreSQL else { return }
        // PostgreSQL reads a small table without its indexes.
        try festival.tamper(
            """
            INSERT INTO notice (notice_key, organizer, kind, recipient, payload, created, due, awaited)
                SELECT 'key ' || value, 0, 'password-reset', 'grace@example.org', '{}', value, value,
                    CASE WHEN value % 1000 = 0 THEN 1 ELSE 0 END
                FROM generate_series(1, 20000) AS g (value);
            ANALYZE notice
            """)
    }

    private func plan(_ query: (any StoreConnection) throws -> Void) throws -> [String] {
        try festival.store.read { connection in
            let explaining = Explaining(connection, EngineKind.current)
            try query(explaining)
            return explaining.plan
        }
    }

    /// Whether a plan reads the whole table, or sorts rows.
    private func isSlow(_ plan: [String]) -> Bool {
        plan.contains {
            $0.contains("SCAN notice") || $0.contains("TEMP B-TREE") || $0.contains("Seq Scan on notice")
                || $0.contains("Sort")
        }
    }

    @Test("Messages that recipients wait for are found by their own index, however many other messages are due")
    func awaited() throws {
        let queries: [(any StoreConnection) throws -> Void] = [
            { _ = try $0.notices.due(in: .awaited, at: Festival.start, limit: 9) },
            { _ = try $0.notices.firstDue(in: .awaited, at: Festival.start) },
        ]
        for query in queries {
            let plan = try plan(query)
            #expect(plan.contains { $0.contains("notice_awaited") } && !isSlow(plan), "\(plan)")
            #expect(!plan.contains { $0.contains("notice_due") }, "\(plan)")
        }
    }

    @Test("The messages that are due are found by two indexes, without sorting")
    func due() throws {
        let plan = try plan { _ = try $0.notices.due(at: Festival.start, limit: 9) }
        for index in ["notice_awaited", "notice_due"] {
            #expect(plan.contains { $0.contains(index) } && !isSlow(plan), "\(plan)")
        }
    }
}
