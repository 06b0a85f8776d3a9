import EventFixture
import Gate
import Store
import Testing
import Ticketing

@Suite("Sums for reports", .everyEngine)
struct ReportFigureTests {
    @Test("The arrivals are the sum of all records’ people; a count below 0 adds 0, and a count above 1024 adds 1024")
    func people() throws {
        let festival = try Festival()
        let gate = try festival.gate()
        for token in try festival.issue(6) { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        try festival.tamper(
            """
            UPDATE record SET count = CASE sequence
                WHEN 1 THEN 3 WHEN 2 THEN 0 WHEN 3 THEN -7 WHEN 4 THEN 1024 WHEN 5 THEN 5000 ELSE 1 END
            """)
        let arrivals = try festival.store.read { try $0.figures.arrivals(at: festival.event.number) }
        #expect(arrivals.map(\.people) == [3 + 1024 + 1024 + 1])
    }

    @Test("The totals count the people who were ever admitted, and the people who are inside")
    func totals() throws {
        let festival = try Festival()
        let event = festival.event.number
        let before = try festival.store.read { try $0.slots.totals(of: event) }
        #expect(before.admitted == 0 && before.inside == 0)
        let gate = try festival.gate()
        let tokens = try festival.issue(3)
        for token in tokens { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        #expect(gate.decide(Scan(tokens[1], direction: .exit)).outcome == .exit)
        let after = try festival.store.read { try $0.slots.totals(of: event) }
        #expect(after.admitted == 3 && after.inside == 2)
    }
}
