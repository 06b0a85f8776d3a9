import Store
import Ticketing

/// What one transaction writes into the audit trail. Whoever changes anything of an organizer needs the head of its chain:
/// so records are kept until the work is done, and written before only where memory would grow too much.
final class Trail {
    private static let mostKept = 50_000

    private let connection: any StoreConnection
    private let user: UserID
    private let now: Instant
    /// Goes with the first record.
    private let mark: ChangeMark
    private var kept: [Part] = []
    private var count = 0
    private var hasWritten = false

    /// Changes that follow each other and are written at once.
    private struct Part {
        let organizer: OrganizerNumber?
        let operation: Operation
        let event: EventNumber?
        var changes: [AuditTrail.Change]
    }

    init(_ connection: any StoreConnection, user: UserID, now: Instant, mark: ChangeMark) {
        self.connection = connection
        self.user = user
        self.now = now
        self.mark = mark
    }

    func add(
        _ changes: [AuditTrail.Change], of operation: Operation, organizer: OrganizerNumber?, event: EventNumber?
    ) throws {
        if let last = kept.indices.last, kept[last].organizer == organizer, kept[last].operation == operation,
            kept[last].event == event
        {
            kept[last].changes += changes
        } else {
            kept.append(Part(organizer: organizer, operation: operation, event: event, changes: changes))
        }
        count += changes.count
        if count >= Trail.mostKept { try write() }
    }

    /// Writes what is kept, in the order in which it was added.
    func write() throws {
        for part in kept where !part.changes.isEmpty {
            try connection.audit.append(
                part.changes, organizer: part.organizer, at: now, user: user, action: part.operation.rawValue,
                event: part.event, request: mark.take())
            hasWritten = true
        }
        kept.removeAll()
        count = 0
    }

    /// Writes the last records of a transaction. A transaction without records may still report an earlier change, such as
    /// the tickets that the same request issued before: it makes that change as durable as a new one.
    ///
    /// - Parameter organizer: whose change the transaction reports; nil is the store itself.
    func finish(for organizer: OrganizerNumber?) throws {
        try write()
        if !hasWritten { try connection.audit.confirmChanges(of: organizer) }
    }
}
