extension Migration {
    /// Creates the tables for organizers, events, tickets, and the ledger.
    static let m0001BaseTables = Migration(number: 1) { dialect in
        """
        CREATE TABLE person (
            id \(dialect.integer) PRIMARY KEY,
            name \(dialect.text) NOT NULL,
            local_owner \(dialect.integer) NOT NULL CHECK (local_owner IN (0, 1)),
            created \(dialect.integer) NOT NULL
        )\(dialect.rows);
        CREATE UNIQUE INDEX person_local_owner ON person (local_owner) WHERE local_owner = 1;

        CREATE TABLE organizer (
            number \(dialect.integer) PRIMARY KEY,
            name \(dialect.text) NOT NULL,
            slug \(dialect.text) NOT NULL UNIQUE,
            created \(dialect.integer) NOT NULL,
            verified \(dialect.integer),
            verified_by \(dialect.text)
        )\(dialect.rows);

        CREATE TABLE membership (
            organizer \(dialect.integer) NOT NULL REFERENCES organizer (number),
            person \(dialect.integer) NOT NULL REFERENCES person (id),
            role \(dialect.text) NOT NULL,
            PRIMARY KEY (organizer, person)
        )\(dialect.keyed);

        CREATE TABLE event (
            number \(dialect.integer) PRIMARY KEY,
            organizer \(dialect.integer) NOT NULL REFERENCES organizer (number),
            slug \(dialect.text) NOT NULL UNIQUE,
            suite \(dialect.integer) NOT NULL,
            created \(dialect.integer) NOT NULL,
            status \(dialect.text) NOT NULL,
            published \(dialect.integer),
            title \(dialect.text) NOT NULL,
            about \(dialect.text),
            kind \(dialect.text) NOT NULL,
            category \(dialect.text) NOT NULL,
            venue \(dialect.text),
            address \(dialect.text),
            city \(dialect.text),
            time_zone \(dialect.text) NOT NULL,
            doors \(dialect.integer),
            start \(dialect.integer),
            ends \(dialect.integer),
            capacity \(dialect.integer),
            minimum_age \(dialect.integer),
            people \(dialect.integer) NOT NULL DEFAULT 0 CHECK (people >= 0)
        )\(dialect.rows);
        CREATE INDEX event_organizer ON event (organizer);

        CREATE TABLE ticket_type (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            number \(dialect.integer) NOT NULL CHECK (number BETWEEN 0 AND 4095),
            name \(dialect.text) NOT NULL,
            folded_name \(dialect.text) NOT NULL,
            price \(dialect.integer),
            currency \(dialect.text),
            quantity \(dialect.integer) CHECK (quantity >= 0),
            issued \(dialect.integer) NOT NULL DEFAULT 0 CHECK (issued >= 0),
            admits \(dialect.integer) NOT NULL CHECK (admits BETWEEN 1 AND 16),
            valid_from \(dialect.integer),
            valid_until \(dialect.integer),
            live_code \(dialect.integer) NOT NULL CHECK (live_code IN (0, 1)),
            PRIMARY KEY (event, number),
            UNIQUE (event, folded_name)
        )\(dialect.keyed);

        CREATE TABLE ticket (
            event \(dialect.integer) NOT NULL,
            serial \(dialect.integer) NOT NULL CHECK (serial > 0),
            type \(dialect.integer) NOT NULL,
            admits \(dialect.integer) NOT NULL CHECK (admits BETWEEN 1 AND 16),
            key \(dialect.integer) NOT NULL,
            issue \(dialect.integer) NOT NULL,
            reissued \(dialect.integer),
            valid_from \(dialect.integer),
            valid_until \(dialect.integer),
            holder \(dialect.text),
            note \(dialect.text),
            status \(dialect.text) NOT NULL,
            status_since \(dialect.integer),
            status_note \(dialect.text),
            issued_at \(dialect.integer) NOT NULL,
            PRIMARY KEY (event, serial),
            FOREIGN KEY (event, type) REFERENCES ticket_type (event, number)
        )\(dialect.keyed);

        CREATE TABLE issuer_key (
            number \(dialect.integer) PRIMARY KEY,
            check_value \(dialect.blob) NOT NULL
        )\(dialect.rows);

        -- One row for each chain of the ledger. A row has the chain's head: the sequence number, the hybrid clock and
        -- the hash of the chain's last record.
        CREATE TABLE device (
            id \(dialect.blob) PRIMARY KEY,
            sequence \(dialect.integer) NOT NULL,
            hybrid_clock \(dialect.integer) NOT NULL,
            hash \(dialect.blob) NOT NULL
        )\(dialect.keyed);

        -- The ledger. Each row is one recorded decision. Rows are added, but never changed.
        CREATE TABLE record (
            device \(dialect.blob) NOT NULL,
            sequence \(dialect.integer) NOT NULL,
            request \(dialect.text),
            event \(dialect.integer) NOT NULL,
            serial \(dialect.integer) NOT NULL,
            issue \(dialect.integer) NOT NULL,
            type \(dialect.integer) NOT NULL,
            function \(dialect.integer) NOT NULL,
            place \(dialect.integer),
            count \(dialect.integer) NOT NULL,
            used \(dialect.integer) NOT NULL,
            direction \(dialect.text) NOT NULL,
            verdict \(dialect.text) NOT NULL,
            reason \(dialect.text),
            gate \(dialect.text) NOT NULL,
            operator \(dialect.text),
            wall_clock \(dialect.integer) NOT NULL,
            hybrid_clock \(dialect.integer) NOT NULL,
            hash \(dialect.blob) NOT NULL,
            PRIMARY KEY (device, sequence)
        )\(dialect.keyed);
        -- For each request id, a device records only one decision. Most scans have no request id, so they need no entry
        -- in this index.
        CREATE UNIQUE INDEX record_request ON record (device, request) WHERE request IS NOT NULL;

        -- The places of people on tickets. A ticket has one place for each person whom it admits. Each place that was
        -- occupied at least once has a row, which is derived from the ledger. `function` is the number of the
        -- sub-event, and 0 is the event itself. Because of the primary key, only one admission can be the first to
        -- occupy a place.
        CREATE TABLE place (
            event \(dialect.integer) NOT NULL,
            serial \(dialect.integer) NOT NULL,
            function \(dialect.integer) NOT NULL,
            place \(dialect.integer) NOT NULL,
            inside \(dialect.integer) NOT NULL CHECK (inside IN (0, 1)),
            first_at \(dialect.integer) NOT NULL,
            first_gate \(dialect.text) NOT NULL,
            last_at \(dialect.integer) NOT NULL,
            last_gate \(dialect.text) NOT NULL,
            PRIMARY KEY (event, serial, function, place)
        )\(dialect.keyed);

        -- The number of scanned codes that were not tickets of the event, for each gate and reason. Nothing else about
        -- these scans is stored.
        CREATE TABLE scan_counter (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            gate \(dialect.text) NOT NULL,
            reason \(dialect.text) NOT NULL,
            count \(dialect.integer) NOT NULL,
            PRIMARY KEY (event, gate, reason)
        )\(dialect.keyed);
        """
    }
}
