extension Migration {
    /// Refusals are few: reports find them without a walk through the ledger, and admissions cost no entry here.
    static let fifth = Migration(number: 5) { _ in
        """
        CREATE INDEX record_refusal ON record (event, gate, reason) WHERE verdict = 'refuse';
        """
    }
}
