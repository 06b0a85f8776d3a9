import Store
import Ticketing

/// Applies an `InvitationChange`, guest by guest.
struct InvitationRun {
    let work: UnitOfWork
    let event: Event
    let subEvents: [SubEvent]
    let change: InvitationChange
    let key: UInt8
    private(set) var summary = InvitationSummary()
    /// Guests without a code. If they are invited to a sub-event, `finish` gives them codes.
    private var withoutCode: [Guest] = []
    /// Whether the sub-events can differ from guest to guest. If so, each guest gets an audit record.
    private var isIndividual = false
    /// The numbers of processed guests, because a guest who is named twice is processed only once.
    private var processed: Set<Int> = []
    private var notices: InvitationNotices

    init(work: UnitOfWork, event: Event, subEvents: [SubEvent], change: InvitationChange, key: UInt8) {
        self.work = work
        self.event = event
        self.subEvents = subEvents
        self.change = change
        self.key = key
        notices = InvitationNotices(work, of: event, subEvents: subEvents)
    }

    mutating func processAll(_ progress: (Int) -> Void) throws {
        var last = 0
        while true {
            let page = try work.connection.guests.page(of: event.number, after: last, limit: 1000)
            guard let end = page.last else { return }
            for guest in page { try process(guest) }
            last = end.number
            progress(last)
        }
    }

    /// Invites the guests who have neither a code nor an invitation. Guests who have an invitation and no code only get
    /// a code.
    mutating func processGuestsWithoutCode(_ progress: (Int) -> Void) throws {
        var last = 0
        while true {
            let page = try work.connection.guests.page(of: event.number, after: last, limit: 1000)
            guard let first = page.first, let end = page.last else { return }
            let invited = Set(
                try work.connection.invitations.all(ofGuests: first.number...end.number, event: event.number)
                    .map(\.guest))
            for guest in page where guest.serial == nil {
                if invited.contains(guest.number) {
                    if processed.insert(guest.number).inserted { withoutCode.append(guest) }
                } else {
                    try process(guest)
                }
            }
            last = end.number
            progress(last)
        }
    }

    /// Changes one guest's invitations.
    ///
    /// - Parameter own: the numbers of the sub-events to which this guest is invited; nil for the sub-events of
    ///   `change`.
    mutating func process(_ guest: Guest, inviting own: [Int]? = nil) throws {
        guard processed.insert(guest.number).inserted else { return }
        let invitations = work.connection.invitations
        isIndividual = own != nil
        var hasChanged = false
        var recorded = GuestChange()
        var withdrawnFrom: [Int] = []
        for subEvent in own ?? change.inviting
        where try invitations.insert(guest: guest.number, subEvent: subEvent, of: event.number) {
            if isIndividual { for name in auditNames(of: subEvent) { recorded.invited(to: name) } }
            summary.invited += 1
            hasChanged = true
        }
        for subEvent in change.withdrawing {
            guard let old = try invitations.remove(guest: guest.number, subEvent: subEvent, of: event.number) else {
                continue
            }
            for name in auditNames(of: subEvent) { recorded.withdrawn(from: name, old.reply) }
            withdrawnFrom.append(subEvent)
            summary.withdrawn += 1
            if old.reply != .none { summary.answersLost += 1 }
            hasChanged = true
        }
        try work.record(
            AuditSubject(.guest, guest.number), of: event.number, before: recorded.before, after: recorded.after)
        if guest.serial == nil {
            withoutCode.append(guest)
        } else if hasChanged {
            try notify(guest, withdrawnFrom: withdrawnFrom)
        }
    }

    /// Issues the missing codes, and records the change.
    ///
    /// - Parameter progress: called regularly with the number of guests who have received codes.
    mutating func finish(_ progress: (Int) -> Void) throws {
        withoutCode = try withoutCode.filter {
            try !work.connection.invitations.all(ofGuest: $0.number, event: event.number).isEmpty
        }
        let groups = GuestCodeGrouping.groups(of: withoutCode, sharing: change.sharing)
        if !groups.isEmpty {
            var issue = TicketIssuance(work, event: event.number, types: [], key: key)
            let type = try ticketType()
            var written = 0
            for group in groups {
                try issue.add(type, guests: group, holder: try work.holder(ofCodeFor: group)) { guest in
                    try process(issued: guest)
                    written += 1
                    if written.isMultiple(of: 1000) { progress(written) }
                }
            }
            try issue.write { try process(issued: $0) }
            try notices.send()
            try issue.allocateStock()
            summary.codes = issue.count
            summary.people = issue.people
            summary.firstTickets = issue.firstTickets
        }
        try notices.send()
        summary.notices = notices.queued
        guard summary.invited + summary.withdrawn + summary.codes > 0 else { return }
        try work.record(
            AuditSubject(.event, event.number), of: event.number,
            after: AuditFields(present: [
                ("invited", "\(summary.invited)"), ("to", isIndividual ? nil : names(of: change.inviting)),
                ("withdrawn", "\(summary.withdrawn)"), ("from", names(of: change.withdrawing)),
                ("answers lost", "\(summary.answersLost)"), ("codes", "\(summary.codes)"),
                ("people", "\(summary.people)"), ("key", "\(key)"),
            ]))
    }

