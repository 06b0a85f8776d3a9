public import Ticketing

extension StoreConnection {
    public var listedTokens: ListedTokens { ListedTokens(connection: self) }
}

/// The tokens that were issued, in a pack that proves them by their list (TOKEN §7).
public struct ListedTokens {
    let connection: any StoreConnection

    /// Runs for every scan.
    private static let search = "SELECT serial FROM listed WHERE digest = $1"

    public func contains(_ digest: ListedDigest) throws -> Bool {
        try connection.first(ListedTokens.search, [.blob(digest.bytes)]) { _ in true } ?? false
    }

    /// Adds what is not there yet.
    func add(_ entries: [Entry]) throws {
        for entry in entries {
            try connection.execute(
                "INSERT INTO listed (digest, serial) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                [.blob(entry.digest.bytes), .int(entry.serial.rawValue)])
        }
    }

    /// A line of the list.
    struct Entry: Comparable {
        let digest: ListedDigest
        let serial: Serial

        static func < (a: Entry, b: Entry) -> Bool { a.digest < b.digest }
    }
}
