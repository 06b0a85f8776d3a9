import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Gates of sub-events", .everyEngine)
struct SubEventGateTests {
    @Test("People are counted separately at each sub-event, and the verdict names the sub-event")
    func ownCounts() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,companions,ceremony,reception\nGrace,1,yes,yes\n")
        try wedding.invite()
        let token = try wedding.token(of: "Grace")
        for subEvent in [wedding.ceremony, wedding.reception] {
            let gate = try wedding.gate(at: subEvent)
            let first = gate.decide(Scan(token))
            #expect(first.outcome == .admit(again: false))
            #expect(first.subEvent == subEvent && first.used == 1 && first.allowed == 2)
            #expect(gate.decide(Scan(token)).used == 2)
            #expect(gate.decide(Scan(token)).outcome == .repeat)
            let sentence = VerdictSentences(timeZone: .gmt).explanation(first)
            #expect(sentence == "Welcome to \(subEvent.name): 1 of 2")
        }
        let attendance = try wedding.services.reports.attendance(of: wedding.event)
        #expect(attendance.subEvents.map(\.inside) == [2, 2, 0])
        #expect(attendance.inside == nil && attendance.admitted == nil && attendance.expected == 2)
    }

    @Test("A guest who is not invited to a sub-event is refused; the verdict lists the guest's sub-events")
    func wrongGate() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,ceremony,brunch\nGrace,yes,yes\nDenis,yes,\n")
        try wedding.invite()
        let gate = try wedding.gate(at: wedding.reception)
        let grace = gate.decide(Scan(try wedding.token(of: "Grace")))
        #expect(grace.outcome == .refuse(.wrongGate(validAt: ["Ceremony", "Brunch"])))
        #expect(grace.allowed == 0)
        #expect(
            VerdictSentences(timeZone: .gmt).explanation(grace) == "Not valid at this gate; valid at Ceremony, Brunch")
        let denis = try wedding.token(of: "Denis")
        try wedding.invite(.named(["Denis"]), withdraw: [wedding.ceremony])
        let uninvited = gate.decide(Scan(denis))
        #expect(uninvited.outcome == .refuse(.wrongGate(validAt: [])))
        try gate.flush()
        #expect(try wedding.festival.store.read { try $0.ledger.verify() } == .intact(devices: 1, records: 2))
    }

    @Test("A cancelled ticket at the wrong sub-event is refused as cancelled, not as being at the wrong gate")
    func order() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,ceremony\nGrace,yes\n")
        try wedding.invite()
        let token = try wedding.token(of: "Grace")
        let gate = try wedding.gate(at: wedding.reception)
        #expect(gate.decide(Scan(token)).outcome == .refuse(.wrongGate(validAt: ["Ceremony"])))
        _ = try wedding.services.tickets.cancel(wedding.festival.ticket(of: token).code, of: wedding.event, note: nil)
        #expect(gate.decide(Scan(token)).outcome == .refuse(.revoked(.cancelled, since: Festival.start, note: nil)))
    }

    @Test("A gate must name a sub-event if the event has sub-events, and must not name one otherwise")
    func choice() throws {
        let wedding = try Wedding()
        let names = ["Ceremony", "Reception", "Brunch"]
        #expect(throws: GateError.subEventRequired(known: names)) { try wedding.festival.gate() }
        let festival = try Festival()
        #expect(throws: GateError.unknownSubEvent(1, known: [])) {
            try Gate(
                name: "N", event: festival.event.number, subEvent: 1, store: festival.store, ring: festival.ring,
                device: festival.device,
                operation: Gate.Operation(clock: festival.clock.now))
        }
        #expect(try festival.gate().decide(Scan(try festival.issue(1)[0])).subEvent == nil)
    }

    @Test("A ticket that belongs to no guest is admitted at every sub-event, but only once at each")
    func staff() throws {
        let wedding = try Wedding()
        let token = try wedding.festival.issue(1)[0]
        for subEvent in [wedding.ceremony, wedding.reception, wedding.brunch] {
            let gate = try wedding.gate(at: subEvent)
            #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
            #expect(gate.decide(Scan(token)).outcome == .repeat)
        }
    }

    @Test("A household's code admits the household's guests who are invited to the sub-event, even those who declined")
    func households() throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            "name,household,companions,ceremony,reception\nA,H,1,yes,yes\nB,H,,yes,\nC,H,,yes,yes\n")
        let summary = try wedding.invite()
        #expect(summary.codes == 1 && summary.people == 4)
        let token = try wedding.token(of: "A")
        #expect(try wedding.gate(at: wedding.ceremony).decide(Scan(token, count: 4)).allowed == 4)
        _ = try wedding.services.guests.answer(.declined, ofGuest: "C", to: wedding.reception, of: wedding.event)
        let reception = try wedding.gate(at: wedding.reception)
        #expect(reception.decide(Scan(token, count: 4)).outcome.name == "refuse")
        #expect(reception.decide(Scan(token, count: 3)).outcome == .admit(again: false))
        try wedding.importGuests("name,companions\nB,9\n")
        // The import has added companions, and therefore reissued the code.
        let south = try wedding.gate("South", at: wedding.ceremony)
        #expect(south.decide(Scan(token)).outcome == .refuse(.superseded(since: Festival.start)))
        #expect(south.decide(Scan(try wedding.token(of: "A"))).allowed == 13)
    }

    @Test("A ticket's count of people inside the event is the highest of its counts at sub-events, not their sum")
    func insideAtMostSubEvents() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,companions,ceremony,reception\nGrace,2,yes,yes\n")
        try wedding.invite()
        let token = try wedding.token(of: "Grace")
        #expect(try wedding.gate(at: wedding.ceremony).decide(Scan(token, count: 3)).outcome == .admit(again: false))
        #expect(try wedding.gate(at: wedding.reception).decide(Scan(token, count: 2)).outcome == .admit(again: false))
        let ticket = try wedding.festival.ticket(of: token)
        func people(at subEvent: SubEvent?) throws -> PeopleOnTicket {
            try wedding.services.tickets.people(on: ticket, at: subEvent?.number, of: wedding.event)
        }
        #expect(try people(at: wedding.ceremony) == PeopleOnTicket(inside: 3, admits: 3))
        #expect(try people(at: wedding.reception) == PeopleOnTicket(inside: 2, admits: 3))
        #expect(try people(at: wedding.brunch) == PeopleOnTicket(inside: 0, admits: 0))
        #expect(try people(at: nil) == PeopleOnTicket(inside: 3, admits: 3))
        #expect(try wedding.services.tickets.inside(on: ticket, of: wedding.event) == 3)
        #expect(try wedding.services.tickets.cancel(ticket.code, of: wedding.event, note: nil).inside == 3)
    }

    @Test("Guests whose invitation was withdrawn can leave the sub-event, but can't enter it again")
    func exitAfterWithdrawal() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,companions,reception\nA,2,yes\n")
        try wedding.invite()
        let token = try wedding.token(of: "A")
        let gate = try wedding.gate(at: wedding.reception)
        #expect(gate.decide(Scan(token, count: 3)).outcome == .admit(again: false))
        #expect(gate.decide(Scan(token, direction: .exit)).outcome == .exit)
        try wedding.importGuests("name,companions\nA,1\n")
        wedding.festival.clock.advance(bySeconds: 6)
        // Two people are inside. The ticket now admits only two people, so a third person is refused.
        #expect(gate.decide(Scan(token)).outcome.name == "refuse")
        try wedding.invite(withdraw: [wedding.reception])
        #expect(gate.decide(Scan(token)).outcome == .refuse(.wrongGate(validAt: [])))
        #expect(gate.decide(Scan(token, direction: .exit, count: 2)).outcome == .exit)
    }

    @Test("A scan that reuses a request ID is undecided at another sub-event; at the same sub-event, it is a retry")
    func requests() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,ceremony,reception\nA,yes,yes\n")
        try wedding.invite()
        let token = try wedding.token(of: "A")
        let ceremony = try wedding.gate(at: wedding.ceremony)
        let first = ceremony.decide(Scan(token, requestID: "r"))
        #expect(first.outcome == .admit(again: false))
        #expect(try wedding.gate(at: wedding.reception).decide(Scan(token, requestID: "r")).outcome.name == "undecided")
        let again = try wedding.gate(at: wedding.ceremony).decide(Scan(token, requestID: "r"))
        #expect(again.outcome == first.outcome && again.subEvent == wedding.ceremony)
        let refused = try wedding.gate(at: wedding.brunch).decide(Scan(token, requestID: "s"))
        #expect(try wedding.gate(at: wedding.brunch).decide(Scan(token, requestID: "s")).outcome == refused.outcome)
    }

    /// A CSV list of 30 guests, most of them in households, with random companions and invitations.
    private static func randomGuests(_ random: inout SeededGenerator) -> String {
        var list = "name,household,companions,ceremony,reception,brunch\n"
        for number in 1...30 {
            let cells = (0..<3).map { _ in Bool.random(using: &random) ? "yes" : "no" }
            let household = Int.random(in: 0..<6, using: &random)
            list += "G\(number),\(household == 0 ? "" : "H\(household)"),\(Int.random(in: 0...4, using: &random)),"
            list += cells.joined(separator: ",") + "\n"
        }
        return list
    }

    @Test("With random scans and changes to invitations, no ticket admits more people at a sub-event than are invited")
    func countsPerSubEvent() throws {
        var random = SeededGenerator(for: "counts per sub-event")
        for _ in 0..<2 {
            let wedding = try Wedding()
            let subEvents = [wedding.ceremony, wedding.reception, wedding.brunch]
            try wedding.importGuests(SubEventGateTests.randomGuests(&random))
            try wedding.invite()
            let gates = try subEvents.map { try wedding.gate(at: $0) }
            var inside: [SubEventKey: Int] = [:]
            for step in 0..<200 {
                if step.isMultiple(of: 60) {
                    let guest = "G\(Int.random(in: 1...30, using: &random))"
                    let subEvent = try #require(subEvents.randomElement(using: &random))
                    let isIn = Bool.random(using: &random)
                    try wedding.invite(.named([guest]), to: isIn ? [subEvent] : [], withdraw: isIn ? [] : [subEvent])
                }
                let guests = try wedding.guests()
                let guest = try #require(guests.randomElement(using: &random))
                guard let serial = guest.guest.serial else { continue }
                let index = Int.random(in: 0..<3, using: &random)
                let count = Int.random(in: 1...3, using: &random)
                let direction: Direction = Int.random(in: 0..<4, using: &random) == 0 ? .exit : .entry
                let number = subEvents[index].number
                let sharing = guests.filter { $0.guest.serial == serial }
                let invited = sharing.filter { $0.invitations.contains { $0.subEvent == number } }
                let admits = try wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event).admits
                let allowed = min(Int(admits.rawValue), invited.map(\.guest.people).reduce(0, +))
                let key = SubEventKey(serial: serial, subEvent: number)
                let before = inside[key, default: 0]
                let verdict = gates[index].decide(
                    Scan(try wedding.token(of: "\(guest.guest.number)"), direction: direction, count: count))
                #expect(verdict.allowed == allowed, "step \(step)")
                switch direction {
                case .exit where before >= count:
                    #expect(verdict.outcome == .exit, "step \(step)")
                    inside[key] = before - count
                case .exit: #expect(verdict.outcome == .refuse(.notInside), "step \(step)")
                case .entry where invited.isEmpty:
                    let names = subEvents.filter { subEvent in
                        sharing.contains { $0.invitations.contains { $0.subEvent == subEvent.number } }
                    }.map(\.name)
                    #expect(verdict.outcome == .refuse(.wrongGate(validAt: names)), "step \(step)")
                case .entry where before + count <= allowed:
                    #expect(verdict.outcome.name == "admit", "step \(step)")
                    inside[key] = before + count
                case .entry: #expect(["refuse", "repeat"].contains(verdict.outcome.name), "step \(step)")
                }
                #expect(verdict.used == inside[key, default: 0], "step \(step)")
            }
            let attendance = try wedding.services.guests.guestAttendance(of: wedding.event)
            for subEvent in attendance {
                let total = inside.filter { $0.key.subEvent == subEvent.subEvent.number }.map(\.value).reduce(0, +)
                #expect(subEvent.inside == total)
            }
            guard case .intact = try wedding.festival.store.read({ try $0.ledger.verify() }) else {
                Issue.record("a chain of the ledger is broken")
                return
            }
        }
    }

    private struct SubEventKey: Hashable {
        let serial: Serial
        let subEvent: Int
    }
}
