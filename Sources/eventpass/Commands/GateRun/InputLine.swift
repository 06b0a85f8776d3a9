import Presentation
import Ticketing

/// The input line: a question with its answer, or the last message.
struct InputLine {
    let line: ScreenLine
    /// The cursor's column; nil if there is no question.
    let column: Int?
    /// The minimum number of columns of the prompt if the line also shows a message.
    private static let minimumPromptColumns = 16

    init(_ page: GateScreenState, columns: Int) {
        guard let question = page.question else {
            line = InputLine.idleLine(page)
            column = nil
            return
        }
        // The start of the question and the end of the text after it must both be visible. That text is the typed
        // answer, followed by the message if there is one. With a message, the question gets less space.
        let most = max(1, columns - 1)
        let typed = page.typing.visibleText.visible
        let asked = InputLine.prompt(question, page)
        let answer = page.message.map { "\(typed) (\($0.visible))" } ?? typed
        let least = page.message == nil ? most / 2 : min(most / 2, InputLine.minimumPromptColumns)
        let promptColumns = max(least, most - answer.columns)
        let prompt = asked.columns <= promptColumns ? asked : asked.cut(toColumns: promptColumns - 1) + " "
        let text = prompt + answer.end(ofColumns: most - prompt.columns)
        line = ScreenLine(text, .bold)
        column = text.columns
    }

    private static func idleLine(_ page: GateScreenState) -> ScreenLine {
        if let message = page.message { return ScreenLine(message.visible, .plainYellow) }
        let count = page.typing.text.count
        guard count > 0 else { return ScreenLine("") }
        // The typed text is not shown. It may be a token, which is secret, and during a scan, the quickly changing text
        // would flicker.
        let typed = count == 1 ? "1 character" : "\(count) characters"
        return ScreenLine("\(typed) typed; Enter checks them, Esc clears them")
    }

    private static func prompt(_ question: GateQuestion, _ page: GateScreenState) -> String {
        switch question {
        case .ticket: return "Name, code or e-mail: "
        case .gate: return "Name of this gate: "
        case .people: return "How many people on the next ticket, 1 to 16: "
        case .reason(let ticket): return "Why undo \(ticket.name)? "
        case .manualAdmission(let ticket):
            let people = page.peopleOnNextTicket > 1 ? "\(page.peopleOnNextTicket) PEOPLE " : ""
            return "Enter lets \(people)\(page.direction == .exit ? "out" : "in") by hand: \(ticket.name) "
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
enum KeyHelp {
    /// The footer: as many keys as fit into the line, the most important first.
    static func footer(_ direction: Direction, columns: Int) -> String {
        let keys = [
            "F1 keys", "F10 end", "F2 find", direction == .exit ? "F3 in" : "F3 out", "F4 gate", "F5 people",
            "F6 undo", "F7 hand",
        ]
        return keys.dropFirst().reduce(keys[0]) { line, key in
            let longer = "\(line) · \(key)"
            return longer.columns <= columns ? longer : line
        }
    }

    /// The help text: one key per line if the screen is large enough, otherwise a compact version.
    static func help(columns: Int, rows: Int) -> [String] {
        rows >= help.count && help.allSatisfy { $0.columns <= columns } ? help : shortHelp
    }

    private static let help = [
        "F1           show these keys",
        "F2, Ctrl-F   find a ticket by name, code or e-mail",
        "arrows       select a found ticket or a recent verdict",
        "F3, Ctrl-E   switch between way in and way out",
        "F4, Ctrl-G   rename this gate",
        "F5, Ctrl-P   number of people on the next ticket",
        "F6, Ctrl-T   undo an admission: the last, or the selected",
        "F7, Ctrl-O   let the selected ticket through by hand",
        "Esc, Ctrl-U  clear the input; Esc also closes a list or question",
        "F10, Ctrl-C  close the gate; also Ctrl-D and Ctrl-Q",
        "Ctrl-Z       pause; Ctrl-L redraws the screen",
        "You can type a ticket’s code; a scan ends with Enter or Tab",
    ]

    private static let shortHelp = [
        "F1 keys    F2 find    F3 in or out",
        "F4 gate    F5 people  arrows select",
        "F6 undo               F7 let in by hand",
        "Esc, Ctrl-U clear the input",
        "F10, Ctrl-C end       Ctrl-Z pause",
        "Ctrl-F E G P T O are F2 to F7",
    ]
}
