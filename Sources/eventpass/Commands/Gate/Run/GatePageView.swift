import Foundation
import Gate
import Presenting
import Ticketing

/// The page of a gate in a window of any size: the verdict first of all, then what room there is for.
struct GatePageView {
    /// Rows from which on the word is written large.
    private static let largeRows = 20
    /// Rows from which on there is a line for what is not at the office yet.
    private static let statusRows = 16
    /// Columns below which words are left out that repeat others.
    private static let wideColumns = 64
    /// Columns from which on there is room for what is seldom needed.
    private static let roomyColumns = 100
    /// Columns on both sides of what the band says.
    private static let margin = 2

    private let verdicts: VerdictView
    private let clock: Date.VerbatimFormatStyle
    private let day: Date.VerbatimFormatStyle

    init(zone: TimeZone) {
        verdicts = VerdictView(zone: zone)
        func style(_ format: Date.FormatString) -> Date.VerbatimFormatStyle {
            Date.VerbatimFormatStyle(
                format: format, locale: Locale(identifier: "en_US"), timeZone: zone,
                calendar: Calendar(identifier: .gregorian))
        }
        clock = style(
            """
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)
            """)
        day = style(
            """
            \(weekday: .abbreviated) \(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
            """)
    }

    func screen(_ page: GatePage, _ size: ScreenPage.Size, at now: Instant) -> ScreenPage {
        let input = GateInput(page, columns: size.columns)
        let isWide = size.columns >= GatePageView.wideColumns
        let header =
            [header(page, at: now), ScreenLine(counts(page, isWide))]
            + (size.rows < GatePageView.statusRows ? [] : [ScreenLine(status(page, size.columns, at: now))])
        let warnings = GateWarning.allCases.compactMap { page.warnings[$0] }
            .flatMap { "! \($0.visible)".wrapped(toColumns: size.columns, lines: 2) }
            .map { ScreenLine($0, .plainYellow) }
        let footer = [input.line, ScreenLine(GateKeys.footer(page.direction, columns: size.columns), .dim)]
        // The fewer rows there are, the more is left out; the word never.
        let isSmall = size.rows < 8
        let above = isSmall ? [] : header + warnings.prefix(max(0, size.rows - 10))
        let below = size.rows < 4 ? [] : isSmall ? [input.line] : footer
        let room = max(1, size.rows - above.count - below.count)
        let band = band(page, rows: bandRows(page, size, room), size.columns)
        let pane = pane(page, rows: room - band.count, size.columns)
        let lines = (above + band + pane + below).prefix(size.rows).map { line in
            ScreenLine(
                isBar(line) ? line.text.fitted(toColumns: size.columns) : line.text.cut(toColumns: size.columns),
                line.colour)
        }
        let row = above.count + band.count + pane.count
        let cursor = input.column.map { ScreenPage.Cursor(row: row, column: min($0, size.columns - 1)) }
        return ScreenPage(lines: lines, cursor: below.isEmpty ? nil : cursor)
    }

    /// Whether the colour is a ground, which goes up to the right edge.
    private func isBar(_ line: ScreenLine) -> Bool {
        [.green, .red, .yellow, .blue].contains(line.colour)
    }

    // MARK: Above

    private func header(_ page: GatePage, at now: Instant) -> ScreenLine {
        let isExit = page.direction == .exit
        // What changes the meaning of a scan first: names may be long.
        let parts = [
            time(now), isExit ? "WAY OUT" : "way in",
            page.people > 1 ? "\(page.people) PEOPLE on the next ticket" : nil,
            page.isRehearsal ? "REHEARSAL" : nil, "gate \(page.gate)", page.function?.name, page.event.details.title,
        ]
        return ScreenLine(
            parts.compactMap(\.self).map(\.visible).joined(separator: " · "),
            isExit || page.people > 1 ? .blue : .bold)
    }

    private func counts(_ page: GatePage, _ isWide: Bool) -> String {
        guard let known = page.counts.event else { return "the office has not answered yet" }
        guard isWide else {
            return "in \(known.admitted)/\(known.expected) · inside \(known.inside) · refused \(known.refused)"
        }
        return "admitted \(known.admitted) of \(known.expected) · inside \(known.inside) · refused \(known.refused)"
    }

