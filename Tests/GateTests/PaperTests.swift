import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Check-ins and lists on paper", .everyEngine)
struct PaperTests {
    private func sheet(_ festival: Festival, _ lines: [String], about: Instant? = nil) -> PaperCheckIns {
        var sheet = PaperCheckIns(of: festival.event, gate: "North", approximateTime: about, at: festival.clock.now()) {
            text, _ in
            text == "then" ? Festival.start : nil
        }
        for (index, line) in lines.enumerated() { sheet.read(line, line: index + 1) }
        return sheet
    }

    private func code(_ festival: Festival, _ token: String) throws -> String {
        "\(TicketCode(try festival.ticket(of: token).serial))"
    }

    @Test("Each check-in on a paper sheet is recorded with its time and gate; a second import does not record it again")
    func entered() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Pair", admits: #require(Admits(rawValue: 2))))
        let tokens = try festival.issue(3)
        let codes = try tokens.map { try code(festival, $0) }
        festival.clock.advance(bySeconds: 3600)
        let lines = ["# North, by Olive", "", "\(codes[0]),then,South,2", codes[1].lowercased(), codes[1]]
        let first = try festival.services.paperCheckIns.enterPaperCheckIns(
            sheet(festival, lines), into: festival.event, as: festival.device)
        #expect(first.entered == 3 && first.people == 4 && first.alreadyEntered == 0 && first.conflicts.isEmpty)
        let slots = try festival.store.read { connection in
            try connection.slots.of(
                #require(TicketCode(typed: codes[0])).serial, event: festival.event.number, subEvent: 0)
        }
        #expect(
            slots.map(\.first) == [
                Admission(at: Festival.start, gate: "South"), Admission(at: Festival.start, gate: "South"),
            ])
        let again = try festival.services.paperCheckIns.enterPaperCheckIns(
            sheet(festival, lines.reversed() + [codes[2]]), into: festival.event, as: festival.device)
        #expect(again.entered == 1 && again.alreadyEntered == 3)
        let gate = try festival.gate()
        #expect(gate.decide(Scan(tokens[0])).outcome.name == "refuse")
        #expect(gate.decide(Scan(tokens[2])).outcome == .admit(again: false))
        #expect(try festival.store.read { try $0.ledger.verify() } == .intact(devices: 1, records: 6))
    }

    @Test("If a ticket was checked in on paper and at a gate, the conflict is reported, and both admissions count")
    func twice() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
        festival.clock.advance(bySeconds: 60)
        let summary = try festival.services.paperCheckIns.enterPaperCheckIns(
            sheet(festival, ["\(try code(festival, token)),,Paper"]), into: festival.event, as: festival.device)
        #expect(summary.conflicts.map(\.later.admission.gate) == ["Paper"])
        #expect(try festival.store.read { try $0.slots.totals(of: festival.event.number) } == (2, 2))
        festival.clock.advance(bySeconds: 60)
        let verdict = try festival.gate().decide(Scan(token))
        #expect(verdict.outcome.name == "refuse" && verdict.attention.count == 1)
    }

    @Test("If lines of a sheet are invalid, all of them are reported, and nothing is imported")
    func faulty() throws {
        let festival = try Festival()
        let good = try code(festival, festival.issue(1)[0])
        let lines = [
            good, "4F7K", "\(good),noon", "\(good),25:00", "\(good),,,17", "\(good),,,,x", "0000-0001", ",then",
            "\(good),,N\u{600}<b>",
        ]
        let error = #expect(throws: PaperCheckInError.self) {
            try festival.services.paperCheckIns.enterPaperCheckIns(
                sheet(festival, lines), into: festival.event, as: festival.device)
        }
        guard case .faulty(let faults)? = error else { throw Surprise("\(String(describing: error))") }
        #expect(faults.map(\.line) == [2, 3, 4, 5, 6, 7, 8, 9])
        #expect(
            faults.last?.message.english
                == "the gate's name: character 2 is U+0600, a prefix that joins the next character; remove it")
        #expect(try festival.store.read { try $0.slots.totals(of: festival.event.number) } == (0, 0))
    }

    @Test(
        """
        A time such as 18:05 means the latest 18:05 that is neither in the future nor over six hours after the event’s \
        end
        """)
    func timesOfDay() throws {
        let festival = try Festival()
        let codes = [try code(festival, festival.issue(1)[0])]
        func read(_ text: String) throws -> Instant {
            try #require(sheet(festival, ["\(codes[0]),\(text)"]).entries.first?.approximateTime)
        }
        // The festival's clock starts at 2026-12-23T07:26:40+03:00.
        let start = Festival.start
        #expect(try read("07:26") == start.advanced(bySeconds: -40))
        #expect(try read("7:27") == start.advanced(bySeconds: 20 - 86_400))
        festival.clock.advance(bySeconds: 30 * 86_400)
        #expect(try read("7:27") == start.advanced(bySeconds: 20))
    }

    @Test("A paper list contains each active ticket once, and is sorted by name or by code")
    func list() throws {
        let festival = try Festival()
        let tokens = try festival.issue(5)
        _ = try festival.services.tickets.transfer(
            #require(TicketCode(typed: code(festival, tokens[3]))), of: festival.event, to: "Zoe", email: nil,
            signingWith: festival.ring)
        _ = try festival.services.tickets.transfer(
            #require(TicketCode(typed: code(festival, tokens[4]))), of: festival.event, to: "Änne", email: nil,
            signingWith: festival.ring)
        _ = try festival.services.tickets.cancel(
            #require(TicketCode(typed: code(festival, tokens[0]))), of: festival.event, note: nil)
        func listed(_ order: PaperListOrder) throws -> [String?] {
            var names: [String?] = []
            try festival.services.paperCheckIns.forEachPaperListTicket(of: festival.event, order) {
                names.append($0.name)
            }
            return names
        }
        #expect(try listed(.name) == ["Änne", "Zoe", nil, nil])
        #expect(try listed(.code).count == 4)
    }

    @Test("A paper list shows how many people each ticket can still admit, and leaves out tickets that are used up")
    func free() throws {
        let festival = try Festival(
            type: TicketTypeDetails(name: "Party", admits: #require(Admits(rawValue: 5))).with {
                $0.reentry = .afterExit
            })
        let tokens = try festival.issue(3)
        let gate = try festival.gate()
        #expect(gate.decide(Scan(tokens[0], count: 4)).outcome == .admit(again: false))
        #expect(gate.decide(Scan(tokens[1], count: 5)).outcome == .admit(again: false))
        func listed() throws -> [TicketCode: Int] {
            var free: [TicketCode: Int] = [:]
            let summary = try festival.services.paperCheckIns.forEachPaperListTicket(of: festival.event, .code) {
                free[$0.ticket.code] = $0.remainingPeople
            }
            #expect(summary.people == free.values.reduce(0, +) && summary.tickets == free.count)
            return free
        }
        let codes = try tokens.map { try festival.ticket(of: $0).code }
        #expect(try listed() == [codes[0]: 1, codes[2]: 5])
        #expect(gate.decide(Scan(tokens[1], direction: .exit, count: 2)).outcome == .exit)
        #expect(try listed() == [codes[0]: 1, codes[1]: 2, codes[2]: 5])
    }

    @Test("A paper list leaves out unpaid tickets, and reports how many tickets are unpaid")
    func unpaid() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("10 UGX")))
        for (count, method) in [(2, Payment.Method.atTheDoor), (1, .cash)] {
            _ = try festival.services.orders.createOrder(
                OrderDraft(
                    lines: [.init(type: festival.regular.number, count: count)], name: "Grace",
                    payment: Payment(method)), of: festival.event, signingWith: festival.ring)
        }
        let summary = try festival.services.paperCheckIns.forEachPaperListTicket(of: festival.event, .name) { _ in }
        #expect(summary.tickets == 1 && summary.people == 1 && summary.unpaidTickets == 2)
    }

    @Test("A paper list of a sub-event, from the main store or a gate pack, names each household's invited guests")
    func subEvents() throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,companions,ceremony,reception
            Grace Nakato,Nakato,0,yes,yes
            John Nakato,Nakato,0,yes,
            Little Amy,Nakato,2,,yes
            Denis,,1,,yes

            """)
        try wedding.invite()
        #expect(try wedding.gate(at: wedding.reception).decide(Scan(wedding.token(of: "Grace Nakato"))).used == 1)
        let event = wedding.event
        #expect(throws: PaperCheckInError.subEvent(known: ["Ceremony", "Reception", "Brunch"])) {
            try wedding.services.paperCheckIns.forEachPaperListTicket(of: event, .name) { _ in }
        }
        func lines(_ each: ((PaperListTicket) throws -> Void) throws -> PaperListSummary) throws -> [String] {
            var lines: [String] = []
            _ = try each {
                lines.append("\($0.remainingPeople) \($0.name ?? "–"): \($0.guests.joined(separator: ", "))")
            }
            return lines
        }
        let (ceremony, reception) = (wedding.ceremony.number, wedding.reception.number)
        let atCeremony = try lines {
            try wedding.services.paperCheckIns.forEachPaperListTicket(of: event, subEvent: ceremony, .name, $0)
        }
        #expect(atCeremony == ["2 Nakato: Grace Nakato, John Nakato"])
        let atReception = try lines {
            try wedding.services.paperCheckIns.forEachPaperListTicket(of: event, subEvent: reception, .name, $0)
        }
        #expect(atReception == ["2 Denis +1: ", "3 Nakato: Grace Nakato, Little Amy +2"])
        let pack = try OpenGatePack(at: wedding.festival.pack { ($0.subEvent, $0.showsNames) = (ceremony, true) })
        let now = wedding.festival.clock.now()
        #expect(try lines { try pack.forEachPaperListTicket(at: now, .name, $0) } == atCeremony)
        #expect(throws: PaperCheckInError.wrongSubEvent(packed: "Ceremony")) {
            try pack.forEachPaperListTicket(subEvent: reception, at: now, .name) { _ in }
        }
    }

    @Test("A paper check-in with a ticket that has been cancelled or blocked is imported and reported")
    func ended() throws {
        let festival = try Festival()
        let codes = try festival.issue(3).map { try festival.ticket(of: $0).code }
        festival.clock.advance(bySeconds: 60)
        _ = try festival.services.tickets.cancel(codes[0], of: festival.event, note: nil)
        _ = try festival.services.tickets.block(codes[1], of: festival.event, note: "lost")
        let summary = try festival.services.paperCheckIns.enterPaperCheckIns(
            sheet(festival, codes.map { "\($0)" } + ["\(codes[0]),,South"]), into: festival.event, as: festival.device)
        #expect(summary.entered == 4 && summary.ended.map(\.code) == Array(codes.prefix(2)))
        #expect(summary.ended.map(\.status) == [.cancelled, .blocked])
        #expect(summary.ended.allSatisfy { $0.since == Festival.start.advanced(bySeconds: 60) })
    }

    @Test("A line without a gate is refused, unless a gate is given for the whole sheet")
    func gates() throws {
        let festival = try Festival()
        let code = try festival.ticket(of: festival.issue(1)[0]).code
        var sheet = PaperCheckIns(of: festival.event, gate: nil, at: festival.clock.now()) { _, _ in nil }
        sheet.read("\(code),,South", line: 1)
        sheet.read("\(code)", line: 2)
        #expect(sheet.entries.map(\.gate) == ["South"] && sheet.faults.map(\.line) == [2])
    }
}
