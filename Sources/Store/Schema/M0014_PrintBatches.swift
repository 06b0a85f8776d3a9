extension Migration {
    /// Batches of printed tickets: which ticket is on which sheet, with which token, and which files were released.
    static let m0014PrintBatches = Migration(number: 14) { words in
        """
        CREATE TABLE print_batch (
            event \(words.integer) NOT NULL REFERENCES event (number),
            number \(words.integer) NOT NULL,
            made \(words.integer) NOT NULL,
            layout \(words.text) NOT NULL,
            layout_hash \(words.blob) NOT NULL,
            cells \(words.integer) NOT NULL CHECK (cells > 0),
            imposition \(words.text) NOT NULL,
            first_number \(words.integer) NOT NULL,
            output \(words.text) NOT NULL,
            sheets_per_file \(words.integer) NOT NULL CHECK (sheets_per_file > 0),
            settings \(words.text) NOT NULL,
            tickets \(words.integer) NOT NULL CHECK (tickets > 0),
            PRIMARY KEY (event, number)
        )\(words.keyed);
        -- By place in the run. The batch says which sheet that is on, and the issue which token is on the paper, where
        -- there is any.
        CREATE TABLE printed_ticket (
            event \(words.integer) NOT NULL,
            batch \(words.integer) NOT NULL,
            position \(words.integer) NOT NULL,
            serial \(words.integer) NOT NULL,
            issue \(words.integer),
            PRIMARY KEY (event, batch, position)
        )\(words.keyed);
        CREATE INDEX printed_ticket_serial ON printed_ticket (event, serial);
        CREATE TABLE printed_file (
            event \(words.integer) NOT NULL,
            batch \(words.integer) NOT NULL,
            number \(words.integer) NOT NULL,
            path \(words.text) NOT NULL,
            hash \(words.blob) NOT NULL,
            checked \(words.integer) NOT NULL CHECK (checked IN (0, 1)),
            released \(words.integer) NOT NULL,
            PRIMARY KEY (event, batch, number)
        )\(words.keyed);
        -- Sheets that were spoiled: what was on them was reissued.
        CREATE TABLE voided_sheet (
            event \(words.integer) NOT NULL,
            batch \(words.integer) NOT NULL,
            sheet \(words.integer) NOT NULL,
            voided \(words.integer) NOT NULL,
            PRIMARY KEY (event, batch, sheet)
        )\(words.keyed);
        """
    }
}
