import Cryptography
import Languages
public import Ticketing

extension StoreConnection {
    public var audit: AuditTrail { AuditTrail(connection: self) }
}

/// The audit trail: append-only chains of changes, one chain per organizer. Chain 0 has the changes that concern no
/// organizer.
public struct AuditTrail {
    let connection: any StoreConnection

    private static let columns = """
        organizer, sequence, at, person, action, event, subject_kind, subject_id, before, after
        """

    /// The columns of a record, followed by the name of the user.
    static let columnsRead = "\(columns), (SELECT name FROM person WHERE id = audit.person)"

    /// A change of one object, such as an event or a ticket. The change contains only the fields whose values differ
    /// before and after it.
    public struct Change: Sendable {
        public let subject: AuditSubject
        public let before: [String: String]
        public let after: [String: String]

        /// Creates a change from the fields that have different values in `before` and `after`.
        ///
        /// - Parameters:
        ///   - before: all fields before the change; empty if the subject is new.
        ///   - after: all fields after the change; empty if the subject was removed.
        /// - Returns: nil if nothing has changed.
        public init?(_ subject: AuditSubject, before: [String: String] = [:], after: [String: String]) {
            let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            guard !changed.isEmpty else { return nil }
            self.subject = subject
            self.before = before.filter { changed.contains($0.key) }
            self.after = after.filter { changed.contains($0.key) }
        }
    }

    /// Appends changes to the chain of an organizer. The sequence numbers and hashes continue from the end of this
    /// chain. The chain stays locked until the transaction ends, so long transactions should call this method at their
    /// end.
    ///
    /// - Parameter request: the id of the request. The id is stored with the first record, but the record's hash does
    ///   not cover it.
    /// - Throws: `StoreError.concurrentChange` if a change with this request id is already stored.
    public func append(
        _ changes: [Change], organizer: OrganizerNumber?, at: Instant, user: UserID, action: String,
        event: EventNumber?, request: ChangeID? = nil
    ) throws {
        guard !changes.isEmpty else { return }
        let chain = AuditTrail.chain(organizer)
        try connection.execute(
            "INSERT INTO audit_head (organizer, sequence, hash) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING",
            [chain, .blob(AuditTrail.beginning)])
        let head = try connection.first(
            "SELECT sequence, hash FROM audit_head WHERE organizer = $1 FOR NO KEY UPDATE", [chain]
        ) { (sequence: try $0.sequence(0), hash: $0.blob(1)) }
        var sequence = head?.sequence ?? 0
        var hash = head?.hash ?? AuditTrail.beginning
        let rows: [[SQLValue]] = try changes.map { change in
            sequence += 1
            let record = AuditRecord(
                organizer: organizer, sequence: sequence, at: at, user: user, action: action,
                subject: change.subject, before: change.before, after: change.after
            ).with { $0.event = event }
            hash = try SHA256.digest(record.canonicalBytes(after: hash))
            return [
                chain, .integer(sequence), .instant(at), .int(user.rawValue), .text(action),
                .optional(event?.rawValue), .text(change.subject.kind.rawValue), .text(change.subject.id),
                try .fields(change.before), try .fields(change.after), .blob(hash),
            ]
        }
        // Without a request, the statement does not name the column for requests, because one migration appends records
        // before a later migration adds this column.
        if let request, let first = rows.first {
            let inserted = try connection.execute(
                """
                INSERT INTO audit (\(AuditTrail.columns), hash, request)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING
                """, first + [.blob(request.bytes)])
            guard inserted == 1 else {
                throw StoreError.concurrentChange(Sentence(StoreError.Text.changeAlreadyStored))
            }
        }
        try connection.execute(
            """
            INSERT INTO audit (\(AuditTrail.columns), hash)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """, rows: request == nil ? rows : Array(rows.dropFirst()))
        try connection.execute(
            "UPDATE audit_head SET sequence = $1, hash = $2 WHERE organizer = $3",
            [.integer(sequence), .blob(hash), chain])
    }

    /// The sequence number of the last change in an organizer's chain; 0 if there are no changes.
    public func last(of organizer: OrganizerNumber?) throws -> Int64 {
        try connection.first(
            "SELECT sequence FROM audit_head WHERE organizer = $1", [AuditTrail.chain(organizer)]
        ) { try $0.sequence(0) } ?? 0
    }

