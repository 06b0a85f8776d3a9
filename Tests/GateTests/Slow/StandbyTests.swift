import EventFixture
import Foundation
import Gate
import Management
import ServerFixture
import Store
import Synchronization
import Testing
import Ticketing

/// A standby is a second database server, which receives all commits of the primary server. The primary can wait for
/// its standby before it confirms a commit. In these tests, the standby stops answering.
@Suite("Commits that the standby server has not received", .serialized, .slow)
struct StandbyTests {
    /// A primary with one standby, and a festival on the primary.
    private struct Pair: Sendable {
        let primary: PostgreSQLServer
        let standby: PostgreSQLServer
        let festival: Festival

        init() throws {
            primary = try PostgreSQLServer()
            standby = try PostgreSQLServer(standbyOf: primary)
            festival = try Festival(engine: .postgreSQL, server: primary)
            try primary.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
            try primary.run("SELECT pg_reload_conf()")
            try wait(until: "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
        }

        /// Waits until a query returns a number of at least 1.
        ///
        /// - Parameter server: the server that runs the query; nil for the primary.
        func wait(until query: String, at server: PostgreSQLServer? = nil) throws {
            let deadline = ContinuousClock.now + .seconds(60)
            while try Int((server ?? primary).run(query).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 < 1 {
                guard ContinuousClock.now < deadline else { throw Surprise("timeout: \(query)") }
            }
        }

        /// Waits until a commit waits for the standby.
        func waitForCommit() throws {
            try wait(until: "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        }

        /// Ends the wait of commits for the standby. An administrator could do the same.
        ///
        /// - Parameter function: an SQL function that takes the id of a server process.
        func endWait(by function: String) throws {
            try primary.run("SELECT \(function)(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        }

        /// Counts the rows of a table on the standby. The standby confirms a commit before queries on the standby see
        /// the commit's rows. So this function first waits until queries see all commits that the standby has received.
        func standbyCount(of table: String) throws -> Int {
            let received = try standby.run("SELECT pg_last_wal_receive_lsn()")
                .trimmingCharacters(in: .whitespacesAndNewlines)
            try wait(until: "SELECT (pg_last_wal_replay_lsn() >= '\(received)')::int", at: standby)
            let schema = festival.storeURL.split(separator: "D").last ?? ""
            let text = try standby.run("SELECT count(*) FROM \(schema).\(table)")
            return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        }

        func gate() throws -> Gate { try festival.gate() }

        /// Repeats a scan until it is decided. On a busy machine, a gate can give up before the standby confirms the
        /// commit.
        func settled(_ scan: Scan, at gate: Gate) -> Verdict.Outcome {
            let deadline = ContinuousClock.now + .seconds(60)
            var outcome = gate.decide(scan).outcome
            while outcome.name == "undecided", ContinuousClock.now < deadline { outcome = gate.decide(scan).outcome }
            return outcome
        }
    }

    @Test(
        """
        If an administrator ends a scan’s wait for the standby, the scan is undecided until the standby has the scan’s \
        commit
        """,
        arguments: ["pg_cancel_backend", "pg_terminate_backend"])
    func ended(by function: String) throws {
        let pair = try Pair()
        let tokens = try pair.festival.issue(2)
        let gate = try pair.gate()
        #expect(gate.decide(Scan(tokens[0])).outcome == .admit(again: false))
        try pair.standby.freeze()
        let administrator = Thread {
            do {
                try pair.waitForCommit()
                try pair.endWait(by: function)
            } catch {
                Issue.record(error)
            }
        }
        administrator.start()
        let unsure = gate.decide(Scan(tokens[1], requestID: "1"))
        #expect(unsure.outcome.name == "undecided" && unsure.mayBeStored)
        try pair.standby.thaw()
        #expect(pair.settled(Scan(tokens[1], requestID: "1"), at: gate) == .admit(again: false))
        #expect(try pair.festival.records().count == 2)
        #expect(try pair.standbyCount(of: "record") == 2)
    }

    @Test(
        "If only the restarted primary has a scan's commit, the scan stays undecided until the standby has the commit")
    func restarted() throws {
        let pair = try Pair()
        let tokens = try pair.festival.issue(1)
        let gate = try pair.gate()
        try pair.standby.freeze()
        #expect(gate.decide(Scan(tokens[0], requestID: "1")).outcome.name == "undecided")
        try pair.primary.stop()
        try pair.primary.start()
        #expect(try pair.festival.records().count == 1, "the restarted primary does not show the unconfirmed commit")
        let unsure = gate.decide(Scan(tokens[0], requestID: "1"))
        #expect(unsure.outcome.name == "undecided" && unsure.mayBeStored)
        try pair.standby.thaw()
        try pair.wait(until: "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
        #expect(pair.settled(Scan(tokens[0], requestID: "1"), at: gate) == .admit(again: false))
        #expect(try pair.festival.records().count == 1)
        #expect(try pair.standbyCount(of: "record") == 1)
    }

    /// Work that runs on a separate thread.
    private final class Attempt<Value: Sendable>: Sendable {
        private let outcome = Mutex<Result<Value, any Error>?>(nil)
        private let group = DispatchGroup()

        init(_ work: @escaping @Sendable () throws -> Value) {
            group.enter()
            Thread.detachNewThread { [self] in
                let result = Result { try work() }
                outcome.withLock { $0 = result }
                group.leave()
            }
        }

        var isOver: Bool { outcome.withLock { $0 != nil } }

        func value() throws -> Value {
            group.wait()
            let result = outcome.withLock { $0 }
            return try #require(result).get()
        }
    }

    @Test(
        "If only the restarted primary has the issued tickets, a retry waits until the standby also has these tickets")
    func repeated() throws {
        let pair = try Pair()
        let festival = pair.festival
        let issue: @Sendable () throws -> IssueSummary = {
            try festival.services.tickets.issue(
                .unnamed(3), type: festival.regular, of: festival.event, signingWith: festival.ring,
                options: TicketIssueOptions(request: "abc"))
        }
        try pair.standby.freeze()
        let first = Attempt(issue)
        try pair.waitForCommit()
        try pair.primary.stop()
        let error = #expect(throws: StoreError.self) { try first.value() }
        guard case .outcomeUnknown = error else { throw Surprise("\(error as Any)") }
        try pair.primary.start()
        let again = Attempt(issue)
        try pair.waitForCommit()
        #expect(!again.isOver, "the tickets were reported before the standby had them")
        try pair.standby.thaw()
        let summary = try again.value()
        #expect(summary.isReplay && summary.tickets == 3)
        #expect(try pair.standbyCount(of: "ticket") == 3)
    }

    @Test(
        """
        While the standby is down, an open gate is undecided within seconds and no other gate can be opened; \
        once the standby is back, the open gate continues
        """
    )
    func gone() throws {
        let pair = try Pair()
        let tokens = try pair.festival.issue(2)
        let program = try Program(["gate", "check", "new-year", "--gate", "North", "--json"], on: pair.festival)
        func verdict(on token: String) throws -> String {
            try program.send([token])
            let line = try #require(try program.line())
            return try PrintedVerdict(line).verdict
        }
        #expect(try verdict(on: tokens[0]) == "admit")
        try pair.standby.freeze()
        #expect(try verdict(on: "rubbish") == "refuse")
        // The gate writes the refusal while it waits for the next scan. This commit waits for the standby.
        try pair.waitForCommit()
        let start = ContinuousClock.now
        #expect(try verdict(on: tokens[1]) == "undecided")
        // A scan is undecided after at most five seconds. The test allows one more second for a busy machine.
        #expect(ContinuousClock.now - start < .seconds(6))
        let second = try Program(
            ["gate", "check", "new-year", "--gate", "South"], on: pair.festival, input: [tokens[1]],
            device: DeviceID(bytes: [UInt8](repeating: 7, count: 16)))
        second.process.waitUntilExit()
        #expect(second.process.terminationStatus == 2)
        try pair.standby.thaw()
        var last = try verdict(on: tokens[1])
        // The standby may not have received the first commit after the outage yet.
        while last == "undecided" { last = try verdict(on: tokens[1]) }
        #expect(["admit", "refuse", "repeat"].contains(last))
        #expect(try pair.festival.records().filter { $0.decision == .admit }.count == 2)
        try program.endInput()
        _ = try program.rest()
    }

    @Test(
        "A management call returns only once the standby has the change, even if the wait for the standby is cancelled")
    func services() throws {
        let pair = try Pair()
        try pair.standby.freeze()
        let administrator = Thread {
            do {
                try pair.waitForCommit()
                try pair.endWait(by: "pg_cancel_backend")
                // The call now confirms the change with another transaction, which also waits for the standby.
                try pair.waitForCommit()
                try pair.standby.thaw()
            } catch {
                Issue.record(error)
            }
        }
        administrator.start()
        _ = try pair.festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Balcony"), to: pair.festival.event)
        #expect(
            try pair.festival.services.ticketTypes.ticketTypes(of: pair.festival.event).map(\.name) == [
                "Regular", "Balcony",
            ])
        #expect(try pair.standbyCount(of: "ticket_type") == 2)
    }
}
