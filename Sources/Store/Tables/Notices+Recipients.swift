extension Notices {
    /// Removes the notice with the given key, if it exists. Use this method only for a notice that the same transaction
    /// has queued, because another process may already have leased any other notice.
    public func remove(key: String) throws {
        try connection.execute("DELETE FROM notice WHERE notice_key = $1", [.text(key)])
    }
}
