extension Migration {
    /// Organizers, events, tickets, and the ledger of the gates.
    static let m0001BaseTables = Migration(number: 1) { words in
        """
        CREATE TABLE person (
            id \(words.integer) PRIMARY KEY,
            name \(words.text) NOT NULL,
            local_owner \(words.integer) NOT NULL CHECK (local_owner IN (0, 1)),
            created \(words.integer) NOT NULL
        )\(words.rows);
        CREATE UNIQUE INDEX person_local_owner ON person (local_owner) WHERE local_owner = 1;

        CREATE TABLE organizer (
            number \(words.integer) PRIMARY KEY,
            name \(words.text) NOT NULL,
            slug \(words.text) NOT NULL UNIQUE,
            created \(words.integer) NOT NULL,
            verified \(words.integer),
            verified_by \(words.text)
        )\(words.rows);

        CREATE TABLE membership (
            organizer \(words.integer) NOT NULL REFERENCES organizer (number),
            person \(words.integer) NOT NULL REFERENCES person (id),
            role \(words.text) NOT NULL,
            PRIMARY KEY (organizer, person)
        )\(words.keyed);

        CREATE TABLE event (
            number \(words.integer) PRIMARY KEY,
            organizer \(words.integer) NOT NULL REFERENCES organizer (number),
            slug \(words.text) NOT NULL UNIQUE,
            suite \(words.integer) NOT NULL,
            created \(words.integer) NOT NULL,
            status \(words.text) NOT NULL,
            published \(words.integer),
            title \(words.text) NOT NULL,
            about \(words.text),
            kind \(words.text) NOT NULL,
            category \(words.text) NOT NULL,
            venue \(words.text),
            address \(words.text),
            city \(words.text),
            time_zone \(words.text) NOT NULL,
            doors \(words.integer),
            start \(words.integer),
            ends \(words.integer),
            capacity \(words.integer),
            minimum_age \(words.integer),
            people \(words.integer) NOT NULL DEFAULT 0 CHECK (people >= 0)
        )\(words.rows);
        CREATE INDEX event_organizer ON event (organizer);

        CREATE TABLE ticket_type (
            event \(words.integer) NOT NULL REFERENCES event (number),
            number \(words.integer) NOT NULL CHECK (number BETWEEN 0 AND 4095),
            name \(words.text) NOT NULL,
            folded_name \(words.text) NOT NULL,
            price \(words.integer),
            currency \(words.text),
            quantity \(words.integer) CHECK (quantity >= 0),
            issued \(words.integer) NOT NULL DEFAULT 0 CHECK (issued >= 0),
            admits \(words.integer) NOT NULL CHECK (admits BETWEEN 1 AND 16),
            valid_from \(words.integer),
            valid_until \(words.integer),
            live_code \(words.integer) NOT NULL CHECK (live_code IN (0, 1)),
            PRIMARY KEY (event, number),
            UNIQUE (event, folded_name)
        )\(words.keyed);

        CREATE TABLE ticket (
            event \(words.integer) NOT NULL,
            serial \(words.integer) NOT NULL CHECK (serial > 0),
            type \(words.integer) NOT NULL,
            admits \(words.integer) NOT NULL CHECK (admits BETWEEN 1 AND 16),
            key \(words.integer) NOT NULL,
            issue \(words.integer) NOT NULL,
            reissued \(words.integer),
            valid_from \(words.integer),
            valid_until \(words.integer),
            holder \(words.text),
            note \(words.text),
            status \(words.text) NOT NULL,
            status_since \(words.integer),
            status_note \(words.text),
            issued_at \(words.integer) NOT NULL,
            PRIMARY KEY (event, serial),
            FOREIGN KEY (event, type) REFERENCES ticket_type (event, number)
        )\(words.keyed);

        CREATE TABLE issuer_key (
            number \(words.integer) PRIMARY KEY,
            check_value \(words.blob) NOT NULL
        )\(words.rows);

        -- The heads of the ledger's chains, one a device.
        CREATE TABLE device (
            id \(words.blob) PRIMARY KEY,
            sequence \(words.integer) NOT NULL,
            hybrid_clock \(words.integer) NOT NULL,
            hash \(words.blob) NOT NULL
        )\(words.keyed);

        -- The ledger: rows are added, never changed.
        CREATE TABLE record (
            device \(words.blob) NOT NULL,
            sequence \(words.integer) NOT NULL,
            request \(words.text),
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
            operator \(words.text),
            wall_clock \(words.integer) NOT NULL,
            hybrid_clock \(words.integer) NOT NULL,
            hash \(words.blob) NOT NULL,
            PRIMARY KEY (device, sequence)
        )\(words.keyed);
        -- One request, one decision; most scans come without an id and cost no entry here.
        CREATE UNIQUE INDEX record_request ON record (device, request) WHERE request IS NOT NULL;

        -- Derived from the ledger. Its key forbids a second admission to a place.
        CREATE TABLE place (
            event \(words.integer) NOT NULL,
            serial \(words.integer) NOT NULL,
            function \(words.integer) NOT NULL,
            place \(words.integer) NOT NULL,
            inside \(words.integer) NOT NULL CHECK (inside IN (0, 1)),
            first_at \(words.integer) NOT NULL,
            first_gate \(words.text) NOT NULL,
            last_at \(words.integer) NOT NULL,
            last_gate \(words.text) NOT NULL,
            PRIMARY KEY (event, serial, function, place)
        )\(words.keyed);

        -- Scans that were no tickets of the event leave nothing but a number.
        CREATE TABLE scan_counter (
            event \(words.integer) NOT NULL REFERENCES event (number),
            gate \(words.text) NOT NULL,
            reason \(words.text) NOT NULL,
            count \(words.integer) NOT NULL,
            PRIMARY KEY (event, gate, reason)
        )\(words.keyed);
        """
    }
}