    /// Whether the change that a request made is stored durably. After a restart, a PostgreSQL server shows commits
    /// that its standby servers may not have received yet. This method therefore writes a row. The commit of its
    /// transaction then waits until the standby servers have received all these commits.
    public func isStoredDurably(_ request: ChangeID) throws -> Bool {
        let organizer = "SELECT organizer FROM audit WHERE request = $1"
        guard !connection.isSoleWriter else {
            return try connection.first(organizer, [.blob(request.bytes)]) { _ in true } ?? false
        }
        return try connection.execute(
            "UPDATE audit_head SET sequence = sequence WHERE organizer = (\(organizer))", [.blob(request.bytes)]) > 0
    }

    /// Makes sure that an organizer's existing changes are durable when this transaction has been committed. Like
    /// `isStoredDurably`, this method writes a row. Row locks would not be enough, because a transaction that only
    /// locks rows commits without waiting for the standby servers.
    ///
    /// - Parameter organizer: the organizer; nil for the changes of the store itself.
    public func ensureDurable(of organizer: OrganizerNumber?) throws {
        guard !connection.isSoleWriter else { return }
        try connection.execute(
            "UPDATE audit_head SET sequence = sequence WHERE organizer = $1", [AuditTrail.chain(organizer)])
    }

    /// The changes of an organizer (nil for the store itself) after a sequence number, in order; at most `limit`.
    public func page(of organizer: OrganizerNumber?, after sequence: Int64, limit: Int) throws -> [AuditRecord] {
        try connection.all(
            """
            SELECT \(AuditTrail.columnsRead) FROM audit WHERE organizer = $1 AND sequence > $2
            ORDER BY sequence LIMIT $3
            """, [AuditTrail.chain(organizer), .integer(sequence), .int(limit)], AuditTrail.record)
    }

    /// The changes of an organizer (nil for the store itself) before a sequence number, latest first; at most `limit`.
    public func page(of organizer: OrganizerNumber?, before sequence: Int64, limit: Int) throws -> [AuditRecord] {
        try connection.all(
            """
            SELECT \(AuditTrail.columnsRead) FROM audit WHERE organizer = $1 AND sequence < $2
            ORDER BY sequence DESC LIMIT $3
            """, [AuditTrail.chain(organizer), .integer(sequence), .int(limit)], AuditTrail.record)
    }

    /// The changes that belong to the history of an event: all changes of the event itself, of its sub-events and of
    /// the versions of its headcount, and those changes of guests whose operation is in `guestActions`.
    ///
    /// - Parameters:
    ///   - guestActions: the names of the operations on guests.
    ///   - range: the sequence numbers of the changes.
    ///   - limit: the maximum number of changes.
    ///   - order: whether the result begins with the first or the last change in the range.
    public func history(
        of event: EventNumber, guestActions: [String], in range: ClosedRange<Int64>, limit: Int, _ order: ReadingOrder
    ) throws -> [AuditRecord] {
        // There is one query for each kind of subject. The database can thus read the records in the order of its
        // index, and stop at the limit.
        let kinds: [AuditSubject.Kind] = [.event, .subEvent, .formerSubEvent, .headcount, .guest]
        let actions = guestActions.indices.map { "$\($0 + 5)" }.joined(separator: ", ")
        let found = try kinds.flatMap { kind in
            try connection.all(
                """
                SELECT \(AuditTrail.columnsRead) FROM audit
                WHERE event = $1 AND subject_kind = $2 AND sequence BETWEEN $3 AND $4
                    AND (subject_kind <> '\(AuditSubject.Kind.guest.rawValue)' OR action IN (\(actions)))
                ORDER BY sequence \(order.rawValue) LIMIT $\(guestActions.count + 5)
                """,
                [
                    .int(event.rawValue), .text(kind.rawValue), .integer(range.lowerBound),
                    .integer(range.upperBound),
                ] + guestActions.map { SQLValue.text($0) } + [.int(limit)], AuditTrail.record)
        }
        let sorted = found.sorted { first, second in
            order == .oldestFirst ? first.sequence < second.sequence : first.sequence > second.sequence
        }
        return Array(sorted.prefix(limit))
    }

    /// The order of changes in a result. The raw values are the keywords in SQL.
    public enum ReadingOrder: String, Sendable {
        case oldestFirst = "ASC"
        case latestFirst = "DESC"
    }

    /// The changes of all subjects of one kind at an event, in order.
    public func all(of event: EventNumber, kind: AuditSubject.Kind) throws -> [AuditRecord] {
        try connection.all(
            "SELECT \(AuditTrail.columnsRead) FROM audit WHERE event = $1 AND subject_kind = $2 ORDER BY sequence",
            [.int(event.rawValue), .text(kind.rawValue)], AuditTrail.record)
    }

