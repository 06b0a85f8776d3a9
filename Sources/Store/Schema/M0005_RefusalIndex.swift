extension Migration {
    /// Adds an index of the refusals in the ledger, so that reports find refusals without reading the whole ledger.
    static let m0005RefusalIndex = Migration(number: 5) { _ in
        """
        CREATE INDEX record_refusal ON record (event, gate, reason) WHERE verdict = 'refuse';
        """
    }
}
