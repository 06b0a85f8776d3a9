public import Ticketing

/// What a look at the whole store found.
public struct StoreCheck: Sendable {
    /// The schema's version.
    public let version: Int
    /// Rows by table.
    public let rows: [(table: String, count: Int)]
    public let ledger: LedgerVerification
    /// The organizers whose audit trail is broken, nil for the one of the store itself, and how.
    public let brokenTrails: [(organizer: OrganizerNumber?, found: AuditVerification)]
    /// What the engine finds wrong, in its own words: pages, indexes, references that lead nowhere.
    public let faults: [String]
    public let wrongCounters: [WrongCounter]

    public var isWhole: Bool {
        if case .whole = ledger { faults.isEmpty && wrongCounters.isEmpty && brokenTrails.isEmpty } else { false }
    }
}

extension Store {
    /// Looks at everything: the engine's own check, references, counters, the chains of ledger and audit trails. The
    /// migrations' hashes are compared at each opening.
    ///
    /// - Parameter progress: is told what is looked at.
    public func check(progress: (_ what: String) -> Void = { _ in }) throws -> StoreCheck {
        try engine.read { connection in
            progress("pages and references")
            let faults = try connection.integrityFaults()
            let rows = try TableShape.all.map { table in
                progress(table)
                let count = try connection.first("SELECT count(*) FROM \(table)", []) { try $0.number(0) }
                return (table: table, count: count ?? 0)
            }
            progress("counters")
            let counters = try connection.counters.wrong()
            progress("the audit trails")
            let broken = try connection.audit.chains().compactMap { organizer in
                let found = try connection.audit.verify(organizer)
                if case .whole = found { return nil as (organizer: OrganizerNumber?, found: AuditVerification)? }
                return (organizer, found)
            }
            progress("the ledger")
            return StoreCheck(
                version: try connection.appliedMigrations.all().count, rows: rows,
                ledger: try connection.ledger.verify(), brokenTrails: broken, faults: faults,
                wrongCounters: counters)
        }
    }
}