    /// The name of the operation that replaced the issue `issue` of a ticket with the next issue; nil if the audit
    /// trail does not contain this change. Reads all changes of the event's tickets.
    public func action(replacing issue: UInt8, of ticket: TicketCode, at event: EventNumber) throws -> String? {
        try connection.all(
            """
            SELECT action, before FROM audit WHERE event = $1 AND subject_kind = $2 AND subject_id = $3
            ORDER BY sequence
            """,
            [.int(event.rawValue), .text(AuditSubject.Kind.ticket.rawValue), .text("\(ticket)")]
        ) { (action: $0.text(0), before: try $0.fields(1)) }
        .last { $0.before["issue"] == "\(issue)" }?.action
    }

    /// Calls `body` with the records of the operation `action` about subjects of one kind at an event, in order. Only
    /// records with a sequence number above `sequence` are read.
    public func forEachRecord(
        of action: String, at event: EventNumber, subject: AuditSubject.Kind, after sequence: Int64,
        _ body: (AuditRecord) -> Void
    ) throws {
        try connection.forEachRow(
            """
            SELECT \(AuditTrail.columnsRead) FROM audit
            WHERE event = $1 AND subject_kind = $2 AND sequence > $3 AND action = $4 ORDER BY sequence
            """, [.int(event.rawValue), .text(subject.rawValue), .integer(sequence), .text(action)]
        ) { body(try AuditTrail.record($0)) }
    }

    /// Reads the last records about subjects of one kind at an event, and returns those of the operation `action`, the
    /// latest first.
    ///
    /// - Parameter limit: the number of records to read. Records of other operations count, too.
    public func lastRecords(
        of action: String, at event: EventNumber, subject: AuditSubject.Kind, among limit: Int
    ) throws -> [AuditRecord] {
        try connection.all(
            """
            SELECT \(AuditTrail.columnsRead) FROM (
                SELECT * FROM audit WHERE event = $1 AND subject_kind = $2 ORDER BY sequence DESC LIMIT $3) AS audit
            WHERE action = $4 ORDER BY sequence DESC
            """, [.int(event.rawValue), .text(subject.rawValue), .int(limit), .text(action)], AuditTrail.record)
    }

    /// The times after `moment` at which the operation `action` changed a subject of one kind at an event, latest
    /// first; at most `limit`.
    public func times(
        of action: String, at event: EventNumber, subject: AuditSubject.Kind, since moment: Instant, limit: Int
    ) throws -> [Instant] {
        try connection.all(
            """
            SELECT at FROM audit WHERE event = $1 AND subject_kind = $2 AND action = $3 AND at > $4
            ORDER BY sequence DESC LIMIT $5
            """,
            [.int(event.rawValue), .text(subject.rawValue), .text(action), .instant(moment), .int(limit)]
        ) { try $0.instant(0) }
    }

    /// Creates the chains of organizers that existed before the audit trail, so that every organizer has a chain.
    func backfillChains(at now: Instant) throws {
        let organizers = try connection.all(
            """
            SELECT o.number, o.name, o.slug, m.person FROM organizer o
            JOIN membership m ON m.organizer = o.number AND m.role = 'owner'
            WHERE o.number NOT IN (SELECT organizer FROM audit_head) ORDER BY o.number, m.person
            """, []
        ) { row in
            (
                number: try row.value(0, OrganizerNumber.self), name: row.text(1), slug: row.text(2),
                owner: try row.value(3, UserID.self)
            )
        }
        var begun: Set<OrganizerNumber> = []
        for organizer in organizers where begun.insert(organizer.number).inserted {
            let beginning = Change(
                AuditSubject(.organizer, organizer.number), after: ["name": organizer.name, "slug": organizer.slug])
            try append(
                [beginning].compactMap(\.self), organizer: organizer.number, at: now, user: organizer.owner,
                action: "beginTrail", event: nil)
        }
    }

    static func chain(_ organizer: OrganizerNumber?) -> SQLValue { .int(organizer?.rawValue ?? 0) }

    static let beginning = [UInt8](repeating: 0, count: SHA256.length)

    static func record(_ row: any SQLRow) throws -> AuditRecord {
        try AuditRecord(
            organizer: row.integer(0) == 0 ? nil : try row.value(0), sequence: try row.sequence(1),
            at: try row.instant(2),
            user: try row.value(3), action: row.text(4),
            subject: AuditSubject(try row.value(6), row.text(7)), before: try row.fields(8), after: try row.fields(9)
        ).with {
            $0.userName = row.optionalText(10)
            $0.event = row.isNull(5) ? nil : try row.value(5)
        }
    }
}
