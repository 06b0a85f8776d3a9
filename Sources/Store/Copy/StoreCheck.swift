/// What a look at the whole store found.
public struct StoreCheck: Sendable {
    /// The schema's version.
    public let version: Int
    /// Rows by table.
    public let rows: [(table: String, count: Int)]
    public let ledger: LedgerVerification
    /// What the engine finds wrong, in its own words: pages, indexes, references that lead nowhere.
    public let faults: [String]

    public var isWhole: Bool {
        if case .whole = ledger { faults.isEmpty } else { false }
    }
}

extension Store {
    /// Looks at everything: the engine's own check, references, the ledger's chains. The migrations' hashes are compared
    /// at each opening.
    ///
    /// - Parameter progress: is told what is looked at.
    public func check(progress: (_ what: String) -> Void = { _ in }) throws -> StoreCheck {
        try engine.read { connection in
            progress("pages and references")
            let faults = try connection.integrityFaults()
            let rows = try TableShape.all.map { table in
                progress(table)
                let count = try connection.first("SELECT count(*) FROM \(table)", []) { Int($0.integer(0)) }
                return (table: table, count: count ?? 0)
            }
            progress("the ledger")
            return StoreCheck(
                version: try connection.appliedMigrations.all().count, rows: rows,
                ledger: try connection.ledger.verify(), faults: faults)
        }
    }
}
