extension Migration {
    /// Adds indexes for finding old notices and expired proofs (links and codes that were sent to addresses), which the
    /// program removes. The first index leaves out the notices of kinds that are kept (`Notices.keptKinds`), because
    /// each search for old notices would otherwise read all notices of these kinds.
    static let m0038SettledNotices = Migration(number: 38) { _ in
        """
        CREATE INDEX notice_settled ON notice (changed, notice_key)
            WHERE due IS NULL AND kind <> 'low-inventory' AND kind <> 'sales-milestone';
        CREATE INDEX address_proof_expires ON address_proof (expires);
        """
    }
}
