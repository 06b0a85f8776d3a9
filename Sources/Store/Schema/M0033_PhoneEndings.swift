extension Migration {
    /// Adds search keys of phone numbers (`NameSearchKeys`). With these keys, a search for the last digits of a phone
    /// number finds the tickets of a buyer with that number. It also finds the tickets that admit a guest with that
    /// number. This migration adds the keys of existing tickets; `Tickets` and `Guests` add the keys of later tickets
    /// and guests. Gate packs contain no phone numbers, so this migration adds no keys to them.
    static let m0033PhoneEndings = Migration(number: 33) { _ in
        // Each search key has the last six digits of a number in reverse order. Six spaces are put before the number,
        // so that `substr` gets no position below 1 if the number has fewer than six digits.
        let reversed = (0..<6).map { "substr(padded, length(padded) - \($0), 1)" }.joined(separator: " || ")
        let digits = ["+", " ", "-", "(", ")", ".", "/", "\u{A0}"].reduce("phone") { "replace(\($0), '\($1)', '')" }
        // In SQLite, CROSS JOIN means that the tickets are read first, and the order of each ticket is then looked up
        // by its key.
        return """
            INSERT INTO ticket_name (event, serial, name, packed)
            SELECT event, serial, '#' || rtrim(\(reversed)), 0
            FROM (
                SELECT event, serial, '      ' || \(digits) AS padded
                FROM (
                    SELECT t.event, t.serial, o.phone FROM ticket t CROSS JOIN ticket_order o
                    WHERE o.event = t.event AND o.number = t.ticket_order AND o.phone IS NOT NULL
                    UNION SELECT event, serial, phone FROM guest WHERE serial IS NOT NULL AND phone IS NOT NULL
                ) AS phones
            ) AS endings
            WHERE length(padded) BETWEEN 10 AND 21
            ON CONFLICT (event, serial, name) DO NOTHING;
            """
    }
}
