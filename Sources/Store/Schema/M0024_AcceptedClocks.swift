extension Migration {
    /// Adds the clocks of devices that a person has accepted after they were wrong.
    static let m0024AcceptedClocks = Migration(number: 24) { dialect in
        """
        -- The last record of a device's chain when its clock was accepted, and the chain's clock then, which a wrong clock
        -- had set ahead.
        CREATE TABLE accepted_clock (
            device \(dialect.blob) PRIMARY KEY,
            sequence \(dialect.integer) NOT NULL,
            wall_clock \(dialect.integer) NOT NULL,
            accepted \(dialect.integer) NOT NULL,
            reason \(dialect.text) NOT NULL
        )\(dialect.keyed);
        """
    }
}
