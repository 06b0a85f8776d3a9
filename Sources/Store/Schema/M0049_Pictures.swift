extension Migration {
    /// Adds the tables of the pictures and accents of events.
    static let m0049Pictures = Migration(number: 49) { dialect in
        """
        CREATE TABLE picture (
            -- 16 random bytes
            id \(dialect.blob) PRIMARY KEY,
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            role \(dialect.text) NOT NULL,
            -- The size of the largest file in pixels
            width \(dialect.integer) NOT NULL CHECK (width > 0),
            height \(dialect.integer) NOT NULL CHECK (height > 0),
            -- The most frequent colour: red × 65536 + green × 256 + blue
            colour \(dialect.integer) NOT NULL,
            alternative_text \(dialect.text) NOT NULL,
            created \(dialect.integer) NOT NULL
        )\(dialect.keyed);
        CREATE UNIQUE INDEX picture_event ON picture (event, role);
        -- The files of pictures, if the store does not keep them in a folder.
        CREATE TABLE picture_data (
            picture \(dialect.blob) NOT NULL REFERENCES picture (id),
            -- The name of the file, such as 640.webp
            variant \(dialect.text) NOT NULL,
            data \(dialect.blob) NOT NULL,
            PRIMARY KEY (picture, variant)
        )\(dialect.rows);
        CREATE TABLE event_accent (
            event \(dialect.integer) PRIMARY KEY REFERENCES event (number),
            -- The colour as #rrggbb
            accent \(dialect.text) NOT NULL
        )\(dialect.keyed);
        """
    }
}
