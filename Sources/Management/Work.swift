import Store
import Ticketing

/// One operation under way, inside its transaction: what it changes it writes down, and whom it concerns it tells.
struct Work {
    let connection: any StoreConnection
    let operation: Operation
    let user: UserID
    /// Nil for what belongs to none, such as users.
    let organizer: OrganizerNumber?
    /// The moment of the whole operation.
    let now: Instant

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
                key: "\(kind.rawValue)/\(event.map { "\($0)" } ?? "")/\(cause)/\(recipient)", created: now))
    }
}

/// Named values as the audit trail and the notices keep them.
typealias AuditFields = [String: String]
