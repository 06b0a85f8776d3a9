extension SQLiteEngine {
    /// Shows this store to another file's connection, too: both see one state until they end. Rows then go from file to
    /// file within SQLite.
    ///
    /// - Parameters:
    ///   - other: inside a transaction of a file that nobody else knows.
    ///   - name: what its statements call this store.
    ///   - reader: this store's connection, in a read that has not looked at anything yet.
    func lend(to other: any EngineConnection, as name: String, besides reader: any EngineConnection) throws {
        try inTurn {
            // Whoever writes waits for its turn, so nothing is written between the two first looks.
            let look = "SELECT count(*) FROM"
            _ = try reader.first("\(look) event", []) { $0.integer(0) }
            try other.execute("ATTACH $1 AS \(name)", [.text(path)])
            _ = try other.first("\(look) \(name).event", []) { $0.integer(0) }
        }
    }
}
