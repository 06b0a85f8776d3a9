import EventFixture
import Gate
import Store
import Testing
import Ticketing

/// A scanner types a ticket's text like a keyboard. The scanner and the computer can be set to different keyboard
/// layouts. A scan can therefore have several interpretations: the texts that the scanner could have sent.
@Suite("Scans with several interpretations, and the operator who scans", .everyEngine)
struct ReadingTests {
    @Test("The first interpretation that verifies is used, and the verdict contains the index of that interpretation")
    func firstProof() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let gate = try festival.gate()
        let verdict = gate.decide(Scan(readings: ["rubbish", tokens[0], tokens[1]].map { Array($0.utf8) }))
        #expect(verdict.outcome == .admit(again: false))
        #expect(verdict.readingIndex == 1)
        #expect(verdict.ticket?.serial == (try festival.ticket(of: tokens[0]).serial))
        try gate.flush()
        #expect(try festival.records().map(\.decision.name) == ["admit"])
        // An interpretation that does not verify is not counted as a refused scan.
        #expect(try festival.store.read { try $0.scanCounters.all(of: festival.event.number) }.isEmpty)
    }

    @Test("If no interpretation verifies, the refusal has the reason of the first interpretation, and is counted once")
    func noProof() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let forged = token.dropLast() + (token.hasSuffix("0") ? "1" : "0")
        let gate = try festival.gate()
        for (readings, name) in [(["rubbish", forged, "more"], "malformed"), ([forged, "rubbish"], "badSignature")] {
            let verdict = gate.decide(Scan(readings: readings.map { Array($0.utf8) }))
            guard case .refuse(let refusal) = verdict.outcome else { throw Surprise("\(verdict.outcome)") }
            #expect(refusal.name == name)
            #expect(verdict.readingIndex == 0)
        }
        try gate.flush()
        let counted = try festival.store.read { try $0.scanCounters.all(of: festival.event.number) }
        #expect(counted.map(\.count) == [1, 1])
        #expect(try festival.records().isEmpty)
    }

    @Test(
        """
        If the first interpretation that verifies is a cancelled ticket, the scan is refused, even if another \
        interpretation is a valid ticket
        """)
    func refusedProof() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let gate = try festival.gate()
        _ = try festival.services.tickets.cancel(festival.ticket(of: tokens[0]).code, of: festival.event, note: nil)
        let verdict = gate.decide(Scan(readings: tokens.map { Array($0.utf8) }))
        #expect(verdict.outcome.name == "refuse")
        #expect(try festival.ticket(of: tokens[1]).code != verdict.ticket.map { TicketCode($0.serial) })
    }

    @Test("A scan that contains no interpretation is refused as malformed")
    func nothing() throws {
        let festival = try Festival()
        let gate = try festival.gate()
        let verdict = gate.decide(Scan(readings: []))
        guard case .refuse(.malformed) = verdict.outcome else { throw Surprise("\(verdict.outcome)") }
    }

    @Test("A record names the operator of the scan or, if the scan has no operator, the operator of the gate")
    func operators() throws {
        let festival = try Festival()
        let tokens = try festival.issue(4)
        let gate = try Gate(
            name: "North", event: festival.event.number, store: festival.store, ring: festival.ring,
            device: festival.device,
            operation: Gate.Operation(operator: "Office", clock: festival.clock.now))
        let grace = try festival.ticket(of: tokens[2]).serial
        _ = gate.decide([
            Scan(tokens[0], operator: "Phone 1"), Scan(tokens[1]), Scan(lookedUp: grace, operator: "Phone 2"),
        ])
        // The record of an undo or a refused scan also names the operator.
        _ = gate.undo(Scan(lookedUp: grace, operator: "Phone 3"), reason: "twice")
        festival.clock.advance(bySeconds: 10)
        _ = gate.decide(Scan(tokens[0], requestID: "r1", operator: "Phone 4"))
        let expected: [String?] = ["Phone 1", "Office", "Phone 2", "Phone 3", "Phone 4"]
        #expect(try festival.records().map(\.operator) == expected)
        #expect(try festival.isIntact())
    }

    @Test("If another operator retries a request, the first verdict is returned again, and no record is added")
    func sameRequest() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        let first = gate.decide(Scan(token, requestID: "r1", operator: "Phone 1"))
        festival.clock.advance(bySeconds: 60)
        let second = gate.decide(Scan(readings: [[0xFF], Array(token.utf8)], requestID: "r1", operator: "Phone 2"))
        #expect(first.outcome == second.outcome && first.at == second.at)
        #expect(try festival.records().map(\.operator) == ["Phone 1"])
    }
}
