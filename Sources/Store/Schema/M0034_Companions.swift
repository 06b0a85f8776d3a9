extension Migration {
    /// Adds the companions whom guests describe, the allergies of guests, and the answer `maybe`.
    static let m0034Companions = Migration(number: 34) { dialect in
        // SQLite cannot change the CHECK constraint of a column. The answers are therefore copied to a new column, and
        // the old column is dropped together with its constraint.
        let answer =
            dialect.isPostgreSQL
            ? """
            ALTER TABLE invitation DROP CONSTRAINT IF EXISTS invitation_answer_check;
            ALTER TABLE invitation ADD CONSTRAINT invitation_answer_check
                CHECK (answer IN ('attending', 'maybe', 'declined'));
            """
            : """
            ALTER TABLE invitation ADD COLUMN reply TEXT CHECK (reply IN ('attending', 'maybe', 'declined'));
            UPDATE invitation SET reply = answer WHERE answer IS NOT NULL;
            ALTER TABLE invitation DROP COLUMN answer;
            \(dialect.renameColumn("invitation", "reply", "answer"))
            """
        return """
            ALTER TABLE guest ADD COLUMN allergy \(dialect.text);
            -- One row for each companion whom the guest has described. The numbers of a guest's companions are at most
            -- guest.companions.
            CREATE TABLE companion (
                event \(dialect.integer) NOT NULL,
                guest \(dialect.integer) NOT NULL,
                number \(dialect.integer) NOT NULL CHECK (number BETWEEN 1 AND 15),
                name \(dialect.text),
                is_child \(dialect.integer) NOT NULL DEFAULT 0 CHECK (is_child IN (0, 1)),
                meal \(dialect.text),
                allergy \(dialect.text),
                PRIMARY KEY (event, guest, number),
                FOREIGN KEY (event, guest) REFERENCES guest (event, number)
            )\(dialect.keyed);
            \(answer)
            """
    }
}
