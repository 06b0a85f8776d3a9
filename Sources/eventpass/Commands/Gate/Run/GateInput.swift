import Presenting

/// The input line: a question with its answer, or the last message.
struct InputLine {
    let line: ScreenLine
    /// The cursor's column; nil if there is no question.
    let column: Int?
    /// Columns of the prompt that remain visible beside a message.
    private static let minimumPromptColumns = 16

    init(_ page: GateScreenState, columns: Int) {
        guard let question = page.question else {
            line = InputLine.idleLine(page)
            column = nil
            return
        }
        // The question's start and the end of the typed text must both be visible. A message may use the rest of the
        // space.
        let most = max(1, columns - 1)
        let typed = page.typing.shown.visible
        let asked = InputLine.prompt(question, page)
        let answer = page.message.map { "\(typed) (\($0.visible))" } ?? typed
        let least = page.message == nil ? most / 2 : min(most / 2, InputLine.minimumPromptColumns)
        let room = max(least, most - answer.columns)
        let prompt = asked.columns <= room ? asked : asked.cut(toColumns: room - 1) + " "
        let text = prompt + answer.end(ofColumns: most - prompt.columns)
        line = ScreenLine(text, .bold)
        column = text.columns
    }

    private static func idleLine(_ page: GateScreenState) -> ScreenLine {
        if let message = page.message { return ScreenLine(message.visible, .plainYellow) }
        let count = page.typing.text.count
        guard count > 0 else { return ScreenLine("") }
        // Tokens are secret, and a scanned one would flicker here.
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
    /// The end of the text in at most `most` columns; a removed start shows as `…`.
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
