public import Ticketing

extension Tickets {
    /// The number of active tickets that a key signed.
    ///
    /// - Parameter event: the event whose tickets are counted; nil to count the tickets of all events.
    public func count(signedBy key: UInt8, of event: EventNumber?) throws -> Int {
        let values: [SQLValue] = [.int(key)] + (event.map { [.int($0.rawValue)] } ?? [])
        return try connection.first(
            """
            SELECT count(*) FROM ticket
            WHERE key = $1\(event == nil ? "" : " AND event = $2") AND status IN ('issued', 'blocked')
            """, values
        ) { try $0.number(0) } ?? 0
    }

    /// Whether an event has an active ticket that a key signed.
    ///
    /// - Parameter key: the number of the key; nil for any key.
    public func hasActive(signedBy key: UInt8? = nil, of event: EventNumber) throws -> Bool {
        let values: [SQLValue] = [.int(event.rawValue)] + (key.map { [.int($0)] } ?? [])
        return try connection.first(
            """
            SELECT 1 FROM ticket WHERE event = $1\(key == nil ? "" : " AND key = $2") AND status IN ('issued', 'blocked')
            LIMIT 1
            """, values
        ) { $0.integer(0) } != nil
    }

    /// Counts an event's active tickets that a key other than `key` signed. Also counts the different addresses to
    /// which messages about these tickets go. An address is an e-mail address or a phone number; `phones` counts only
    /// the phone numbers.
    public func count(
        notSignedBy key: UInt8, of event: EventNumber
    ) throws -> (tickets: Int, recipients: Int, phones: Int) {
        try connection.first(
            """
            SELECT count(DISTINCT serial), count(DISTINCT recipient), count(DISTINCT \(Notices.phone)) FROM (
                SELECT t.serial AS serial, \(Notices.ownerAddress) AS recipient
                FROM (SELECT * FROM ticket \(Tickets.ofOtherKeys)) AS t \(Notices.ownerJoins)
            ) AS holder
            """, [.int(event.rawValue), .int(key)]
        ) { (try $0.number(0), try $0.number(1), try $0.number(2)) } ?? (0, 0, 0)
    }

    /// The active tickets of an event that a key other than `key` signed, and whose serials are greater than `serial`,
    /// sorted by serial; at most `limit`.
    public func page(
        notSignedBy key: UInt8, of event: EventNumber, after serial: Serial?, limit: Int
    ) throws -> [Ticket] {
        try connection.all(
            "SELECT \(Tickets.columns) FROM ticket \(Tickets.ofOtherKeys) AND serial > $3 ORDER BY serial LIMIT $4",
            [.int(event.rawValue), .int(key), .int(serial?.rawValue ?? 0), .int(limit)], Tickets.ticket)
    }

    private static let ofOtherKeys = "WHERE event = $1 AND key <> $2 AND status IN ('issued', 'blocked')"
}
