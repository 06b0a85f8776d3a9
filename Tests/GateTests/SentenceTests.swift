import EventFixture
import Foundation
import Gate
import Store
import Testing
import Ticketing

@Suite("The sentences that explain a gate's verdicts")
struct SentenceTests {
    private func instant(_ text: String) throws -> Instant {
        Instant(seconds: Int64(try Date("\(text):00+03:00", strategy: .iso8601).timeIntervalSince1970))
    }

    /// The sentence that a gate in Kampala shows at the time `now`. The ticket is valid from `from` until `until`,
    /// during the daily `hours`.
    private func sentence(
        _ now: String, from: String? = nil, until: String? = nil, hours: DailyHours? = nil
    ) throws -> String {
        let festival = try Festival(
            type: TicketTypeDetails(
                name: "Regular",
                window: ValidityWindow(from: try from.map(instant), until: try until.map(instant))
            ).with { $0.hours = hours })
        let verdict = try festival.gate(fixedTime: instant(now)).decide(Scan(try festival.issue(1)[0]))
        return VerdictSentences(timeZone: festival.event.zone).explanation(verdict)
    }

    @Test("The sentence names the date of a one-day ticket and today's date, with years only if the years differ")
    func days() throws {
        let day = ("2027-12-25T00:00", "2027-12-26T00:00")
        for (now, expected) in [
            ("2027-12-24T18:00", "Valid for Saturday 25 Dec; today is Friday 24"),
            ("2027-11-30T18:00", "Valid for Saturday 25 Dec; today is Tuesday 30 Nov"),
            ("2026-12-31T18:00", "Valid for Saturday 25 Dec 2027; today is Thursday 31 Dec 2026"),
            ("2027-12-25T00:00", "Welcome"), ("2027-12-26T12:00", "Was valid for Saturday 25 Dec; today is Sunday 26"),
        ] { #expect(try sentence(now, from: day.0, until: day.1) == expected) }
        // An evening that ends after midnight counts as one day.
        #expect(
            try sentence("2027-12-26T12:00", from: "2027-12-25T18:00", until: "2027-12-26T04:00")
                == "Was valid for Saturday 25 Dec; today is Sunday 26")
    }

    @Test("If the validity begins or ends today, the sentence names only the time; otherwise it also names the day")
    func times() throws {
        for (now, from, until, expected) in [
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
            #expect(try sentence(now, from: from, until: until) == expected)
        }
    }

    @Test("Outside a ticket's daily hours, the sentence names these hours and the current time; people may always exit")
    func hours() throws {
        let night = try #require(DailyHours(rawValue: "22:00-04:00"))
        #expect(try sentence("2027-12-25T19:12", hours: night) == "Valid 22:00 to 04:00; it is 19:12")
        #expect(try sentence("2027-12-25T03:59", hours: night) == "Welcome")
        let festival = try Festival(type: TicketTypeDetails(name: "Night").with { $0.hours = night })
        let token = try festival.issue(1)[0]
        let late = try festival.gate(fixedTime: instant("2027-12-25T12:00"))
        #expect(late.decide(Scan(token, requestID: "r")).outcome == .refuse(.outsideHours(night)))
        #expect(late.decide(Scan(token, requestID: "r")).outcome == .refuse(.outsideHours(night)))
        let early = try festival.gate(fixedTime: instant("2027-12-25T23:00"))
        #expect(early.decide(Scan(token)).outcome == .admit(again: false))
        #expect(late.decide(Scan(token, direction: .exit)).outcome == .exit)
    }

    @Test("If a party is too large for its ticket, the sentence says how many people may still enter")
    func partlyUsed() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Five", admits: try #require(Admits(rawValue: 5))))
        let sentences = VerdictSentences(timeZone: festival.event.zone)
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        func says(_ count: Int, _ direction: Direction = .entry) -> String {
            festival.clock.advance(bySeconds: 60)
            return sentences.explanation(gate.decide(Scan(token, direction: direction, count: count)))
        }
        #expect(says(6) == "Admits only 5 people; more want to enter")
        #expect(says(1, .exit) == "Nobody on this ticket is inside")
        #expect(says(4) == "Welcome: 4 of 5")
        #expect(says(5, .exit) == "Fewer people on this ticket are inside than want to leave")
        #expect(says(2) == "Only 1 more can come in on this ticket: 4 of 5 are in")
        #expect(says(1) == "Welcome: 5 of 5")
        #expect(says(1).hasPrefix("Already used (5 of 5 are in): first at "))
    }

    @Test("After a re-entry through another gate, a refusal names the first and the last admission")
    func latest() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Again").with { $0.reentry = .afterExit })
        let sentences = VerdictSentences(timeZone: festival.event.zone)
        let token = try festival.issue(1)[0]
        let (north, south) = (try festival.gate(), try festival.gate("South"))
        _ = north.decide(Scan(token))
        festival.clock.advance(bySeconds: 60)
        _ = north.decide(Scan(token, direction: .exit))
        festival.clock.advance(bySeconds: 60)
        #expect(sentences.explanation(south.decide(Scan(token))) == "Welcome back")
        festival.clock.advance(bySeconds: 60)
        let explanation = sentences.explanation(north.decide(Scan(token)))
        #expect(explanation.contains("gate North; last at ") && explanation.hasSuffix("gate South"), "\(explanation)")
    }

    @Test("If the store does not answer, the sentence tells staff what to do; the advice depends on the cause")
    func advice() {
        let lost = StoreError.unreachable(path: "postgres://events@gate.example/events", detail: .verbatim("refused"))
        func sentence(_ error: StoreError, mayBeStored: Bool = false) -> String {
            let verdict = Verdict.undecided(error, gate: "North", at: Instant(seconds: 0), mayBeStored: mayBeStored)
            return VerdictSentences(timeZone: .gmt).explanation(verdict)
        }
        #expect(sentence(lost).hasSuffix("; scan again; if that fails, use a gate pack or the paper list"))
        #expect(sentence(.diskFull(path: "store")).hasSuffix("; use a gate pack or the paper list"))
        let stored = sentence(.outcomeUnknown(path: "store"), mayBeStored: true)
        #expect(
            stored.hasSuffix("if the next scan says that the ticket was used, check the time of that use"), "\(stored)")
        #expect(!stored.contains("scan again"))
    }
}
