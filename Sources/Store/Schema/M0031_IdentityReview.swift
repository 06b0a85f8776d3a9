extension Migration {
    /// Lets the owner of the server review the identity documents of organizers. Adds the state of each review, and the
    /// settings of the server. Also adds an index for finding address proofs (links and codes that were sent to
    /// addresses) by their subject.
    static let m0031IdentityReview = Migration(number: 31) { dialect in
        """
        -- The settings of the server. A setting without a row has its default.
        CREATE TABLE server_setting (
            name \(dialect.text) PRIMARY KEY,
            value \(dialect.text) NOT NULL
        )\(dialect.rows);
        -- The state of the review of an organizer's identity document: submitted, accepted or returned. Null if no
        -- document was submitted for a review, and for all verification steps other than the identity.
        ALTER TABLE organizer_step ADD COLUMN review \(dialect.text);
        -- The reason why the owner of the server returned the document to the organizer. Null in the other states.
        ALTER TABLE organizer_step ADD COLUMN review_reason \(dialect.text);
        CREATE INDEX address_proof_subject ON address_proof (purpose, subject, created);
        """
    }
}
