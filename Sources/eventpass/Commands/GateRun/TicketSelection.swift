import Foundation
import Gate
import Management
import Presentation
import Ticketing

/// A question in the input line of a gate's screen.
enum GateQuestion: Hashable {
    case ticket, gate, people
    /// The reason for undoing an admission.
    case reason(SelectedTicket)
    /// Whether to let people through without a scan.
    case manualAdmission(SelectedTicket)

    /// Whether the answer admits people or undoes an admission. A scanner must not be able to give such an answer,
    /// because only the operator is allowed to make this decision.
    var isAction: Bool {
        switch self {
        case .ticket, .gate, .people: false
        case .reason, .manualAdmission: true
        }
    }
}

struct SelectedTicket: Hashable {
    let serial: Serial
    let holder: String?

    init(serial: Serial, holder: String?) {
        self.serial = serial
        self.holder = holder
    }

    init(_ ticket: Ticket) { self.init(serial: ticket.serial, holder: ticket.holder) }

    init(_ ticket: Verdict.TicketSummary) { self.init(serial: ticket.serial, holder: ticket.holder) }

    /// The code and the holder, such as `4F7K-29QX Grace Nakato`.
    var name: String { [TicketCode(serial).description, holder].compactMap(\.self).joined(separator: " ").visible }
}

extension [Verdict] {
    /// The ticket of the newest admission. Admissions do not count if they were undone or if the people have left. The
    /// array must be sorted by time, newest first.
    var lastAdmitted: SelectedTicket? {
        var undone: [Serial: Int] = [:]
        for verdict in self {
            guard let ticket = verdict.ticket else { continue }
            switch verdict.outcome {
            case .void, .exit: undone[ticket.serial, default: 0] += 1
            case .admit:
                guard let count = undone[ticket.serial], count > 0 else { return SelectedTicket(ticket) }
                undone[ticket.serial] = count - 1
            case .repeat, .refuse, .undecided: break
            }
        }
        return nil
    }
}

/// The result of a ticket search at a gate. The result shows the state of each ticket, but admits nobody.
struct TicketSearchResult: Sendable {
    struct Match: Sendable {
        let ticket: Ticket
        let type: String
        /// The names of the holder and the guests. Also the e-mail address, if several holders in the result have the
        /// same name (`DuplicateNameText`).
        let name: String?
        /// The number of people whom the ticket admits at the gate's sub-event, and the number of people inside.
        let people: PeopleOnTicket
        /// The state of the last message about the ticket; nil if no message was sent.
        let message: TicketMessage?
    }

    let text: String
    let tickets: [Match]
    let hasMore: Bool
    /// Whether this gate cannot search for phone numbers, although the text may be a phone number or the end of a phone
    /// number.
    let needsPhoneNumbers: Bool

    /// - Parameters:
    ///   - subEvent: the gate's sub-event; nil for an event without sub-events.
    ///   - most: the maximum number of results.
    init(_ text: String, in dataSource: any GateDataSource, at subEvent: SubEvent?, most: Int) throws {
        let text = text.trimmingCharacters(in: .whitespaces)
        // One ticket more than `most` is requested, to find out whether there are more results.
        let found = try dataSource.tickets(typed: text, limit: most + 1)
        let types = try dataSource.ticketTypes()
        let names = DuplicateNameText(found, guests: try dataSource.guestNames(on: found))
        let messages = try dataSource.lastMessages(about: Array(found.prefix(most)))
        self.text = text
        hasMore = found.count > most
        needsPhoneNumbers = !dataSource.hasPhoneNumbers && TicketQuery.phone(typed: text) != nil
        tickets = try found.prefix(most).map { ticket in
            Match(
                ticket: ticket, type: types.first { $0.number == ticket.type }?.name ?? "\(ticket.type)",
                name: names.text(ticket), people: try dataSource.people(on: ticket, at: subEvent?.number),
                message: messages[ticket.serial])
        }
    }
}
