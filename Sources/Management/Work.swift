import Store
import Ticketing

/// One operation under way, inside its transaction: what it changes it writes down, and whom it concerns it tells.
struct Work {
    let connection: any StoreConnection
    private(set) var operation: Operation
    let user: UserID
    /// Nil for what belongs to none, such as users.
    private(set) var organizer: OrganizerNumber?
    /// The moment of the whole operation.
    let now: Instant
    /// What it writes down, which is stored when all else is done.
    let trail: Trail

    init(
        _ operation: Operation, by user: UserID, in organizer: OrganizerNumber?, at now: Instant, mark: ChangeMark,
        _ connection: any StoreConnection
    ) {
        self.connection = connection
        self.operation = operation
        self.user = user
        self.organizer = organizer
        self.now = now
        trail = Trail(connection, user: user, now: now, mark: mark)
    }

    /// The same work, written down as another operation that the same right allows.
    func doing(_ operation: Operation) -> Work {
        var work = self
        work.operation = operation
        return work
    }

    /// The same work, on an organizer that it made.
    func on(_ organizer: OrganizerNumber) -> Work {
        var work = self
        work.organizer = organizer
        return work
    }

    /// The event as it is now: nobody else changes it, its types, functions or guests before this transaction ends.
    ///
    /// - Throws: `ManagementError.unknownEvent`, or `alreadyDeleted`.
    func locked(_ event: Event) throws -> Event {
        try standing(try connection.events.locked(number: event.number), event)
    }

    /// The event as it is now: nobody else changes it, its types, functions or guests, or sells, before this transaction
    /// ends. What expired holds kept is given back.
    ///
    /// - Throws: as `locked`.
    func lockedWithTypes(_ event: Event) throws -> Event {
        try stock(of: event.number).endExpiredHolds()
        try connection.ticketTypes.lock(of: event.number)
        return try locked(event)
    }

    /// Keeps others from changing anything that an event has sold before this transaction ends, and the event itself.
    func lockAll(of event: EventNumber) throws {
        try connection.orders.lock(of: event)
        try connection.tickets.lock(of: event)
        try connection.ticketTypes.lock(of: event)
        _ = try connection.events.locked(number: event)
        // What was sold until the event's row was ours.
        try connection.orders.lock(of: event)
        try connection.tickets.lock(of: event)
    }

    /// The event as it is now: nobody else changes its functions, guests or invitations before this transaction ends.
    /// Sales go on meanwhile.
    ///
    /// - Throws: as `locked`.
    func lockedGuests(of event: Event) throws -> Event {
        try connection.guests.lock(event.number)
        return try standing(try connection.events.with(number: event.number), event)
    }

    private func standing(_ found: Event?, _ event: Event) throws -> Event {
        guard let found, found.organizer == organizer else {
            throw ManagementError.unknownEvent("\(event.number)", known: [])
        }
        guard found.deleted == nil else { throw ManagementError.alreadyDeleted }
        return found
    }

    /// Writes a change into the audit trail: of these fields, those that differ. Nothing when none does.
    ///
    /// - Parameters:
    ///   - before: empty when the subject is new.
    ///   - after: empty when the subject is gone.
    func record(
        _ subject: AuditSubject, of event: EventNumber? = nil, before: AuditFields = [:], after: AuditFields
    ) throws {
        try record([AuditTrail.Change(subject, before: before, after: after)].compactMap(\.self), of: event)
    }

    /// Writes many changes into the audit trail at once.
    func record(_ changes: [AuditTrail.Change], of event: EventNumber?) throws {
        try trail.add(changes, of: operation, organizer: organizer, event: event)
    }

    /// What tells this change from every other, also from those of the same moment. For notices of what is written
    /// down under locks that keep others from doing the same.
    var cause: String {
        get throws { "\(now.milliseconds)/\(try connection.audit.last(of: organizer))" }
    }

    /// Puts a notice into the outbox, once for each `cause`. It says what the event is called, if the payload does not.
    func notify(
        _ recipient: String, _ kind: Notice.Kind, of event: EventNumber?, payload: AuditFields, cause: String
    ) throws {
        var payload = payload
        if payload["title"] == nil, let event { payload["title"] = try connection.events.title(of: event) }
        guard let notice = notice(recipient, kind, of: event, payload: payload, cause: cause) else { return }
        try connection.notices.queue(notice)
    }

    /// A notice that is still to be queued; nil where nobody sends any. Of an event, `payload` says the title.
    func notice(
        _ recipient: String, _ kind: Notice.Kind, of event: EventNumber?, payload: AuditFields, cause: String
    ) -> Notice? {
        organizer.map {
            Notice(
                organizer: $0, event: event, kind: kind, recipient: recipient, payload: payload,
                key: Notice.keys(kind, of: event, cause: cause) + recipient, created: now)
        }
    }
}

/// Named values as the audit trail and the notices keep them.
typealias AuditFields = [String: String]
