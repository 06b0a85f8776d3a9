import Cryptography
public import Languages
public import Ticketing

/// The result of verifying an audit chain.
public enum AuditVerification: Hashable, Sendable, SentenceConvertible {
    case intact(records: Int)
    /// The first fault.
    case broken(sequence: Int64, fault: ChainFault)

    enum Text: String, SentenceKey {
        static let subject = "auditVerification"

        case intact = "intact, {changes} changes"
        case broken = "at change {sequence}, {fault}"
    }

    public var sentence: Sentence {
        switch self {
        case .intact(let records): Sentence(Text.intact, ["changes": .number(records)])
        case .broken(let sequence, let fault):
            Sentence(Text.broken, ["sequence": "\(sequence)", "fault": .sentence(fault)])
        }
    }
}

extension AuditTrail {
    /// The organizers that have or should have a chain; nil is the store itself.
    public func chains() throws -> [OrganizerNumber?] {
        let organizers = try connection.all(
            """
            SELECT number FROM organizer UNION SELECT organizer FROM audit_head WHERE organizer <> 0
            UNION SELECT organizer FROM audit WHERE organizer <> 0 ORDER BY 1
            """, []
        ) { try $0.value(0, OrganizerNumber.self) }
        return [nil] + organizers
    }

    /// Verifies the chain of an organizer, or of the store itself, from its beginning. The sequence numbers must have
    /// no gaps, each hash must cover its record and the previous hash, and the last hash must equal the head. The chain
    /// is then compared with other tables. Every organizer must have a chain. If a row of an organizer is newer than
    /// the newest record in the organizer's chain, this is a fault, too.
    ///
    /// This check does not detect an attacker who rewrites the end of the chain with its hashes, and also changes the
    /// rows of other tables that are newer than the newest record of the rewritten chain.
    public func verify(_ organizer: OrganizerNumber?) throws -> AuditVerification {
        let walk = try walk(organizer)
        if let broken = walk.broken { return broken }
        guard let newest = try newestChange(of: organizer) else { return .intact(records: Int(walk.sequence)) }
        guard let youngest = walk.youngest else { return .broken(sequence: 1, fault: .missing) }
        guard newest <= youngest else { return .broken(sequence: walk.sequence, fault: .truncated) }
        return .intact(records: Int(walk.sequence))
    }

    /// The heads of all chains, as stored; organizer 0 is the store itself.
    func heads() throws -> [(organizer: Int64, sequence: Int64)] {
        try connection.all("SELECT organizer, sequence FROM audit_head ORDER BY organizer", []) {
            ($0.integer(0), $0.integer(1))
        }
    }

    /// The hash of a record, which covers all earlier records; nil if there is no such record.
    func hash(at sequence: Int64, of organizer: Int64) throws -> [UInt8]? {
        try connection.first(
            "SELECT hash FROM audit WHERE organizer = $1 AND sequence = $2", [.integer(organizer), .integer(sequence)]
        ) { $0.blob(0) }
    }

    private struct Walk {
        var sequence: Int64 = 0
        var hash = AuditTrail.beginning
        /// The latest time in any record. The last record may have an earlier time, because clocks may be set back.
        var youngest: Instant?
        var broken: AuditVerification?
    }

    private func walk(_ organizer: OrganizerNumber?) throws -> Walk {
        let chain = AuditTrail.chain(organizer)
        var walk = Walk()
        try connection.forEachRow(
            "SELECT \(AuditTrail.columnsRead), hash FROM audit WHERE organizer = $1 ORDER BY sequence", [chain]
        ) { row in
            guard walk.broken == nil else { return }
            let sequence = row.integer(1)
            guard sequence == walk.sequence + 1 else {
                walk.broken = .broken(sequence: sequence, fault: .gap)
                return
            }
            do {
                let record = try AuditTrail.record(row)
                walk.sequence = sequence
                walk.hash = try SHA256.digest(record.canonicalBytes(after: walk.hash))
                walk.youngest = max(walk.youngest ?? record.at, record.at)
                if walk.hash != row.blob(11) { walk.broken = .broken(sequence: sequence, fault: .edited) }
            } catch is InvalidColumnValue {
                // EventPass never writes an invalid value, so somebody has edited the row.
                walk.broken = .broken(sequence: sequence, fault: .edited)
            }
        }
        guard walk.broken == nil else { return walk }
        let head = try connection.first("SELECT sequence, hash FROM audit_head WHERE organizer = $1", [chain]) {
            (sequence: $0.integer(0), hash: $0.blob(1))
        }
        if (head?.sequence ?? 0) != walk.sequence || (head?.hash ?? AuditTrail.beginning) != walk.hash {
            walk.broken = .broken(sequence: walk.sequence, fault: .head)
        }
        return walk
    }

    /// The latest time of a change in any row of an organizer. The transaction that wrote the row also appended an
    /// audit record with the same time. Nil if the organizer has no rows.
    private func newestChange(of organizer: OrganizerNumber?) throws -> Instant? {
        guard let organizer else {
            return try newest("person", ["created"], "FROM person WHERE local_owner = 0", [])
        }
        let number = SQLValue.int(organizer.rawValue)
        let ofEvent = "JOIN event ON event.number ="
        return try [
            newest("organizer", ["created"], "FROM organizer WHERE number = $1", [number]),
            newest(
                "event", ["created", "published", "cancelled", "deleted"], "FROM event WHERE organizer = $1", [number]),
            newest(
                "ticket", ["issued_at", "reissued", "status_since"],
                "FROM ticket \(ofEvent) ticket.event WHERE event.organizer = $1", [number]),
            newest(
                "ticket_order", ["created", "paid"],
                "FROM ticket_order \(ofEvent) ticket_order.event WHERE event.organizer = $1", [number]),
            newest(
                "refund_payment", ["paid"],
                "FROM refund_payment \(ofEvent) refund_payment.event WHERE event.organizer = $1", [number]),
            newest(
                "headcount", ["frozen_at"],
                "FROM headcount \(ofEvent) headcount.event WHERE event.organizer = $1", [number]),
        ].compactMap(\.self).max()
    }

    /// The latest time in some columns of a table. The query names each result after its table and column, so that an
    /// error can name the column with an invalid time.
    private func newest(
        _ table: String, _ columns: [String], _ rows: String, _ values: [SQLValue]
    ) throws -> Instant? {
        let moments = columns.map { "max(\(table).\($0)) AS \"\(table).\($0)\"" }.joined(separator: ", ")
        return try connection.first("SELECT \(moments) \(rows)", values) { row in
            try columns.indices.compactMap { try row.optionalInstant($0) }.max()
        }.flatMap(\.self)
    }
}
