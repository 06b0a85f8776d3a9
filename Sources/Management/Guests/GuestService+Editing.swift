import Store
public import Ticketing

/// The values that a form edits for a guest: the details, and the name of the household.
public struct GuestEntry: Hashable, Sendable {
    /// The name of the field for the household, in faults.
    public static let householdField = "household"

    public var details: GuestDetails
    /// The name of the household; nil for a guest without a household.
    public var household: String?

    public init(details: GuestDetails, household: String? = nil) {
        self.details = details
        self.household = household
    }

    public init(_ guest: InvitedGuest) { self.init(details: guest.guest.details, household: guest.household) }
}

/// The result of a change of a guest's details.
public struct GuestEdit: Sendable {
    public let guest: InvitedGuest
    /// The number of answers that now announce fewer companions, because the guest may bring fewer.
    public let answersLowered: Int
    /// The code (the ticket) that was reissued because the guest may bring more companions, and the number of guests
    /// who no longer share this code because a code admits at most 16 people.
    public let codes: ReissuedCodes
}

extension GuestService {
    /// Adds a guest without invitations. If no household has the given name, adds a household.
    ///
    /// - Throws: `ManagementError.invalid` with all faults; `eventCancelled`.
    public func addGuest(_ entry: GuestEntry, to event: Event) throws -> InvitedGuest {
        try services.perform(.addGuest, on: event) { work in
            _ = try work.lockedForGuestEdits(of: event)
            let entry = try entry.checked(since: nil)
            let guest = Guest(
                event: event.number, number: try work.lastGuestNumber(of: event.number) + 1,
                household: try work.household(named: entry.household, of: event.number), details: entry.details)
            try work.connection.guests.insert([(guest: guest, foldedName: guest.name.folded)])
            try work.record(AuditSubject(.guest, guest.number), of: event.number, after: guest.auditFields)
            return try GuestService.withInvitations([guest], of: event.number, work.connection)[0]
        }
    }

    /// Changes the details and the household of a guest. If the change lowers the number of companions that the guest
    /// may bring, each answer with more companions is reduced to the new number, and described companions beyond this
    /// number are removed. If the change raises the number and the guest's code admits too few people, the code is
    /// reissued, as in an import. The guests who share the code are notified.
    ///
    /// If the code would have to admit more than 16 people, some of its guests lose the code. The edited guest is not
    /// always among them. Guests who lose the code keep their invitations, and get new codes only when they are invited
    /// again.
    ///
    /// - Parameters:
    ///   - number: the guest's number.
    ///   - alter: receives the current values and changes them.
    /// - Throws: `ManagementError.invalid` with all faults of the changed values; `GuestError.unknownGuest`;
    ///   `ManagementError.eventCancelled` or `capacityExceeded`; any error that `alter` throws.
    public func editGuest(
        _ number: Int, of event: Event, _ alter: (inout GuestEntry) throws -> Void
    ) throws -> GuestEdit {
        try services.perform(.editGuest, on: event) { work in
            _ = try work.lockedForGuestEdits(of: event)
            let connection = work.connection
            let guest = try work.lockedWithTicket(guest: number, of: event.number).guest
            let former = GuestEntry(try GuestService.withInvitations([guest], of: event.number, connection)[0])
            var entry = former
            try alter(&entry)
            entry = try entry.checked(since: former)
            var changed = guest
            changed.details = entry.details
            if entry.household != former.household {
                changed.household = try work.household(named: entry.household, of: event.number)
            }
            var change = GuestChange(before: guest.auditFields, after: changed.auditFields)
            var (lowered, codes) = (0, ReissuedCodes())
            if changed != guest {
                let names = try work.auditNamesOfSubEvents(of: event.number)
                lowered = try work.store(guest, as: changed, &change) { names[$0] ?? "sub-event \($0)" }
            }
            if changed.people > guest.people, let serial = guest.serial {
                codes = try work.enlargeCodes([serial], of: event.number)
            }
            try work.record(
                AuditSubject(.guest, number), of: event.number, before: change.before, after: change.after)
            let stored = try connection.guests.with(number: number, of: event.number) ?? changed
            return GuestEdit(
                guest: try GuestService.withInvitations([stored], of: event.number, connection)[0],
                answersLowered: lowered, codes: codes)
        }
    }

