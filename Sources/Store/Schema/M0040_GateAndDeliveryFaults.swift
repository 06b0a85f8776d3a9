extension Migration {
    /// Adds the numbers of scans that gates could not decide, and the delivery reports that arrived before the ids of
    /// their messages were stored. Also adds a time to each stored audience of a message. People who get a ticket or
    /// agree to news after this time do not get the message.
    static let m0040GateAndDeliveryFaults = Migration(number: 40) { dialect in
        """
        -- The number of scans that a gate on this store could not decide, for each hour. `hour` is the time at which the
        -- hour begins. `sub_event` is 0 for the event itself.
        CREATE TABLE undecided_scan (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            gate \(dialect.text) NOT NULL,
            sub_event \(dialect.integer) NOT NULL,
            hour \(dialect.integer) NOT NULL,
            count \(dialect.integer) NOT NULL CHECK (count > 0),
            PRIMARY KEY (event, gate, sub_event, hour)
        )\(dialect.keyed);
        CREATE INDEX undecided_scan_hour ON undecided_scan (hour);

        -- The delivery reports about messages whose ids are not stored yet, because the provider has just accepted the
        -- messages. A row is removed when the id is stored, or after an hour.
        CREATE TABLE early_report (
            provider_id \(dialect.text) PRIMARY KEY,
            arrived \(dialect.integer) NOT NULL CHECK (arrived IN (0, 1)),
            -- 1 if the message did not arrive because the number does not exist.
            ends_number \(dialect.integer) NOT NULL CHECK (ends_number IN (0, 1)),
            answer \(dialect.text) NOT NULL,
            received \(dialect.integer) NOT NULL
        )\(dialect.keyed);

        -- The members of an audience are tickets, guests and consents. Tickets that were issued after this time do not
        -- belong to the audience, and neither do consents that were given after this time. If the clock of another
        -- server is ahead, it may have stored tickets and consents with times in the future. These must still belong to
        -- the audience, so this time is never earlier than the time of any ticket or consent that was stored before the
        -- audience.
        ALTER TABLE notice_audience ADD COLUMN joined_until \(dialect.integer) NOT NULL DEFAULT 0;
        UPDATE notice_audience SET joined_until = created;
        """
    }
}