    /// Notifies a guest who now has a code, and adds the code to the summary. Guests who share a code are processed one
    /// after another, so a comparison with the last code in the summary avoids duplicates.
    private mutating func process(issued guest: Guest) throws {
        try notify(guest)
        if let code = guest.serial.map({ TicketCode($0) }), code != summary.codesIssued.last {
            summary.codesIssued.append(code)
        }
    }

    private mutating func notify(_ guest: Guest, withdrawnFrom subEvents: [Int] = []) throws {
        try notices.add(guest, withdrawnFrom: subEvents)
        summary.guests.append(guest.number)
        if guest.details.email ?? guest.details.phone == nil { summary.withoutAddress += 1 }
    }

    private func auditNames(of subEvent: Int) -> [String] {
        subEvents.filter { $0.number == subEvent }.map(\.guestAuditName)
    }

    private func names(of numbers: [Int]) -> String {
        subEvents.filter { numbers.contains($0.number) }.map(\.name).joined(separator: ", ")
    }

    private func ticketType() throws -> TicketType {
        let types = try work.connection.ticketTypes.all(of: event.number)
        do {
            return try TicketTypeService.type(named: change.type, among: types)
        } catch ManagementError.unknownType {
            // The type is hidden, so that nobody can buy its tickets.
            return try TicketTypeService.addType(TicketTypeDetails(name: change.type, isHidden: true), to: event, work)
        }
    }
}

extension UnitOfWork {
    /// Adds or withdraws invitations, as in `GuestService.invite`.
    ///
    /// - Parameters:
    ///   - event: the current state of the event, whose guest list must be locked.
    ///   - key: the number of the key that signs new codes.
    func invite(
        _ selection: GuestSelection, _ change: InvitationChange, of event: Event, key: UInt8,
        progress: (Int) -> Void
    ) throws -> InvitationSummary {
        var inviting = try invitationRun(change, of: event, key: key)
        switch selection {
        case .all: try inviting.processAll(progress)
        case .withoutCode: try inviting.processGuestsWithoutCode(progress)
        case .named(let names):
            for name in names {
                try inviting.process(try GuestService.guest(named: name, of: event.number, connection))
            }
        }
        try inviting.finish(progress)
        return inviting.summary
    }

    /// Invites guests to sub-events, which can differ from guest to guest.
    ///
    /// - Parameters:
    ///   - subEvents: the numbers of the sub-events by the numbers of the guests.
    ///   - event: the current state of the event, whose guest list must be locked.
    ///   - key: the number of the key that signs new codes.
    func invite(_ subEvents: [Int: [Int]], to event: Event, key: UInt8) throws {
        let change = InvitationChange(inviting: Set(subEvents.values.joined()).sorted())
        var run = try invitationRun(change, of: event, key: key)
        for (number, own) in subEvents.sorted(by: { $0.key < $1.key }) {
            guard let guest = try connection.guests.with(number: number, of: event.number) else {
                throw GuestError.unknownGuest("\(number)")
            }
            try run.process(guest, inviting: own)
        }
        try run.finish { _ in }
    }

    private func invitationRun(_ change: InvitationChange, of event: Event, key: UInt8) throws -> InvitationRun {
        guard event.status != .cancelled else { throw ManagementError.eventCancelled }
        let subEvents = try connection.subEvents.all(of: event.number)
        guard !subEvents.isEmpty else { throw GuestError.noSubEvents }
        for number in change.inviting + change.withdrawing
        where !subEvents.contains(where: { $0.number == number }) {
            throw GuestError.unknownSubEvent("\(number)", known: subEvents.map(\.name))
        }
        return InvitationRun(work: self, event: event, subEvents: subEvents, change: change, key: key)
    }
}

extension UnitOfWork {
    static let holderSeparator = ", "

    /// The name of the holder of a code for guests: the household's name if several of its guests share the code;
    /// otherwise the guests' names.
    func holder(ofCodeFor group: [Guest]) throws -> String {
        if group.count > 1, let number = group[0].household,
            let household = try connection.guests.household(number, of: group[0].event)
        {
            return household.name
        }
        return group.map(\.name).joined(separator: UnitOfWork.holderSeparator)
    }
}
