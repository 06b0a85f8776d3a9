import Gate
import Presenting
import Ticketing

/// What the page asks in its input line.
enum GateQuestion: Hashable {
    case ticket, gate, people
    /// Why an admission is taken back.
    case reason(ChosenTicket)
    /// Whether somebody goes through without a scan.
    case hand(ChosenTicket)

    /// Whether the answer moves somebody: no scanner may give it.
    var isDeed: Bool {
        switch self {
        case .ticket, .gate, .people: false
        case .reason, .hand: true
        }
    }
}

/// A ticket that a person means, by its name as it stands on the page.
struct ChosenTicket: Hashable {
    let serial: Serial
    let holder: String?

    init(serial: Serial, holder: String?) {
        self.serial = serial
        self.holder = holder
    }

    init(_ ticket: Ticket) { self.init(serial: ticket.serial, holder: ticket.holder) }

    init(_ ticket: Verdict.Subject) { self.init(serial: ticket.serial, holder: ticket.holder) }

    /// `4F7K-29QX Grace Nakato`
    var name: String { [TicketCode(serial).description, holder].compactMap(\.self).joined(separator: " ").visible }
}

extension [Verdict] {
    /// The newest admission that was not taken back, and whose people have not left; newest verdicts come first.
    var lastAdmitted: ChosenTicket? {
        var undone: [Serial: Int] = [:]
        for verdict in self {
            guard let ticket = verdict.ticket else { continue }
            switch verdict.outcome {
            case .void, .exit: undone[ticket.serial, default: 0] += 1
            case .admit:
                guard let count = undone[ticket.serial], count > 0 else { return ChosenTicket(ticket) }
                undone[ticket.serial] = count - 1
            case .repeat, .refuse, .undecided: break
            }
        }
        return nil
    }
}
