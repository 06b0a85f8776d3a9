public import Ticketing

/// What a look at the whole store found.
public struct StoreCheck: Sendable {
    /// The schema's version.
    public let version: Int
    /// Nil on a server, whose pages are its own affair.
    public let pageChecksums: PageChecksums?
    /// Rows by table, where they can be counted.
    public let rows: [(table: String, count: Int)]
    /// Nil when it could not be walked to its end: a fault says why.
    public let ledger: LedgerVerification?
    /// The organizers whose audit trail is broken, nil for the one of the store itself, and how.
    public let brokenTrails: [(organizer: OrganizerNumber?, found: AuditVerification)]
    /// What the engine finds wrong, in its own words: pages, indexes, references that lead nowhere. And values that
    /// can't be, where they kept a part from being looked at.
    public let faults: [String]
    public let wrongCounters: [WrongCounter]

    public var isWhole: Bool {
        if case .whole = ledger { faults.isEmpty && wrongCounters.isEmpty && brokenTrails.isEmpty } else { false }
    }
}

extension Store {
    /// The numbers of pages of a SQLite file that differ from their checksums. Empty on a server, and for a file whose pages
    /// have no checksums.
    public func damagedPages() throws -> [Int64] {
        guard try !engine.read({ try $0.damagedPages() }).isEmpty else { return [] }
        // A crash may have torn a page on its way from the log to the file; the log still has the whole page.
        try engine.finishLog()
        return try engine.read { try $0.damagedPages() }
    }

    /// Whether the pages of a SQLite file have checksums; nil on a server.
    public var pageChecksums: PageChecksums? { get throws { try engine.read { $0.pageChecksums } } }

    /// Refuses a SQLite file with a damaged page, also one that no statement reads.
    ///
    /// - Throws: `StoreError.damaged`, with what SQLite itself finds where the pages have no checksums.
    public func demandWholePages() throws {
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

    /// Looks at everything: every page's checksum, the engine's own check, references, counters, the chains of ledger and audit trails. The
    /// migrations' hashes are compared at each opening.
    ///
    /// - Parameter progress: is told what is looked at.
    public func check(progress: (_ what: String) -> Void = { _ in }) throws -> StoreCheck {
        try engine.finishLog()
        return try engine.read { connection in
            progress("pages and references")
            var faults = try connection.integrityFaults()
            /// One value that can't be, or a page that can't be read, is no reason not to look at the other parts.
            func look<Found>(at part: String, _ work: () throws -> Found) throws -> Found? {
                do {
                    return try work()
                } catch let error as StoreError {
                    switch error {
                    case .impossibleValue, .damaged:
                        faults.append("\(part): \(error)")
                        return nil
                    default: throw error
                    }
                }
            }
            let rows = try TableShape.all.compactMap { table in
                progress(table)
                let count = try look(at: table) {
                    try connection.first("SELECT count(*) FROM \(table)", []) { try $0.number(0) } ?? 0
                }
                return count.map { (table: table, count: $0) }
            }
            progress("counters")
            let counters = try look(at: "counters") { try connection.counters.wrong() } ?? []
            progress("the audit trails")
            var broken: [(organizer: OrganizerNumber?, found: AuditVerification)] = []
            // A pack has none: what is changed is changed at the office.
            let chains = try connection.packRows.number() == nil ? connection.audit.chains : { [] }
            for organizer in try look(at: "the audit trails", chains) ?? [] {
                let name = organizer.map { "organizer \($0)" } ?? "the store"
                let found = try look(at: "the audit trail of \(name)") { try connection.audit.verify(organizer) }
                if case .broken = found, let found { broken.append((organizer, found)) }
            }
            progress("the ledger")
            let ledger = try look(at: "the ledger", connection.ledger.verify)
            return StoreCheck(
                version: try connection.appliedMigrations.all().count, pageChecksums: connection.pageChecksums,
                rows: rows, ledger: ledger, brokenTrails: broken, faults: faults, wrongCounters: counters)
        }
    }
}
