import Cryptography
public import Ticketing

extension StoreConnection {
    public var audit: AuditTrail { AuditTrail(connection: self) }
}

/// The audit trail: append-only chains of changes, one an organizer, 0 for what belongs to none.
public struct AuditTrail {
    let connection: any StoreConnection

    private static let columns = """
        organizer, sequence, at, person, action, event, subject_kind, subject_id, before, after
        """

    /// With the name of the user behind them.
    static let columnsRead = "\(columns), (SELECT name FROM person WHERE id = audit.person)"

    /// Appends a change to its organizer's chain; sequence and hash come from the chain.
    public func append(
        organizer: OrganizerNumber?, at: Instant, user: UserID, action: String, event: EventNumber?,
        subject: AuditSubject, before: [String: String], after: [String: String]
    ) throws {
        let chain = AuditTrail.chain(organizer)
        try connection.execute(
            "INSERT INTO audit_head (organizer, sequence, hash) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING",
            [chain, .blob(AuditTrail.beginning)])
        let head = try connection.first(
            "SELECT sequence, hash FROM audit_head WHERE organizer = $1 FOR UPDATE", [chain]
        ) { (sequence: try $0.sequence(0), hash: $0.blob(1)) }
        let record = AuditRecord(
            organizer: organizer, sequence: (head?.sequence ?? 0) + 1, at: at, user: user, action: action,
            event: event, subject: subject, before: before, after: after)
        let hash = try SHA256.digest(record.canonicalBytes(after: head?.hash ?? AuditTrail.beginning))
        try connection.execute(
            """
            INSERT INTO audit (\(AuditTrail.columns), hash)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """,
            [
                chain, .integer(record.sequence), .instant(at), .int(user.rawValue), .text(action),
                .optional(event?.rawValue), .text(subject.kind.rawValue), .text(subject.id), try .fields(before),
                try .fields(after), .blob(hash),
            ])
        try connection.execute(
            "UPDATE audit_head SET sequence = $1, hash = $2 WHERE organizer = $3",
            [.integer(record.sequence), .blob(hash), chain])
    }

    /// At most `limit` changes of an organizer, in order, those after a sequence number; nil is the store's own.
    public func page(of organizer: OrganizerNumber?, after sequence: Int64, limit: Int) throws -> [AuditRecord] {
        try connection.all(
            """
            SELECT \(AuditTrail.columnsRead) FROM audit WHERE organizer = $1 AND sequence > $2
            ORDER BY sequence LIMIT $3
            """, [AuditTrail.chain(organizer), .integer(sequence), .int(limit)], AuditTrail.record)
    }

    /// The changes of an event's things of one kind, in order.
    public func all(of event: EventNumber, kind: AuditSubject.Kind) throws -> [AuditRecord] {
        try connection.all(
            "SELECT \(AuditTrail.columnsRead) FROM audit WHERE event = $1 AND subject_kind = $2 ORDER BY sequence",
            [.int(event.rawValue), .text(kind.rawValue)], AuditTrail.record)
    }

    /// Begins the chains of organizers that were there before there was a trail, so that each one has its chain.
    func begin(at now: Instant) throws {
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
            try append(
                organizer: organizer.number, at: now, user: organizer.owner, action: "beginTrail", event: nil,
                subject: AuditSubject(.organizer, organizer.number), before: [:],
                after: ["name": organizer.name, "slug": organizer.slug])
        }
    }

    static func chain(_ organizer: OrganizerNumber?) -> SQLValue { .int(organizer?.rawValue ?? 0) }

    static let beginning = [UInt8](repeating: 0, count: SHA256.length)

    static func record(_ row: any SQLRow) throws -> AuditRecord {
        AuditRecord(
            organizer: row.integer(0) == 0 ? nil : try row.value(0), sequence: try row.sequence(1),
            at: try row.instant(2),
            user: try row.value(3), userName: row.optionalText(10), action: row.text(4),
            event: row.isNull(5) ? nil : try row.value(5),
            subject: AuditSubject(try row.value(6), row.text(7)), before: try row.fields(8), after: try row.fields(9))
    }
}
