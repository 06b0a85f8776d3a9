import Languages
import Presentation
import Ticketing

/// The input line: a question with its answer, or the last message.
struct InputLine {
    let line: ScreenLine
    /// The cursor's column; nil if there is no question.
    let column: Int?
    /// The minimum number of columns of the prompt if the line also shows a message.
    private static let minimumPromptColumns = 16

    init(_ page: GateScreenState, columns: Int, in language: Language) {
        guard let question = page.question else {
            line = InputLine.idleLine(page, language)
            column = nil
            return
        }
        // The line shows the question, the typed answer, and the message if there is one. If the line is too long, the
        // start of the question and the end of the line stay visible. With a message, the question gets less space.
        let most = max(1, columns - 1)
        let typed = page.typing.visibleText.visible
        let asked = "\(InputLine.prompt(question, page, language)) "
        let answer = page.message.map { "\(typed) (\($0.visible))" } ?? typed
        let least = page.message == nil ? most / 2 : min(most / 2, InputLine.minimumPromptColumns)
        let promptColumns = max(least, most - answer.columns)
        let prompt = asked.columns <= promptColumns ? asked : asked.cut(toColumns: promptColumns - 1) + " "
        let text = prompt + answer.end(ofColumns: most - prompt.columns)
        line = ScreenLine(text, .bold)
        column = text.columns
    }

    private static func idleLine(_ page: GateScreenState, _ language: Language) -> ScreenLine {
        if let message = page.message { return ScreenLine(message.visible, .plainYellow) }
        let count = page.typing.text.count
        guard count > 0 else { return ScreenLine("") }
        // The typed text is not shown, because it can be a token, and tokens are secret. Also, the text would flicker
        // during a scan.
        return ScreenLine(language.text(GateScreenSentence.typed, ["count": .number(count)]))
    }

    private static func prompt(_ question: GateQuestion, _ page: GateScreenState, _ language: Language) -> String {
        switch question {
        case .ticket: return language.text(page.searchFields.question)
        case .gate: return language.text(GateScreenSentence.askGate)
        case .people: return language.text(GateScreenSentence.askPeople)
        case .reason(let ticket): return language.text(GateScreenSentence.askReason, ["ticket": .text(ticket.name)])
        case .manualAdmission(let ticket):
            let isExit = page.direction == .exit
            guard page.peopleOnNextTicket > 1 else {
                return language.text(
                    isExit ? GateScreenSentence.askLetOut : .askAdmit, ["ticket": .text(ticket.name)])
            }
            return language.text(
                isExit ? GateScreenSentence.askLetPeopleOut : .askAdmitPeople,
                ["ticket": .text(ticket.name), "number": .number(page.peopleOnNextTicket)])
        }
    }
}

extension String {
    /// The end of the text in at most `most` columns. If the start is cut off, the result begins with `…`.
    fileprivate func end(ofColumns most: Int) -> String {
        guard columns > most else { return self }
        var width = 1
        let end = reversed().prefix { character in
            width += character.columns
            return width <= most
        }
        return most > 0 ? "…\(String(end.reversed()))" : ""
    }
}

/// The help texts for the screen's keys.
struct KeyHelp {
    private let language: Language
    private let searchFields: TicketSearchFields

    init(in language: Language, searching searchFields: TicketSearchFields = .mainStore) {
        self.language = language
        self.searchFields = searchFields
    }

    private func text(_ sentence: GateScreenSentence, _ arguments: [String: SentenceArgument] = [:]) -> String {
        language.text(sentence, arguments)
    }

    /// A key with the name of its action, such as `F2 find`.
    private func key(_ key: String, _ action: GateScreenSentence) -> String { "\(key) \(text(action))" }

    /// The footer: as many keys as fit into the line, the most important first.
    func footer(_ direction: Direction, columns: Int) -> String {
        let keys = [
            key("F1", .keys), key("F10", .end), key("F2", .find), key("F3", direction == .exit ? .into : .outOf),
            key("F4", .gateKey), key("F5", .people), key("F6", .undo), key("F7", .hand),
        ]
        return keys.dropFirst().reduce(keys[0]) { line, key in
            let longer = "\(line) · \(key)"
            return longer.columns <= columns ? longer : line
        }
    }

    /// The help text: one key per line if the screen is large enough, otherwise as many keys per line as fit.
    func help(columns: Int, rows: Int) -> [String] {
        let lines = lines
        return rows >= lines.count && lines.allSatisfy { $0.columns <= columns } ? lines : shortLines(columns)
    }

    private var lines: [String] {
        let keys: [(String, String)] = [
            ("F1", text(.helpKeys)), ("F2, Ctrl-F", text(searchFields.help)), (text(.arrows), text(.helpArrows)),
            ("F3, Ctrl-E", text(.helpDirection)), ("F4, Ctrl-G", text(.helpGate)), ("F5, Ctrl-P", text(.helpPeople)),
            ("F6, Ctrl-T", text(.helpUndo)), ("F7, Ctrl-O", text(.helpHand)), ("Esc, Ctrl-U", text(.helpClear)),
            ("F10, Ctrl-C", text(.helpClose, ["keys": "Ctrl-D, Ctrl-Q"])),
            ("Ctrl-Z", text(.helpPause, ["key": "Ctrl-L"])),
        ]
        let width = keys.map(\.0.columns).max() ?? 0
        return keys.map { key, action in
            "\(key)\(String(repeating: " ", count: width + 2 - key.columns))\(action)"
        } + [text(.helpTyping)]
    }

    private func shortLines(_ columns: Int) -> [String] {
        let keys = [
            key("F1", .keys), key("F2", .find), key("F3", .inOrOut), key("F4", .gateKey), key("F5", .people),
            key("F6", .undo), key("F7", .hand), text(.arrowsSelect), key("Esc, Ctrl-U", .clearInput),
            key("F10, Ctrl-C", .end), key("Ctrl-Z", .pause),
            text(.controlKeys, ["keys": "Ctrl-F E G P T O", "functions": "F2…F7"]),
        ]
        return keys.reduce(into: []) { lines, key in
            if let last = lines.last, "\(last)  \(key)".columns <= columns {
                lines[lines.count - 1] = "\(last)  \(key)"
            } else {
                lines.append(key)
            }
        }
    }
}
