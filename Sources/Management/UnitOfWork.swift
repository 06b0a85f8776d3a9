import Store
import Ticketing

/// One operation of a user inside its transaction, such as cancelling a ticket. Records the changes in the audit trail,
/// and queues notices.
struct UnitOfWork {
    let connection: any StoreConnection
    private(set) var operation: Operation
    let user: UserID
    /// The organizer whose data changes; nil for data that belongs to no organizer, such as users.
    private(set) var organizer: OrganizerNumber?
    /// The time of the operation.
    let now: Instant
    /// Whether the user acts through an API token or a device, and not through the pages or the command line.
    let isThroughGrant: Bool
    /// Reads the numbers that determine when messages about sales are queued.
    let noticePolicy: @Sendable () -> NoticePolicy
    /// The audit records, which are stored after all other changes.
    let auditBuffer: AuditBuffer
    /// The number of messages that the operation has queued so far.
    let queuedMessages = MessageCounter()

    init(
        _ operation: Operation, by user: UserID, in organizer: OrganizerNumber?, at now: Instant, mark: IdempotencyMark,
        throughGrant isThroughGrant: Bool = false,
        noticePolicy: @escaping @Sendable () -> NoticePolicy = { .standard }, _ connection: any StoreConnection
    ) {
        self.connection = connection
        self.operation = operation
        self.user = user
        self.organizer = organizer
        self.now = now
        self.isThroughGrant = isThroughGrant
        self.noticePolicy = noticePolicy
        auditBuffer = AuditBuffer(connection, user: user, now: now, mark: mark)
    }

    /// A copy that records its changes under another operation. The user's rights are not checked again.
    func recorded(_ operation: Operation) -> UnitOfWork {
        var work = self
        work.operation = operation
        return work
    }

    /// A copy that records its changes for an organizer that this operation has created.
    func withOrganizer(_ organizer: OrganizerNumber) -> UnitOfWork {
        var work = self
        work.organizer = organizer
        return work
    }

    /// Locks the event, and returns the event's current state. No other transaction can sell tickets, or change the
    /// event or its sub-events, before this transaction ends. A transaction that has locked the guest list can still
    /// change guests, and can add a ticket type.
    ///
    /// - Throws: `ManagementError.unknownEvent`, or `alreadyDeleted`.
    func locked(_ event: Event) throws -> Event {
        try existing(try connection.events.locked(number: event.number), event)
    }

    /// Releases expired reservations, locks the event's ticket types, and then does the same as `locked`. Until this
    /// transaction ends, no other transaction can change the locked types either.
    ///
    /// - Throws: the same errors as `locked`.
    func lockedWithTicketTypes(_ event: Event) throws -> Event {
        try stock(of: event.number).releaseExpiredReservations()
        try connection.ticketTypes.lock(of: event.number)
        return try locked(event)
    }

    /// Locks the event with all its orders, tickets and types until this transaction ends.
    func lockAll(of event: EventNumber) throws {
        try connection.orders.lock(of: event)
        try connection.tickets.lock(of: event)
        try connection.ticketTypes.lock(of: event)
        _ = try connection.events.locked(number: event)
        // Before the event's row was locked, other transactions may have added orders and tickets. The new orders and
        // tickets are locked now.
        try connection.orders.lock(of: event)
        try connection.tickets.lock(of: event)
    }

    /// Locks the guest list and returns the event's current state. No other transaction can change the event's
    /// sub-events, guests or invitations before this transaction ends. Sales can continue.
    ///
    /// - Throws: the same errors as `locked`.
    func lockedForGuestChanges(of event: Event) throws -> Event {
        try connection.guests.lock(event.number)
        return try existing(try connection.events.with(number: event.number), event)
    }

    private func existing(_ found: Event?, _ event: Event) throws -> Event {
        guard let found, found.organizer == organizer else {
            throw ManagementError.unknownEvent("\(event.number)", known: [])
        }
        guard found.deleted == nil else { throw ManagementError.alreadyDeleted }
        return found
    }

    /// Records a change in the audit trail, with the fields that differ. Does nothing if all fields are equal.
    ///
    /// - Parameters:
    ///   - before: empty when the subject is new.
    ///   - after: empty when the subject is removed.
    func record(
        _ subject: AuditSubject, of event: EventNumber? = nil, before: AuditFields = [:], after: AuditFields
    ) throws {
        try record([AuditTrail.Change(subject, before: before, after: after)].compactMap(\.self), of: event)
    }

    func record(_ changes: [AuditTrail.Change], of event: EventNumber?) throws {
        try auditBuffer.add(changes, of: operation, organizer: organizer, event: event)
    }

    /// A text to pass to `notify` as its `uniqueCause`. It contains the number of the audit trail's last record, so
    /// that it differs for each change, even at the same moment. Use it only while a lock keeps other transactions from
    /// making the same change.
    var uniqueCause: String {
        get throws { "\(now.milliseconds)/\(try connection.audit.last(of: organizer))" }
    }

    /// Queues a notice. A second notice of the same kind to the same recipient is ignored if it has the same
    /// `uniqueCause`. Adds the event's title to a payload without a title.
    func notify(
        _ recipient: String, _ kind: Notice.Kind, of event: EventNumber?, payload: AuditFields, uniqueCause: String
    ) throws {
        var payload = payload
        if payload["title"] == nil, let event { payload["title"] = try connection.events.title(of: event) }
        guard let notice = notice(recipient, kind, of: event, payload: payload, uniqueCause: uniqueCause) else {
            return
        }
        try queue([notice])
    }

    /// Queues notices, and counts them. Notices to the organizer's own team are queued without this function, so that
    /// they are not counted.
    func queue(_ notices: [Notice]) throws { queuedMessages.add(try connection.notices.queue(notices)) }

    /// Returns a notice, which the caller must queue; nil if there is no organizer. For a notice about an event,
    /// `payload` must contain the event's title.
    func notice(
        _ recipient: String, _ kind: Notice.Kind, of event: EventNumber?, payload: AuditFields, uniqueCause: String
    ) -> Notice? {
        organizer.map {
            Notice(
                organizer: $0, event: event, kind: kind, recipient: recipient, payload: payload,
                key: Notice.keyPrefix(kind, of: event, cause: uniqueCause) + recipient, created: now)
        }
    }
}

/// The values of an audit record or a notice, by name.
typealias AuditFields = [String: String]
