public import Ticketing

/// The result of checking a whole store.
public struct StoreCheck: Sendable {
    /// The schema's version.
    public let version: Int
    /// Whether the pages of the SQLite file have checksums. Nil on a PostgreSQL server.
    public let pageChecksums: PageChecksums?
    /// The tables that can be read, each with its number of rows.
    public let rows: [(table: String, count: Int)]
    /// The result of verifying the admission ledger. Nil if the ledger could not be read to its end; `faults` then
    /// contains the reason.
    public let ledger: LedgerVerification?
    /// The broken audit trails, each with its organizer and the fault. The organizer is nil for the trail of the store
    /// itself.
    public let brokenTrails: [(organizer: OrganizerNumber?, found: AuditVerification)]
    /// The damage that the database reports, in the database's own words: damaged pages, damaged indexes and dangling
    /// references. The list also contains the invalid values that prevented the check of a part of the store.
    public let faults: [String]
    public let wrongCounters: [CounterMismatch]

    public var isIntact: Bool {
        if case .intact = ledger { faults.isEmpty && wrongCounters.isEmpty && brokenTrails.isEmpty } else { false }
    }
}

extension Store {
    /// The numbers of the pages in an SQLite file that differ from their checksums. The list is empty on a PostgreSQL
    /// server, and if the pages have no checksums.
    public func damagedPages() throws -> [Int64] {
        guard try !engine.read({ try $0.damagedPages() }).isEmpty else { return [] }
        // A crash may have interrupted the copying of a page from the log to the file. The log still has the complete
        // page, so the copying is repeated before the second check.
        try engine.checkpointLog()
        return try engine.read { try $0.damagedPages() }
    }

    /// Whether the pages of an SQLite file have checksums; nil on a PostgreSQL server.
    public var pageChecksums: PageChecksums? { get throws { try engine.read { $0.pageChecksums } } }

    /// Throws if any page of the SQLite file is damaged, even if no statement reads that page.
    ///
    /// - Throws: `StoreError.damaged`. If the pages have no checksums, the error contains the result of SQLite's
    ///   integrity check.
    public func requireIntactPages() throws {
        if let page = try damagedPages().first {
            throw StoreError.damaged(path: path, detail: "page \(page) differs from its checksum")
        }
        let fault = try engine.read { connection in
            if case .missing = connection.pageChecksums {
                try connection.integrityFaults().first
            } else {
                nil as String?
            }
        }
        if let fault { throw StoreError.damaged(path: path, detail: fault) }
    }

    /// Checks the whole store: page checksums, the database's own integrity check, references, counters, and the hash
    /// chains of the ledger and the audit trails. The hashes of migrations are not checked here, because opening a
    /// store always compares them.
    ///
    /// - Parameter progress: receives the name of the part that is being checked.
    public func check(progress: (_ what: String) -> Void = { _ in }) throws -> StoreCheck {
        try engine.checkpointLog()
        return try engine.read { connection in
            progress("pages and references")
            var faults = try connection.integrityFaults()
            /// Adds an invalid value or an unreadable page to the faults, so that the other parts are still checked.
            func check<Found>(at part: String, _ work: () throws -> Found) throws -> Found? {
                do {
                    return try work()
                } catch let error as StoreError {
                    switch error {
                    case .invalidValue, .damaged:
                        faults.append("\(part): \(error)")
                        return nil
                    default: throw error
                    }
                }
            }
            let rows = try TableShape.all.compactMap { table in
                progress(table)
                let count = try check(at: table) {
                    try connection.first("SELECT count(*) FROM \(table)", []) { try $0.number(0) } ?? 0
                }
                return count.map { (table: table, count: $0) }
            }
            progress("counters")
            let counters = try check(at: "counters") { try connection.counters.mismatches() } ?? []
            progress("the audit trails")
            var broken: [(organizer: OrganizerNumber?, found: AuditVerification)] = []
            // A gate pack has no audit trails, because management changes are made only in the main store.
            let chains = try connection.gatePackRecord.number() == nil ? connection.audit.chains : { [] }
            for organizer in try check(at: "the audit trails", chains) ?? [] {
                let name = organizer.map { "organizer \($0)" } ?? "the store"
                let found = try check(at: "the audit trail of \(name)") { try connection.audit.verify(organizer) }
                if case .broken = found, let found { broken.append((organizer, found)) }
            }
            progress("the ledger")
            let ledger = try check(at: "the ledger", connection.ledger.verify)
            return StoreCheck(
                version: try connection.appliedMigrations.all().count, pageChecksums: connection.pageChecksums,
                rows: rows, ledger: ledger, brokenTrails: broken, faults: faults, wrongCounters: counters)
        }
    }
}
