import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Limits on people inside", .everyEngine)
struct OccupancyTests {
    private func festival(limit: Int, reentry: Reentry = .afterExit) throws -> Festival {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular").with { $0.reentry = reentry })
        _ = try festival.services.events.edit(festival.event) { $0.insideLimit = limit }
        return festival
    }

    private func expectCounted(_ festival: Festival, at location: SourceLocation = #_sourceLocation) throws {
        let check = try festival.store.check()
        #expect(check.isIntact, "\(check.wrongCounters) \(check.faults)", sourceLocation: location)
    }

    @Test("At the limit, nobody is admitted; an undo or an exit, even with a cancelled ticket, makes room again")
    func limit() throws {
        let festival = try festival(limit: 3)
        let tokens = try festival.issue(5)
        let gate = try festival.gate()
        for token in tokens.prefix(3) { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        let full = gate.decide(Scan(tokens[3], requestID: "r"))
        #expect(full.outcome == .refuse(.venueFull(inside: 3, capacity: 3)))
        #expect(VerdictSentences(timeZone: .gmt).explanation(full).hasPrefix("Full: 3 of 3 are inside"))
        #expect(gate.decide(Scan(tokens[3], requestID: "r")).outcome == full.outcome)
        _ = try festival.services.tickets.cancel(festival.ticket(of: tokens[0]).code, of: festival.event, note: nil)
        #expect(gate.decide(Scan(tokens[0], direction: .exit)).outcome == .exit)
        #expect(gate.decide(Scan(tokens[3])).outcome == .admit(again: false))
        #expect(gate.decide(Scan(tokens[4])).outcome.name == "refuse")
        #expect(gate.undo(Scan(tokens[1]), reason: "slip").outcome == .void)
        #expect(gate.decide(Scan(tokens[4])).outcome == .admit(again: false))
        try expectCounted(festival)
    }

    @Test("When a limit is set, or set again after its removal, the people who are already inside count towards it")
    func changes() throws {
        let festival = try Festival()
        let tokens = try festival.issue(6)
        let gate = try festival.gate()
        for token in tokens.prefix(3) { _ = gate.decide(Scan(token)) }
        _ = try festival.services.events.edit(festival.event) { $0.insideLimit = 4 }
        #expect(gate.decide(Scan(tokens[3])).outcome == .admit(again: false))
        #expect(gate.decide(Scan(tokens[4])).outcome == .refuse(.venueFull(inside: 4, capacity: 4)))
        try expectCounted(festival)
        _ = try festival.services.events.edit(festival.event) { $0.insideLimit = nil }
        for token in tokens.suffix(2) { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        _ = try festival.services.events.edit(festival.event) { $0.insideLimit = 5 }
        #expect(gate.decide(Scan(tokens[0], direction: .exit)).outcome == .exit)
        try expectCounted(festival)
    }

    @Test("Without a limit, an admission writes no row to the occupancy table")
    func unlimited() throws {
        let festival = try Festival()
        _ = try festival.gate().decide(Scan(try festival.issue(1)[0]))
        let rows = try festival.store.check().rows.first { $0.table == "occupancy" }
        #expect(rows?.count == 0)
    }

    @Test("A sub-event's capacity limits only the people inside that sub-event, and can be removed")
    func subEvents() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,ceremony,reception\nA,yes,yes\nB,yes,yes\nC,yes,yes\n")
        try wedding.invite()
        _ = try wedding.services.subEvents.editSubEvent(
            wedding.ceremony, of: wedding.event
        ) { $0.capacity = 2 }
        let tokens = try ["A", "B", "C"].map { try wedding.token(of: $0) }
        let gates = try [wedding.ceremony, wedding.reception].map { try wedding.gate(at: $0) }
        #expect(tokens.map { gates[0].decide(Scan($0)).outcome.name } == ["admit", "admit", "refuse"])
        #expect(tokens.map { gates[1].decide(Scan($0)).outcome.name } == ["admit", "admit", "admit"])
        _ = try wedding.services.subEvents.editSubEvent(
            wedding.ceremony, of: wedding.event
        ) { $0.capacity = nil }
        #expect(gates[0].decide(Scan(tokens[2])).outcome == .admit(again: false))
        #expect(try wedding.festival.store.check().isIntact)
    }

    @Test("A guest with a daily ticket who did not check out yesterday is not counted today, but can still check out")
    func days() throws {
        let festival = try festival(limit: 2, reentry: .daily)
        let tokens = try festival.issue(3)
        let gate = try festival.gate()
        for token in tokens.prefix(2) { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        #expect(gate.decide(Scan(tokens[2])).outcome.name == "refuse")
        festival.clock.advance(bySeconds: 86_400)
        for token in tokens.suffix(2) { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        #expect(gate.decide(Scan(tokens[0])).outcome == .refuse(.venueFull(inside: 2, capacity: 2)))
        #expect(gate.decide(Scan(tokens[0], direction: .exit)).outcome == .exit)
        #expect(gate.decide(Scan(tokens[0])).outcome.name == "refuse")
        try expectCounted(festival)
    }

    @Test("Daily tickets and other tickets share one limit; of the daily tickets, only today's admissions count")
    func mixed() throws {
        let festival = try festival(limit: 2, reentry: .daily)
        let other = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Other"), to: festival.event)
        let daily = try festival.issue(2)
        let others = try festival.issue(2, type: other)
        let gate = try festival.gate()
        for token in [daily[0], others[0]] { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        for token in [daily[1], others[1]] {
            #expect(gate.decide(Scan(token)).outcome == .refuse(.venueFull(inside: 2, capacity: 2)))
        }
        festival.clock.advance(bySeconds: 86_400)
        #expect(gate.decide(Scan(others[1])).outcome == .admit(again: false))
        try expectCounted(festival)
    }

    @Test("With unlimited re-entry, a guest who never checked out can enter a full venue again")
    func always() throws {
        let festival = try festival(limit: 2, reentry: .always)
        let tokens = try festival.issue(3)
        let gate = try festival.gate()
        for token in tokens.prefix(2) { _ = gate.decide(Scan(token)) }
        festival.clock.advance(bySeconds: 60)
        #expect(gate.decide(Scan(tokens[0])).outcome == .admit(again: true))
        #expect(gate.decide(Scan(tokens[2])).outcome.name == "refuse")
        try expectCounted(festival)
    }

    @Test(
        "While eight gates admit people, check people out and undo admissions at once, the limit is never exceeded")
    func races() async throws {
        let festival = try festival(limit: 10)
        let tokens = try festival.issue(40)
        var random = SeededGenerator(for: "eight gates at a limit")
        let shares = (0..<8).map { _ in
            (0..<60).map { _ in (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<4, using: &random)) }
        }
        let most = try await withThrowingTaskGroup(of: Int.self) { group in
            for (number, share) in shares.enumerated() {
                // With a store on a server, each gate represents a different laptop with its own device ID. Gates that
                // use a store in a file are on one machine, and share its device ID and chain.
                let device = festival.store.mayLoseCommitOutcome ? DeviceID.random(using: &random) : festival.device
                group.addTask {
                    let gate = try festival.gate("G\(number)", device: device)
                    var most = 0
                    for (index, act) in share {
                        let verdict =
                            switch act {
                            case 0: gate.decide(Scan(tokens[index], direction: .exit))
                            case 1: gate.undo(Scan(tokens[index]), reason: "slip")
                            default: gate.decide(Scan(tokens[index]))
                            }
                        #expect(verdict.outcome.name != "undecided", "\(verdict.outcome)")
                        most = max(
                            most, try festival.store.read { try $0.slots.totals(of: festival.event.number).inside })
                    }
                    try gate.flush()
                    return most
                }
            }
            return try await group.reduce(0, max)
        }
        #expect(most == 10)
        try expectCounted(festival)
    }

    @Test(
        "If the stored number of people inside differs from the number in the records, a check reports both numbers")
    func wrong() throws {
        let festival = try festival(limit: 10)
        let gate = try festival.gate()
        for token in try festival.issue(2) { _ = gate.decide(Scan(token)) }
        try expectCounted(festival)
        try festival.tamper("UPDATE occupancy SET inside = 1")
        let check = try festival.store.check()
        #expect(check.wrongCounters.map(\.recorded) == [1] && check.wrongCounters.map(\.actual) == [2])
        #expect(
            "\(check.wrongCounters[0])"
                == "event \(festival.event.number): the stored count of people inside is 1, but the correct count is 2")
    }
}
