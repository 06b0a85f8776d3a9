import EventFixture
import Gate
import Languages
import Store
import Testing
import Ticketing

@testable import eventpass

@Suite("The gate page of a rehearsal")
struct RehearsalPageTests {
    private func rehearsal(_ festival: Festival) throws -> Gate {
        try Gate(
            name: "North", event: festival.event.number, store: festival.store.rehearsing(), ring: festival.ring,
            device: festival.device, operation: Gate.Operation(clock: festival.clock.now))
    }

    @Test(
        """
        The page says REHEARSAL before the first scan, while a scan is decided and with each verdict, in each language \
        and in small windows
        """)
    func marked() throws {
        let festival = try Festival(engine: .sqlite)
        let token = try festival.issue(1)[0]
        let gate = try rehearsal(festival)
        for language in Language.offered {
            let word = language.text(GateScreenSentence.rehearsal)
            var page = GateScreenState(gate, direction: .entry, in: language)
            func text(_ columns: Int, _ rows: Int) -> String {
                GateScreenRenderer(zone: festival.event.zone, in: language)
                    .screen(page, ScreenPage.Size(columns: columns, rows: rows), at: festival.clock.now())
                    .lines.map(\.text).joined(separator: "\n")
            }
            func check(_ state: String) {
                for (columns, rows) in [(80, 24), (80, 19), (40, 12), (40, 7), (40, 3), (40, 1)] {
                    #expect(text(columns, rows).contains(word), "\(language), \(state), \(columns) × \(rows)")
                }
            }
            check("before the first scan")
            page.showDeciding()
            check("while a scan is decided")
            page.show([gate.decide(Scan(token))], at: .seconds(1))
            check("with a verdict")
        }
    }

    @Test("The page counts the verdicts of a rehearsal, but does not add them to the figures of the event")
    func figures() throws {
        let festival = try Festival(engine: .sqlite)
        let token = try festival.issue(1)[0]
        let gate = try rehearsal(festival)
        var page = GateScreenState(gate, direction: .entry)
        page.update(AttendanceFigures(expected: 1, admitted: 0, inside: 0, refused: 0), askedWith: page.counts)
        page.show([gate.decide(Scan(token)), gate.decide(Scan("rubbish"))], at: .seconds(1))
        #expect(page.counts.summary(in: .english) == "1 admitted · 1 refused")
        #expect(page.counts.event == AttendanceFigures(expected: 1, admitted: 0, inside: 0, refused: 0))
    }

    @Test("A gate warns if it is used more than 24 hours before the doors open; a rehearsal never shows this warning")
    func early() throws {
        let festival = try Festival(engine: .sqlite)
        let doors = try #require(festival.event.details.doors ?? festival.event.details.start)
        let real = try festival.gate()
        let dayBefore = doors.advanced(bySeconds: -86_400)
        #expect(EarlyGate.warning(real, at: dayBefore.advanced(bySeconds: -1))?.contains("--rehearse") == true)
        #expect(EarlyGate.warning(real, at: dayBefore) == nil)
        #expect(EarlyGate.warning(real, at: doors.advanced(bySeconds: 3600)) == nil)
        #expect(try EarlyGate.warning(rehearsal(festival), at: dayBefore.advanced(bySeconds: -1)) == nil)
    }

    @Test("If the doors open in 6 days and 22 hours, the warning says “7 days”, with --rehearse even in small windows")
    func countdown() throws {
        let festival = try Festival(engine: .sqlite)
        let doors = try #require(festival.event.details.doors ?? festival.event.details.start)
        let gate = try festival.gate()
        let now = doors.advanced(bySeconds: -(6 * 86_400 + 22 * 3600))
        #expect(EarlyGate.warning(gate, at: now)?.contains("7 days") == true)
        for language in Language.offered {
            var page = GateScreenState(gate, direction: .entry, in: language)
            page.warnings[.early] = EarlyGate.warning(gate, at: now, in: language)
            let lines = GateScreenRenderer(zone: festival.event.zone, in: language)
                .screen(page, ScreenPage.Size(columns: 40, rows: 15), at: now).lines.map(\.text)
            #expect(lines.joined(separator: "\n").contains("--rehearse"), "\(language): \(lines)")
        }
    }
}
