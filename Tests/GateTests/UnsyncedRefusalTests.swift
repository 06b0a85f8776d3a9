import EventFixture
import Gate
import Store
import Testing

@Suite("Refusals on a database server")
struct UnsyncedRefusalTests {
    @Test("Each admission makes the server sync its log to the disk, but refusals do not")
    func refusals() throws {
        let server = try PostgreSQLServer()
        // With this delay, the server rarely syncs its log in the background. The test allows for three background
        // syncs.
        _ = try server.run("ALTER SYSTEM SET wal_writer_delay = '10s'")
        _ = try server.run("SELECT pg_reload_conf()")
        let festival = try Festival(engine: .postgreSQL, server: server)
        let tokens = try festival.issue(20)
        let gate = try festival.gate()
        #expect(try syncs(of: tokens, festival) { gate.decide(Scan($0)).outcome == .admit(again: false) } == 20)
        festival.clock.advance(bySeconds: 60)
        #expect(try syncs(of: tokens, festival) { gate.decide(Scan($0)).outcome.name == "refuse" } <= 3)
        #expect(gate.hasPendingRecords)
        try gate.flush()
        let refusals = try festival.store.read { try $0.ledger.refusals(of: festival.event.number) }
        #expect(refusals.map(\.count) == [20])
    }

    /// The number of tokens whose scan made the server sync its log.
    private func syncs(of tokens: [String], _ festival: Festival, _ isAsExpected: (String) -> Bool) throws -> Int {
        var syncs = 0
        for token in tokens {
            let before = try synced(festival)
            #expect(isAsExpected(token))
            if try synced(festival) != before { syncs += 1 }
        }
        return syncs
    }

    /// The position up to which the server's log is on disk.
    private func synced(_ festival: Festival) throws -> String {
        var position = ""
        try festival.store.read { connection in
            try connection.forEachRow("SELECT CAST(pg_current_wal_flush_lsn() AS TEXT)", []) { position = $0.text(0) }
        }
        return position
    }
}
