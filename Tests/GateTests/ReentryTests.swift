import EventFixture
import Foundation
import Gate
import Store
import Testing
import Ticketing

@Suite("Re-entry rules", .everyEngine)
struct ReentryTests {
    /// Makes a festival whose tickets have the re-entry rule `reentry`. Returns the festival, the token of one ticket,
    /// and a gate.
    private func stage(
        _ reentry: Reentry, admits: UInt8 = 1
    ) throws -> (festival: Festival, token: String, gate: Gate) {
        let festival = try Festival(
            type: TicketTypeDetails(name: "Regular", admits: #require(Admits(rawValue: admits))).with {
                $0.reentry = reentry
            })
        return (festival, try festival.issue(1)[0], try festival.gate())
    }

    @Test("Re-entry “never”: a guest who has left is not admitted again, and the refusal gives that reason")
    func never() throws {
        let (festival, token, gate) = try stage(.never)
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        #expect(gate.decide(Scan(token, direction: .exit)).outcome == .exit)
        festival.clock.advance(bySeconds: 60)
        let verdict = gate.decide(Scan(token))
        let first = Admission(at: Festival.start, gate: "North")
        #expect(verdict.outcome == .refuse(.alreadyUsed(first: first, used: 0, allowed: 1, reentry: .never)))
        #expect(
            VerdictSentences(timeZone: .gmt).explanation(verdict).hasPrefix(
                "Already left; this ticket allows no re-entry"))
    }

    @Test("Re-entry “at most three times”: after three entries, a fourth is refused")
    func atMost() throws {
        let (festival, token, gate) = try stage(.atMost(3))
        for time in 0..<3 {
            #expect(gate.decide(Scan(token)).outcome == .admit(again: time > 0))
            festival.clock.advance(bySeconds: 60)
            #expect(gate.decide(Scan(token)).outcome.name == "refuse")
            #expect(gate.decide(Scan(token, direction: .exit)).outcome == .exit)
        }
        let verdict = gate.decide(Scan(token))
        #expect(
            VerdictSentences(timeZone: .gmt).explanation(verdict).hasPrefix(
                "May come in 3 times; no entries are left: first at"))
    }

    @Test("Re-entry “always”: if people who are inside enter again, their missing exit is recorded first")
    func always() throws {
        let (festival, token, gate) = try stage(.always, admits: 2)
        #expect(gate.decide(Scan(token)).used == 1)
        festival.clock.advance(bySeconds: 60)
        #expect(gate.decide(Scan(token, count: 2)).outcome == .admit(again: true))
        #expect(gate.decide(Scan(token)).outcome == .repeat)
        festival.clock.advance(bySeconds: 60)
        let verdict = gate.decide(Scan(token, requestID: "r"))
        #expect(verdict.outcome == .admit(again: true) && verdict.used == 2)
        #expect(gate.decide(Scan(token, requestID: "r")).outcome == verdict.outcome)
        festival.clock.advance(bySeconds: 60)
        #expect(gate.decide(Scan(token, count: 3)).outcome.name == "refuse")
        let records = try festival.records()
        #expect(records.map(\.decision.name) == ["admit", "exit", "admit", "exit", "admit"])
        #expect(records.map(\.count) == [1, 1, 2, 1, 1] && records.map(\.used) == [1, 0, 2, 1, 2])
        #expect(try festival.isIntact())
    }

    @Test(
        """
        Re-entry “daily”: the number of people inside with a ticket is the highest number of any day, not the sum of \
        all days
        """)
    func dailyInside() throws {
        let (festival, token, gate) = try stage(.daily, admits: 2)
        #expect(gate.decide(Scan(token, count: 2)).outcome == .admit(again: false))
        festival.clock.advance(bySeconds: 86_400)
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        let ticket = try festival.ticket(of: token)
        #expect(try festival.services.tickets.inside(on: ticket, of: festival.event) == 2)
        #expect(try festival.services.tickets.people(on: ticket, at: nil, of: festival.event).inside == 2)
    }

    @Test("Re-entry “daily”: a ticket admits once a day; a day ends at four in the morning in the event's time zone")
    func daily() throws {
        // The festival's clock starts at 07:26, Kampala time.
        let (festival, token, gate) = try stage(.daily)
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        festival.clock.advance(bySeconds: 3600)
        #expect(
            VerdictSentences(timeZone: .gmt).explanation(gate.decide(Scan(token))).hasPrefix(
                "Already in today: first at"))
        #expect(gate.decide(Scan(token, direction: .exit)).outcome == .exit)
        #expect(
            VerdictSentences(timeZone: .gmt).explanation(gate.decide(Scan(token))).hasPrefix(
                "Already used today; valid once"))
        // The ticket is refused at 03:59 on the next morning, and admitted at 04:00.
        let four = try Date("2026-12-24T04:00:00+03:00", strategy: .iso8601).timeIntervalSince1970
        festival.clock.advance(bySeconds: Int64(four) - 60 - festival.clock.now().seconds)
        #expect(gate.decide(Scan(token)).outcome.name == "refuse")
        festival.clock.advance(bySeconds: 60)
        let verdict = gate.decide(Scan(token))
        #expect(verdict.outcome == .admit(again: false) && verdict.used == 1)
        // The guest does not check out on the second day, and enters again on the third. On the third day, two exits
        // are accepted: one for each of these entries.
        festival.clock.advance(bySeconds: 86_400)
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        #expect(gate.decide(Scan(token, direction: .exit)).outcome == .exit)
        #expect(gate.decide(Scan(token, direction: .exit)).outcome == .exit)
        #expect(gate.decide(Scan(token, direction: .exit)).outcome == .refuse(.notInside))
        #expect(try festival.isIntact())
    }

    @Test("A re-entry rule that is changed while a gate is open applies from the next scan on")
    func changed() throws {
        let (festival, token, gate) = try stage(.afterExit)
        _ = gate.decide(Scan(token))
        _ = gate.decide(Scan(token, direction: .exit))
        festival.clock.advance(bySeconds: 60)
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.reentry = .never
        }
        #expect(gate.decide(Scan(token)).outcome.name == "refuse")
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.reentry = .daily
        }
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.reentry = .always
        }
        #expect(gate.decide(Scan(token)).outcome == .admit(again: true))
        #expect(try festival.isIntact())
    }
}
