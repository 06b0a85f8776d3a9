extension Migration {
    /// Adds the texts of the organizers' public pages, and the websites that may show the organizers' events.
    static let m0054OrganizerPages = Migration(number: 54) { dialect in
        """
        ALTER TABLE organizer ADD COLUMN about \(dialect.text);
        -- The URLs of the links, one on each line
        ALTER TABLE organizer ADD COLUMN links \(dialect.text);
        -- The origins of the websites, one on each line
        ALTER TABLE organizer ADD COLUMN embed_origins \(dialect.text);
        """
    }
}
