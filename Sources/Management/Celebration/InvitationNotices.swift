import Store
import Ticketing

/// Tells guests of their invitations as they are now: each time that they change, once.
struct InvitationNotices {
    private static let size = 500

    private let work: Work
    private let event: Event
    private let functions: [EventFunction]
    private var waiting: [Guest] = []

    init(_ work: Work, of event: Event, functions: [EventFunction]) {
        self.work = work
        self.event = event
        self.functions = functions
    }

    /// Tells a guest who has a code, and can be reached; `send` must follow.
    mutating func add(_ guest: Guest) throws {
        guard guest.serial != nil, guest.details.email ?? guest.details.phone != nil else { return }
        waiting.append(guest)
        if waiting.count == InvitationNotices.size { try send() }
    }

    mutating func send() throws {
        var notices: [Notice] = []
        for index in waiting.indices {
            waiting[index].told += 1
            let guest = waiting[index]
            let invited = try work.connection.invitations.all(ofGuest: guest.number, event: event.number)
            let names = functions.filter { function in invited.contains { $0.function == function.number } }
                .map(\.name)
            if let notice = notice(guest, functions: names) { notices.append(notice) }
        }
        try work.connection.guests.setTold(of: waiting, event: event.number)
        try work.connection.notices.queue(notices)
        waiting.removeAll(keepingCapacity: true)
    }

    private func notice(_ guest: Guest, functions names: [String]) -> Notice? {
        guard let recipient = guest.details.email ?? guest.details.phone, let serial = guest.serial else { return nil }
        let code = TicketCode(serial).description
        var payload = ["title": event.details.title, "guest": guest.name, "code": code]
        if !names.isEmpty {
            payload["functions"] = names.joined(separator: ", ")
            payload["companions"] = "\(guest.details.companions)"
        }
        return work.notice(
            recipient, names.isEmpty ? .invitationWithdrawn : .invitation, of: event.number, payload: payload,
            cause: "\(code)/\(guest.number)/\(guest.told)")
    }
}
