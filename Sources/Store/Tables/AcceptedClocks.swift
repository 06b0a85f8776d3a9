public import Ticketing

extension StoreConnection {
    public var acceptedClocks: AcceptedClocks { AcceptedClocks(connection: self) }
}

/// Clocks of devices: what each has seen, and which of it somebody has accepted as a mistake of the clock.
///
/// The clock of a chain never goes back. One record that was written by a clock ahead leaves it ahead for ever, and so
/// every right clock looks as if it were behind. An acceptance says that it is not.
public struct AcceptedClocks {
    let connection: any StoreConnection

    /// The latest moment that a device's chain has seen, by its own clock or, up to five minutes ahead, by another's. After
    /// an acceptance only records that were written since count. Nil if nothing counts.
    public func latestSeen(by device: DeviceID) throws -> Instant? {
        guard let chain = try connection.ledger.end(of: device)?.clock.wallClock else { return nil }
        let accepted = try connection.first(
            "SELECT sequence, wall_clock FROM accepted_clock WHERE device = $1", [.blob(device.bytes)]
        ) { (sequence: $0.integer(0), clock: try $0.instant(1)) }
        guard let accepted, chain <= accepted.clock else { return chain }
        // The chain's clock stands still until time has caught up: its last record's own time tells more.
        return try connection.first(
            """
            SELECT wall_clock FROM record WHERE device = $1 AND sequence > $2 ORDER BY sequence DESC LIMIT 1
            """, [.blob(device.bytes), .integer(accepted.sequence)]
        ) { try $0.instant(0) }
    }

    /// Accepts a device's clock as it is now, whatever its chain has seen before.
    public func accept(_ device: DeviceID, at now: Instant, reason: String) throws {
        let head = try connection.ledger.head(of: device)
        try connection.execute(
            """
            INSERT INTO accepted_clock (device, sequence, wall_clock, accepted, reason) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (device) DO UPDATE SET
                sequence = excluded.sequence, wall_clock = excluded.wall_clock, accepted = excluded.accepted,
                reason = excluded.reason
            """,
            [
                .blob(device.bytes), .integer(head.sequence), .instant(head.hybridClock.wallClock), .instant(now),
                .text(reason),
            ])
    }
}
