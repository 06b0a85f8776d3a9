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

    /// What a change did to one thing.
    public struct Change: Sendable {
        public let subject: AuditSubject
        /// Empty when the subject is new.
        public let before: [String: String]
        /// Empty when the subject is gone.
        public let after: [String: String]

        public init(_ subject: AuditSubject, before: [String: String], after: [String: String]) {
            self.subject = subject
            self.before = before
            self.after = after
        }
    }

    /// Appends changes to their organizer's chain; sequences and hashes come from the chain. Nobody else appends to it
    /// before the transaction ends: who changes much does this at the end.
    public func append(
        _ changes: [Change], organizer: OrganizerNumber?, at: Instant, user: UserID, action: String,
        event: EventNumber?
    ) throws {
        let chain = SQLValue.int(organizer?.rawValue ?? 0)
        try connection.execute(
            "INSERT INTO audit_head (organizer, sequence, hash) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING",
            [chain, .blob(AuditTrail.beginning)])
        let head = try connection.first(
            "SELECT sequence, hash FROM audit_head WHERE organizer = $1 FOR NO KEY UPDATE", [chain]
        ) { (sequence: try $0.sequence(0), hash: $0.blob(1)) }
        var sequence = head?.sequence ?? 0
        var hash = head?.hash ?? AuditTrail.beginning
        let rows: [[SQLValue]] = try changes.map { change in
            sequence &+= 1
            let record = AuditRecord(
                organizer: organizer, sequence: sequence, at: at, user: user, action: action, event: event,
                subject: change.subject, before: change.before, after: change.after)
            hash = try SHA256.digest(record.canonicalBytes(after: hash))
            return [
                chain, .integer(sequence), .instant(at), .int(user.rawValue), .text(action),
                .optional(event?.rawValue), .text(change.subject.kind.rawValue), .text(change.subject.id),
                try .fields(change.before), try .fields(change.after), .blob(hash),
            ]
        }
        try connection.execute(
            """
            INSERT INTO audit (\(AuditTrail.columns), hash)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """, rows: rows)
        try connection.execute(
            "UPDATE audit_head SET sequence = $1, hash = $2 WHERE organizer = $3",
            [.integer(sequence), .blob(hash), chain])
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
            organizer: row.integer(0) == 0 ? nil : try row.value(0), sequence: try row.sequence(1),
            at: try row.instant(2),
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
