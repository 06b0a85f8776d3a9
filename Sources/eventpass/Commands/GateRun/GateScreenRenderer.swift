import Foundation
import Gate
import Languages
import Presentation
import Ticketing

/// Renders a gate's screen for a window of any size. The verdict band, the coloured part with the newest verdict, has
/// priority. All other parts are shown only if enough space is left.
struct GateScreenRenderer {
    /// The minimum number of rows of a window that shows the verdict in large letters.
    private static let largeRows = 20
    /// The minimum number of rows of a window that shows the status line.
    private static let statusRows = 16
    /// The minimum number of columns of a window that shows complete texts and ticket codes.
    private static let wideColumns = 64
    /// The minimum number of columns of a window that shows rarely needed details.
    private static let extraWideColumns = 100
    /// The number of empty columns on each side of the text in the verdict band.
    private static let margin = 2

    private let verdicts: VerdictJSON
    private let clock: Date.VerbatimFormatStyle
    private let day: Date.VerbatimFormatStyle

    init(zone: TimeZone, in language: Language = .english) {
        verdicts = VerdictJSON(zone: zone, in: language)
        func style(_ format: Date.FormatString) -> Date.VerbatimFormatStyle {
            Date.VerbatimFormatStyle(
                format: format, locale: language.locale, timeZone: zone,
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

    func screen(_ page: GateScreenState, _ size: ScreenPage.Size, at now: Instant) -> ScreenPage {
        let input = InputLine(page, columns: size.columns, in: language)
        let isWide = size.columns >= GateScreenRenderer.wideColumns
        let header =
            [header(page, at: now), ScreenLine(counts(page, isWide))]
            + (size.rows < GateScreenRenderer.statusRows ? [] : [ScreenLine(status(page, size.columns, at: now))])
        let warnings = GateWarning.allCases.compactMap { page.warnings[$0] }
            .flatMap { "! \($0.visible)".wrapped(toColumns: size.columns, lines: 2) }
            .map { ScreenLine($0, .plainYellow) }
        let footer = [
            input.line, ScreenLine(KeyHelp(in: language).footer(page.direction, columns: size.columns), .dim),
        ]
        // A smaller window shows fewer parts, but every window shows the verdict's word, such as ADMIT.
        let isSmall = size.rows < 8
        let above = isSmall ? [] : header + warnings.prefix(max(0, size.rows - 10))
        let below = size.rows < 4 ? [] : isSmall ? [input.line] : footer
        let availableRows = max(1, size.rows - above.count - below.count)
        let notice = isSmall && page.isRehearsal ? "\(text(.rehearsal)) · " : ""
        let band = band(page, notice, rows: bandRows(page, size, availableRows), size.columns, at: now)
        let pane = pane(page, rows: availableRows - band.count, size.columns, at: now)
        let lines = (above + band + pane + below).prefix(size.rows).map { line in
            ScreenLine(
                isBar(line) ? line.text.fitted(toColumns: size.columns) : line.text.cut(toColumns: size.columns),
                line.colour)
        }
        let row = above.count + band.count + pane.count
        let cursor = input.column.map { ScreenPage.Cursor(row: row, column: min($0, size.columns - 1)) }
        return ScreenPage(lines: lines, cursor: below.isEmpty ? nil : cursor)
    }

    /// Whether the line has a background colour, which extends to the right edge.
    private func isBar(_ line: ScreenLine) -> Bool {
        [.green, .red, .yellow, .blue].contains(line.colour)
    }

    // MARK: Above the band

    private func header(_ page: GateScreenState, at now: Instant) -> ScreenLine {
        let isExit = page.direction == .exit
        // Parts that change the effect of a scan, such as a rehearsal, come first, because the end of a long line is
        // cut off.
        let parts: [String?] = [
            time(now), page.isRehearsal ? text(.rehearsal) : nil, text(isExit ? .wayOut : .wayIn),
            page.peopleOnNextTicket > 1 ? text(.peopleOnNext, ["number": .number(page.peopleOnNextTicket)]) : nil,
            page.hasFixedTime ? text(page.isRehearsal ? .fixedTime : .fixedTimeRecorded) : nil,
            text(.gate, ["gate": .text(page.gate)]), page.subEvent?.name, page.event.details.title,
        ]
        return ScreenLine(
            parts.compactMap(\.self).map(\.visible).joined(separator: " · "),
            page.isRehearsal ? .yellow : isExit || page.peopleOnNextTicket > 1 ? .blue : .bold)
    }

    private func counts(_ page: GateScreenState, _ isWide: Bool) -> String {
        guard let known = page.counts.event else { return text(.noNumbers) }
        // A narrow window has no room for separators between the digits.
        func figure(_ number: Int) -> SentenceArgument { isWide ? .number(number) : "\(number)" }
        return text(
            isWide ? .figures : .shortFigures,
            [
                "admitted": figure(known.admitted), "expected": figure(known.expected),
                "inside": figure(known.inside), "refused": figure(known.refused),
            ])
    }

    private var language: Language { verdicts.language }

    private func text(_ sentence: GateScreenSentence, _ arguments: [String: SentenceArgument] = [:]) -> String {
        language.text(sentence, arguments)
    }

    /// The status line: the number of records that are not in the main store yet, the pack's age, and the numbers of
    /// this gate's verdicts.
    private func status(_ page: GateScreenState, _ columns: Int, at now: Instant) -> String {
        let pack = page.counts.event?.pack
        let age = pack.map { ApproximateDuration(milliseconds: max(0, now.milliseconds - $0.made.milliseconds)) }
        let until = pack.map {
            Date(timeIntervalSince1970: Double($0.expires.milliseconds) / 1000).text(day, in: language.locale)
        }
        let parts = [
            text(.unsynced, ["number": .number(page.pendingRefusals + (pack?.unsynced ?? 0))]),
            age.map { text(.packAge, ["age": .text($0.text(in: language))]) },
            columns < GateScreenRenderer.extraWideColumns ? nil : until.map { text(.until, ["time": .text($0)]) },
            text(.here, ["counts": .text(page.counts.summary(in: language))]),
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    // MARK: The band

    private func bandRows(_ page: GateScreenState, _ size: ScreenPage.Size, _ availableRows: Int) -> Int {
        let rows = min(availableRows, size.rows >= GateScreenRenderer.largeRows ? 11 : size.rows < 8 ? size.rows : 5)
        guard case .help = page.pane else { return rows }
        // The help needs all its lines. In a small window, only the verdict's word fits into the remaining rows.
        return max(min(2, rows), min(rows, availableRows - help(page, size.columns, availableRows).count))
    }

    private func help(_ page: GateScreenState, _ columns: Int, _ availableRows: Int) -> [String] {
        KeyHelp(in: language, searching: page.searchFields).help(columns: columns, rows: availableRows - 3)
    }

    /// - Parameter notice: the beginning of the text in a window without a header. It says that this is a rehearsal.
    private func band(
        _ page: GateScreenState, _ notice: String, rows: Int, _ columns: Int, at now: Instant
    ) -> [ScreenLine] {
        let margin = String(repeating: " ", count: GateScreenRenderer.margin)
        let width = max(1, columns - 2 * GateScreenRenderer.margin)
        func filled(_ texts: [String], _ colour: Terminal.Colour?) -> [ScreenLine] {
            let lines = texts + Array(repeating: "", count: max(0, rows - texts.count))
            return lines.prefix(rows).map { ScreenLine($0.isEmpty ? "" : margin + $0, colour) }
        }
        let above = rows > 7 ? [""] : []
        switch page.band {
        case .ready:
            let nothingRecorded = page.isRehearsal ? [text(.nothingRecorded)] : []
            return filled(above + ["\(notice)\(text(.scanTicket))"] + nothingRecorded, nil)
        case .deciding: return filled(above + ["\(notice)…"], nil)
        case .verdict(let verdict):
            let word = verdicts.word(verdict.outcome.kind)
            let banner =
                verdict.isRehearsal
                ? rehearsalBanner(word, rows: rows, width) : bannerLines(word, rows: rows, width)
            let messages = messageLines(
                verdict, columns: width, rows: rows - above.count - banner.count, at: now)
            return filled(above + banner + messages, verdict.outcome.colour)
        }
    }

    /// The verdict's word, such as ADMIT, in large letters if there is space. The text below the large letters repeats
    /// the word for screen readers.
    private func bannerLines(_ label: String, rows: Int, _ columns: Int) -> [String] {
        let spaced = label.map(String.init).joined(separator: " ")
        guard rows > 7, let large = BigWord.rows(label), large[0].count <= columns else {
            return [spaced.count <= columns ? spaced : label]
        }
        return large + [""]
    }

    /// The verdict's word in a rehearsal, always together with the word REHEARSAL, so that nobody takes the verdict for
    /// a real one.
    private func rehearsalBanner(_ label: String, rows: Int, _ columns: Int) -> [String] {
        let large = bannerLines(label, rows: rows - 1, columns)
        guard large.count > 1 else { return ["\(label) · \(text(.rehearsal))"] }
        return [text(.rehearsal)] + large
    }

    /// The texts of the verdict band: first one line with the holder, then the things that the staff must check, then
    /// the reason. The things to check and the reason share the remaining rows.
    private func messageLines(_ verdict: Verdict, columns: Int, rows: Int, at now: Instant) -> [String] {
        let isWide = columns + 2 * GateScreenRenderer.margin >= GateScreenRenderer.wideColumns
        let code = verdict.ticket.map { TicketCode($0.serial).description }
        let who = [
            isWide ? verdicts.word(verdict.outcome.kind) : nil, verdict.ticket?.holder, verdict.ticket?.type,
            isWide ? code : nil,
        ]
        .compactMap(\.self).map(\.visible).joined(separator: " · ")
        var wrappedTexts: [[String]] = []
        var left = rows - 1
        let texts =
            verdict.attention.map(verdicts.sentences.sentence)
            + [
                verdicts.sentences.explanation(verdict), lastAdmission(verdict, at: now),
                verdict.repairedLayout.map(verdicts.sentences.repairNotice),
            ]
            .compactMap(\.self)
        for text in texts {
            let lines = text.visible.wrapped(toColumns: columns, lines: max(1, min(3, left)))
            wrappedTexts.append(lines)
            left -= lines.count
        }
        return ([[who]] + wrappedTexts).flatMap(\.self)
    }

    /// The time of the last admission of a ticket that is refused because it was used, and how long ago that was. Nil
    /// for other verdicts, and if the time of the admission is later than the time of this machine's clock.
    private func lastAdmission(_ verdict: Verdict, at now: Instant) -> String? {
        guard case .refuse(.alreadyUsed(let first, _, _, _, _, let last)) = verdict.outcome,
            let admission = last ?? first, admission.at <= now
        else { return nil }
        let age = ApproximateDuration(milliseconds: now.milliseconds - admission.at.milliseconds)
        return text(.admittedAgo, ["time": .text(time(admission.at)), "age": .text(age.text(in: language))])
    }

    // MARK: Below the band

    private func pane(_ page: GateScreenState, rows: Int, _ columns: Int, at now: Instant) -> [ScreenLine] {
        let isWide = columns >= GateScreenRenderer.wideColumns
        let lines: [ScreenLine] =
            switch page.pane {
            case .recentVerdicts: visibleLines(page.recentVerdicts, page.selectedIndex, rows: rows) { line($0, isWide) }
            case .help: help(page, columns, rows + 3).map { ScreenLine($0) }
            case .found(let found): lines(found, page.selectedIndex, rows: rows, isWide, at: now)
            }
        return Array(lines.prefix(rows)) + Array(repeating: ScreenLine(""), count: max(0, rows - lines.count))
    }

    /// The lines that fit into the space. If a line is selected, it is marked and shown with the lines around it.
    /// Otherwise, the first lines are shown.
    private func visibleLines<Item>(
        _ items: [Item], _ chosen: Int?, rows: Int, _ line: (Item) -> ScreenLine
    ) -> [ScreenLine] {
        guard let chosen else { return items.prefix(max(0, rows)).map(line) }
        let first = max(0, min(chosen - rows / 2, items.count - rows))
        return items.enumerated().dropFirst(first).prefix(max(0, rows)).map { index, item in
            let plain = line(item)
            return index == chosen ? ScreenLine("> \(plain.text)", .bold) : ScreenLine("  \(plain.text)", plain.colour)
        }
    }

    /// A verdict in one line: `18:04:05  REFUSE     4F7K-29QX  Grace Nakato  Regular  Already used: …`
    private func line(_ verdict: Verdict, _ isWide: Bool) -> ScreenLine {
        let label = verdicts.paddedWord(verdict.outcome.kind)
        let ticket =
            verdict.ticket.map { [isWide ? TicketCode($0.serial).description : nil, $0.holder, $0.type] } ?? []
        let details = ticket.compactMap(\.self) + [verdicts.sentences.explanation(verdict)]
        let colour: Terminal.Colour? = verdict.outcome.colour == .green ? nil : verdict.outcome.colour.plain
        return ScreenLine(
            "\(time(verdict.at))  \(label)  \(details.map(\.visible).joined(separator: "  "))",
            colour == .blue ? nil : colour)
    }

    private func lines(
        _ found: TicketSearchResult, _ chosen: Int?, rows: Int, _ isWide: Bool, at now: Instant
    ) -> [ScreenLine] {
        let name = SentenceArgument.text(found.text.visible)
        if found.tickets.isEmpty {
            return [ScreenLine(text(.noTicketFound, ["text": name]), .bold)]
                + (found.needsPhoneNumbers ? [ScreenLine(text(.noPhoneNumbers))] : [])
        }
        let hint = text(isWide ? .foundHint : .foundShortHint)
        let heading = text(found.hasMore ? .foundMore : .found, ["text": name, "hint": .text(hint)])
        return [ScreenLine(heading, .bold)]
            + visibleLines(found.tickets, chosen, rows: rows - 1) { found in
                let ticket = found.ticket
                let status = isWide ? paddedStatus(ticket.status) : language.text(ticket.status.sentence)
                let due = ticket.sale?.due.map { text(.due, ["amount": .text("\($0)")]) }
                let message = found.message?.text(in: language, timeZone: verdicts.zone, at: now)
                let details: [String?] =
                    [language.text(found.people), due, found.name] + (isWide ? [message, found.type] : [])
                return ScreenLine(
                    "\(ticket.code)  \(status)  \(details.compactMap(\.self).map(\.visible).joined(separator: "  "))")
            }
    }

    /// The status with spaces after it, so that all statuses have the same width.
    private func paddedStatus(_ status: Ticket.Status) -> String {
        let width = Ticket.Status.allCases.map { language.text($0.sentence).columns }.max() ?? 0
        let word = language.text(status.sentence)
        return word + String(repeating: " ", count: width - word.columns)
    }

    private func time(_ instant: Instant) -> String {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(clock)
    }
}
