extension Migration {
    /// Adds the deadline for answers to the invitations to one sub-event.
    static let m0035SubEventDeadlines = Migration(number: 35) { dialect in
        """
        -- Null if the deadline of the event applies.
        ALTER TABLE sub_event ADD COLUMN answer_by \(dialect.integer);
        CREATE INDEX sub_event_answer_by ON sub_event (answer_by) WHERE answer_by IS NOT NULL;
        CREATE INDEX event_answer_by ON event (answer_by) WHERE answer_by IS NOT NULL;
        """
    }
}
