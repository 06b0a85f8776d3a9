extension Migration {
    /// Celebrations: sub-events, households, guests and invitations.
    static let m0004SubEventsAndGuests = Migration(number: 4) { words in
        """
        CREATE TABLE event_function (
            event \(words.integer) NOT NULL REFERENCES event (number),
            number \(words.integer) NOT NULL CHECK (number BETWEEN 1 AND 64),
            kind \(words.text) NOT NULL,
            name \(words.text) NOT NULL,
            folded_name \(words.text) NOT NULL,
            note \(words.text),
            venue \(words.text),
            start \(words.integer),
            ends \(words.integer),
            PRIMARY KEY (event, number),
            UNIQUE (event, folded_name)
        )\(words.keyed);

        CREATE TABLE household (
            event \(words.integer) NOT NULL REFERENCES event (number),
            number \(words.integer) NOT NULL CHECK (number > 0),
            name \(words.text) NOT NULL,
            folded_name \(words.text) NOT NULL,
            PRIMARY KEY (event, number),
            UNIQUE (event, folded_name)
        )\(words.keyed);

        -- Not kept in its key's order: SQLite would then walk an event's guests rather than use the indexes below.
        -- The serial is of the ticket that lets the guest in, alone or with their household.
        CREATE TABLE guest (
            event \(words.integer) NOT NULL REFERENCES event (number),
            number \(words.integer) NOT NULL CHECK (number > 0),
            household \(words.integer),
            name \(words.text) NOT NULL,
            folded_name \(words.text) NOT NULL,
            email \(words.text),
            phone \(words.text),
            companions \(words.integer) NOT NULL CHECK (companions BETWEEN 0 AND 15),
            meal \(words.text),
            access_note \(words.text),
            table_note \(words.text),
            note \(words.text),
            serial \(words.integer),
            PRIMARY KEY (event, number),
            FOREIGN KEY (event, household) REFERENCES household (event, number),
            FOREIGN KEY (event, serial) REFERENCES ticket (event, serial)
        )\(words.rows);
        CREATE INDEX guest_name ON guest (event, folded_name, number);
        CREATE INDEX guest_email ON guest (event, email, number) WHERE email IS NOT NULL;
        CREATE INDEX guest_code ON guest (event, serial) WHERE serial IS NOT NULL;

        -- Who is invited to what, and what they said to it.
        CREATE TABLE invitation (
            event \(words.integer) NOT NULL,
            guest \(words.integer) NOT NULL,
            function \(words.integer) NOT NULL,
            answer \(words.text) CHECK (answer IN ('attending', 'declined')),
            answered \(words.integer),
            companions \(words.integer) NOT NULL DEFAULT 0 CHECK (companions BETWEEN 0 AND 15),
            PRIMARY KEY (event, guest, function),
            FOREIGN KEY (event, guest) REFERENCES guest (event, number),
            FOREIGN KEY (event, function) REFERENCES event_function (event, number)
        )\(words.keyed);
        CREATE INDEX invitation_function ON invitation (event, function);
        """
    }
}
