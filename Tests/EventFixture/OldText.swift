public import Store

/// Texts that an older version of the program stored, and that its forms and commands refuse today.
public enum OldText {
    /// Scalars, one for each class that readers of text treat in a way of their own.
    public static let classes: [(name: String, scalar: Unicode.Scalar)] = [
        ("Prepend", "\u{600}"), ("Prepend, a letter", "\u{D4E}"), ("Extend", "\u{301}"),
        ("variation selector", "\u{FE0F}"), ("ZWJ", "\u{200D}"), ("ZWNJ", "\u{200C}"), ("format", "\u{AD}"),
        ("byte order mark", "\u{FEFF}"), ("escape", "\u{1B}"), ("backspace", "\u{8}"), ("tab", "\t"),
        ("line feed", "\n"), ("carriage return", "\r"), ("C1", "\u{9B}"), ("line separator", "\u{2028}"),
        ("override", "\u{202E}"), ("isolate", "\u{2066}"), ("noncharacter", "\u{FFFE}"),
        ("tag", "\u{E0041}"), ("astral", "\u{1F469}"),
    ]

    /// The markup of all classes in one text.
    public static let all = classes.map { markup(around: $0.scalar) }.joined(separator: " ")

    /// Text columns that pages, programs and files show, but for `scan_counter.reason`, whose usual values are words.
    public static let columns = [
        "organizer.name", "event.title", "event.about", "event.venue", "event.address", "event.city", "event.contact",
        "ticket_type.name", "ticket_type.gate_note", "ticket.holder", "ticket.note", "ticket.status_note",
        "ticket_order.buyer", "ticket_order.reference", "event_function.name", "event_function.note",
        "event_function.venue", "household.name", "guest.name", "guest.meal", "guest.access_note", "guest.table_note",
        "guest.note", "record.gate", "record.operator", "scan_counter.gate", "pairing.gate", "pairing.name",
        "api_token.name", "person.name",
    ]

    /// Markup whose every special character has the scalar before and after it.
    public static func markup(around scalar: Unicode.Scalar) -> String {
        func wrapped(_ text: String) -> String {
            text.unicodeScalars.map { #"<>&"'"#.unicodeScalars.contains($0) ? "\(scalar)\($0)\(scalar)" : String($0) }
                .joined()
        }
        return wrapped(#"<b>"'&lt;"#)
    }
}

extension Store {
    /// Writes a text past every rule, where an older version of the program may have stored one.
    ///
    /// - Parameters:
    ///   - column: `ticket.holder`.
    ///   - condition: SQL for the rows.
    public func keepOldText(_ text: String, in column: String, where condition: String = "1 = 1") throws {
        let parts = column.split(separator: ".")
        _ = try write {
            try $0.execute("UPDATE \(parts[0]) SET \(parts[1]) = $1 WHERE \(condition)", [.text(text)])
        }
    }
}
