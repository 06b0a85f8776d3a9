extension Migration {
    /// Adds the review of identity documents by the owner of the server, and the settings of the server. Also adds an
    /// index for finding the links about one subject.
    static let m0031IdentityReview = Migration(number: 31) { dialect in
        """
        -- The settings of the server. A setting without a row has its default.
        CREATE TABLE server_setting (
            name \(dialect.text) PRIMARY KEY,
            value \(dialect.text) NOT NULL
        )\(dialect.rows);
        -- The state of the review. Null if the step is not reviewed.
        ALTER TABLE organizer_step ADD COLUMN review \(dialect.text);
        -- The reason for which the reviewer returned the step.
        ALTER TABLE organizer_step ADD COLUMN review_reason \(dialect.text);
        CREATE INDEX address_proof_subject ON address_proof (purpose, subject, created);
        """
    }
}
