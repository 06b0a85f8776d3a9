extension Migration {
    /// Adds the second address of a recipient. Also adds the address to which the program last tried to send a notice,
    /// if this is not the notice's own address. A new index finds a recipient's messages that were not sent.
    static let m0043OtherAddresses = Migration(number: 43) { dialect in
        """
        -- The recipient's second address, for the other channel: a phone number if the first address is an e-mail
        -- address, or an e-mail address if it is a phone number. The recipient has confirmed the second address with a
        -- code.
        ALTER TABLE message_recipient ADD COLUMN other_address \(dialect.text);
        CREATE INDEX message_recipient_other ON message_recipient (other_address) WHERE other_address IS NOT NULL;
        CREATE INDEX message_recipient_suppressed ON message_recipient (suppressed) WHERE suppressed IS NOT NULL;
        -- The address of the last attempt. Null if this is the notice's own address.
        ALTER TABLE notice ADD COLUMN other_address \(dialect.text);
        -- The page of a recipient uses this index to list the recipient's messages that were not sent.
        CREATE INDEX notice_unsent ON notice (recipient, created) WHERE due IS NULL AND sent IS NULL;
        """
    }
}
