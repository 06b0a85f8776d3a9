import GRDB

/// The tables on SQLite, and whose file it is.
enum SQLiteSchema {
    /// "EvP1": `application_id` in the file's header.
    static let applicationID: Int32 = 0x4576_5031

    /// One entry a version, in order; `user_version` counts those that were run. Entries that were released never change.
    private static let migrations = [version1]

    /// Looks before anything is written: a file of another program, or of a newer version, stays untouched.
    static func refuseForeign(_ database: Database, path: String) throws {
        let applicationID = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard applicationID == self.applicationID else {
            let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            guard applicationID == 0, tables == 0 else {
                throw StoreError.foreign(path: path, applicationID: applicationID)
            }
            return
        }
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version <= migrations.count else {
            throw StoreError.newer(path: path, version: version, supported: migrations.count)
        }
    }

    /// Brings the file to this version, each step in a transaction.
    static func migrate(_ database: Database, path: String) throws {
        var version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        while version < migrations.count {
            try database.inTransaction(.immediate) {
                try database.execute(sql: migrations[version])
                try database.execute(sql: "PRAGMA application_id = \(applicationID)")
                try database.execute(sql: "PRAGMA user_version = \(version + 1)")
                return .commit
            }
            version += 1
        }
    }

    /// Times are Unix milliseconds, hashes and ids blobs, statuses their names.
    private static let version1 = """
        CREATE TABLE person (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            local_owner INTEGER NOT NULL CHECK (local_owner IN (0, 1)),
            created INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX person_local_owner ON person (local_owner) WHERE local_owner = 1;

        CREATE TABLE organizer (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            slug TEXT NOT NULL UNIQUE,
            created INTEGER NOT NULL,
            verified INTEGER,
            verified_by TEXT
        ) STRICT;

        CREATE TABLE membership (
            organizer INTEGER NOT NULL REFERENCES organizer (number),
            person INTEGER NOT NULL REFERENCES person (id),
            role TEXT NOT NULL,
            PRIMARY KEY (organizer, person)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE event (
            number INTEGER PRIMARY KEY,
            organizer INTEGER NOT NULL REFERENCES organizer (number),
            slug TEXT NOT NULL UNIQUE,
            suite INTEGER NOT NULL,
            created INTEGER NOT NULL,
            status TEXT NOT NULL,
            published INTEGER,
            title TEXT NOT NULL,
            about TEXT,
            kind TEXT NOT NULL,
            category TEXT NOT NULL,
            venue TEXT,
            address TEXT,
            city TEXT,
            time_zone TEXT NOT NULL,
            doors INTEGER,
            start INTEGER,
            ends INTEGER,
            capacity INTEGER,
            minimum_age INTEGER,
            people INTEGER NOT NULL DEFAULT 0 CHECK (people >= 0)
        ) STRICT;
        CREATE INDEX event_organizer ON event (organizer);

        CREATE TABLE ticket_type (
            event INTEGER NOT NULL REFERENCES event (number),
            number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 4095),
            name TEXT NOT NULL,
            folded_name TEXT NOT NULL,
            price INTEGER,
            currency TEXT,
            quantity INTEGER CHECK (quantity >= 0),
            issued INTEGER NOT NULL DEFAULT 0 CHECK (issued >= 0),
            admits INTEGER NOT NULL CHECK (admits BETWEEN 1 AND 16),
            valid_from INTEGER,
            valid_until INTEGER,
            live_code INTEGER NOT NULL CHECK (live_code IN (0, 1)),
            PRIMARY KEY (event, number),
            UNIQUE (event, folded_name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE ticket (
            event INTEGER NOT NULL,
            serial INTEGER NOT NULL CHECK (serial > 0),
            type INTEGER NOT NULL,
            admits INTEGER NOT NULL CHECK (admits BETWEEN 1 AND 16),
            key INTEGER NOT NULL,
            issue INTEGER NOT NULL,
            reissued INTEGER,
            valid_from INTEGER,
            valid_until INTEGER,
            holder TEXT,
            note TEXT,
            status TEXT NOT NULL,
            status_since INTEGER,
            status_note TEXT,
            issued_at INTEGER NOT NULL,
            PRIMARY KEY (event, serial),
            FOREIGN KEY (event, type) REFERENCES ticket_type (event, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE issuer_key (
            number INTEGER PRIMARY KEY,
            check_value BLOB NOT NULL
        ) STRICT;

        -- The heads of the ledger's chains, one a device.
        CREATE TABLE device (
            id BLOB PRIMARY KEY,
            sequence INTEGER NOT NULL,
            hybrid_clock INTEGER NOT NULL,
            hash BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The ledger: rows are added, never changed.
        CREATE TABLE record (
            device BLOB NOT NULL,
            sequence INTEGER NOT NULL,
            request TEXT,
            event INTEGER NOT NULL,
            serial INTEGER NOT NULL,
            issue INTEGER NOT NULL,
            type INTEGER NOT NULL,
            function INTEGER NOT NULL,
            place INTEGER,
            count INTEGER NOT NULL,
            used INTEGER NOT NULL,
            direction TEXT NOT NULL,
            verdict TEXT NOT NULL,
            reason TEXT,
            gate TEXT NOT NULL,
            operator TEXT,
            wall_clock INTEGER NOT NULL,
            hybrid_clock INTEGER NOT NULL,
            hash BLOB NOT NULL,
            PRIMARY KEY (device, sequence)
        ) STRICT, WITHOUT ROWID;
        -- One request, one decision; most scans come without an id and cost no entry here.
        CREATE UNIQUE INDEX record_request ON record (device, request) WHERE request IS NOT NULL;

        -- Derived from the ledger. Its key forbids a second admission to a place.
        CREATE TABLE place (
            event INTEGER NOT NULL,
            serial INTEGER NOT NULL,
            function INTEGER NOT NULL,
            place INTEGER NOT NULL,
            inside INTEGER NOT NULL CHECK (inside IN (0, 1)),
            first_at INTEGER NOT NULL,
            first_gate TEXT NOT NULL,
            last_at INTEGER NOT NULL,
            last_gate TEXT NOT NULL,
            PRIMARY KEY (event, serial, function, place)
        ) STRICT, WITHOUT ROWID;

        -- Scans that were no tickets of the event leave nothing but a number.
        CREATE TABLE scan_counter (
            event INTEGER NOT NULL REFERENCES event (number),
            gate TEXT NOT NULL,
            reason TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (event, gate, reason)
        ) STRICT, WITHOUT ROWID;
        """
}
