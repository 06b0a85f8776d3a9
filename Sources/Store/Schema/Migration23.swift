extension Migration {
    /// The messages of an event that wait to be sent are counted on its pages.
    static let twentyThird = Migration(number: 23) { _ in
        """
        CREATE INDEX notice_waiting ON notice (event, created, notice_key) WHERE sent IS NULL;
        """
    }
}
