public import Ticketing

extension StoreConnection {
    public var listedTokens: ListedTokens { ListedTokens(connection: self) }
}

/// The digests of the issued tokens. The gate of a list pack verifies tokens with this list (Docs/TokenFormat.md,
/// section 7).
public struct ListedTokens {
    let connection: any StoreConnection

    private static let search = "SELECT serial FROM listed WHERE digest = $1"

    public func contains(_ digest: ListedDigest) throws -> Bool {
        try connection.first(ListedTokens.search, [.blob(digest.bytes)]) { _ in true } ?? false
    }

    /// The number of entries that one statement adds. Several entries share a statement, because this is faster.
    private static let chunk = 64
    private static let insertion: String = {
        let lines = (0..<chunk).map { "($\(2 * $0 + 1), $\(2 * $0 + 2))" }.joined(separator: ", ")
        return "INSERT INTO listed (digest, serial) VALUES \(lines) ON CONFLICT DO NOTHING"
    }()

    /// Adds the entries that the list does not contain yet. This is fastest if `entries` is sorted by digest.
    func add(_ entries: [Entry]) throws {
        var values: [SQLValue] = []
        values.reserveCapacity(2 * ListedTokens.chunk)
        for start in stride(from: 0, to: entries.count, by: ListedTokens.chunk) {
            values.removeAll(keepingCapacity: true)
            // If too few entries are left for the statement, the last entry is repeated, so that a single prepared
            // statement is enough. The database ignores the duplicates.
            for index in start..<start + ListedTokens.chunk {
                let entry = entries[min(index, entries.count - 1)]
                values.append(.blob(entry.digest.bytes))
                values.append(.int(entry.serial.rawValue))
            }
            try connection.execute(ListedTokens.insertion, values)
        }
    }

    struct Entry: Comparable, Sendable {
        let digest: ListedDigest
        let serial: Serial

        static func < (a: Entry, b: Entry) -> Bool { a.digest < b.digest }
    }
}
