import EventFixture
import Gate
import Store
import Testing
import Ticketing

@Suite("Undone admissions and manual admissions", .everyEngine)
struct UndoTests {
    @Test("After an undo, the ticket is admitted as if for the first time, and the ledger keeps all records")
    func undone() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Once").with { $0.reentry = .never })
        let token = try festival.issue(1)[0]
        let serial = try festival.ticket(of: token).serial
        let gate = try festival.gate()
        let refused = gate.undo(Scan(token), reason: "slip")
        #expect(refused.outcome == .refuse(.notInside))
        #expect(VerdictSentences(timeZone: .gmt).explanation(refused) == "Nobody on this ticket is inside")
        _ = gate.decide(Scan(token))
        let undone = gate.undo(Scan(lookedUp: serial), reason: "wrong person")
        #expect(undone.outcome == .void && undone.used == 0)
        #expect(gate.undo(Scan(token), reason: "slip").outcome == .refuse(.notInside))
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        try gate.flush()
        let records = try festival.records().filter { $0.decision.name != "refuse" }
        #expect(records.map(\.decision) == [.admit, .void("wrong person"), .admit])
        #expect(records[1].reverses == records[0].id && records[1].direction == .void)
        #expect(try festival.isIntact())
        let report = try festival.services.reports.attendanceReport(of: festival.event)
        #expect(report.totals.admitted == 1 && report.reentries == 0 && report.byGate.map(\.people) == [1])
    }

    @Test("A retried undo gets the same verdict; any other request with the undo's request ID is undecided")
    func delivered() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Two", admits: #require(Admits(rawValue: 2))))
        let tokens = try festival.issue(2)
        let gate = try festival.gate()
        for _ in 0..<2 { _ = gate.decide(Scan(tokens[0])) }
        for _ in 0..<3 {
            let verdict = gate.undo(Scan(tokens[0], requestID: "u"), reason: "slip")
            #expect(verdict.outcome == .void && verdict.used == 1)
        }
        #expect(gate.undo(Scan(tokens[0], requestID: "u"), reason: "another").outcome.name == "undecided")
        #expect(gate.undo(Scan(tokens[1], requestID: "u"), reason: "slip").outcome.name == "undecided")
        #expect(gate.decide(Scan(tokens[0], requestID: "u")).outcome.name == "undecided")
        #expect(try festival.records().count == 3)
        #expect(try festival.isIntact())
    }

    @Test("An undo voids the last admission with all its people, unless some of them have left")
    func party() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Family", admits: #require(Admits(rawValue: 4))))
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        _ = gate.decide(Scan(token, count: 3))
        _ = gate.decide(Scan(token))
        #expect(gate.undo(Scan(token), reason: "slip").used == 3)
        #expect(gate.decide(Scan(token, direction: .exit)).outcome == .exit)
        #expect(gate.undo(Scan(token), reason: "slip").outcome == .refuse(.leftSince))
        #expect(gate.decide(Scan(token, count: 2)).used == 4)
        #expect(gate.undo(Scan(token), reason: "slip").used == 2)
        #expect(try festival.isIntact())
    }

    @Test("An undo of a forged ticket, or of another event's ticket, is refused")
    func proof() throws {
        let festival = try Festival()
        let other = try Festival()
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        _ = gate.decide(Scan(token))
        let forged = String(token.dropLast()) + (token.hasSuffix("0") ? "1" : "0")
        #expect(gate.undo(Scan(forged), reason: "slip").outcome.name == "refuse")
        #expect(gate.undo(Scan(try other.issue(1)[0]), reason: "slip").outcome.name == "refuse")
        let totals = try festival.store.read { try $0.slots.totals(of: festival.event.number) }
        #expect(totals.inside == 1)
    }

    @Test("A manual admission needs no signature and no live code, follows all other rules, and is recorded as manual")
    func byHand() throws {
        let festival = try Festival(
            type: TicketTypeDetails(name: "Phone", requiresLiveCode: true).with { $0.gates = ["North"] })
        let tokens = try festival.issue(2)
        let serials = try tokens.map { try festival.ticket(of: $0).serial }
        let gate = try festival.gate("North")
        #expect(gate.decide(Scan(tokens[0])).outcome.name == "refuse")
        #expect(gate.decide(Scan(lookedUp: serials[0], requestID: "r")).outcome == .admit(again: false))
        #expect(gate.decide(Scan(lookedUp: serials[0], requestID: "r")).outcome == .admit(again: false))
        #expect(gate.decide(Scan(tokens[0], requestID: "r")).outcome.name == "undecided")
        festival.clock.advance(bySeconds: 60)
        #expect(gate.decide(Scan(lookedUp: serials[0])).outcome.name == "refuse")
        #expect(
            try festival.gate("South").decide(Scan(lookedUp: serials[1])).outcome
                == .refuse(.wrongGate(validAt: ["North"])))
        _ = try festival.services.tickets.cancel(festival.ticket(of: tokens[1]).code, of: festival.event, note: nil)
        #expect(gate.decide(Scan(lookedUp: serials[1])).outcome.name == "refuse")
        #expect(gate.decide(Scan(lookedUp: serials[0], direction: .exit)).outcome == .exit)
        let nobody = try #require(Serial(rawValue: serials[0].rawValue ^ 1))
        let verdict = gate.decide(Scan(lookedUp: nobody))
        #expect(verdict.outcome == .refuse(.notListed))
        #expect(
            VerdictSentences(timeZone: .gmt).explanation(verdict)
                == "The event has no ticket \(TicketCode(nobody)). Check the code")
        try gate.flush()
        let records = try festival.records()
        #expect(records.filter { $0.decision == .admit }.map(\.direction) == [.override])
        #expect(records.filter { $0.decision == .exit }.map(\.direction) == [.exit])
        #expect(records.allSatisfy { $0.serial != nobody })
        #expect(try festival.isIntact())
    }

    @Test("An undo at one sub-event does not void the ticket's admission to another sub-event")
    func subEvents() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,ceremony,reception\nA,yes,yes\n")
        try wedding.invite()
        let token = try wedding.token(of: "A")
        let gates = try [wedding.ceremony, wedding.reception].map { try wedding.gate(at: $0) }
        for gate in gates { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        #expect(gates[0].undo(Scan(token), reason: "wrong door").outcome == .void)
        let totals = try wedding.festival.store.read { try $0.slots.totalsBySubEvent(of: wedding.event.number) }
        #expect(totals.map(\.subEvent) == [wedding.reception.number])
        #expect(gates[0].decide(Scan(token)).outcome == .admit(again: false))
        #expect(try wedding.festival.isIntact())
    }
}
