extension Migration {
    /// Allows pictures of organizers and gates.
    static let m0053PictureSubjects = Migration(number: 53) { dialect in
        // SQLite cannot remove the constraint NOT NULL of a column. The numbers of events are therefore copied to a new
        // column.
        let optionalEvent =
            dialect.isPostgreSQL
            ? "ALTER TABLE picture ALTER COLUMN event DROP NOT NULL;"
            : """
            ALTER TABLE picture ADD COLUMN subject_event INTEGER REFERENCES event (number);
            UPDATE picture SET subject_event = event;
            ALTER TABLE picture DROP COLUMN event;
            \(dialect.renameColumn("picture", "subject_event", "event"))
            """
        return """
            DROP INDEX IF EXISTS picture_event;
            \(optionalEvent)
            -- The organizer, if the picture belongs to no event
            ALTER TABLE picture ADD COLUMN organizer \(dialect.integer) REFERENCES organizer (number);
            -- The name of the gate, if the picture shows a gate
            ALTER TABLE picture ADD COLUMN gate \(dialect.text);
            -- The gate's name without case and accents, by which names of gates are compared; empty for other pictures
            ALTER TABLE picture ADD COLUMN folded_gate \(dialect.text) NOT NULL DEFAULT '';
            CREATE UNIQUE INDEX picture_event ON picture (event, role, folded_gate);
            CREATE UNIQUE INDEX picture_organizer ON picture (organizer, role);
            """
    }
}
