public import Ticketing

/// Tickets by the issuer key that signed them.
extension Tickets {
    /// How many active tickets a key signed.
    ///
    /// - Parameter event: whose tickets count; nil is every event.
    public func count(signedBy key: UInt8, of event: EventNumber?) throws -> Int {
        let values: [SQLValue] = [.int(key)] + (event.map { [.int($0.rawValue)] } ?? [])
        return try connection.first(
            """
            SELECT count(*) FROM ticket
            WHERE key = $1\(event == nil ? "" : " AND event = $2") AND status IN ('issued', 'blocked')
            """, values
        ) { try $0.number(0) } ?? 0
    }

    /// Whether a ticket of an event stands that a key signed.
    ///
    /// - Parameter key: nil is any key.
    public func stands(signedBy key: UInt8? = nil, of event: EventNumber) throws -> Bool {
        let values: [SQLValue] = [.int(event.rawValue)] + (key.map { [.int($0)] } ?? [])
        return try connection.first(
            """
            SELECT 1 FROM ticket WHERE event = $1\(key == nil ? "" : " AND key = $2") AND status IN ('issued', 'blocked')
            LIMIT 1
            """, values
        ) { $0.integer(0) } != nil
    }

    /// How many tickets of an event stand that another key signed, and how many of those have an e-mail address.
    public func count(notSignedBy key: UInt8, of event: EventNumber) throws -> (tickets: Int, reachable: Int) {
        try connection.first(
            "SELECT count(*), count(email) FROM ticket \(Tickets.ofOtherKeys)", [.int(event.rawValue), .int(key)]
        ) { (try $0.number(0), try $0.number(1)) } ?? (0, 0)
    }

    /// At most `limit` tickets of an event that stand and that another key signed, by serial, those after one of them.
    public func page(
        notSignedBy key: UInt8, of event: EventNumber, after serial: Serial?, limit: Int
    ) throws -> [Ticket] {
        try connection.all(
            "SELECT \(Tickets.columns) FROM ticket \(Tickets.ofOtherKeys) AND serial > $3 ORDER BY serial LIMIT $4",
            [.int(event.rawValue), .int(key), .int(serial?.rawValue ?? 0), .int(limit)], Tickets.ticket)
    }

    private static let ofOtherKeys = "WHERE event = $1 AND key <> $2 AND status IN ('issued', 'blocked')"
}
