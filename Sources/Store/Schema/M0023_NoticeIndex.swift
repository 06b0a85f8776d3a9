extension Migration {
    /// An index to count an event's unsent messages, for its pages.
    static let m0023NoticeIndex = Migration(number: 23) { _ in
        """
        CREATE INDEX notice_waiting ON notice (event, created, notice_key) WHERE sent IS NULL;
        """
    }
}
