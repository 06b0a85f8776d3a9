import Gate
import Presenting
import Ticketing

extension VerdictJSON {
    /// `ADMIT  4F7K-29QX  Regular  Grace Nakato  Welcome  Check identity (18+)`
    func line(_ verdict: Verdict, _ terminal: Terminal) -> String {
        let word = verdict.outcome.label.padding(toLength: 9, withPad: " ", startingAt: 0)
        let ticket = verdict.ticket.map { [TicketCode($0.serial).description, $0.type, $0.holder] } ?? []
        let facts = (ticket.compactMap(\.self) + lines(verdict)).map(\.visible)
        return "\(terminal.paint(word, verdict.outcome.colour.plain))  \(facts.joined(separator: "  "))"
    }
}

extension Verdict.Outcome {
    var colour: Terminal.Colour {
        switch self {
        case .admit, .exit: .green
        case .repeat, .void: .blue
        case .refuse: .red
        case .undecided: .yellow
        }
    }

    var status: ExitStatus {
        switch self {
        case .admit, .exit, .void: .done
        case .repeat: .repeated
        case .refuse: .refused
        case .undecided: .trouble
        }
    }
}

extension Terminal.Colour {
    /// The same colour as text colour on the terminal's background.
    var plain: Terminal.Colour {
        switch self {
        case .green: .plainGreen
        case .red: .plainRed
        case .yellow: .plainYellow
        default: self
        }
    }
}
