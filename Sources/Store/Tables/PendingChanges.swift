public import Ticketing

extension StoreConnection {
    public var pendingChanges: PendingChanges { PendingChanges(connection: self) }
}

/// Cancellations and refunds that are performed some seconds after a member requested them. Before a process performs a
/// change, it leases the change, so that no other process performs it.
public struct PendingChanges {
    let connection: any StoreConnection

    private static let columns = "id, event, organizer, person, action, note, created, due"

    /// Adds a change and its subjects: the orders or tickets that it cancels or refunds, or the event that it cancels.
    /// Returns false if another pending change has one of the subjects. The caller must then roll the transaction back.
    /// If the subject is the event, the caller must have locked the event.
    public func add(_ change: PendingChange, _ subjects: [PendingChange.Subject]) throws -> Bool {
        if subjects.contains(.event), try with(.event, of: change.event) != nil { return false }
        try connection.execute(
            """
            INSERT INTO pending_change (\(PendingChanges.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            [
                .int(change.id.rawValue), .int(change.event.rawValue), .int(change.organizer.rawValue),
                .int(change.user.rawValue), .text(change.action.rawValue), .optional(change.note),
                .instant(change.created), .instant(change.due),
            ])
        let added = try connection.execute(
            """
            INSERT INTO pending_subject (event, kind, number, change_id, tickets) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING
            """,
            // Transactions insert in a fixed order, so that no deadlock occurs.
            rows: subjects.sorted { $0.number < $1.number }.compactMap { subject -> [SQLValue]? in
                guard let (kind, number, tickets) = subject.columns else { return nil }
                return [.int(change.event.rawValue), kind, number, .int(change.id.rawValue), tickets]
            })
        return added.allSatisfy { $0 == 1 }
    }

    public func with(id: PendingChangeID) throws -> PendingChange? {
        try connection.first(
            "SELECT \(PendingChanges.columns) FROM pending_change WHERE id = $1", [.int(id.rawValue)],
            PendingChanges.change)
    }

    /// The pending change of an order, a ticket or the event, and its subject as it is stored. If the subject is an
    /// order, it is stored with the codes of the tickets to refund, unless the change concerns the whole order. Nil if
    /// there is no pending change.
    public func with(
        _ subject: PendingChange.Subject, of event: EventNumber
    ) throws -> (change: PendingChange, subject: PendingChange.Subject)? {
        guard let (kind, number, _) = subject.columns else {
            // The table has only the changes of the last seconds, so it needs no index for this query.
            return try connection.first(
                "SELECT \(PendingChanges.columns) FROM pending_change WHERE event = $1 AND action = $2",
                [.int(event.rawValue), .text(PendingChange.Action.cancelEvent.rawValue)]
            ) { (change: try PendingChanges.change($0), subject: subject) }
        }
        let columns = PendingChanges.columns.split(separator: ", ").map { "c.\($0)" }.joined(separator: ", ")
        return try connection.first(
            """
            SELECT \(columns), s.kind, s.number, s.tickets
            FROM pending_subject s JOIN pending_change c ON c.id = s.change_id
            WHERE s.event = $1 AND s.kind = $2 AND s.number = $3
            """, [.int(event.rawValue), kind, number]
        ) { (change: try PendingChanges.change($0), subject: try PendingChanges.subject($0, from: 8)) }
    }

    /// The actions of the pending changes of orders. Each action is returned with its subject: the order and, if only
    /// some of the order's tickets are to be refunded, the codes of these tickets. Orders without a pending change are
    /// left out.
    public func actions(
        of numbers: [OrderNumber], at event: EventNumber
    ) throws -> [(subject: PendingChange.Subject, action: PendingChange.Action)] {
        var found: [(subject: PendingChange.Subject, action: PendingChange.Action)] = []
        for part in SerialList.chunks(numbers) {
            try forEachSubject("order", SerialList(orders: part, from: 2), at: event) { found.append(($0, $1)) }
        }
        return found
    }

    /// The pending change that concerns a ticket (`PendingChange.Subject.concerns`): the change of the ticket itself
    /// or, if there is none, the change of its order. Nil if no pending change concerns the ticket.
    public func change(ofTicket ticket: Ticket, at event: EventNumber) throws -> PendingChange? {
        var subjects: [PendingChange.Subject] = [.ticket(ticket.code)]
        if let sale = ticket.sale { subjects.append(.order(sale.order, tickets: nil)) }
        for subject in subjects {
            if let found = try with(subject, of: event), found.subject.concerns(ticket) { return found.change }
        }
        return nil
    }

    /// The actions of the pending changes that concern tickets. Tickets that no pending change concerns are left out.
    public func actions(
        ofTickets tickets: [Ticket], at event: EventNumber
    ) throws -> [Serial: PendingChange.Action] {
        var found: [Serial: PendingChange.Action] = [:]
        for part in SerialList.chunks(tickets.map(\.serial)) {
            try forEachSubject("ticket", SerialList(part, from: 2), at: event) { subject, action in
                if case .ticket(let code) = subject { found[code.serial] = action }
            }
        }
        let active = tickets.filter(\.status.isActive)
        for part in SerialList.chunks(Array(Set(active.compactMap { $0.sale?.order }))) {
            try forEachSubject("order", SerialList(orders: part, from: 2), at: event) { subject, action in
                for ticket in active where found[ticket.serial] == nil && subject.concerns(ticket) {
                    found[ticket.serial] = action
                }
            }
        }
        return found
    }

    /// Calls `body` with each order or ticket of a list that has a pending change, and with the action of the change.
    ///
    /// - Parameters:
    ///   - kind: the value of the column `kind`.
    ///   - list: the numbers of the orders, or the serials of the tickets. Its first placeholder is `$2`.
    private func forEachSubject(
        _ kind: String, _ list: SerialList, at event: EventNumber,
        _ body: (PendingChange.Subject, PendingChange.Action) throws -> Void
    ) throws {
        try connection.forEachRow(
            """
            SELECT s.kind, s.number, s.tickets, c.action
            FROM pending_subject s JOIN pending_change c ON c.id = s.change_id
            WHERE s.event = $1 AND s.kind = '\(kind)' AND s.number IN (\(list.placeholders))
            """, [.int(event.rawValue)] + list.values
        ) { row in
            let action: PendingChange.Action = try row.value(3)
            try body(try PendingChanges.subject(row, from: 0), action)
        }
    }

    /// The orders and tickets of a change that are still to be cancelled or refunded; at most `limit`. Empty for a
    /// change of the event.
    public func subjects(of id: PendingChangeID, limit: Int) throws -> [PendingChange.Subject] {
        try connection.all(
            "SELECT kind, number, tickets FROM pending_subject WHERE change_id = $1 ORDER BY number LIMIT $2",
            [.int(id.rawValue), .int(limit)]
        ) { try PendingChanges.subject($0, from: 0) }
    }

    /// The ids of changes that are due and that no process is performing, the oldest first; at most `limit`.
    public func due(at now: Instant, limit: Int) throws -> [PendingChangeID] {
        try connection.all(
            """
            SELECT id FROM pending_change WHERE due <= $1 AND (lease IS NULL OR lease <= $1) ORDER BY due, id LIMIT $2
            """, [.instant(now), .int(limit)]
        ) { try $0.value(0) }
    }

    /// Leases a due change, so that only this process performs it. Returns false if the change was already performed or
    /// undone, or if another process is performing it.
    ///
    /// - Parameter end: the end of the lease. If this process stops before the whole change is performed, another
    ///   process can lease the rest after this time.
    public func lease(_ id: PendingChangeID, at now: Instant, until end: Instant) throws -> Bool {
        try connection.execute(
            """
            UPDATE pending_change SET lease = $1
            WHERE id = $2 AND due <= $3 AND (lease IS NULL OR lease <= $3)
            """, [.instant(end), .int(id.rawValue), .instant(now)]) == 1
    }

    /// Removes a change that no process has begun to perform. Returns false if there is no such change.
    public func undo(_ id: PendingChangeID) throws -> Bool {
        let isWaiting = try connection.first(
            "SELECT 1 FROM pending_change WHERE id = $1 AND lease IS NULL FOR NO KEY UPDATE", [.int(id.rawValue)]
        ) { _ in true }
        guard isWaiting == true else { return false }
        try connection.execute("DELETE FROM pending_subject WHERE change_id = $1", [.int(id.rawValue)])
        return try connection.execute("DELETE FROM pending_change WHERE id = $1", [.int(id.rawValue)]) == 1
    }

    /// Removes an order or ticket from a change, or the whole change of an event. Call it in the transaction that
    /// cancels, refunds or drops the order, ticket or event. Returns false if the change no longer has this subject.
    public func remove(_ subject: PendingChange.Subject, of change: PendingChange) throws -> Bool {
        guard let (kind, number, _) = subject.columns else {
            return try connection.execute("DELETE FROM pending_change WHERE id = $1", [.int(change.id.rawValue)]) == 1
        }
        return try connection.execute(
            "DELETE FROM pending_subject WHERE event = $1 AND kind = $2 AND number = $3 AND change_id = $4",
            [.int(change.event.rawValue), kind, number, .int(change.id.rawValue)]) == 1
    }

    /// Removes a change if it has no more orders and tickets to change. Otherwise does nothing.
    public func removeFinished(_ id: PendingChangeID) throws {
        try connection.execute(
            """
            DELETE FROM pending_change
            WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM pending_subject s WHERE s.change_id = pending_change.id)
            """, [.int(id.rawValue)])
    }

    private static func subject(_ row: any SQLRow, from column: Int) throws -> PendingChange.Subject {
        guard row.text(column) == "order" else {
            let serial: Serial = try row.value(column + 1)
            return .ticket(TicketCode(serial))
        }
        let codes = try row.optionalText(column + 2).map { text in
            try text.split(separator: " ").map { part -> TicketCode in
                guard let code = TicketCode(typed: part) else {
                    throw InvalidColumnValue(column: column + 2, value: String(part), kind: "TicketCode")
                }
                return code
            }
        }
        return .order(try row.value(column + 1), tickets: codes)
    }

    private static func change(_ row: any SQLRow) throws -> PendingChange {
        PendingChange(
            id: try row.value(0), event: try row.value(1), organizer: try row.value(2), user: try row.value(3),
            action: try row.value(4), note: row.optionalText(5), created: try row.instant(6), due: try row.instant(7))
    }
}

extension PendingChange.Subject {
    /// Whether a change of this order or ticket concerns a ticket. A change of an order concerns the active tickets of
    /// the order. If the change names some of these tickets, it concerns only the named tickets.
    fileprivate func concerns(_ ticket: Ticket) -> Bool {
        switch self {
        case .ticket(let code): ticket.code == code
        case .order(let number, let codes):
            ticket.status.isActive && ticket.sale?.order == number && (codes?.contains(ticket.code) ?? true)
        case .event: ticket.status.isActive
        }
    }

    /// The number of the order, or the serial of the ticket; 0 for the event.
    fileprivate var number: UInt64 {
        switch self {
        case .order(let number, _): UInt64(number.rawValue)
        case .ticket(let code): code.serial.rawValue
        case .event: 0
        }
    }

    /// The values of the columns `kind`, `number` and `tickets`. Nil for the event, because it has no row in the table
    /// `pending_subject`.
    fileprivate var columns: (kind: SQLValue, number: SQLValue, tickets: SQLValue)? {
        switch self {
        case .order(let number, let tickets):
            (
                kind: SQLValue.text("order"), number: SQLValue.int(number.rawValue),
                tickets: SQLValue.optional(tickets.map { $0.map(\.description).joined(separator: " ") })
            )
        case .ticket(let code):
            (
                kind: SQLValue.text("ticket"), number: SQLValue.int(code.serial.rawValue), tickets: SQLValue.null
            )
        case .event: nil
        }
    }
}
