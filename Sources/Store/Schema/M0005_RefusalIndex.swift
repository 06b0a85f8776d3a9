extension Migration {
    /// An index of refusals. There are few of them, so reports find them without reading the whole ledger, and
    /// admissions need no entry in the index.
    static let m0005RefusalIndex = Migration(number: 5) { _ in
        """
        CREATE INDEX record_refusal ON record (event, gate, reason) WHERE verdict = 'refuse';
        """
    }
}