    /// Removes a guest with the guest's invitations, answers and companions. A guest who has a code and an address, and
    /// was invited, gets a notice that the invitations are withdrawn. A code that belongs to no other guest is
    /// cancelled; a shared code stays valid for the other guests, and admits as many people as before. If the name of a
    /// shared code's holder contains the removed guest's name, the holder is renamed after the other guests. If a
    /// shared code has the removed guest's e-mail address, and none of the other guests has this address, the address
    /// is removed from the code. The guest's number is not used again.
    ///
    /// - Throws: `GuestError.guestAdmitted` if anybody was admitted with the guest's code; `unknownGuest`;
    ///   `ManagementError.eventCancelled`.
    public func removeGuest(_ number: Int, of event: Event) throws {
        try services.perform(.removeGuest, on: event) { work in
            let current = try work.lockedForGuestEdits(of: event)
            let connection = work.connection
            // The lock on the ticket also keeps gates from admitting somebody before this transaction ends.
            let (guest, ticket) = try work.lockedWithTicket(guest: number, of: event.number)
            if let serial = guest.serial, try connection.slots.isUsed(serial, event: event.number) {
                throw GuestError.guestAdmitted(guest: guest.name, TicketCode(serial))
            }
            let invited = try GuestService.withInvitations([guest], of: event.number, connection)[0]
            let names = try work.auditNamesOfSubEvents(of: event.number)
            var change = GuestChange(before: guest.auditFields)
            change.removed(invited.companions)
            for invitation in invited.invitations {
                _ = try connection.invitations.remove(
                    guest: number, subEvent: invitation.subEvent, of: event.number)
                change.withdrawn(
                    from: names[invitation.subEvent] ?? "sub-event \(invitation.subEvent)", invitation.reply)
            }
            if !invited.invitations.isEmpty {
                var notices = InvitationNotices(
                    work, of: current, subEvents: try connection.subEvents.all(of: event.number))
                try notices.add(guest, withdrawnFrom: invited.invitations.map(\.subEvent))
                try notices.send()
            }
            try connection.guests.remove(guest)
            try work.record(AuditSubject(.guest, number), of: event.number, before: change.before, after: [:])
            guard let ticket, ticket.serial == guest.serial, ticket.status.isActive else { return }
            let others = try connection.guests.with(serial: ticket.serial, of: event.number)
            if others.isEmpty {
                _ = try work.endTickets([ticket.code], of: event.number, as: .cancelled, note: nil)
            } else {
                try work.renameHolder(of: ticket, without: guest, others)
            }
        }
    }
}

extension UnitOfWork {
    /// Locks the guest list, and returns the event's current state.
    ///
    /// - Throws: `ManagementError.eventCancelled`; the errors of `lockedForGuestChanges`.
    fileprivate func lockedForGuestEdits(of event: Event) throws -> Event {
        let current = try lockedForGuestChanges(of: event)
        guard current.status != .cancelled else { throw ManagementError.eventCancelled }
        return current
    }

    /// Locks a guest's ticket, then the guest, until the transaction ends. Cancellations lock a ticket before its
    /// guests, so the opposite order of locks could cause a deadlock.
    ///
    /// - Returns: the guest, and the ticket that the guest had before the locks. The ticket is nil if the guest had
    ///   none. A cancellation can have removed the ticket from the guest in the meantime.
    /// - Throws: `GuestError.unknownGuest`.
    func lockedWithTicket(guest number: Int, of event: EventNumber) throws -> (guest: Guest, ticket: Ticket?) {
        let known = try connection.guests.with(number: number, of: event)
        let ticket = try known?.serial.flatMap { try connection.tickets.locked(serial: $0, of: event) }
        guard let guest = try connection.guests.locked(number: number, of: event) else {
            throw GuestError.unknownGuest("\(number)")
        }
        return (guest, ticket)
    }

    /// Names the holder of a shared code after the guests who still share it, if the holder is named after a guest who
    /// was removed. Removes the e-mail address of the removed guest from the code, unless one of the other guests has
    /// the same address.
    ///
    /// - Parameter ticket: the code, which must be locked.
    fileprivate func renameHolder(of ticket: Ticket, without guest: Guest, _ others: [Guest]) throws {
        let isNamed = UnitOfWork.isHolder(ticket.holder ?? "", namedAfter: guest, ifNot: others)
        let holder = try isNamed ? self.holder(ofCodeFor: others) : ticket.holder
        func address(_ guest: Guest) -> EmailAddress? { guest.details.email.flatMap { EmailAddress(rawValue: $0) } }
        let isOwn = ticket.email == address(guest) && !others.contains { address($0) == ticket.email }
        let email = isOwn ? nil : ticket.email
        guard holder != ticket.holder || email != ticket.email else { return }
        _ = try change(ticket.code, of: ticket.event) { current in
            _ = try connection.tickets.correct(
                current.serial, of: current.event, holder: holder, email: email, note: current.note)
        }
    }

