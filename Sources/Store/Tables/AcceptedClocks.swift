public import Ticketing

extension StoreConnection {
    public var acceptedClocks: AcceptedClocks { AcceptedClocks(connection: self) }
}

/// Devices whose clocks were once ahead by mistake. For each of them, a person has since confirmed that the clock is
/// right again.
///
/// The clock of a chain never goes back. After one record with a time in the future, the chain's clock stays ahead for
/// a long time. Every correct clock then seems to be behind.
public struct AcceptedClocks {
    let connection: any StoreConnection

    /// The latest time that a device's chain has recorded. This time comes from the device's own clock, or from the
    /// clock of another device that was at most five minutes ahead of it. Records from before the last call of `accept`
    /// are ignored. Nil if no record remains.
    public func latestSeen(by device: DeviceID) throws -> Instant? {
        guard let chain = try connection.ledger.end(of: device)?.clock.wallClock else { return nil }
        let accepted = try connection.first(
            "SELECT sequence, wall_clock FROM accepted_clock WHERE device = $1", [.blob(device.bytes)]
        ) { (sequence: $0.integer(0), clock: try $0.instant(1)) }
        guard let accepted, chain <= accepted.clock else { return chain }
        // The chain's hybrid clock stays at the wrong future time until the device's clock has passed that time. Until
        // then, the hybrid clock says nothing about the device's clock. The wall clock in the last record after the
        // call of `accept` is therefore returned instead.
        return try connection.first(
            """
            SELECT wall_clock FROM record WHERE device = $1 AND sequence > $2 ORDER BY sequence DESC LIMIT 1
            """, [.blob(device.bytes), .integer(accepted.sequence)]
        ) { try $0.instant(0) }
    }

    /// Accepts the current clock of a device, regardless of the times that the device's chain has recorded before.
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