    /// What is not at the office yet, how old the pack is, and what this gate has done.
    private func status(_ page: GatePage, _ columns: Int, at now: Instant) -> String {
        let pack = page.counts.event?.pack
        let age = pack.map { RoughDuration(milliseconds: max(0, now.milliseconds - $0.made.milliseconds)) }
        let until = pack.map { Date(timeIntervalSince1970: Double($0.expires.milliseconds) / 1000).formatted(day) }
        let parts = [
            "unsynced \(page.unwritten + (pack?.unsynced ?? 0))", age.map { "pack \($0) old" },
            columns < GatePageView.roomyColumns ? nil : until.map { "until \($0)" }, "here: \(page.counts.summary)",
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    // MARK: The band

    private func bandRows(_ page: GatePage, _ size: ScreenPage.Size, _ room: Int) -> Int {
        let rows = min(room, size.rows >= GatePageView.largeRows ? 11 : size.rows < 8 ? size.rows : 5)
        guard case .help = page.pane else { return rows }
        // Who asks for the keys sees all of them; of the verdict the word stays.
        return max(min(2, rows), min(rows, room - help(size.columns, room).count))
    }

    private func help(_ columns: Int, _ room: Int) -> [String] { GateKeys.help(columns: columns, rows: room - 3) }

    private func band(_ page: GatePage, rows: Int, _ columns: Int) -> [ScreenLine] {
        let margin = String(repeating: " ", count: GatePageView.margin)
        let width = max(1, columns - 2 * GatePageView.margin)
        func filled(_ texts: [String], _ colour: Terminal.Colour?) -> [ScreenLine] {
            let lines = texts + Array(repeating: "", count: max(0, rows - texts.count))
            return lines.prefix(rows).map { ScreenLine($0.isEmpty ? "" : margin + $0, colour) }
        }
        let above = rows > 7 ? [""] : []
        switch page.band {
        case .ready: return filled(above + ["Scan a ticket."], nil)
        case .deciding: return filled(above + ["…"], nil)
        case .verdict(let verdict):
            let word = self.word(verdict.outcome.word, rows: rows, width)
            let sayings = sayings(verdict, columns: width, rows: rows - above.count - word.count)
            return filled(above + word + sayings, verdict.outcome.colour)
        }
    }

    /// Large where there is room for it, with the word itself below, for who has it read out.
    private func word(_ word: String, rows: Int, _ columns: Int) -> [String] {
        let spaced = word.map(String.init).joined(separator: " ")
        guard rows > 7, let large = BigWord.rows(word), large[0].count <= columns else {
            return [spaced.count <= columns ? spaced : word]
        }
        return large + [""]
    }

    /// Who it is, what to look at, what to say; of these, what to look at and say have the room they need first.
    private func sayings(_ verdict: Verdict, columns: Int, rows: Int) -> [String] {
        let isWide = columns + 2 * GatePageView.margin >= GatePageView.wideColumns
        let code = verdict.ticket.map { TicketCode($0.serial).description }
        let who = [
            isWide ? verdict.outcome.word : nil, verdict.ticket?.holder, verdict.ticket?.type, isWide ? code : nil,
        ]
        .compactMap(\.self).map(\.visible).joined(separator: " · ")
        var said: [[String]] = []
        var left = rows - 1
        let texts =
            verdict.attention.map(verdicts.sentences.attention)
            + [verdicts.sentences.why(verdict), verdict.repaired.map(verdicts.sentences.repair)].compactMap(\.self)
        for text in texts {
            let lines = text.visible.wrapped(toColumns: columns, lines: max(1, min(3, left)))
            said.append(lines)
            left -= lines.count
        }
        return ([[who]] + said).flatMap(\.self)
    }

    // MARK: Below

    private func pane(_ page: GatePage, rows: Int, _ columns: Int) -> [ScreenLine] {
        let isWide = columns >= GatePageView.wideColumns
        let lines: [ScreenLine] =
            switch page.pane {
            case .last: seen(page.last, page.chosen, rows: rows) { line($0, isWide) }
            case .help: help(columns, rows + 3).map { ScreenLine($0) }
            case .found(let found): lines(found, page.chosen, rows: rows, isWide)
            }
        return Array(lines.prefix(rows)) + Array(repeating: ScreenLine(""), count: max(0, rows - lines.count))
    }

    /// The lines around the chosen one, which is marked; without a choice, the first ones.
    private func seen<Item>(
        _ items: [Item], _ chosen: Int?, rows: Int, _ line: (Item) -> ScreenLine
    ) -> [ScreenLine] {
        guard let chosen else { return items.prefix(max(0, rows)).map(line) }
        let first = max(0, min(chosen - rows / 2, items.count - rows))
        return items.enumerated().dropFirst(first).prefix(max(0, rows)).map { index, item in
            let plain = line(item)
            return index == chosen ? ScreenLine("> \(plain.text)", .bold) : ScreenLine("  \(plain.text)", plain.colour)
        }
    }

    /// `18:04:05  REFUSE     4F7K-29QX  Grace Nakato  Regular  Already used: …`
    private func line(_ verdict: Verdict, _ isWide: Bool) -> ScreenLine {
        let word = verdict.outcome.word.padding(toLength: 9, withPad: " ", startingAt: 0)
        let ticket =
            verdict.ticket.map { [isWide ? TicketCode($0.serial).description : nil, $0.holder, $0.type] } ?? []
        let facts = ticket.compactMap(\.self) + [verdicts.sentences.why(verdict)]
        let colour: Terminal.Colour? = verdict.outcome.colour == .green ? nil : verdict.outcome.colour.plain
        return ScreenLine(
            "\(time(verdict.at))  \(word)  \(facts.map(\.visible).joined(separator: "  "))",
            colour == .blue ? nil : colour)
    }

    private func lines(_ found: FoundTickets, _ chosen: Int?, rows: Int, _ isWide: Bool) -> [ScreenLine] {
        let name = "“\(found.text.visible)”"
        if found.tickets.isEmpty { return [ScreenLine("No ticket found for \(name).", .bold)] }
        let hint = isWide ? "arrows choose, F7 lets in by hand, F6 takes back" : "F7 by hand, F6 undo"
        let heading = "Found by \(name)\(found.hasMore ? ", and more" : ""): \(hint)"
        return [ScreenLine(heading, .bold)]
            + seen(found.tickets, chosen, rows: rows - 1) { found in
                let ticket = found.ticket
                let status =
                    isWide
                    ? ticket.status.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0) : ticket.status.rawValue
                let due = ticket.sale?.due.map { "\($0) due" }
                let facts = [found.people.words, due, found.name, isWide ? found.type : nil]
                return ScreenLine(
                    "\(ticket.code)  \(status)  \(facts.compactMap(\.self).map(\.visible).joined(separator: "  "))")
            }
    }

    private func time(_ instant: Instant) -> String {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(clock)
    }
}
