extension SQLiteEngine {
    /// Attaches this store’s file to `other`, a connection to another file, so that SQLite can copy rows between
    /// the two files. Until their transactions end, `other` and `reader` both see the same state of this store.
    ///
    /// - Parameters:
    ///   - other: a connection to a file that no other process uses. The connection must be inside a transaction.
    ///   - name: the schema name of this store in statements on `other`.
    ///   - reader: a connection to this store. It must be inside a transaction that has not read anything yet.
    func attach(to other: any EngineConnection, as name: String, besides reader: any EngineConnection) throws {
        try withExclusiveLock {
            // Each connection sees the state at its first read. This process holds the exclusive lock during both first
            // reads, so nobody can write between them, and both connections see the same state.
            let query = "SELECT count(*) FROM"
            _ = try reader.first("\(query) event", []) { $0.integer(0) }
            try other.execute("ATTACH $1 AS \(name)", [.text(path)])
            _ = try other.first("\(query) \(name).event", []) { $0.integer(0) }
        }
    }
}
