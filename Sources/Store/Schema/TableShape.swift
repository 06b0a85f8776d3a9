/// The columns and the key of a table, according to the database's catalog.
struct TableShape: Equatable {
    struct Column: Equatable {
        enum Kind { case integer, text, blob }

        let name: String
        let kind: Kind
    }

    let name: String
    let columns: [Column]
    let key: [String]

    /// The names of all tables except the table of migrations and the tables in `copiedApart`. A table comes after the
    /// tables to which it refers. A test compares this list with the catalogs of SQLite and PostgreSQL.
    static let all = [
        "person", "visitor", "organizer", "organizer_step", "membership", "event", "event_term", "search_word",
        "ticket_type", "ticket_order", "order_line", "refund_payment",
        "ticket", "ticket_name", "issue_request", "earlier_issue", "sub_event", "guest_list", "household", "guest",
        "invitation", "companion", "headcount",
        "issuer_key",
        "device", "record", "admission_slot", "occupancy", "scan_counter", "chain_branch", "conflict",
        "learned_counter",
        "device_clock", "accepted_clock", "audit_head", "audit", "notice", "gate_pack_number", "gate_device",
        "device_authority", "device_key", "gate_pack", "gate_pack_key", "listed", "known_record",
        "print_batch", "printed_ticket", "printed_file", "voided_sheet", "drawn_file",
        "credential", "web_session", "sign_in_pause", "entry_link", "known_browser",
        "pairing", "web_device", "api_token", "answered_request",
        "webhook", "webhook_position", "webhook_delivery",
        "message_recipient", "event_reminder", "queued_reminder", "address_proof", "message_template",
        "notice_audience", "undecided_scan", "early_report", "news_request", "news_consent", "gate_landmark",
        "push_subscription", "suggestion_time",
        "pending_change", "pending_subject",
        "picture", "event_accent",
        "server_setting",
        "abuse_report", "abuse_tally",
    ]

    /// The names of the tables whose rows `StoreCopy` does not copy. The files of pictures are in a table only in some
    /// stores, so `PictureCopy` copies them.
    static let copiedApart = ["picture_data"]
}
