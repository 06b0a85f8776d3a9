extension Migration {
    /// Adds an index for counting the unsent notices of an event. The web pages of the event show this count.
    static let m0023NoticeIndex = Migration(number: 23) { _ in
        """
        CREATE INDEX notice_waiting ON notice (event, created, notice_key) WHERE sent IS NULL;
        """
    }
}
