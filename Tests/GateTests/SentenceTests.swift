import EventFixture
import Foundation
import Gate
import Testing
import Ticketing

/// What the person at the gate says aloud.
@Suite("Sentences about times")
struct SentenceTests {
    private func instant(_ text: String) throws -> Instant {
        Instant(seconds: Int64(try Date("\(text):00+03:00", strategy: .iso8601).timeIntervalSince1970))
    }

    /// What a gate in Kampala says of a ticket with this window at a time.
    private func sentence(
        _ now: String, from: String? = nil, until: String? = nil, hours: DailyHours? = nil
    ) throws -> String {
        let festival = try Festival(
            type: TicketTypeDraft(
                name: "Regular",
                window: ValidityWindow(from: try from.map(instant), until: try until.map(instant)), hours: hours))
        let verdict = try festival.gate(windowsAt: instant(now)).decide(Scan(try festival.issue(1)[0]))
        return Sentences(timeZone: festival.event.zone).why(verdict)
    }

    @Test("A ticket for one day says that day and today, with month and year where they are others")
    func days() throws {
        let day = ("2027-12-25T00:00", "2027-12-26T00:00")
        for (now, said) in [
            ("2027-12-24T18:00", "Valid for Saturday 25 Dec; today is Friday 24"),
            ("2027-11-30T18:00", "Valid for Saturday 25 Dec; today is Tuesday 30 Nov"),
            ("2026-12-31T18:00", "Valid for Saturday 25 Dec 2027; today is Thursday 31 Dec 2026"),
            ("2027-12-25T00:00", "Welcome"), ("2027-12-26T12:00", "Was valid for Saturday 25 Dec; today is Sunday 26"),
        ] { #expect(try sentence(now, from: day.0, until: day.1) == said) }
        // An evening past midnight is one day, too.
        #expect(
            try sentence("2027-12-26T12:00", from: "2027-12-25T18:00", until: "2027-12-26T04:00")
                == "Was valid for Saturday 25 Dec; today is Sunday 26")
    }

    @Test("On the day itself the time is what matters, and of longer windows the day they begin or end on")
    func times() throws {
        for (now, from, until, said) in [
            ("2027-12-25T17:12", "2027-12-25T18:00", nil, "Valid from 18:00; it is 17:12"),
            ("2027-12-25T22:05", nil, "2027-12-25T22:00", "Was valid until 22:00; it is 22:05"),
            (
                "2027-12-24T17:12", "2027-12-25T18:00", "2027-12-30T18:00",
                "Valid from Saturday 25 Dec, 18:00; today is Friday 24"
            ),
            (
                "2027-12-24T17:12", "2027-12-25T00:00", "2027-12-30T18:00",
                "Valid from Saturday 25 Dec; today is Friday 24"
            ),
            (
                "2027-12-26T01:00", nil, "2027-12-25T22:00",
                "Was valid until Saturday 25 Dec, 22:00; today is Sunday 26"
            ),
        ] as [(String, String?, String?, String)] {
            #expect(try sentence(now, from: from, until: until) == said)
        }
    }

    @Test("Outside its hours a ticket says them, and what time it is; the way out is open all day")
    func hours() throws {
        let night = try #require(DailyHours(rawValue: "22:00-04:00"))
        #expect(try sentence("2027-12-25T19:12", hours: night) == "Valid 22:00 to 04:00; it is 19:12")
        #expect(try sentence("2027-12-25T03:59", hours: night) == "Welcome")
        let festival = try Festival(type: TicketTypeDraft(name: "Night", hours: night))
        let token = try festival.issue(1)[0]
        let late = try festival.gate(windowsAt: instant("2027-12-25T12:00"))
        #expect(late.decide(Scan(token, request: "r")).outcome == .refuse(.outsideHours(night)))
        #expect(late.decide(Scan(token, request: "r")).outcome == .refuse(.outsideHours(night)))
        let early = try festival.gate(windowsAt: instant("2027-12-25T23:00"))
        #expect(early.decide(Scan(token)).outcome == .admit(again: false))
        #expect(late.decide(Scan(token, direction: .exit)).outcome == .exit)
    }

    @Test("A party that asks for more than may still come in hears how many may, and never that the ticket is used up")
    func places() throws {
        let festival = try Festival(type: TicketTypeDraft(name: "Five", admits: try #require(Admits(rawValue: 5))))
        let sentences = Sentences(timeZone: festival.event.zone)
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        func says(_ count: Int, _ direction: Direction = .entry) -> String {
            festival.clock.advance(bySeconds: 60)
            return sentences.why(gate.decide(Scan(token, direction: direction, count: count)))
        }
        #expect(says(6) == "Admits 5 people, and more were asked for")
        #expect(says(1, .exit) == "Nobody on this ticket is inside, or fewer people than want to leave")
        #expect(says(4) == "Welcome: 4 of 5")
        #expect(says(2) == "Only 1 more can come in on this ticket: 4 of 5 are in")
        #expect(says(1) == "Welcome: 5 of 5")
        #expect(says(1).hasPrefix("Already used (5 of 5 are in): first at "))
    }

    @Test("Who came back through another gate is told where the last admission was, not only the first")
    func latest() throws {
        let festival = try Festival(type: TicketTypeDraft(name: "Again", reentry: .afterExit))
        let sentences = Sentences(timeZone: festival.event.zone)
        let token = try festival.issue(1)[0]
        let (north, south) = (try festival.gate(), try festival.gate("South"))
        _ = north.decide(Scan(token))
        festival.clock.advance(bySeconds: 60)
        _ = north.decide(Scan(token, direction: .exit))
        festival.clock.advance(bySeconds: 60)
        #expect(sentences.why(south.decide(Scan(token))) == "Welcome back")
        festival.clock.advance(bySeconds: 60)
        let said = sentences.why(north.decide(Scan(token)))
        #expect(said.contains("gate North; last at ") && said.hasSuffix("gate South"), "\(said)")
    }
}
