extension Migration {
    /// Adds the table of the landmarks of gates.
    static let m0051GateLandmarks = Migration(number: 51) { dialect in
        """
        CREATE TABLE gate_landmark (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            -- The gate's name without case and accents, by which names of gates are compared.
            folded_gate \(dialect.text) NOT NULL,
            -- The gate's name as it was entered.
            gate \(dialect.text) NOT NULL,
            landmark \(dialect.text) NOT NULL,
            PRIMARY KEY (event, folded_gate)
        )\(dialect.keyed);
        """
    }
}
