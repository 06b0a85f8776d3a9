import EventFixture
import Gate
import Languages
import Management
import Presentation
import Testing
import Ticketing

@testable import eventpass

@Suite("The languages of the gate page on a terminal")
struct GateScreenLanguageTests {
    private static let (undo, manualAdmission) = ("\u{1B}[17~", "\u{1B}[18~")
    /// The command that ends a false warning about a clock, in the longest form that the page shows.
    private static let remedy = "eventpass gate clock accept PACK --reason TEXT"
    /// A window in which no text is cut.
    private static let window = ScreenPage.Size(columns: 200, rows: 50)

    private func texts(in language: Language, _ size: ScreenPage.Size) throws -> [String] {
        let evening = try GatePageTests.Evening(in: language)
        var texts: [String] = []
        func look() { texts.append(evening.text(size)) }
        look()
        evening.press(Self.undo)
        look()
        evening.press(Self.manualAdmission)
        look()
        evening.press("\u{1B}OP")
        look()
        evening.press("\u{1B}", "\u{1B}[15~", "99")
        look()
        evening.press("\r")
        look()
        evening.press("\u{1B}[15~", "3", "\r")
        look()
        let token = try evening.issue("Okello")
        evening.scan(token)
        look()
        evening.press("\u{1B}OR")
        evening.scan(token)
        look()
        let data = StoreDataSource(services: evening.festival.services, event: evening.festival.event)
        for name in ["Okello", "Nobody"] {
            evening.page.show(try TicketSearchResult(name, in: data, at: nil, most: 50))
            look()
        }
        evening.page.show(try TicketSearchResult("Okello", in: data, at: nil, most: 50))
        for key in [Self.manualAdmission, "\u{1B}", Self.undo] {
            evening.press(key)
            look()
        }
        evening.press("\r")
        look()
        evening.press("\u{1B}", "\u{1B}OQ")
        look()
        evening.press("\u{1B}", "\u{1B}OS")
        look()
        evening.press("\u{1B}", "1234")
        look()
        let (start, day) = (Festival.start, Int64(86_400))
        let pack = GatePackState(made: start, expires: start.advanced(bySeconds: 9 * day), unsynced: 2)
        evening.page.update(
            AttendanceFigures(expected: 8, admitted: 3, inside: 3, refused: 1, pack: pack),
            askedWith: evening.page.counts)
        for warning in warnings(about: pack, madeAt: start, in: language) {
            let shown: String = try #require(warning)
            evening.page.warnings[.clock] = shown
            look()
        }
        return texts
    }

    /// The warnings about clocks, and about a pack that expires nine days after it was made.
    private func warnings(about pack: GatePackState, madeAt start: Instant, in language: Language) -> [String?] {
        let day: Int64 = 86_400
        var set = ClockMonitor(start, monotonic: .zero, in: language)
        set.update(start.advanced(bySeconds: -300), monotonic: .zero)
        let behind = ClockMonitor(
            start, monotonic: .zero, latestRecorded: start.advanced(bySeconds: 9000), remedy: Self.remedy, in: language)
        return [
            set.warning, behind.warning,
            GatePackAge.warning(pack, at: start.advanced(bySeconds: 3 * day), in: language),
            GatePackAge.warning(pack, at: start.advanced(bySeconds: 9 * day - 60), in: language),
            GatePackAge.warning(pack, at: start.advanced(bySeconds: 9 * day), in: language),
        ]
    }

    @Test("In the test language en-XA, every text of the page is translated, except names, codes, keys and a command")
    func pseudo() throws {
        let event = try Festival(engine: .sqlite).event
        for text in try texts(in: .pseudo, Self.window) {
            let shown = text.replacing(/4F7K-29QX|Ctrl-[A-Z]|F[0-9]+|Esc|\b[A-Z]\b/, with: "")
            let words = PseudoText.untranslatedWords(
                in: shown, except: [event.details.title, "North", "Regular", "Okello", "Nobody", Self.remedy])
            #expect(words.isEmpty, "\(text)")
        }
    }

    @Test(
        "In every language, the counts, the help, and the command that ends a false warning fit into 80 columns",
        arguments: Language.offered)
    func widths(language: Language) throws {
        for text in try texts(in: language, GatePageTests.large) {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            // The first line ends with the name of the event, which can be long.
            #expect(!lines[1...2].contains { $0.contains("…") }, "\(text)")
        }
        let remedy = Self.remedy.split(separator: " ").map(String.init)
        let warned = try texts(in: language, GatePageTests.large).filter { text in remedy.allSatisfy(text.contains) }
        #expect(warned.count == 1)
        let help = KeyHelp(in: language)
        #expect(help.help(columns: 80, rows: 12).count == 12)
        for (columns, rows) in [(80, 12), (40, 8), (36, 6)] {
            let lines = help.help(columns: columns, rows: rows)
            #expect(lines.count <= rows && lines.allSatisfy { $0.columns <= columns }, "\(lines)")
        }
        for key in ["F1", "F2", "F3", "F4", "F5", "F6"] {
            #expect(help.footer(.entry, columns: 80).contains("\(key) "), "\(key)")
        }
    }
}
