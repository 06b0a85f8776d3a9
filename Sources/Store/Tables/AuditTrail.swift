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
    private static let columnsRead = "\(columns), (SELECT name FROM person WHERE id = audit.person)"

    /// Appends a change to its organizer's chain; sequence and hash come from the chain.
    ///
    /// - Parameter request: the change's id, kept beside the record and not covered by the hash.
    /// - Throws: `StoreError.changedMeanwhile` when that id is there already.
    public func append(
        organizer: OrganizerNumber?, at: Instant, user: UserID, action: String, event: EventNumber?,
        subject: AuditSubject, before: [String: String], after: [String: String], request: ChangeID? = nil
    ) throws {
        let chain = SQLValue.int(organizer?.rawValue ?? 0)
        try connection.execute(
            "INSERT INTO audit_head (organizer, sequence, hash) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING",
            [chain, .blob(AuditTrail.beginning)])
        let head = try connection.first(
            "SELECT sequence, hash FROM audit_head WHERE organizer = $1 FOR UPDATE", [chain]
        ) { (sequence: $0.integer(0), hash: $0.blob(1)) }
        let record = AuditRecord(
            organizer: organizer, sequence: (head?.sequence ?? 0) &+ 1, at: at, user: user, action: action,
            event: event, subject: subject, before: before, after: after)
        let hash = try SHA256.digest(record.canonicalBytes(after: head?.hash ?? AuditTrail.beginning))
        let inserted = try connection.execute(
            """
            INSERT INTO audit (\(AuditTrail.columns), hash, request)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING
            """,
            [
                chain, .integer(record.sequence), .instant(at), .int(user.rawValue), .text(action),
                .optional(event?.rawValue), .text(subject.kind.rawValue), .text(subject.id), try .fields(before),
                try .fields(after), .blob(hash), request.map { .blob($0.bytes) } ?? .null,
            ])
        guard inserted == 1 else { throw StoreError.changedMeanwhile("the change is in the audit trail already") }
        try connection.execute(
            "UPDATE audit_head SET sequence = $1, hash = $2 WHERE organizer = $3",
            [.integer(record.sequence), .blob(hash), chain])
    }

    /// Whether the change of an id is stored.
    public func has(_ request: ChangeID) throws -> Bool {
        try connection.first("SELECT 1 FROM audit WHERE request = $1", [.blob(request.bytes)]) { _ in true } ?? false
    }

    /// At most `limit` changes of an organizer, in order, those after a sequence number.
    public func page(of organizer: OrganizerNumber, after sequence: Int64, limit: Int) throws -> [AuditRecord] {
        try connection.all(
            """
            SELECT \(AuditTrail.columnsRead) FROM audit WHERE organizer = $1 AND sequence > $2
            ORDER BY sequence LIMIT $3
            """, [.int(organizer.rawValue), .integer(sequence), .int(limit)], AuditTrail.record)
    }

    /// The changes of an event's things of one kind, in order.
    public func all(of event: EventNumber, kind: AuditSubject.Kind) throws -> [AuditRecord] {
        try connection.all(
            "SELECT \(AuditTrail.columnsRead) FROM audit WHERE event = $1 AND subject_kind = $2 ORDER BY sequence",
            [.int(event.rawValue), .text(kind.rawValue)], AuditTrail.record)
    }

    /// Whose chains there are; nil is the store's own.
    public func chains() throws -> [OrganizerNumber?] {
        try connection.all("SELECT organizer FROM audit_head ORDER BY organizer", []) { row in
            row.integer(0) == 0 ? nil : try row.value(0)
        }
    }

    /// Walks an organizer's chain from its beginning: no gaps, each hash over its record and the hash before it, the last
    /// one equal to the head.
    public func verify(_ organizer: OrganizerNumber?) throws -> AuditVerification {
        let chain = SQLValue.int(organizer?.rawValue ?? 0)
        var sequence: Int64 = 0
        var hash = AuditTrail.beginning
        var broken: AuditVerification?
        try connection.forEachRow(
            "SELECT \(AuditTrail.columnsRead), hash FROM audit WHERE organizer = $1 ORDER BY sequence", [chain]
        ) { row in
            guard broken == nil else { return }
            let record = try AuditTrail.record(row)
            guard record.sequence == sequence + 1 else {
                broken = .broken(sequence: record.sequence, fault: .gap)
                return
            }
            sequence = record.sequence
            hash = try SHA256.digest(record.canonicalBytes(after: hash))
            if hash != row.blob(11) { broken = .broken(sequence: sequence, fault: .edited) }
        }
        if let broken { return broken }
        let head = try connection.first("SELECT sequence, hash FROM audit_head WHERE organizer = $1", [chain]) {
            (sequence: $0.integer(0), hash: $0.blob(1))
        }
        guard (head?.sequence ?? 0) == sequence, (head?.hash ?? AuditTrail.beginning) == hash else {
            return .broken(sequence: sequence, fault: .head)
        }
        return .whole(records: Int(sequence))
    }

    private static let beginning = [UInt8](repeating: 0, count: SHA256.length)

    private static func record(_ row: any SQLRow) throws -> AuditRecord {
        AuditRecord(
            organizer: row.integer(0) == 0 ? nil : try row.value(0), sequence: row.integer(1), at: row.instant(2),
            user: try row.value(3), userName: row.optionalText(10), action: row.text(4),
            event: row.isNull(5) ? nil : try row.value(5),
            subject: AuditSubject(try row.value(6), row.text(7)), before: try row.fields(8), after: try row.fields(9))
    }
}

/// What a walk along an audit chain found.
public enum AuditVerification: Hashable, Sendable, CustomStringConvertible {
    case whole(records: Int)
    /// The first fault.
    case broken(sequence: Int64, fault: ChainFault)

    public var description: String {
        switch self {
        case .whole(let records): "whole, \(records) changes"
        case .broken(let sequence, let fault): "at change \(sequence), \(fault.rawValue)"
        }
    }
}
