import EventFixture
import Foundation
import Gate
import Languages
import Management
import Presentation
import Testing
import Ticketing

@testable import eventpass

/// Compares the text of gate pages, which `eventpass gate run` shows, with the files in the folder Pages. If the
/// environment variable `EVENTPASS_RECORD` is set, the tests first write the current text of the pages into those
/// files.
@Suite("The gate page on a terminal", .lowPriority)
struct GatePageTests {
    @Test(
        "In every language, the words of verdicts can be drawn in large letters, and fit into a window of 80 columns",
        arguments: Language.offered)
    func largeWords(language: Language) throws {
        for kind in Verdict.Outcome.Kind.allCases {
            let rows = try #require(BigWord.rows(language.text(kind.label)), "\(kind)")
            #expect(rows.allSatisfy { $0.count <= 76 }, "\(kind)")
        }
    }

    static let large = ScreenPage.Size(columns: 80, rows: 24)
    static let small = ScreenPage.Size(columns: 40, rows: 12)

    final class Evening {
        let festival: Festival
        let gate: Gate
        var page: GateScreenState
        var now = Duration.seconds(1)

        private let language: Language

        init(in language: Language = .english) throws {
            self.language = language
            festival = try Festival(
                engine: .sqlite, type: TicketTypeDetails(name: "Regular", admits: try #require(Admits(rawValue: 4))))
            gate = try festival.gate()
            page = GateScreenState(gate, direction: .entry, in: language)
        }

        func issue(_ holder: String, note: String? = nil) throws -> String {
            _ = try festival.services.tickets.issue(
                .person(holder: holder, email: nil, note: note), type: festival.regular, of: festival.event,
                signingWith: festival.ring)
            let ticket = try #require(
                try festival.services.tickets.tickets(of: festival.event, matching: .holder(holder), limit: 1).first)
            return try festival.token(of: ticket)
        }

        func scan(_ text: String) {
            festival.clock.advance(bySeconds: 7)
            page.showDeciding()
            page.show([gate.decide(Scan(text, direction: page.direction, count: page.peopleOnNextTicket))], at: now)
        }

        /// Presses keys as a person does, with a pause after each key.
        @discardableResult func press(_ keys: String...) -> [GateScreenState.Request] {
            var decoder = KeyDecoder()
            var requests: [GateScreenState.Request] = []
            for keys in keys {
                for key in decoder.decode(Array(keys.utf8)) + decoder.flush() {
                    let parts = key.meaning == .text ? key.bytes.map { Key(meaning: .text, bytes: [$0]) } : [key]
                    for part in parts {
                        requests += [page.handle(part, at: now)].compactMap(\.self)
                        now += .milliseconds(200)
                        requests += [page.advance(at: now)].compactMap(\.self)
                    }
                }
            }
            return requests
        }

        func screen(_ size: ScreenPage.Size) -> ScreenPage {
            GateScreenRenderer(zone: festival.event.zone, in: language).screen(page, size, at: festival.clock.now())
        }

        /// The page as text, with random codes replaced by a fixed code.
        func text(_ size: ScreenPage.Size) -> String {
            let lines = screen(size).lines.map { line in
                let text = line.text.replacing(/[0-9A-Z]{4}-[0-9A-Z]{4}/, with: "4F7K-29QX")
                return String(text.reversed().drop { $0 == " " }.reversed())
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    func compare(_ evening: Evening, with name: String, at location: SourceLocation = #_sourceLocation) throws {
        for (size, suffix) in [(GatePageTests.large, "80x24"), (GatePageTests.small, "40x12")] {
            let screen = evening.screen(size)
            #expect(screen.lines.count == size.rows, sourceLocation: location)
            for line in screen.lines { #expect(line.text.columns <= size.columns, sourceLocation: location) }
            let file = Project.file("Tests/CommandLineTests/Screen/Pages/\(name)-\(suffix).txt")
            let text = evening.text(size)
            if ProcessInfo.processInfo.environment["EVENTPASS_RECORD"] != nil {
                try Data(text.utf8).write(to: file)
            }
            #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self), sourceLocation: location)
        }
    }

    @Test("Before the first scan, the page asks for a scan and shows the figures of the main store")
    func ready() throws {
        let evening = try Evening()
        evening.page.update(
            AttendanceFigures(expected: 3000, admitted: 1204, inside: 1100, refused: 37), askedWith: evening.page.counts
        )
        try compare(evening, with: "ready")
    }

    @Test("The page shows an admission in large letters with the ticket’s note, and lists earlier verdicts below")
    func admitted() throws {
        let evening = try Evening()
        let before = evening.page.counts
        evening.page.update(
            AttendanceFigures(expected: 3000, admitted: 1204, inside: 1100, refused: 37), askedWith: before)
        evening.scan("rubbish")
        evening.scan(try evening.issue("Grace Nakato"))
        let note = "Needs the ramp at the east side; call Ann at the desk before she goes in, and keep the dog"
        evening.scan(try evening.issue("Åsa Öberg", note: note))
        try compare(evening, with: "admitted")
    }

    @Test("The page shows a refusal in large letters, and a warning if the clock was set back")
    func refused() throws {
        let evening = try Evening()
        let token = try evening.issue("Grace Nakato")
        evening.press("\u{1B}OS", "South", "\r")
        evening.page.gate = "South"
        evening.press("\u{1B}[15~", "4", "\r")
        evening.scan(token)
        evening.scan(token)
        evening.page.warnings[.clock] =
            "the clock was set back by 5 min: correct the clock"
        try compare(evening, with: "refused")
    }

    @Test("A used ticket shows how long ago its last admission was, and no time if the clock is behind that admission")
    func lastAdmission() throws {
        let evening = try Evening()
        let token = try evening.issue("Grace Nakato")
        evening.press("\u{1B}[15~", "4", "\r")
        evening.scan(token)
        evening.festival.clock.advance(bySeconds: 180)
        evening.scan(token)
        #expect(evening.text(GatePageTests.large).contains("  Admitted 07:26:47, 3 min ago\n"))
        evening.festival.clock.advance(bySeconds: -3600)
        #expect(!evening.text(GatePageTests.large).contains("ago"))
    }

    @Test("No name can move the cursor or make a line wider than the window")
    func hostileNames() throws {
        let evening = try Evening()
        for name in [
            "\u{1B}[2J\u{1B}]0;owned\u{7}Eve", "Bob\u{202E}gnp.exe", String(repeating: "北京大学", count: 40),
            String(repeating: "👩‍👩‍👧‍👦", count: 25), "ÅÅÅ\u{301}\u{301}" + String(repeating: "a\u{301}", count: 90),
            String(repeating: "🇺🇬❤️", count: 30),
        ] {
            let token = try evening.issue("Eve")
            // The test writes the name directly into the database, because the program refuses to store such a name.
            try evening.festival.store.keepOldText(name, in: "ticket.holder")
            try evening.festival.store.keepOldText(name, in: "ticket.note")
            evening.scan(token)
            for columns in [1, 2, 9, 40, 80, 81, 200] {
                for rows in [1, 2, 3, 5, 7, 8, 12, 24, 60] {
                    let screen = evening.screen(ScreenPage.Size(columns: columns, rows: rows))
                    #expect(screen.lines.count == rows)
                    for line in screen.lines {
                        #expect(line.text.columns <= columns)
                        #expect(line.text.unicodeScalars.allSatisfy { $0.isFreeOfControlCharacters })
                        #expect(line.text.ascii.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
                    }
                }
            }
        }
    }

    @Test("A search lists the tickets that it finds, each with its state, and Esc closes the list")
    func found() throws {
        let evening = try Evening()
        evening.scan(try evening.issue("Grace Nakato"))
        _ = try evening.issue("Grace Okello")
        #expect(evening.press("\u{6}", "g", "ra", "\r") == [.find("gra")])
        evening.page.show(
            try TicketSearchResult(
                "gra", in: StoreDataSource(services: evening.festival.services, event: evening.festival.event),
                at: evening.gate.subEvent, most: 50))
        try compare(evening, with: "found")
        evening.press("\u{1B}")
        if case .recentVerdicts = evening.page.pane {} else { Issue.record("Esc did not close the list") }
    }

    @Test("A ticket code that a person types starts a search; a code that a scanner types is a scan")
    func typedCode() throws {
        let evening = try Evening()
        #expect(evening.press("4f7k", "-29qx", "\r") == [.find("4f7k-29qx")])
        let keys = [Key(meaning: .text, bytes: Array("4F7K29QX".utf8)), Key(meaning: .lineEnd, bytes: [13])]
        #expect(keys.compactMap { evening.page.handle($0, at: evening.now) } == [.scan(Array("4F7K29QX".utf8))])
    }

    @Test("The number of people for the next scan can be 1 to 16, and becomes 1 again once that scan is decided")
    func people() throws {
        let evening = try Evening()
        for wrong in ["0", "17", "-1", "x", "99999999999999999999"] {
            evening.press("\u{10}", wrong, "\r")
            #expect(evening.page.peopleOnNextTicket == 1)
            #expect(evening.page.message?.contains("1 to 16") == true)
        }
        evening.press("\u{10}", "3", "\r")
        #expect(evening.page.peopleOnNextTicket == 3)
        let token = try evening.issue("Grace Nakato")
        try evening.festival.tamper("ALTER TABLE admission_slot RENAME TO elsewhere")
        evening.scan(token)
        #expect(evening.page.peopleOnNextTicket == 3)
        try evening.festival.tamper("ALTER TABLE elsewhere RENAME TO admission_slot")
        evening.scan(token)
        #expect(evening.page.peopleOnNextTicket == 1)
        #expect(evening.page.counts.summary(in: .english) == "1 admitted · 1 undecided")
    }

    @Test("A verdict’s colour disappears after a while, or when the next scan begins")
    func stale() throws {
        let evening = try Evening()
        evening.scan(try evening.issue("Grace Nakato"))
        #expect(evening.screen(GatePageTests.large).lines.contains { $0.colour == .green })
        evening.now += GateScreenState.verdictDuration
        #expect(evening.page.advance(at: evening.now) == nil)
        #expect(!evening.screen(GatePageTests.large).lines.contains { $0.colour == .green })
        #expect(evening.text(GatePageTests.large).contains("ADMIT"))
        evening.scan("x")
        evening.page.showDeciding()
        #expect(!evening.screen(GatePageTests.large).lines.contains { $0.colour == .red })
    }

    @Test("The page adds its own later scans to the figures that it last read from the main store")
    func counts() throws {
        let evening = try Evening()
        let token = try evening.issue("Grace Nakato")
        let asked = evening.page.counts
        evening.scan(token)
        // The figures of the main store were read before the scan, so they don’t include that scan.
        evening.page.update(AttendanceFigures(expected: 8, admitted: 0, inside: 0, refused: 0), askedWith: asked)
        evening.scan(token)
        evening.scan("x")
        evening.press("\u{5}")
        evening.scan(token)
        #expect(
            evening.page.counts.event == AttendanceFigures(expected: 8, admitted: 2, inside: 1, refused: 1))
    }

    @Test("If the clock is set back or forward, the page warns until the clock is right")
    func clock() {
        let start = Festival.start
        var watch = ClockMonitor(start, monotonic: .zero)
        watch.update(Instant(milliseconds: start.milliseconds + 1400), monotonic: .seconds(1))
        #expect(watch.warning == nil)
        watch.update(start.advanced(bySeconds: 2 - 300), monotonic: .seconds(2))
        #expect(
            watch.warning?.contains("set back by 5 min") == true || watch.warning?.contains("set back by 300 s") == true
        )
        watch.update(start.advanced(bySeconds: 3 - 300), monotonic: .seconds(3))
        #expect(watch.warning != nil)
        watch.update(start.advanced(bySeconds: 4), monotonic: .seconds(4))
        #expect(watch.warning == nil)
        watch.update(start.advanced(bySeconds: 8000), monotonic: .seconds(5))
        #expect(watch.warning?.contains("set forward by 2 h") == true)
    }

    @Test(
        "If the clock is behind the latest recorded scan, the page warns until the clock is corrected or catches up"
    )
    func clockBehind() {
        let start = Festival.start
        var watch = ClockMonitor(start, monotonic: .zero, latestRecorded: start.advanced(bySeconds: 600))
        #expect(
            watch.warning
                == "the clock is 10 min behind the latest ledger record: correct the clock"
        )
        watch.update(start.advanced(bySeconds: 301), monotonic: .seconds(301))
        #expect(watch.warning?.contains("is 299 s") == false && watch.warning?.contains("is 4 min behind") == true)
        var waiting = watch
        waiting.update(start.advanced(bySeconds: 600), monotonic: .seconds(600))
        #expect(waiting.warning == nil)
        // The clock is set back once more, and then set right.
        watch.update(start.advanced(bySeconds: 2), monotonic: .seconds(302))
        #expect(watch.warning?.contains("is 9 min behind") == true)
        watch.update(start.advanced(bySeconds: 903), monotonic: .seconds(303))
        #expect(watch.warning == nil)
        watch.update(start.advanced(bySeconds: 4), monotonic: .seconds(304))
        #expect(watch.warning != nil)
        #expect(ClockMonitor(start, monotonic: .zero, latestRecorded: start.advanced(bySeconds: 1)).warning == nil)
    }

    @Test("The page warns of a gate pack that is at least a day old, that expires soon, or that has expired")
    func packAge() {
        let made = Festival.start
        let day: Int64 = 86_400
        let pack = GatePackState(made: made, expires: made.advanced(bySeconds: 3 * day), unsynced: 0)
        func warning(_ seconds: Int64) -> String? { GatePackAge.warning(pack, at: made.advanced(bySeconds: seconds)) }
        #expect(warning(-3600) == nil && warning(0) == nil && warning(day - 1) == nil)
        #expect(warning(day)?.hasPrefix("the pack is 24 h old") == true)
        #expect(warning(2 * day)?.hasPrefix("the pack is 2 days old") == true)
        #expect(warning(3 * day - 3600)?.hasPrefix("the pack expires in 60 min") == true)
        #expect(warning(3 * day)?.hasPrefix("the pack has expired") == true)
    }

    @Test("A gate pack’s expiry is shown in the event’s time zone, even if the year in UTC is a different one")
    func packEnd() throws {
        let evening = try Evening()
        // The pack expires on 1 January 2027 at 00:30 in Kampala. At that moment, it is still 2026 in UTC.
        let end = try Date("2027-01-01T00:30:00+03:00", strategy: .iso8601).timeIntervalSince1970
        let pack = GatePackState(made: Festival.start, expires: Instant(seconds: Int64(end)), unsynced: 0)
        let figures = AttendanceFigures(expected: 8, admitted: 0, inside: 0, refused: 0, pack: pack)
        evening.page.update(figures, askedWith: evening.page.counts)
        let text = evening.text(ScreenPage.Size(columns: 120, rows: 24))
        #expect(text.contains("until Fri 1 Jan 2027 00:30"), "\(text)")
    }

    @Test("Text is cut and wrapped according to the number of columns that it needs on the screen")
    func width() {
        #expect("abc".columns == 3)
        #expect("北京".columns == 4)
        #expect("e\u{301}".columns == 1)
        #expect("北京大学".cut(toColumns: 6) == "北京…")
        #expect("北京大学".cut(toColumns: 8) == "北京大学")
        #expect("北".fitted(toColumns: 4) == "北  ")
        #expect("one two three".wrapped(toColumns: 7, lines: 3) == ["one two", "three"])
        #expect("one two three".wrapped(toColumns: 7, lines: 1) == ["one tw…"])
        #expect("unbreakable".wrapped(toColumns: 5, lines: 2) == ["unbre", "akab…"])
    }
}
