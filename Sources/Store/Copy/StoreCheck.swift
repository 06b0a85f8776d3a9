public import Languages
public import Ticketing

/// The result of checking a whole store (`Store.check`).
public struct StoreCheck: Sendable {
    /// The version of the store's schema.
    public let version: Int
    /// Whether the pages of the SQLite file have checksums. Nil on a PostgreSQL server.
    public let pageChecksums: PageChecksums?
    /// The tables that can be read, each with its number of rows.
    public let rows: [(table: String, count: Int)]
    /// The result of verifying the admission ledger. Nil if the ledger could not be read to its end; `faults` then
    /// contains the reason.
    public let ledger: LedgerVerification?
    /// The audit trails that are broken, each with its organizer and the fault. The organizer is nil for the audit
    /// trail of the whole store.
    public let brokenTrails: [(organizer: OrganizerNumber?, found: AuditVerification)]
    /// The damage that the database reports: damaged pages, damaged indexes and dangling references. If an invalid
    /// value or a damaged page makes it impossible to check a part of the store, the list also has a sentence about
    /// this value or page.
    public let faults: [Sentence]
    public let wrongCounters: [CounterMismatch]

    public var isIntact: Bool {
        if case .intact = ledger { faults.isEmpty && wrongCounters.isEmpty && brokenTrails.isEmpty } else { false }
    }

    enum Text: String, SentenceKey {
        static let subject = "storeCheck"

        case differingPage = "page {page} differs from its checksum"
        case danglingRow = "a row of {table} refers to a missing row of {target}"
        case danglingRows =
            "{count} row of {table} refers to a missing row of {target} ({reference})|{count} rows of {table} refer to missing rows of {target} ({reference})"

        /// A fault, preceded by the name of the part of the store in which it was found.
        case faultOfPart = "{part}: {fault}"
        case counters = "counters"
        case auditTrails = "the audit trails"
        case auditTrailOfOrganizer = "the audit trail of organizer {organizer}"
        case auditTrailOfStore = "the audit trail of the store"
        case ledger = "the ledger"
    }

    static func differingPage(_ page: Int64) -> Sentence { Sentence(Text.differingPage, ["page": "\(page)"]) }
}

extension Store {
    /// The numbers of the damaged pages of an SQLite file. The list is empty on a PostgreSQL server, and if the pages
    /// have no checksums.
    public func damagedPages() throws -> [Int64] {
        guard try !engine.read({ try $0.damagedPages() }).isEmpty else { return [] }
        // If a crash interrupted the copying of a page from SQLite's write-ahead log, the page in the file is damaged,
        // but the log still has the whole page. The log is therefore copied again, and the file is checked a second
        // time.
        try engine.checkpointLog()
        return try engine.read { try $0.damagedPages() }
    }

    /// Whether the pages of an SQLite file have checksums; nil on a PostgreSQL server.
    public var pageChecksums: PageChecksums? { get throws { try engine.read { $0.pageChecksums } } }

    /// Checks all pages of the SQLite file, including the pages that no statement reads, and throws if one is damaged.
    ///
    /// - Throws: `StoreError.damaged` if a page does not match its checksum. For pages without checksums, the same
    ///   error is thrown if SQLite's integrity check finds a fault.
    public func requireIntactPages() throws {
        if let page = try damagedPages().first {
            throw StoreError.damaged(path: path, detail: StoreCheck.differingPage(page))
        }
        let fault = try engine.read { connection in
            if case .missing = connection.pageChecksums {
                try connection.integrityFaults().first
            } else {
                nil as Sentence?
            }
        }
        if let fault { throw StoreError.damaged(path: path, detail: fault) }
    }

    /// Checks the whole store: the checksums of pages, references between tables, counters, and the hash chains of the
    /// ledger and the audit trails. Also runs the database's own integrity check. The hashes of the migrations are not
    /// checked here, because they are compared each time a store is opened.
    public func check() throws -> StoreCheck {
        try engine.checkpointLog()
        return try engine.read { connection in
            var faults = try connection.integrityFaults()
            /// Checks a part of the store by calling `work`. If `work` finds an invalid value or a damaged page, adds
            /// the error to the faults and returns nil.
            func check<Found>(_ part: Sentence, _ work: () throws -> Found) throws -> Found? {
                do {
                    return try work()
                } catch let error as StoreError {
                    switch error {
                    case .invalidValue, .damaged:
                        faults.append(
                            Sentence(
                                StoreCheck.Text.faultOfPart,
                                ["part": .sentence(part), "fault": .sentence(error.sentence)]))
                        return nil
                    default: throw error
                    }
                }
            }
            let rows = try TableShape.all.compactMap { table in
                let count = try check(.verbatim(table)) {
                    try connection.first("SELECT count(*) FROM \(table)", []) { try $0.number(0) } ?? 0
                }
                return count.map { (table: table, count: $0) }
            }
            let counters =
                try check(Sentence(StoreCheck.Text.counters)) { try connection.counters.mismatches() } ?? []
            var broken: [(organizer: OrganizerNumber?, found: AuditVerification)] = []
            // A gate pack has no audit trails, because organizers make changes only in the main store.
            let chains = try connection.gatePackRecord.number() == nil ? connection.audit.chains : { [] }
            for organizer in try check(Sentence(StoreCheck.Text.auditTrails), chains) ?? [] {
                let trail =
                    organizer.map { Sentence(StoreCheck.Text.auditTrailOfOrganizer, ["organizer": "\($0)"]) }
                    ?? Sentence(StoreCheck.Text.auditTrailOfStore)
                let found = try check(trail) { try connection.audit.verify(organizer) }
                if case .broken = found, let found { broken.append((organizer, found)) }
            }
            let ledger = try check(Sentence(StoreCheck.Text.ledger), connection.ledger.verify)
            return StoreCheck(
                version: try connection.appliedMigrations.all().count, pageChecksums: connection.pageChecksums,
                rows: rows, ledger: ledger, brokenTrails: broken, faults: faults, wrongCounters: counters)
        }
    }
}
