extension Migration {
    /// Adds the reports of visitors about public events, for the owner of the server.
    static let m0055AbuseReports = Migration(number: 55) { dialect in
        """
        CREATE TABLE abuse_report (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            -- Counts the reports about an event from 1.
            number \(dialect.integer) NOT NULL CHECK (number > 0),
            reason \(dialect.text) NOT NULL,
            -- The visitor's description; empty if the visitor wrote nothing.
            content \(dialect.text) NOT NULL,
            -- The visitor's e-mail address. It is removed when the report is closed.
            email \(dialect.text),
            created \(dialect.integer) NOT NULL,
            -- When and by whom the report was closed. Null for open reports.
            closed \(dialect.integer),
            closed_by \(dialect.integer) REFERENCES person (id),
            note \(dialect.text),
            PRIMARY KEY (event, number)
        )\(dialect.keyed);
        CREATE INDEX abuse_report_open ON abuse_report (event, number) WHERE closed IS NULL;
        -- The numbers of reports about each event that was reported.
        CREATE TABLE abuse_tally (
            event \(dialect.integer) PRIMARY KEY REFERENCES event (number),
            -- The number of the latest report.
            last_number \(dialect.integer) NOT NULL,
            open_reports \(dialect.integer) NOT NULL CHECK (open_reports >= 0),
            -- The reports that were only counted, because the event had too many open reports.
            unstored \(dialect.integer) NOT NULL
        )\(dialect.keyed);
        """
    }
}
