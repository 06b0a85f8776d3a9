extension Migration {
    /// Adds print batches. For each batch, the tables contain the position and the printed token of each ticket, the
    /// files that were released for printing, and the spoiled sheets.
    static let m0014PrintBatches = Migration(number: 14) { dialect in
        """
        CREATE TABLE print_batch (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            number \(dialect.integer) NOT NULL,
            made \(dialect.integer) NOT NULL,
            layout \(dialect.text) NOT NULL,
            layout_hash \(dialect.blob) NOT NULL,
            cells \(dialect.integer) NOT NULL CHECK (cells > 0),
            imposition \(dialect.text) NOT NULL,
            first_number \(dialect.integer) NOT NULL,
            output \(dialect.text) NOT NULL,
            sheets_per_file \(dialect.integer) NOT NULL CHECK (sheets_per_file > 0),
            settings \(dialect.text) NOT NULL,
            tickets \(dialect.integer) NOT NULL CHECK (tickets > 0),
            PRIMARY KEY (event, number)
        )\(dialect.keyed);
        -- One row for each position in the print run. The sheet follows from the position and from the batch's
        -- imposition, number of tickets and cells per sheet. `issue` is the issue of the printed token, or null before
        -- a token is printed.
        CREATE TABLE printed_ticket (
            event \(dialect.integer) NOT NULL,
            batch \(dialect.integer) NOT NULL,
            position \(dialect.integer) NOT NULL,
            serial \(dialect.integer) NOT NULL,
            issue \(dialect.integer),
            PRIMARY KEY (event, batch, position)
        )\(dialect.keyed);
        CREATE INDEX printed_ticket_serial ON printed_ticket (event, serial);
        CREATE TABLE printed_file (
            event \(dialect.integer) NOT NULL,
            batch \(dialect.integer) NOT NULL,
            number \(dialect.integer) NOT NULL,
            path \(dialect.text) NOT NULL,
            hash \(dialect.blob) NOT NULL,
            checked \(dialect.integer) NOT NULL CHECK (checked IN (0, 1)),
            released \(dialect.integer) NOT NULL,
            PRIMARY KEY (event, batch, number)
        )\(dialect.keyed);
        -- The sheets that were spoiled. The tickets on these sheets were reissued.
        CREATE TABLE voided_sheet (
            event \(dialect.integer) NOT NULL,
            batch \(dialect.integer) NOT NULL,
            sheet \(dialect.integer) NOT NULL,
            voided \(dialect.integer) NOT NULL,
            PRIMARY KEY (event, batch, sheet)
        )\(dialect.keyed);
        """
    }
}
