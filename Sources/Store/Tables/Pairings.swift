public import Ticketing

extension StoreConnection {
    public var pairings: Pairings { Pairings(connection: self) }
}

/// Pending pairings of phones with gates. The store has only the hash of a pairing's code.
public struct Pairings {
    let connection: any StoreConnection

    private static let columns = "device, organizer, event, gate, sub_event, name, invited_by, expires, failures"

    /// Adds a pairing. Returns false if the pairing's code or id is already used.
    public func add(_ pairing: Pairing, hash: [UInt8]) throws -> Bool {
        let post = pairing.assignment
        return try connection.execute(
            """
            INSERT INTO pairing (hash, \(Pairings.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT DO NOTHING
            """,
            [
                .blob(hash), .int(pairing.device.rawValue), .int(post.organizer.rawValue), .int(post.event.rawValue),
                .text(post.gate), .optional(post.subEvent), .optional(pairing.name), .int(pairing.invitedBy.rawValue),
                .instant(pairing.expires), .int(pairing.failures),
            ]) == 1
    }

    /// The pairing whose code has the given hash; nil if the code was used or never existed. An expired pairing is
    /// found, too, until it is removed.
    public func with(hash: [UInt8]) throws -> Pairing? {
        try connection.first(
            "SELECT \(Pairings.columns) FROM pairing WHERE hash = $1", [.blob(hash)], Pairings.pairing)
    }

    /// The pairings of an event, sorted by expiry.
    public func all(of event: EventNumber) throws -> [Pairing] {
        try connection.all(
            "SELECT \(Pairings.columns) FROM pairing WHERE event = $1 ORDER BY expires, device",
            [.int(event.rawValue)], Pairings.pairing)
    }

    /// Whether any pairing is open. A pairing is open if it has not expired and the number of wrong codes counted for
    /// it is below the limit.
    public func hasOpen(at now: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM pairing WHERE expires > $1 AND failures < $2 LIMIT 1",
            [.instant(now), .int(Pairing.mostFailures)]
        ) { _ in true } ?? false
    }

    /// Removes an open pairing and returns it. Returns nil if the pairing is not open or does not exist.
    public func consume(hash: [UInt8], at now: Instant) throws -> Pairing? {
        try connection.all(
            """
            DELETE FROM pairing WHERE hash = $1 AND expires > $2 AND failures < $3 RETURNING \(Pairings.columns)
            """, [.blob(hash), .instant(now), .int(Pairing.mostFailures)], Pairings.pairing
        ).first
    }

    /// Counts a wrong code as a failure of every open pairing, because the code does not tell which pairing was meant.
    /// Returns the updated pairings.
    public func countFailure(at now: Instant) throws -> [Pairing] {
        try connection.all(
            """
            UPDATE pairing SET failures = failures + 1 WHERE expires > $1 AND failures < $2
            RETURNING \(Pairings.columns)
            """, [.instant(now), .int(Pairing.mostFailures)], Pairings.pairing)
    }

    /// Cancels a pairing. Returns false if the pairing does not exist or was used.
    public func cancel(_ device: WebDeviceID, of event: EventNumber) throws -> Bool {
        try connection.execute(
            "DELETE FROM pairing WHERE event = $1 AND device = $2", [.int(event.rawValue), .int(device.rawValue)]) == 1
    }

    /// Removes expired pairings.
    public func prune(expiredAt now: Instant) throws {
        try connection.execute("DELETE FROM pairing WHERE expires <= $1", [.instant(now)])
    }

    private static func pairing(_ row: any SQLRow) throws -> Pairing {
        Pairing(
            device: try row.value(0), assignment: try row.gatePost(from: 1), name: row.optionalText(5),
            invitedBy: try row.value(6), expires: try row.instant(7), failures: try row.number(8))
    }
}

extension SQLRow {
    /// Reads an organizer, event, gate and sub-event from consecutive columns, in this order.
    func gatePost(from column: Int) throws -> GateAssignment {
        GateAssignment(
            organizer: try value(column), event: try value(column + 1), gate: text(column + 2),
            subEvent: try optionalNumber(column + 3))
    }
}
