import Store
import Ticketing

/// Queues notices about changed invitations: one for each guest that the caller passes to `add`. The notice names the
/// sub-events to which the guest is now invited, or says that no invitation is left.
struct InvitationNotices {
    private static let batchSize = 500

    private let work: UnitOfWork
    private let event: Event
    private let subEvents: [SubEvent]
    private let isResending: Bool
    private var pending: [Guest] = []
    /// For the number of each pending guest: the numbers of the sub-events whose invitations were withdrawn from the
    /// guest.
    private var withdrawn: [Int: [Int]] = [:]
    /// The numbers of the pending guests whose former code is void.
    private var withNewCode: Set<Int> = []
    private(set) var queued = 0

    /// - Parameter isResending: whether a member sends unchanged invitations again.
    init(_ work: UnitOfWork, of event: Event, subEvents: [SubEvent], isResending: Bool = false) {
        self.work = work
        self.event = event
        self.subEvents = subEvents
        self.isResending = isResending
    }

    /// Adds a guest to the recipients. Ignores a guest without a ticket, and a guest with neither an e-mail address nor
    /// a telephone number. Call `send` after the last guest.
    ///
    /// - Parameters:
    ///   - subEvents: the numbers of the sub-events whose invitations were withdrawn.
    ///   - hasNewCode: whether the guest's former code is void. The limit on the number of notices about changes does
    ///     not delay a notice with a new code, because the guest needs the code.
    mutating func add(_ guest: Guest, withdrawnFrom subEvents: [Int] = [], hasNewCode: Bool = false) throws {
        guard guest.serial != nil, guest.details.email ?? guest.details.phone != nil else { return }
        pending.append(guest)
        withdrawn[guest.number] = subEvents
        if hasNewCode { withNewCode.insert(guest.number) }
        if pending.count == InvitationNotices.batchSize { try send() }
    }

    /// Queues the notices to the guests that were added since the last call.
    mutating func send() throws {
        var notices: [Notice] = []
        for index in pending.indices {
            pending[index].notificationCount += 1
            let guest = pending[index]
            let invited = try work.connection.invitations.all(ofGuest: guest.number, event: event.number)
            let names = subEvents.filter { subEvent in invited.contains { $0.subEvent == subEvent.number } }
                .map(\.name)
            if let notice = notice(guest, subEvents: names) { notices.append(notice) }
        }
        try work.connection.guests.setNotificationCounts(of: pending, event: event.number)
        try work.queue(notices)
        queued += notices.count
        pending.removeAll(keepingCapacity: true)
        withdrawn.removeAll(keepingCapacity: true)
        withNewCode.removeAll(keepingCapacity: true)
    }

    private func notice(_ guest: Guest, subEvents names: [String]) -> Notice? {
        guard let recipient = guest.details.email ?? guest.details.phone, let serial = guest.serial else { return nil }
        let code = TicketCode(serial).description
        var payload = [
            "title": event.details.title, "guest": guest.name, "guest_number": "\(guest.number)", "code": code,
            Notice.invitationNumberName: "\(guest.notificationCount)",
        ]
        if guest.notificationCount > 1, !isResending, !withNewCode.contains(guest.number) {
            payload[Notice.invitationChangeName] = "yes"
        }
        if !names.isEmpty {
            payload["sub_events"] = names.joined(separator: ", ")
            payload["companions"] = "\(guest.details.companions)"
        }
        if let numbers = withdrawn[guest.number], !numbers.isEmpty {
            payload[Notice.withdrawnSubEventsName] = numbers.map(String.init).joined(separator: " ")
        }
        return work.notice(
            recipient, names.isEmpty ? .invitationWithdrawn : .invitation, of: event.number, payload: payload,
            uniqueCause: "\(code)/\(guest.number)/\(guest.notificationCount)")
    }
}
