public import Store
import Ticketing

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

    /// The results of `markup` for the scalars of all classes, joined into one text.
    public static let all = classes.map { markup(around: $0.scalar) }.joined(separator: " ")

    /// The results of `markup` for only two scalars: a character that joins with the next character, and a control
    /// character. This text is short enough for every box of a printed ticket. If a text that all tickets share is too
    /// long for its box, the program refuses to print.
    public static let short = (["\u{600}", "\u{1B}"] as [Unicode.Scalar]).map { markup(around: $0) }
        .joined(separator: " ")

    /// The columns whose texts appear in pages, API responses, files and messages. Every other column with texts is in
    /// `columnsInOtherForms` or in `exempt`.
    public static let columns = [
        "organizer.name", "organizer.about", "event.title", "event.about", "event.venue", "event.address", "event.city",
        "event.contact",
        "event.first_partner", "event.second_partner",
        "ticket_type.name", "ticket_type.gate_note", "ticket.holder", "ticket.note", "ticket.status_note",
        "ticket_order.buyer", "ticket_order.reference", "sub_event.name", "sub_event.note",
        "sub_event.venue", "household.name", "guest.name", "guest.meal", "guest.access_note", "guest.table_note",
        "guest.note", "record.gate", "record.operator", "scan_counter.gate", "pairing.gate", "pairing.name",
        "api_token.name", "person.name", "admission_slot.first_gate", "admission_slot.last_gate",
        "conflict.earlier_gate",
        "conflict.later_gate", "learned_counter.gate", "learned_counter.reason", "gate_device.name",
        "gate_device.gates", "device_clock.name", "gate_pack.name", "accepted_clock.reason", "refund_payment.reference",
        "web_device.gate", "web_device.name", "web_device.address", "webhook.last_answer", "print_batch.layout",
        "guest.allergy", "companion.name", "companion.meal", "companion.allergy", "headcount.note",
        "message_template.subject", "message_template.body", "event_reminder.message",
        "organizer_step.review_reason", "undecided_scan.gate", "notice.answer", "web_session.address",
        "web_session.agent", "gate_landmark.gate", "gate_landmark.landmark", "picture.alternative_text",
        "picture.gate", "abuse_report.content", "abuse_report.note",
    ]

    /// The columns that `otherForms` and `freezeHeadcounts` change.
    public static let columnsInOtherForms = [
        "record.reason", "ticket_type.gates", "notice.payload", "audit.before", "audit.after", "headcount.content",
    ]

    /// The columns into which tests write no old text, each with the reason.
    public static let exempt = Dictionary(
        uniqueKeysWithValues: exemptions.flatMap { reason, columns in columns.map { ($0, reason) } })

    private static let exemptions: [(reason: String, columns: [String])] = [
        (
            "a word that the program defines",
            [
                "organizer.verified_by", "organizer_step.step", "organizer_step.review", "membership.role",
                "event.status", "event.kind", "event.category", "event.entry_confirmation", "ticket_type.reentry",
                "ticket.status", "ticket.status_before", "ticket_order.status", "ticket_order.status_before",
                "ticket_order.method", "sub_event.kind", "invitation.answer", "record.direction", "record.verdict",
                "audit.action", "audit.subject_kind", "notice.kind", "notice.state", "notice.channel",
                "notice.reason", "gate_pack_key.purpose", "print_batch.imposition", "print_batch.output",
                "api_token.scopes", "webhook.kinds", "webhook_delivery.kind", "webhook_delivery.outcome",
                "message_recipient.language", "message_recipient.suppression", "event_reminder.anchor",
                "event_reminder.audience", "address_proof.purpose", "message_template.kind",
                "message_template.channel", "message_template.language", "server_setting.name",
                "server_setting.value", "notice_audience.kind", "notice_audience.audience", "picture.role",
                "suggestion_time.kind",
                "picture_data.variant", "pending_change.action", "pending_subject.kind", "abuse_report.reason",
            ]
        ),
        (
            "usually a word that the program defines; the tests of pages change some of its rows",
            ["scan_counter.reason"]
        ),
        (
            "a key for searches, which no output contains",
            [
                "ticket_type.folded_name", "ticket.folded_holder", "sub_event.folded_name", "household.folded_name",
                "guest.folded_name", "event_term.term", "search_word.spelling", "search_word.word",
                "ticket_name.name", "gate_landmark.folded_gate", "ticket_order.folded_buyer",
                "picture.folded_gate",
            ]
        ),
        (
            "an address, number, slug, date, colour, currency or time zone, whose form every version has checked",
            [
                "organizer.slug", "organizer.links", "organizer.embed_origins", "event.slug", "event.time_zone",
                "event.poster", "event.currency", "person.email",
                "person.phone", "person.birth_date", "ticket_type.currency", "ticket.email", "ticket.currency",
                "ticket_order.email", "ticket_order.phone", "ticket_order.currency", "ticket_order.visitor",
                "ticket_order.confirm_address", "guest.email", "guest.phone", "notice.recipient",
                "notice.other_address", "message_recipient.address", "message_recipient.other_address",
                "address_proof.address", "notice_audience.address", "news_consent.address", "webhook.address",
                "push_subscription.recipient", "push_subscription.endpoint", "push_subscription.browser",
                "suggestion_time.recipient",
                "event_accent.accent", "abuse_report.email",
            ]
        ),
        (
            "an id or a secret, which is compared and not shown",
            [
                "record.request", "ticket_order.request", "ticket_order.payment_request", "refund_payment.request",
                "issue_request.request", "answered_request.request_key", "audit.subject_id", "notice.notice_key",
                "notice.token", "notice.provider_id", "early_report.provider_id", "message_recipient.secret",
                "queued_reminder.name", "address_proof.subject", "notice_audience.key_prefix", "push_subscription.id",
            ]
        ),
        (
            "values that the program encodes; without their form, the row cannot be read",
            [
                "organizer_step.detail", "ticket_type.hours", "record.reentry", "record.learned", "gate_device.proof",
                "gate_pack.proof", "gate_pack.heads", "print_batch.settings", "printed_file.path",
                "drawn_file.reading", "answered_request.body", "webhook_delivery.facts", "issue_request.asked",
                "issue_request.serials", "message_recipient.preferences", "notice_audience.payload",
                "pending_subject.tickets",
            ]
        ),
        (
            "a copy of another column; outputs contain only the text of that column",
            [
                "ticket.note_before", "gate_pack_number.name", "gate_pack.gates", "webhook_delivery.answer",
                "early_report.answer", "known_record.direction", "known_record.verdict", "known_record.reason",
                "known_record.gate", "known_record.reentry", "known_record.learned",
            ]
        ),
        (
            "a text that no output contains until it is copied to another column, such as ticket.status_note",
            ["pending_change.note"]
        ),
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
        """
        INSERT OR IGNORE INTO companion (event, guest, number, name, meal, allergy)
        SELECT event, number, 1, '', '', '' FROM guest WHERE companions > 0
        """,
        """
        INSERT OR IGNORE INTO event_reminder (event, number, anchor, minutes, audience, message)
        SELECT number, 1, 'start', -60, 'all', '' FROM event
        """,
        """
        INSERT OR IGNORE INTO organizer_step (organizer, step, detail, review, review_reason)
        SELECT number, 'identity', '{}', 'returned', '' FROM organizer
        """,
        """
        INSERT OR IGNORE INTO gate_landmark (event, folded_gate, gate, landmark) SELECT number, 'tower', '', '' FROM event
        """,
        """
        INSERT OR IGNORE INTO abuse_report (event, number, reason, content, created)
        SELECT number, 1, 'other', '', created FROM event
        """,
        """
        INSERT INTO undecided_scan (event, gate, sub_event, hour, count) SELECT number, '', 0, created, 1 FROM event
        """,
        """
        INSERT INTO web_session (hash, person, created, seen, address, agent)
        SELECT randomblob(32), id, (SELECT max(created) FROM event), (SELECT max(created) FROM event), '', ''
        FROM person
        """,
    ]

    /// SQL statements that add a template for each kind of message. A page shows only the template of one kind, so each
    /// kind needs a template with old text.
    fileprivate static let templates = Notice.Kind.allCases.map { kind in
        """
        INSERT OR IGNORE INTO message_template (organizer, kind, channel, language, subject, body, changed)
        SELECT number, '\(kind.rawValue)', 'email', 'en', '', '', created FROM organizer
        """
    }

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
            for statement in OldText.rows + OldText.templates { try connection.execute(statement, []) }
            for statement in OldText.otherForms { try connection.execute(statement, [.text(OldText.all)]) }
        }
        try addPosters()
        for column in OldText.columns { try keepOldText(OldText.all, in: column) }
        try freezeHeadcounts()
    }

    /// Adds a small poster to every event, so that the store has a description of a picture. The picture's files are in
    /// a table, so the store needs no files in its folder.
    private func addPosters() throws {
        let sample = SamplePicture(width: 24, height: 30)
        let (jpeg, webp) = (sample.jpeg, sample.webp)
        try write { connection in
            var events: [(number: EventNumber, created: Instant)] = []
            try connection.forEachRow("SELECT number, created FROM event", []) { row in
                guard let number = EventNumber(rawValue: UInt32(row.integer(0))) else {
                    throw Surprise("an event has no number")
                }
                events.append((number, Instant(milliseconds: row.integer(1))))
            }
            var random = SystemRandomNumberGenerator()
            for event in events {
                let picture = StoredPicture(
                    id: .random(using: &random), subject: .event(event.number), role: .poster, width: sample.width,
                    height: sample.height, colour: 0, alternativeText: "", created: event.created)
                try connection.pictures.add(picture)
                for variant in PictureVariant.all {
                    try connection.execute(
                        "INSERT INTO picture_data (picture, variant, data) VALUES ($1, $2, $3)",
                        [
                            .blob(picture.id.bytes), .text(variant.name),
                            .blob(variant.format == .jpeg ? jpeg : webp),
                        ])
                }
            }
        }
    }

    /// Stores a version of the headcount of every event.
    private func freezeHeadcounts() throws {
        try write { connection in
            var events: [(number: EventNumber, user: UserID, created: Instant)] = []
            try connection.forEachRow("SELECT number, (SELECT min(id) FROM person), created FROM event", []) { row in
                guard let number = EventNumber(rawValue: UInt32(row.integer(0))),
                    let user = UserID(rawValue: UInt32(row.integer(1)))
                else { throw Surprise("an event or a person has no number") }
                events.append((number, user, Instant(milliseconds: row.integer(2))))
            }
            for event in events {
                let version = try connection.headcounts.last(of: event.number) + 1
                let added = try connection.headcounts.add(
                    connection.headcounts.numbers(of: event.number), as: version, of: event.number, by: event.user,
                    note: OldText.all, at: event.created)
                guard added != nil else { throw Surprise("version \(version) of the headcount exists") }
            }
        }
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
