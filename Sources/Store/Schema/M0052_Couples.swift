extension Migration {
    /// Adds the names of the couple whose celebration an event is.
    static let m0052Couples = Migration(number: 52) { dialect in
        """
        ALTER TABLE event ADD COLUMN first_partner \(dialect.text);
        ALTER TABLE event ADD COLUMN second_partner \(dialect.text);
        """
    }
}
