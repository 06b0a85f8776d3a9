import ArgumentParser
import Gate
import Languages
import Management
import Presentation
import Ticketing

struct GateStatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate stats new-year --json | jq .inside
                  eventpass gate stats new-year --watch
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateStats"

        case abstract = "Count admitted people, people inside, and refusals by reason."
        case discussion =
            """
            For an event with sub-events, the command prints these numbers for each sub-event, because one person can \
            attend several sub-events.

            {examples}
            """
        case watch =
            "Fill the window with the numbers, and update them every three seconds. The key q or Ctrl-C ends the command. If the output is not a terminal, the numbers are printed once."
        case watchWithJSON = "--watch and --json cannot be combined"
        case noScreenHint = "leave out --watch to print the numbers once"
        case foot = "updated {time} · q or Ctrl-C ends"
        case moreLines = "… {count} more line|… {count} more lines"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument
    @Flag(help: ArgumentHelp(Text.watch))
    var watch = false

    func validate() throws {
        if watch, output.json { throw ValidationError(Text.watchWithJSON) }
    }

    func run() throws {
        let terminal = global.terminal()
        guard watch, terminal.isTerminal else {
            let (event, source) = try open(orCopy: true)
            let attendance = try source.attendance()
            if output.json {
                return try StandardOutput.line(AttendanceJSON(event: event, attendance: attendance).json.text)
            }
            for line in attendance.lines(terminal) { try StandardOutput.line(line) }
            return
        }
        if case .signal(let number) = try showLive(on: terminal) { Interrupt.terminate(of: number) }
    }

    /// Shows the numbers until the user or a signal ends the session. The store or the gate pack is released when this
    /// method returns.
    private func showLive(on terminal: Terminal) throws -> RefreshingScreen.End {
        let screen = try FullScreenTerminal(terminal, for: "gate stats --watch", hint: Sentence(Text.noScreenHint))
        // A copy of the store would not change, so its numbers would be out of date.
        let (event, source) = try open(orCopy: false)
        let page = AttendancePage(of: event, try source.attendance()) {
            try source.limited(until: .now + GateStatsCommand.fetchTimeout).attendance()
        }
        return try RefreshingScreen(on: screen, waiting: { page.delay }, page: { page.screen($0) }).run()
    }

    /// The maximum time for which a fetch waits for a database server. Meanwhile, pressing a key does not end the
    /// command.
    private static let fetchTimeout = Duration.seconds(2)

    private func open(orCopy: Bool) throws -> (event: Event, source: any GateDataSource) {
        if let pack = try argument.openPack(orCopy: orCopy) { return (pack.event, pack) }
        let folder = try global.dataFolder()
        let services = try folder.signIn(to: try folder.openStore(orCopy: orCopy))
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        return (event, StoreDataSource(services: services, event: event))
    }
}

/// The screen of `gate stats --watch`, which shows the numbers of an event. The numbers are fetched at intervals, no
/// matter how often the screen is drawn.
final class AttendancePage {
    static let interval = Duration.seconds(3)

    private let event: Event
    private let fetch: () throws -> Attendance
    private var attendance: Attendance
    private var fetched = Instant.now()
    private var nextFetch = ContinuousClock.now.advanced(by: AttendancePage.interval)
    /// Why the last fetch failed; nil if it succeeded.
    private var warning: String?

    init(of event: Event, _ attendance: Attendance, fetch: @escaping () throws -> Attendance) {
        self.event = event
        self.attendance = attendance
        self.fetch = fetch
    }

    /// The number of milliseconds until the next fetch.
    var delay: Int32 { Int32(max(0, (nextFetch - ContinuousClock.now) / .milliseconds(1)).rounded(.up)) }

    /// Renders the screen. If the next fetch is due, fetches the numbers first.
    func screen(_ size: ScreenPage.Size, at now: ContinuousClock.Instant = .now) -> ScreenPage {
        if now >= nextFetch { update() }
        let time = VerdictSentences(timeZone: event.zone).moment(fetched)
        let foot = Language.ofCommandLine.text(GateStatsCommand.Text.foot, ["time": .text(time)])
        var lines = [ScreenLine(event.details.title.visible, .bold)]
        lines += attendance.lines(Terminal(noColor: true)).map { ScreenLine($0) }
        lines = AttendancePage.fitting(lines, rows: size.rows - 2)
        lines += [ScreenLine(warning?.visible ?? "", .plainYellow), ScreenLine(foot, .dim)]
        return ScreenPage(
            lines: lines.suffix(size.rows).map { ScreenLine($0.text.cut(toColumns: size.columns), $0.colour) },
            cursor: nil)
    }

    /// The lines in exactly `rows` rows. If not all lines fit, the last row says how many lines are missing.
    private static func fitting(_ lines: [ScreenLine], rows: Int) -> [ScreenLine] {
        guard rows > 0 else { return [] }
        guard lines.count > rows else {
            return lines + Array(repeating: ScreenLine(""), count: rows - lines.count)
        }
        let missing = lines.count - rows + 1
        let more = Language.ofCommandLine.text(GateStatsCommand.Text.moreLines, ["count": .number(missing)])
        return Array(lines.prefix(rows - 1)) + [ScreenLine(more, .dim)]
    }

    private func update() {
        do {
            attendance = try fetch()
            fetched = Instant.now()
            warning = nil
        } catch {
            warning = Language.ofCommandLine.text(
                GateScreenSentence.numbersOutdated, ["error": .text(CommandFailure.describing(error).message)])
        }
        nextFetch = ContinuousClock.now.advanced(by: AttendancePage.interval)
    }
}

extension Attendance {
    /// The numbers as lines: the totals, a table of the sub-events, and a table of the refusals.
    fileprivate func lines(_ terminal: Terminal) -> [String] {
        var lines = ["expected  \(expected)"]
        if let admitted { lines.append("admitted  \(admitted)") }
        if let inside { lines.append("inside    \(inside)") }
        if !subEvents.isEmpty {
            var table = Table("sub-event", "expected", "admitted", "inside", "no-shows", empty: nil)
            for figures in subEvents {
                table.add(
                    figures.subEvent.name, "\(figures.expected)", "\(figures.admitted)", "\(figures.inside)",
                    "\(figures.noShows)")
            }
            lines += table.lines(terminal)
        }
        guard !refusals.isEmpty else { return lines }
        var table = Table("refused", "gate", "reason", empty: nil)
        for refusal in refusals { table.add("\(refusal.count)", refusal.gate, refusal.reason) }
        return lines + table.lines(terminal)
    }
}
