import EventFixture
import Foundation
import Gate
import Testing
import Ticketing

@testable import Store

/// A gate does not write a refusal at once. The refusal is pending until the gate writes it together with other
/// records.
@Suite("Pending refusals", .everyEngine)
struct UnwrittenTests {
    @Test("An admission runs three queries (four on a server) and writes rows three times; a refusal writes no rows")
    func statements() throws {
        let festival = try Festival()
        let engine = CountingEngine(festival.store)
        let tokens = try festival.issue(2)
        let gate = try Gate(
            name: "North", event: festival.event.number, store: Store(engine: engine), ring: festival.ring,
            device: festival.device,
            operation: Gate.Operation(clock: festival.clock.now))
        _ = gate.decide(Scan(tokens[0]))
        let admission = engine.counts { #expect(gate.decide(Scan(tokens[1])).outcome == .admit(again: false)) }
        // On a server, an additional query first locks the ticket, so that other gates wait.
        let queries = festival.store.mayLoseCommitOutcome ? 4 : 3
        #expect(admission == CountingEngine.Counts(queries: queries, changes: 3))
        festival.clock.advance(bySeconds: 10)
        let refusal = engine.counts { #expect(gate.decide(Scan(tokens[1])).outcome.name == "refuse") }
        #expect(refusal == CountingEngine.Counts(queries: queries, changes: 0))
        let garbage = engine.counts { #expect(gate.decide(Scan("rubbish")).outcome.name == "refuse") }
        #expect(garbage == CountingEngine.Counts())
        #expect(gate.hasPendingRecords)
        try gate.flush()
        #expect(!gate.hasPendingRecords)
    }

    @Test("The next admission also writes the pending refusal, as an earlier record with the time of the refused scan")
    func next() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let gate = try festival.gate()
        _ = gate.decide(Scan(tokens[0]))
        festival.clock.advance(bySeconds: 10)
        let refused = festival.clock.now()
        _ = gate.decide(Scan(tokens[0]))
        #expect(try festival.records().map(\.decision.name) == ["admit"])
        festival.clock.advance(bySeconds: -30)
        _ = gate.decide([Scan(tokens[1]), Scan("rubbish")])
        let records = try festival.records()
        #expect(records.map(\.decision.name) == ["admit", "refuse", "admit"])
        #expect(records[1].wallClock == refused)
        #expect(zip(records, records.dropFirst()).allSatisfy { $0.hybridClock < $1.hybridClock })
        #expect(try festival.isIntact())
        try gate.flush()
        #expect(try festival.records().count == 3)
    }

    @Test(
        """
        If nobody is admitted, pending refusals are written by the first scan after one second, or as soon as 1,024 \
        are pending
        """)
    func bounds() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        _ = gate.decide(Scan(token))
        festival.clock.advance(bySeconds: 10)
        _ = gate.decide(Scan(token))
        _ = gate.decide(Scan(token))
        #expect(try festival.records().count == 1)
        festival.clock.advance(bySeconds: 1)
        _ = gate.decide(Scan(token))
        #expect(try festival.records().count == 4)
        for _ in 0..<1023 { _ = gate.decide(Scan(token)) }
        #expect(try festival.records().count == 4)
        _ = gate.decide(Scan(token))
        #expect(try festival.records().count == 4 + 1024)
        // A clock that is set back does not delay pending refusals.
        _ = gate.decide(Scan(token))
        festival.clock.advance(bySeconds: -3600)
        _ = gate.decide(Scan(token))
        #expect(try festival.records().count == 4 + 1026)
        #expect(try festival.isIntact())
    }

    @Test("A refusal is written at once if the caller gave the scan a request ID")
    func chosen() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        #expect(gate.decide(Scan(token, requestID: "r", direction: .exit)).outcome == .refuse(.notInside))
        #expect(!gate.hasPendingRecords)
        _ = gate.decide(Scan(token))
        #expect(gate.decide(Scan(token, requestID: "r", direction: .exit)).outcome == .refuse(.notInside))
    }

    @Test("After a failed commit, earlier refusals are still pending, and no scan of the failed batch is recorded")
    func failedCommit() throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        let gate = try festival.gate()
        _ = gate.decide(Scan(tokens[0]))
        festival.clock.advance(bySeconds: 10)
        _ = gate.decide([Scan(tokens[0]), Scan("rubbish")])
        try festival.tamper("ALTER TABLE admission_slot RENAME TO elsewhere")
        #expect(gate.decide([Scan(tokens[1]), Scan(tokens[0])]).map(\.outcome.name) == ["undecided", "undecided"])
        try festival.tamper("ALTER TABLE elsewhere RENAME TO admission_slot")
        _ = gate.decide(Scan(tokens[2]))
        #expect(try festival.records().map(\.decision.name) == ["admit", "refuse", "admit"])
        let counted = try festival.store.read { try $0.scanCounters.all(of: festival.event.number) }
        #expect(counted.map(\.count) == [1])
        #expect(try festival.isIntact())
    }

    @Test("A gate program writes its pending refusals while it waits for the next scan")
    func resting() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let program = try Program(["gate", "check", "new-year", "--gate", "North", "--json"], on: festival)
        for _ in 0..<3 {
            try program.send([token])
            _ = try program.line()
        }
        // The inputs of both programs stay open, so neither program ends before the check below. The program `out`
        // must therefore write its refusal while it waits for input.
        let out = try Program(["gate", "check", "new-year", "--gate", "Out", "--json"], on: festival)
        try out.send([token])
        #expect(try #require(try out.line()).contains("refuse"))
        let deadline = ContinuousClock.now + .seconds(20)
        while try !festival.records().contains(where: { $0.gate == "Out" }), ContinuousClock.now < deadline {}
        #expect(try festival.records().contains { $0.gate == "Out" })
        for program in [program, out] {
            try program.endInput()
            _ = try program.rest()
        }
    }
}

extension Festival {
    func records() throws -> [AdmissionRecord] {
        var records: [AdmissionRecord] = []
        try services.gates.forEachRecord(of: event) { records.append($0) }
        return records
    }

    /// Whether the hash chains are intact and the admission slots match the records in the chains.
    func isIntact() throws -> Bool {
        if case .intact = try store.read({ try $0.ledger.verify() }) { true } else { false }
    }
}
