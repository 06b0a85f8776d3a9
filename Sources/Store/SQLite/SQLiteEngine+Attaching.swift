extension SQLiteEngine {
    /// Attaches this store to the connection of another file, so that SQLite can copy rows between the two files. Both
    /// connections see the same state of this store until their transactions end.
    ///
    /// - Parameters:
    ///   - other: a connection to a file that no other process uses. It must be inside a transaction.
    ///   - name: the schema name of this store in statements on `other`.
    ///   - reader: this store's connection. It must be inside a transaction that has not read anything yet.
    func attach(to other: any EngineConnection, as name: String, besides reader: any EngineConnection) throws {
        try withExclusiveLock {
            // Every writer needs the exclusive lock, so nothing is written between the first reads of the two
            // connections.
            let query = "SELECT count(*) FROM"
            _ = try reader.first("\(query) event", []) { $0.integer(0) }
            try other.execute("ATTACH $1 AS \(name)", [.text(path)])
            _ = try other.first("\(query) \(name).event", []) { $0.integer(0) }
        }
    }
}
