import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("What was ticked on paper", .everyEngine)
struct PaperTests {
    private func sheet(_ festival: Festival, _ lines: [String], about: Instant? = nil) -> PaperSheet {
        var sheet = PaperSheet(of: festival.event, gate: "North", about: about, at: festival.clock.now()) { text, _ in
            text == "then" ? Festival.start : nil
        }
        for (index, line) in lines.enumerated() { sheet.read(line, line: index + 1) }
        return sheet
    }

    private func code(_ festival: Festival, _ token: String) throws -> String {
        "\(TicketCode(try festival.ticket(of: token).serial))"
    }

    @Test("Enters what happened when it happened, once however often the sheet comes, and gates know it from then on")
    func entered() throws {
        let festival = try Festival(type: TicketTypeDraft(name: "Pair", admits: #require(Admits(rawValue: 2))))
        let tokens = try festival.issue(3)
        let codes = try tokens.map { try code(festival, $0) }
        festival.clock.advance(bySeconds: 3600)
        let lines = ["# North, by Olive", "", "\(codes[0]),then,South,2", codes[1].lowercased(), codes[1]]
        let first = try festival.office.enter(sheet(festival, lines), into: festival.event, as: festival.device)
        #expect(first.entered == 3 && first.people == 4 && first.known == 0 && first.conflicts.isEmpty)
        let places = try festival.store.read { connection in
            try connection.places.of(
                #require(TicketCode(typed: codes[0])).serial, event: festival.event.number, function: 0)
        }
        #expect(
            places.map(\.first) == [
                Admission(at: Festival.start, gate: "South"), Admission(at: Festival.start, gate: "South"),
            ])
        let again = try festival.office.enter(
            sheet(festival, lines.reversed() + [codes[2]]), into: festival.event, as: festival.device)
        #expect(again.entered == 1 && again.known == 3)
        let gate = try festival.gate()
        #expect(gate.decide(Scan(tokens[0])).outcome.name == "refuse")
        #expect(gate.decide(Scan(tokens[2])).outcome == .admit(again: false))
        #expect(try festival.store.read { try $0.ledger.verify() } == .whole(devices: 1, records: 6))
    }

    @Test("People who came in on paper and at a gate as well are told, and are inside")
    func twice() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
        festival.clock.advance(bySeconds: 60)
        let summary = try festival.office.enter(
            sheet(festival, ["\(try code(festival, token)),,Paper"]), into: festival.event, as: festival.device)
        #expect(summary.conflicts.map(\.later.admission.gate) == ["Paper"])
        #expect(try festival.store.read { try $0.places.totals(of: festival.event.number) } == (2, 2))
        festival.clock.advance(bySeconds: 60)
        let verdict = try festival.gate().decide(Scan(token))
        #expect(verdict.outcome.name == "refuse" && verdict.attention.count == 1)
    }

    @Test("Every faulty line is named, and none is entered")
    func faulty() throws {
        let festival = try Festival()
        let good = try code(festival, festival.issue(1)[0])
        let lines = [
            good, "4F7K", "\(good),noon", "\(good),25:00", "\(good),,,17", "\(good),,,,x", "0000-0001", ",then",
        ]
        let error = #expect(throws: PaperError.self) {
            try festival.office.enter(sheet(festival, lines), into: festival.event, as: festival.device)
        }
        guard case .faulty(let faults)? = error else { throw Surprise("\(String(describing: error))") }
        #expect(faults.map(\.line) == [2, 3, 4, 5, 6, 7, 8])
        #expect(try festival.store.read { try $0.places.totals(of: festival.event.number) } == (0, 0))
    }

    @Test("18:05 is the last time that it was so, in the event's zone, and not long after the event")
    func timesOfDay() throws {
        let festival = try Festival()
        let codes = [try code(festival, festival.issue(1)[0])]
        func read(_ text: String) throws -> Instant {
            try #require(sheet(festival, ["\(codes[0]),\(text)"]).entries.first?.about)
        }
        // 2026-12-23T07:26:40+03:00.
        let start = Festival.start
        #expect(try read("07:26") == start.advanced(bySeconds: -40))
        #expect(try read("7:27") == start.advanced(bySeconds: 20 - 86_400))
        festival.clock.advance(bySeconds: 30 * 86_400)
        #expect(try read("7:27") == start.advanced(bySeconds: 20))
    }

    @Test("A list has who stands, by name or by code, each once")
    func list() throws {
        let festival = try Festival()
        let tokens = try festival.issue(5)
        _ = try festival.office.transfer(
            #require(TicketCode(typed: code(festival, tokens[3]))), of: festival.event, to: "Zoe", email: nil,
            signingWith: festival.ring)
        _ = try festival.office.transfer(
            #require(TicketCode(typed: code(festival, tokens[4]))), of: festival.event, to: "Änne", email: nil,
            signingWith: festival.ring)
        _ = try festival.office.cancel(
            #require(TicketCode(typed: code(festival, tokens[0]))), of: festival.event, note: nil)
        func listed(_ order: PaperOrder) throws -> [String?] {
            var names: [String?] = []
            try festival.office.forEachListed(of: festival.event, order) { names.append($0.holder) }
            return names
        }
        #expect(try listed(.name) == ["Änne", "Zoe", nil, nil])
        #expect(try listed(.code).count == 4)
    }
}
