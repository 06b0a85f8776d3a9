extension Migration {
    /// Adds the names of a couple to each event. They are shown if the event is a celebration, such as a wedding.
    static let m0052Couples = Migration(number: 52) { dialect in
        """
        ALTER TABLE event ADD COLUMN first_partner \(dialect.text);
        ALTER TABLE event ADD COLUMN second_partner \(dialect.text);
        """
    }
}
