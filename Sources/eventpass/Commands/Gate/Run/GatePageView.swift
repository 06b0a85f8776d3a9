import Foundation
import Gate
import Ticketing

/// The page of a gate in a window of any size: the verdict first of all, then what room there is for.
struct GatePageView {
    /// Rows from which on the word is written large.
    private static let largeRows = 20
    /// Columns below which words are left out that repeat others.
    private static let wideColumns = 64
    /// Columns on both sides of what the band says.
    private static let margin = 2

    private let verdicts: VerdictView
    private let clock: Date.VerbatimFormatStyle

    init(zone: TimeZone) {
        verdicts = VerdictView(zone: zone)
        clock = Date.VerbatimFormatStyle(
            format:
                "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)",
            locale: Locale(identifier: "en_US"), timeZone: zone, calendar: Calendar(identifier: .gregorian))
    }

    func screen(_ page: GatePage, _ size: ScreenPage.Size, at now: Instant) -> ScreenPage {
        let input = inputLine(page, size.columns)
        let isWide = size.columns >= GatePageView.wideColumns
        let header = [header(page, at: now), ScreenLine(counts(page, isWide))]
        let warnings = GateWarning.allCases.compactMap { page.warnings[$0] }
            .map { ScreenLine("! \($0.visible)", .plainYellow) }
        let footer = [input.line, ScreenLine(keys(page, isWide), .dim)]
        // The fewer rows there are, the more is left out; the word never.
        let isSmall = size.rows < 8
        let above = isSmall ? [] : header + warnings.prefix(max(0, size.rows - 10))
        let below = size.rows < 4 ? [] : isSmall ? [input.line] : footer
        let room = max(1, size.rows - above.count - below.count)
        let band = band(page, rows: bandRows(size, room), size.columns)
        let pane = pane(page, rows: room - band.count, isWide)
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
        guard let known = page.counts.event else { return "here: \(page.counts.summary)" }
        guard isWide else {
            let expected = known.expected.map { "/\($0)" } ?? ""
            return "in \(known.admitted)\(expected) · inside \(known.inside) · refused \(known.refused)"
        }
        let expected = known.expected.map { " of \($0)" } ?? ""
        return "admitted \(known.admitted)\(expected) · inside \(known.inside) · refused \(known.refused)"
            + " · here: \(page.counts.summary)"
    }

    // MARK: The band

    private func bandRows(_ size: ScreenPage.Size, _ room: Int) -> Int {
        min(room, size.rows >= GatePageView.largeRows ? 11 : size.rows < 8 ? size.rows : 5)
    }

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

    private func pane(_ page: GatePage, rows: Int, _ isWide: Bool) -> [ScreenLine] {
        let lines: [ScreenLine] =
            switch page.pane {
            case .last, .asking: page.last.map { line($0, isWide) }
            case .help: GatePageView.help.map { ScreenLine($0) }
            case .found(let found): lines(found, rows: rows, isWide)
            }
        return Array(lines.prefix(rows)) + Array(repeating: ScreenLine(""), count: max(0, rows - lines.count))
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

    private func lines(_ found: FoundTickets, rows: Int, _ isWide: Bool) -> [ScreenLine] {
        let name = "“\(found.text.visible)”"
        if found.tickets.isEmpty { return [ScreenLine("No ticket is found by \(name).", .bold)] }
        let room = max(1, rows - 1)
        let isMore = found.hasMore || found.tickets.count > room
        let heading = "Found by \(name), to look at; a scan lets in:\(isMore ? " there are more, say more of it" : "")"
        return [ScreenLine(heading, .bold)]
            + found.tickets.prefix(room).map { found in
                let ticket = found.ticket
                let status =
                    isWide
                    ? ticket.status.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0) : ticket.status.rawValue
                let due = ticket.sale?.due.map { "\($0) due" }
                let facts = [
                    "\(found.inside) of \(ticket.admits) inside", due, ticket.holder, isWide ? found.type : nil,
                ]
                return ScreenLine(
                    "\(ticket.code)  \(status)  \(facts.compactMap(\.self).map(\.visible).joined(separator: "  "))")
            }
    }

    private func inputLine(_ page: GatePage, _ columns: Int) -> (line: ScreenLine, column: Int?) {
        let count = page.typing.text.count
        guard case .asking(let question) = page.pane else {
            if let message = page.message { return (ScreenLine(message.visible, .plainYellow), nil) }
            // A token is nobody's business, and a scanner's would flicker here.
            let typed = count == 1 ? "1 character" : "\(count) characters"
            return (ScreenLine(count == 0 ? "" : "\(typed) typed; Enter checks them, Esc takes them back"), nil)
        }
        let prompt =
            switch question {
            case .ticket: "Name, code or e-mail: "
            case .gate: "Name of this gate: "
            case .people: "How many people on the next ticket, 1 to 16: "
            }
        // What is typed in a moment by a machine is a ticket, and no answer.
        let typed = count >= Typing.shortestScan ? "…" : String(decoding: page.typing.text, as: UTF8.self).visible
        return (ScreenLine(prompt + typed, .bold), (prompt + typed).columns)
    }

    private func keys(_ page: GatePage, _ isWide: Bool) -> String {
        let way = page.direction == .exit ? "way in" : "way out"
        guard isWide else { return "F1 keys · F10 end · F2 find · F3 \(way)" }
        return "F1 keys · F10 end · F2 find · F3 \(way) · F4 gate · F5 people"
    }

    private static let help = [
        "F2, Ctrl-F   find a ticket by name, code or e-mail", "F3, Ctrl-E   way in or way out",
        "F4, Ctrl-G   another name for this gate", "F5, Ctrl-P   several people on the next ticket",
        "Esc          take back what is typed, or close this", "F10, Ctrl-C  end; Ctrl-Z pauses, Ctrl-L draws anew",
        "Letters and digits are always a ticket's; scanners end with Enter or Tab.",
    ]

    private func time(_ instant: Instant) -> String {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(clock)
    }
}
