extension Migration {
    /// Device clocks that were wrong once and were then accepted by a person.
    static let m0024AcceptedClocks = Migration(number: 24) { words in
        """
        -- The last record of a device's chain when its clock was accepted, and the chain's clock then, which a wrong clock
        -- had set ahead.
        CREATE TABLE accepted_clock (
            device \(words.blob) PRIMARY KEY,
            sequence \(words.integer) NOT NULL,
            wall_clock \(words.integer) NOT NULL,
            accepted \(words.integer) NOT NULL,
            reason \(words.text) NOT NULL
        )\(words.keyed);
        """
    }
}
