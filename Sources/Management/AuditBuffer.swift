import Store
import Ticketing

/// Collects the audit records of one transaction until the transaction has made its changes. Writing a record locks the
/// end of the organizer's audit chain until the transaction ends, so the buffer writes as late as possible. A buffer
/// with many records is written earlier, to limit the use of memory.
final class AuditBuffer {
    private static let flushThreshold = 50_000

    private let connection: any StoreConnection
    private let user: UserID
    private let now: Instant
    private let mark: IdempotencyMark
    private var buffered: [Group] = []
    private var count = 0
    private var hasWritten = false

    /// Consecutive changes with the same organizer, operation and event.
    private struct Group {
        let organizer: OrganizerNumber?
        let operation: Operation
        let event: EventNumber?
        var changes: [AuditTrail.Change]
    }

    init(_ connection: any StoreConnection, user: UserID, now: Instant, mark: IdempotencyMark) {
        self.connection = connection
        self.user = user
        self.now = now
        self.mark = mark
    }

    var changes: [(event: EventNumber?, change: AuditTrail.Change)] {
        buffered.flatMap { group in group.changes.map { (event: group.event, change: $0) } }
    }

    func add(
        _ changes: [AuditTrail.Change], of operation: Operation, organizer: OrganizerNumber?, event: EventNumber?
    ) throws {
        if let last = buffered.indices.last, buffered[last].organizer == organizer,
            buffered[last].operation == operation,
            buffered[last].event == event
        {
            buffered[last].changes += changes
        } else {
            buffered.append(Group(organizer: organizer, operation: operation, event: event, changes: changes))
        }
        count += changes.count
        if count >= AuditBuffer.flushThreshold { try flush() }
    }

    func flush() throws {
        for part in buffered where !part.changes.isEmpty {
            try connection.audit.append(
                part.changes, organizer: part.organizer, at: now, user: user, action: part.operation.rawValue,
                event: part.event, request: mark.consume())
            hasWritten = true
        }
        buffered.removeAll()
        count = 0
    }

    /// Writes the collected records at the end of a transaction. A transaction without records may repeat an earlier
    /// request. The change of that request is already stored, but perhaps not yet on the standby database server. So if
    /// there are no records, the method makes sure that the commit also makes the organizer's earlier changes durable.
    ///
    /// - Parameter organizer: the organizer of the earlier changes; nil for changes that concern no organizer.
    func finish(for organizer: OrganizerNumber?) throws {
        try flush()
        if !hasWritten { try connection.audit.ensureDurable(of: organizer) }
    }
}
