import Store
import Ticketing

/// One operation under way, inside its transaction: what it changes it writes down, and whom it concerns it tells.
struct Work {
    let connection: any StoreConnection
    private(set) var operation: Operation
    let user: UserID
    /// Nil for what belongs to none, such as users.
    let organizer: OrganizerNumber?
    /// The moment of the whole operation.
    let now: Instant

    /// The same work, written down as another operation that the same right allows.
    func doing(_ operation: Operation) -> Work {
        var work = self
        work.operation = operation
        return work
    }

    /// The event as it is now: nobody else changes it, its types, functions or guests before this transaction ends.
    ///
    /// - Throws: `ManagementError.unknownEvent`, or `alreadyDeleted`.
    func locked(_ event: Event) throws -> Event {
        guard let current = try connection.events.locked(number: event.number), current.organizer == organizer else {
            throw ManagementError.unknownEvent("\(event.number)", known: [])
        }
        guard current.deleted == nil else { throw ManagementError.alreadyDeleted }
        return current
    }

    /// Writes a change into the audit trail: of these fields, those that differ. Nothing when none does.
    ///
    /// - Parameters:
    ///   - before: empty when the subject is new.
    ///   - after: empty when the subject is gone.
    func record(
        _ subject: AuditSubject, of event: EventNumber? = nil, before: AuditFields = [:], after: AuditFields
    ) throws {
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        guard !changed.isEmpty else { return }
        try connection.audit.append(
            organizer: organizer, at: now, user: user, action: operation.rawValue, event: event, subject: subject,
            before: before.filter { changed.contains($0.key) }, after: after.filter { changed.contains($0.key) })
    }

    /// Puts a notice into the outbox, once for each `cause`.
    func notify(
        _ recipient: String, _ kind: Notice.Kind, of event: EventNumber?, payload: AuditFields, cause: String
    ) throws {
        guard let organizer else { return }
        try connection.notices.queue(
            Notice(
                organizer: organizer, event: event, kind: kind, recipient: recipient, payload: payload,
                key: Notice.keys(kind, of: event, cause: cause) + recipient, created: now))
    }
}

/// Named values as the audit trail and the notices keep them.
typealias AuditFields = [String: String]
