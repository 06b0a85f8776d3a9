extension Migration {
    /// Adds celebrations: sub-events, households, guests and invitations.
    static let m0004SubEventsAndGuests = Migration(number: 4) { dialect in
        """
        CREATE TABLE event_function (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            number \(dialect.integer) NOT NULL CHECK (number BETWEEN 1 AND 64),
            kind \(dialect.text) NOT NULL,
            name \(dialect.text) NOT NULL,
            folded_name \(dialect.text) NOT NULL,
            note \(dialect.text),
            venue \(dialect.text),
            start \(dialect.integer),
            ends \(dialect.integer),
            PRIMARY KEY (event, number),
            UNIQUE (event, folded_name)
        )\(dialect.keyed);

        CREATE TABLE household (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            number \(dialect.integer) NOT NULL CHECK (number > 0),
            name \(dialect.text) NOT NULL,
            folded_name \(dialect.text) NOT NULL,
            PRIMARY KEY (event, number),
            UNIQUE (event, folded_name)
        )\(dialect.keyed);

        -- This table is not stored in the order of its primary key. If it were, SQLite would read all guests of an
        -- event instead of using the indexes below.
        -- `serial` is the serial of the ticket that admits the guest, alone or with their household. It is null if the
        -- guest has no ticket yet.
        CREATE TABLE guest (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            number \(dialect.integer) NOT NULL CHECK (number > 0),
            household \(dialect.integer),
            name \(dialect.text) NOT NULL,
            folded_name \(dialect.text) NOT NULL,
            email \(dialect.text),
            phone \(dialect.text),
            companions \(dialect.integer) NOT NULL CHECK (companions BETWEEN 0 AND 15),
            meal \(dialect.text),
            access_note \(dialect.text),
            table_note \(dialect.text),
            note \(dialect.text),
            serial \(dialect.integer),
            PRIMARY KEY (event, number),
            FOREIGN KEY (event, household) REFERENCES household (event, number),
            FOREIGN KEY (event, serial) REFERENCES ticket (event, serial)
        )\(dialect.rows);
        CREATE INDEX guest_name ON guest (event, folded_name, number);
        CREATE INDEX guest_email ON guest (event, email, number) WHERE email IS NOT NULL;
        CREATE INDEX guest_code ON guest (event, serial) WHERE serial IS NOT NULL;

        -- One row for each guest and each sub-event to which the guest is invited. `function` is the number of the
        -- sub-event. `answer` is the guest's answer, and null until the guest answers. `companions` is the number of
        -- companions with whom the guest attends.
        CREATE TABLE invitation (
            event \(dialect.integer) NOT NULL,
            guest \(dialect.integer) NOT NULL,
            function \(dialect.integer) NOT NULL,
            answer \(dialect.text) CHECK (answer IN ('attending', 'declined')),
            answered \(dialect.integer),
            companions \(dialect.integer) NOT NULL DEFAULT 0 CHECK (companions BETWEEN 0 AND 15),
            PRIMARY KEY (event, guest, function),
            FOREIGN KEY (event, guest) REFERENCES guest (event, number),
            FOREIGN KEY (event, function) REFERENCES event_function (event, number)
        )\(dialect.keyed);
        CREATE INDEX invitation_function ON invitation (event, function);
        """
    }
}
