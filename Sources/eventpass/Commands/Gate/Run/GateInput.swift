import Presenting

/// The line where something is typed: what is asked, or what was said.
struct GateInput {
    let line: ScreenLine
    /// Where the cursor stands; nil where nothing is asked.
    let column: Int?
    /// Columns of “Why take back …”.
    private static let shortestPrompt = 16

    init(_ page: GatePage, columns: Int) {
        guard let question = page.question else {
            line = GateInput.rest(page)
            column = nil
            return
        }
        // The question and the end of the typed text must both be visible. A message takes the room of the question's rest.
        let most = max(1, columns - 1)
        let typed = page.typing.shown.visible
        let asked = GateInput.prompt(question, page)
        let answer = page.message.map { "\(typed) (\($0.visible))" } ?? typed
        let least = page.message == nil ? most / 2 : min(most / 2, GateInput.shortestPrompt)
        let room = max(least, most - answer.columns)
        let prompt = asked.columns <= room ? asked : asked.cut(toColumns: room - 1) + " "
        let text = prompt + answer.end(ofColumns: most - prompt.columns)
        line = ScreenLine(text, .bold)
        column = text.columns
    }

    private static func rest(_ page: GatePage) -> ScreenLine {
        if let message = page.message { return ScreenLine(message.visible, .plainYellow) }
        let count = page.typing.text.count
        guard count > 0 else { return ScreenLine("") }
        // A token is nobody's business, and a scanner's would flicker here.
        let typed = count == 1 ? "1 character" : "\(count) characters"
        return ScreenLine("\(typed) typed; Enter checks them, Esc takes them back")
    }

    private static func prompt(_ question: GateQuestion, _ page: GatePage) -> String {
        switch question {
        case .ticket: return "Name, code or e-mail: "
        case .gate: return "Name of this gate: "
        case .people: return "How many people on the next ticket, 1 to 16: "
        case .reason(let ticket): return "Why take back \(ticket.name)? "
        case .hand(let ticket):
            let people = page.people > 1 ? "\(page.people) PEOPLE " : ""
            return "Enter lets \(people)\(page.direction == .exit ? "out" : "in") by hand: \(ticket.name) "
        }
    }
}

extension String {
    /// The end of a text, in at most so many columns; what was cut off shows as `…`.
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
