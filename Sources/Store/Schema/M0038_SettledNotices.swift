extension Migration {
    /// Adds the indexes with which old notices and expired proofs are found, so that they can be removed. The first index
    /// has no notices of the kinds that are kept (`Notices.keptKinds`). Otherwise, each search would read all of them.
    static let m0038SettledNotices = Migration(number: 38) { _ in
        """
        CREATE INDEX notice_settled ON notice (changed, notice_key)
            WHERE due IS NULL AND kind <> 'low-inventory' AND kind <> 'sales-milestone';
        CREATE INDEX address_proof_expires ON address_proof (expires);
        """
    }
}