    /// Whether the name of a code's holder is a list of names that contains the guest's name. The names of the other
    /// guests are first removed from the list, and the guest's name must be in the rest. The list cannot be split at
    /// the separators, because a name can contain the separator.
    private static func isHolder(_ holder: String, namedAfter guest: Guest, ifNot others: [Guest]) -> Bool {
        func item(_ name: String) -> String { holderSeparator + name.folded + holderSeparator }
        let names = others.map { item($0.name) }.sorted { $0.count > $1.count }
        let rest = names.reduce(item(holder)) { $0.replacing($1, with: holderSeparator, maxReplacements: 1) }
        return rest.contains(item(guest.name))
    }

    /// The highest number that a guest of an event has or had; 0 if the event never had guests. Numbers are not used
    /// again, because audit records and messages name guests by number.
    func lastGuestNumber(of event: EventNumber) throws -> Int {
        var last = try connection.guests.lastNumber(of: event)
        try connection.audit.forEachRecord(
            of: Operation.removeGuest.rawValue, at: event, subject: .guest, after: 0
        ) { record in
            if let number = Int(record.subject.id) { last = max(last, number) }
        }
        return last
    }

    /// Stores the changed details and the changed household of a guest. If the guest may now bring fewer companions,
    /// lowers the guest's answers, and removes the surplus described companions.
    ///
    /// - Parameters:
    ///   - change: gets the lowered answers and the removed companions.
    ///   - name: returns the name of a sub-event in audit records.
    /// - Returns: the number of lowered answers.
    func store(
        _ guest: Guest, as changed: Guest, _ change: inout GuestChange, nameOfSubEvent name: (Int) -> String
    ) throws -> Int {
        try connection.guests.update(changed)
        guard changed.people < guest.people else { return 0 }
        let most = changed.details.companions
        let lowered = try connection.invitations.limitCompanions(
            toCompanions: most, guest: guest.number, of: guest.event)
        for old in lowered { change.answered(name(old.subEvent), old.reply, now: .attending(companions: most)) }
        change.removed(try connection.companions.remove(after: most, ofGuest: guest.number, event: guest.event))
        return lowered.count
    }

    fileprivate func auditNamesOfSubEvents(of event: EventNumber) throws -> [Int: String] {
        Dictionary(try connection.subEvents.all(of: event).map { ($0.number, $0.guestAuditName) }) { first, _ in first }
    }

    /// The number of the household with the given name. Case and accents are ignored. If there is no such household,
    /// adds one.
    ///
    /// - Parameter name: nil or only white space for no household.
    fileprivate func household(named name: String?, of event: EventNumber) throws -> Int? {
        guard let name, !name.folded.isEmpty else { return nil }
        let folded = name.folded
        let all = try connection.guests.households(of: event)
        if let known = all.first(where: { $0.name.folded == folded }) { return known.number }
        let household = Household(event: event, number: (all.map(\.number).max() ?? 0) + 1, name: name)
        try connection.guests.insert([(household: household, foldedName: folded)])
        return household.number
    }
}

extension GuestEntry {
    /// These values with normalized addresses.
    ///
    /// - Parameter former: the values before the change. Unchanged values are neither checked nor normalized, because
    ///   an older version of the program may have stored values that this version refuses or writes differently. Nil
    ///   for a new guest.
    /// - Throws: `ManagementError.invalid` with all faults.
    fileprivate func checked(since former: GuestEntry?) throws -> GuestEntry {
        var entry = self
        if let email = details.email, email != former?.details.email {
            entry.details.email = EmailAddress(rawValue: email)?.rawValue ?? email
        }
        if let phone = details.phone, phone != former?.details.phone {
            entry.details.phone = GuestPhoneNumber.normalized(of: phone) ?? phone
        }
        let faults = entry.faults(since: former)
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        return entry
    }

    private func faults(since former: GuestEntry?) -> [FieldFault] {
        var faults = FieldFaults()
        for field in GuestDetails.fields {
            let content = field.content(of: details)
            if let former, field.content(of: former.details) == content { continue }
            if let fault = field.kind.limitFault(of: content) {
                faults.add([FieldFault(field.optionName, fault)])
            } else {
                var copy = details
                do throws(FieldFault) {
                    try field.set(content, in: &copy)
                } catch {
                    faults.add([error])
                }
            }
        }
        // A name without visible characters is refused, because nobody could distinguish it from other such names.
        if details.name.folded.isEmpty, !faults.all.contains(where: { $0.field == "name" }) {
            faults.add([FieldFault("name", TextFault.missing.sentence)])
        }
        if household != former?.household { faults.require(optional: household, GuestEntry.householdField) }
        return faults.all
    }
}
