import Gate
import Languages
import Management
import Presentation
import Ticketing

extension VerdictJSON {
    /// A verdict in one line: `ADMIT  4F7K-29QX  Regular  Grace Nakato  Welcome  Check identity (18+)`
    func line(_ verdict: Verdict, _ terminal: Terminal) -> String {
        let label = paddedWord(verdict.outcome.kind)
        let ticket = verdict.ticket.map { [TicketCode($0.serial).description, $0.type, $0.holder] } ?? []
        let rehearsal = verdict.isRehearsal ? [language.text(GateScreenSentence.rehearsal)] : []
        let details = (rehearsal + ticket.compactMap(\.self) + lines(verdict)).map(\.visible)
        return "\(terminal.paint(label, verdict.outcome.colour.plain))  \(details.joined(separator: "  "))"
    }
}

extension Verdict.Outcome {
    var colour: Terminal.Colour {
        switch kind.tone {
        case .green: .green
        case .blue: .blue
        case .red: .red
        case .yellow: .yellow
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
    /// The text colour that corresponds to a background colour. Other colours are returned unchanged.
    var plain: Terminal.Colour {
        switch self {
        case .green: .plainGreen
        case .red: .plainRed
        case .yellow: .plainYellow
        default: self
        }
    }
}

extension ConflictJSON {
    /// The lines of a conflict: a ticket that disconnected gates admitted twice. The first line names the ticket, such
    /// as `4F7K-29QX  Grace Nakato`. The second line shows the earlier admission, and the third line shows the later
    /// one.
    func lines(_ conflict: DoubleAdmissionDetails) -> [String] {
        let double = conflict.admission
        let head = [TicketCode(double.ticket.serial).description, conflict.holder, subEvent(double.ticket.subEvent)]
            .compactMap(\.self).joined(separator: "  ")
        let people = double.people > 1 ? ", \(double.people) people too many" : ""
        return [
            head.visible, "  first  \(line(double.earlier, conflict.earlier))",
            "  then   \(line(double.later, conflict.later))\(people)",
        ]
    }

    private func line(_ entry: DoubleAdmission.Entry, _ device: DoubleAdmissionDetails.DeviceDetails) -> String {
        let id = entry.id.device
        let name =
            device.name.map { "device \($0)" } ?? (id == machine ? "this machine" : "device \("\(id)".prefix(8))")
        let clock = device.clock.flatMap(ClockOffsetText.init).map { "; its clock \($0.text)" } ?? ""
        return
            "\(sentences.moment(entry.admission.at)), gate \(entry.admission.gate), \(name)\(clock)".visible
    }
}
