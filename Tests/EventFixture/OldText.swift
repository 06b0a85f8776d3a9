public import Store

/// Texts that older versions stored, but that forms and commands now refuse.
public enum OldText {
    /// One Unicode scalar for each class of characters that text processing treats differently.
    public static let classes: [(name: String, scalar: Unicode.Scalar)] = [
        ("Prepend", "\u{600}"), ("Prepend, a letter", "\u{D4E}"), ("Extend", "\u{301}"),
        ("variation selector", "\u{FE0F}"), ("ZWJ", "\u{200D}"), ("ZWNJ", "\u{200C}"), ("format", "\u{AD}"),
        ("byte order mark", "\u{FEFF}"), ("escape", "\u{1B}"), ("backspace", "\u{8}"), ("tab", "\t"),
        ("line feed", "\n"), ("carriage return", "\r"), ("C1", "\u{9B}"), ("line separator", "\u{2028}"),
        ("override", "\u{202E}"), ("isolate", "\u{2066}"), ("noncharacter", "\u{FFFE}"),
        ("tag", "\u{E0041}"), ("astral", "\u{1F469}"),
    ]

    /// One text that contains the result of `markup` for the scalar of every class.
    public static let all = classes.map { markup(around: $0.scalar) }.joined(separator: " ")

    /// A text for two classes: a character that joins with the next character, and a control character. It is short
    /// enough for every box of a printed ticket; printing refuses longer texts that all tickets share.
    public static let short = (["\u{600}", "\u{1B}"] as [Unicode.Scalar]).map { markup(around: $0) }
        .joined(separator: " ")

    /// The columns whose texts appear in pages, API responses and files. These columns are not included:
    /// `scan_counter.reason`, which usually contains one word, and the columns that `otherForms` changes.
    public static let columns = [
        "organizer.name", "event.title", "event.about", "event.venue", "event.address", "event.city", "event.contact",
        "ticket_type.name", "ticket_type.gate_note", "ticket.holder", "ticket.note", "ticket.status_note",
        "ticket_order.buyer", "ticket_order.reference", "sub_event.name", "sub_event.note",
        "sub_event.venue", "household.name", "guest.name", "guest.meal", "guest.access_note", "guest.table_note",
        "guest.note", "record.gate", "record.operator", "scan_counter.gate", "pairing.gate", "pairing.name",
        "api_token.name", "person.name", "admission_slot.first_gate", "admission_slot.last_gate",
        "conflict.earlier_gate",
        "conflict.later_gate", "learned_counter.gate", "learned_counter.reason", "gate_device.name",
        "gate_device.gates", "device_clock.name", "gate_pack.name", "accepted_clock.reason", "refund_payment.reference",
        "web_device.gate", "web_device.name", "web_device.address", "webhook.last_answer", "print_batch.layout",
    ]

    /// SQL statements that add rows to tables that most tests leave empty. The new rows copy values from existing rows.
    fileprivate static let rows = [
        """
        INSERT INTO conflict (event, serial, sub_event, later_device, later_sequence, later_at, later_gate, later_clock,
            earlier_device, earlier_sequence, earlier_at, earlier_gate, earlier_clock, people, reported)
        SELECT event, serial, sub_event, device, sequence, wall_clock, gate, hybrid_clock,
            device, sequence, wall_clock, gate, hybrid_clock, 1, 1 FROM record WHERE verdict = 'admit' LIMIT 1
        """,
        "UPDATE ticket SET disputed = 1 WHERE serial IN (SELECT serial FROM conflict)",
        """
        INSERT INTO learned_counter (device, event, gate, reason, count)
        SELECT device.id, event.number, '', '', 1 FROM device, event LIMIT 1
        """,
        "INSERT OR IGNORE INTO device_clock (device, name) SELECT id, '' FROM device",
        """
        INSERT INTO refund_payment (event, ticket_order, number, amount, reference, paid)
        SELECT event, number, 0, 1, '', created FROM ticket_order
        """,
        """
        INSERT INTO web_device (id, hash, organizer, event, gate, name, invited_by, address, created, seen)
        SELECT 4503599627370497, zeroblob(32), organizer, number, '', '', (SELECT min(id) FROM person), '', created, created
        FROM event LIMIT 1
        """,
        // The webhook is ended, so that nothing is sent to it.
        """
        INSERT INTO webhook (id, organizer, address, kinds, allows_private, key, made_by, created, ended, last_sent)
        SELECT 4503599627370498, organizer, 'https://example.org', 'admitted', 0, 1, (SELECT min(id) FROM person), created,
            created, created
        FROM event LIMIT 1
        """,
    ]

    /// SQL statements for two kinds of columns: columns in which only some rows have a text, and columns in which the
    /// text is a part of a value. `$1` is the text.
    fileprivate static let otherForms = [
        "UPDATE record SET reason = $1 WHERE reason IS NOT NULL",
        "UPDATE ticket_type SET gates = $1",
        "UPDATE notice SET payload = json_set(payload, '$.title', $1)",
        "UPDATE audit SET before = json_set(before, '$.note', $1), after = json_set(after, '$.note', $1 || ' now')",
    ]

    /// A piece of HTML with the given scalar before and after every special character.
    public static func markup(around scalar: Unicode.Scalar) -> String {
        func wrapped(_ text: String) -> String {
            text.unicodeScalars.map { #"<>&"'"#.unicodeScalars.contains($0) ? "\(scalar)\($0)\(scalar)" : String($0) }
                .joined()
        }
        return wrapped(#"<b>"'&lt;"#)
    }
}

extension Store {
    /// Writes old text into the columns of `OldText.columns`, and into notices and audit records. The store must be a
    /// SQLite file. Afterwards, the store’s gates admit nobody, because the ticket types are restricted to gates with
    /// other names. The store’s hash chains are broken, because the records no longer match their hashes.
    public func keepOldTexts() throws {
        try write { connection in
            for statement in OldText.rows { try connection.execute(statement, []) }
            for statement in OldText.otherForms { try connection.execute(statement, [.text(OldText.all)]) }
        }
        for column in OldText.columns { try keepOldText(OldText.all, in: column) }
    }

    /// Writes a text into a column without any checks, as an older version may have done.
    ///
    /// - Parameters:
    ///   - column: a table and its column, such as `ticket.holder`.
    ///   - condition: an SQL condition that selects the rows.
    public func keepOldText(_ text: String, in column: String, where condition: String = "1 = 1") throws {
        let parts = column.split(separator: ".")
        _ = try write {
            try $0.execute("UPDATE \(parts[0]) SET \(parts[1]) = $1 WHERE \(condition)", [.text(text)])
        }
    }
}
