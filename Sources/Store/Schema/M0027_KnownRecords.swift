extension Migration {
    /// The main store's records that a gate pack knows.
    static let m0027KnownRecords = Migration(number: 27) { words in
        """
        -- In a pack only: the records of its office, without refusals, as of its making or last refresh. They belong to none
        -- of its chains. Places follow from them and from its own records together. Requests and operators stay at the office.
        CREATE TABLE known_record (
            device \(words.blob) NOT NULL,
            sequence \(words.integer) NOT NULL,
            event \(words.integer) NOT NULL,
            serial \(words.integer) NOT NULL,
            issue \(words.integer) NOT NULL,
            type \(words.integer) NOT NULL,
            function \(words.integer) NOT NULL,
            place \(words.integer),
            count \(words.integer) NOT NULL,
            used \(words.integer) NOT NULL,
            direction \(words.text) NOT NULL,
            verdict \(words.text) NOT NULL,
            reason \(words.text),
            gate \(words.text) NOT NULL,
            wall_clock \(words.integer) NOT NULL,
            hybrid_clock \(words.integer) NOT NULL,
            hash \(words.blob) NOT NULL,
            allowed \(words.integer),
            reentry \(words.text),
            about \(words.integer),
            reverses_device \(words.blob),
            reverses_sequence \(words.integer),
            learned \(words.text),
            PRIMARY KEY (device, sequence)
        )\(words.keyed);
        CREATE INDEX known_record_ticket ON known_record (event, serial);
        """
    }
}
