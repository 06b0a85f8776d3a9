/// The numbers of records that are lost if a backup replaces a store. A record is lost if it is in the store's chains
/// but not in the backup's chains.
public struct LostRecords: Hashable, Sendable {
    /// The number of lost records of the admission ledger.
    public let ledger: Int
    /// The number of lost records of the audit trails.
    public let audit: Int

    public static let none = LostRecords(ledger: 0, audit: 0)

    private init(ledger: Int, audit: Int) {
        self.ledger = ledger
        self.audit = audit
    }

    init(of store: any StoreConnection, notIn backup: any StoreConnection) throws {
        ledger = LostRecords.sum(
            try store.ledger.heads().map { head in
                try LostRecords.countBeyondCommonPrefix(
                    head.sequence, { try store.ledger.hash(at: $0, of: head.id) },
                    { try backup.ledger.hash(at: $0, of: head.id) })
            })
        audit = LostRecords.sum(
            try store.audit.heads().map { head in
                try LostRecords.countBeyondCommonPrefix(
                    head.sequence, { try store.audit.hash(at: $0, of: head.organizer) },
                    { try backup.audit.hash(at: $0, of: head.organizer) })
            })
    }

    /// Adds up counts. In a damaged store, the counts may be so large that their sum exceeds the range of `Int`. The
    /// result is then `Int.max`.
    private static func sum(_ counts: [Int]) -> Int { counts.reduce(0) { $0 + min($1, .max - $0) } }

    /// The number of records in the store's chain after the longest prefix that this chain shares with the backup's
    /// chain. `length` is the number of records of the store's chain. `mine` and `theirs` return the hash of a record
    /// in the two chains.
    private static func countBeyondCommonPrefix(
        _ length: Int64, _ mine: (Int64) throws -> [UInt8]?, _ theirs: (Int64) throws -> [UInt8]?
    ) throws -> Int {
        try Int(max(0, length) - CommonChainPrefix.length(upTo: length, mine, theirs))
    }
}

extension Store {
    /// The counts of the records that would be lost if the store `backup` replaced this store.
    public func records(missingIn backup: Store) throws -> LostRecords {
        try engine.read { mine in try backup.engine.read { try LostRecords(of: mine, notIn: $0) } }
    }
}
