/// What a store's chains hold that a backup's do not: gone when the backup takes the store's place.
public struct LostRecords: Hashable, Sendable {
    /// Records of the gates.
    public let ledger: Int
    /// Records of the audit trails.
    public let audit: Int

    public static let none = LostRecords(ledger: 0, audit: 0)

    private init(ledger: Int, audit: Int) {
        self.ledger = ledger
        self.audit = audit
    }

    init(of store: any StoreConnection, notIn backup: any StoreConnection) throws {
        ledger = LostRecords.sum(
            try store.ledger.heads().map { head in
                try LostRecords.behind(
                    head.sequence, { try store.ledger.hash(at: $0, of: head.id) },
                    { try backup.ledger.hash(at: $0, of: head.id) })
            })
        audit = LostRecords.sum(
            try store.audit.heads().map { head in
                try LostRecords.behind(
                    head.sequence, { try store.audit.hash(at: $0, of: head.organizer) },
                    { try backup.audit.hash(at: $0, of: head.organizer) })
            })
    }

    /// A damaged store may claim more than can be counted.
    private static func sum(_ counts: [Int]) -> Int { counts.reduce(0) { $0 + min($1, .max - $0) } }

    /// How many records come behind the longest beginning that two chains share: also where both went on after an older
    /// backup was restored.
    private static func behind(
        _ length: Int64, _ mine: (Int64) throws -> [UInt8]?, _ theirs: (Int64) throws -> [UInt8]?
    ) throws -> Int {
        try Int(max(0, length) - CommonChainBeginning.length(upTo: length, mine, theirs))
    }
}

extension Store {
    /// What would be lost if a backup took this store's place.
    public func records(missingIn backup: Store) throws -> LostRecords {
        try engine.read { mine in try backup.engine.read { try LostRecords(of: mine, notIn: $0) } }
    }
}
