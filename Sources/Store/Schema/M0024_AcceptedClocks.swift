extension Migration {
    /// Adds a table of devices whose clocks were once ahead by mistake. For each of these devices, a person has since
    /// confirmed that the clock is right again.
    static let m0024AcceptedClocks = Migration(number: 24) { dialect in
        """
        -- The devices whose corrected clocks a person has accepted. `accepted` is the time of the acceptance.
        -- `sequence` is the sequence number of the last record in the device's chain at that time. `wall_clock` is the
        -- time of the device's hybrid clock at that moment. A hybrid clock never goes back. So if the device's wall
        -- clock was ahead by mistake before, this time can be in the future.
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
