import EventFixture
import Gate
import Store
import Testing
import Ticketing

@Suite("Gates that rehearse", .everyEngine)
struct RehearsalTests {
    private func rehearsal(_ festival: Festival) throws -> Gate {
        try Gate(
            name: "Practice", event: festival.event.number, store: festival.store.rehearsing(), ring: festival.ring,
            device: festival.device, operation: Gate.Operation(clock: festival.clock.now))
    }

    @Test("A rehearsal decides like a real gate, but stores no admission, exit, undo or refusal")
    func nothingIsRecorded() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let real = try festival.gate()
        #expect(real.decide(Scan(tokens[0])).outcome == .admit(again: false))
        let before = try festival.records()
        let gate = try rehearsal(festival)
        festival.clock.advance(bySeconds: 60)
        #expect(gate.isRehearsal && !real.isRehearsal)
        // The holder of the first ticket is inside: an entry is refused, but an exit and an undo succeed. The second
        // ticket is admitted each time.
        #expect(gate.decide(Scan(tokens[0])).outcome.kind == .refuse)
        #expect(gate.decide(Scan(tokens[0], direction: .exit)).outcome == .exit)
        #expect(gate.undo(Scan(tokens[0]), reason: "practice").outcome == .void)
        for id in [nil, "one", "one"] {
            let verdict = gate.decide(Scan(tokens[1], requestID: id))
            #expect(verdict.outcome == .admit(again: false) && verdict.isRehearsal)
        }
        #expect(gate.decide(Scan("rubbish")).isRehearsal)
        try gate.flush()
        #expect(!gate.hasPendingRecords)
        #expect(try festival.records() == before)
        let attendance = try festival.services.reports.attendance(of: festival.event)
        #expect(attendance.admitted == 1 && attendance.inside == 1 && attendance.refused == 0)
        #expect(try festival.isIntact())
        #expect(try festival.gate("South").decide(Scan(tokens[1])).outcome == .admit(again: false))
    }

    @Test(
        """
        If several scans of one ticket are decided together, a rehearsal admits the ticket each time, and records \
        nothing
        """)
    func together() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let gate = try rehearsal(festival)
        let verdicts = gate.decide([Scan(token), Scan("rubbish"), Scan(token), Scan(token)])
        #expect(verdicts.map(\.outcome.kind) == [.admit, .refuse, .admit, .admit])
        #expect(verdicts.allSatisfy { $0.isRehearsal })
        #expect(!gate.hasPendingRecords && gate.pendingRecordCount == 0)
    }

    @Test("A rehearsing store discards every change, and rethrows the errors of a transaction’s closure")
    func discarded() throws {
        let festival = try Festival()
        let store = festival.store.rehearsing()
        func title(_ connection: any StoreConnection) throws -> String? {
            try connection.events.with(number: festival.event.number)?.details.title
        }
        let seen = try store.write { connection in
            try connection.execute("UPDATE event SET title = 'Practice'", [])
            return try title(connection)
        }
        #expect(seen == "Practice")
        #expect(try festival.store.read(title) == festival.event.details.title)
        #expect(throws: Slip()) { try store.write { _ in throw Slip() } }
    }

    private struct Slip: Error, Equatable {}
}
