extension Migration {
    /// Adds an index to count and list an event's unsent notices, oldest first.
    static let m0023NoticeIndex = Migration(number: 23) { _ in
        """
        CREATE INDEX notice_waiting ON notice (event, created, notice_key) WHERE sent IS NULL;
        """
    }
}
