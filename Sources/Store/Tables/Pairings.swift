public import Ticketing

extension StoreConnection {
    public var pairings: Pairings { Pairings(connection: self) }
}

/// Phones that are awaited, by the hash of the code that pairs one.
public struct Pairings {
    let connection: any StoreConnection

    private static let columns = "device, organizer, event, gate, function, name, invited_by, expires, failures"

    /// False when the code or the id is taken.
    public func add(_ pairing: Pairing, hash: [UInt8]) throws -> Bool {
        let post = pairing.post
        return try connection.execute(
            """
            INSERT INTO pairing (hash, \(Pairings.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT DO NOTHING
            """,
            [
                .blob(hash), .int(pairing.device.rawValue), .int(post.organizer.rawValue), .int(post.event.rawValue),
                .text(post.gate), .optional(post.function), .optional(pairing.name), .int(pairing.invitedBy.rawValue),
                .instant(pairing.expires), .int(pairing.failures),
            ]) == 1
    }

    /// Nil when it was used or never was; one that is not open any more may still be there.
    public func with(hash: [UInt8]) throws -> Pairing? {
        try connection.first(
            "SELECT \(Pairings.columns) FROM pairing WHERE hash = $1", [.blob(hash)], Pairings.pairing)
    }

    /// Those of an event, by when they end.
    public func all(of event: EventNumber) throws -> [Pairing] {
        try connection.all(
            "SELECT \(Pairings.columns) FROM pairing WHERE event = $1 ORDER BY expires, device",
            [.int(event.rawValue)], Pairings.pairing)
    }

    /// Whether any code would be taken now.
    public func areAnyOpen(at now: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM pairing WHERE expires > $1 AND failures < $2 LIMIT 1",
            [.instant(now), .int(Pairing.mostFailures)]
        ) { _ in true } ?? false
    }

    /// Uses one up, for the first who has its code while it is open; nil for everybody else.
    public func use(hash: [UInt8], at now: Instant) throws -> Pairing? {
        try connection.all(
            """
            DELETE FROM pairing WHERE hash = $1 AND expires > $2 AND failures < $3 RETURNING \(Pairings.columns)
            """, [.blob(hash), .instant(now), .int(Pairing.mostFailures)], Pairings.pairing
        ).first
    }

    /// Counts a wrong code against all that are open; returns these as they are then.
    public func countFailure(at now: Instant) throws -> [Pairing] {
        try connection.all(
            """
            UPDATE pairing SET failures = failures + 1 WHERE expires > $1 AND failures < $2
            RETURNING \(Pairings.columns)
            """, [.instant(now), .int(Pairing.mostFailures)], Pairings.pairing)
    }

    /// Takes one back. False when it is not there, or was used.
    public func withdraw(_ device: WebDeviceID, of event: EventNumber) throws -> Bool {
        try connection.execute(
            "DELETE FROM pairing WHERE event = $1 AND device = $2", [.int(event.rawValue), .int(device.rawValue)]) == 1
    }

    /// Removes those that are too old.
    public func forget(expiredAt now: Instant) throws {
        try connection.execute("DELETE FROM pairing WHERE expires <= $1", [.instant(now)])
    }

    private static func pairing(_ row: any SQLRow) throws -> Pairing {
        Pairing(
            device: try row.value(0), post: try row.gatePost(from: 1), name: row.optionalText(5),
            invitedBy: try row.value(6), expires: try row.instant(7), failures: try row.number(8))
    }
}

extension SQLRow {
    /// Organizer, event, gate and function, in this order.
    func gatePost(from column: Int) throws -> GatePost {
        GatePost(
            organizer: try value(column), event: try value(column + 1), gate: text(column + 2),
            function: try optionalNumber(column + 3))
    }
}
