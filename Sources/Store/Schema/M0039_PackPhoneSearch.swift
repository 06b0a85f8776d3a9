extension Migration {
    /// Adds the right of a gate pack to find tickets by the last digits of a phone number. Packs that were made earlier
    /// do not have this right.
    static let m0039PackPhoneSearch = Migration(number: 39) { dialect in
        """
        -- 1 if the pack has search keys of phone numbers. These keys are hashes (PhoneEndingHashes).
        ALTER TABLE gate_pack
            ADD COLUMN phone_search \(dialect.integer) NOT NULL DEFAULT 0 CHECK (phone_search IN (0, 1));
        -- 1 if the main store has given the device's pack such search keys.
        ALTER TABLE gate_device
            ADD COLUMN phone_search \(dialect.integer) NOT NULL DEFAULT 0 CHECK (phone_search IN (0, 1));
        """
    }
}
