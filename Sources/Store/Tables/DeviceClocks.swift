public import Ticketing

extension StoreConnection {
    public var deviceClocks: DeviceClocks { DeviceClocks(connection: self) }
}

/// What is known of the devices whose ledgers came here: what people call them, and how far their clocks are off.
public struct DeviceClocks {
    let connection: any StoreConnection

    public struct Known: Hashable, Sendable {
        public let name: String?
        /// When it was made, by this store's clock: before that, it has written nothing.
        public let made: Instant?
        public let offset: ClockOffset
    }

    /// Nil for a device that was never merged.
    public func of(_ device: DeviceID) throws -> Known? {
        try connection.first(
            "SELECT name, least, most, made FROM device_clock WHERE device = $1", [.blob(device.bytes)],
            DeviceClocks.known)
    }

    /// A device begins now. Does nothing when it is known.
    public func begin(_ device: DeviceID, name: String, at now: Instant) throws {
        try connection.execute(
            "INSERT INTO device_clock (device, name, made) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [.blob(device.bytes), .text(name), .instant(now)])
    }

    /// What people call devices, whether or not their ledgers came here. One may be there twice, such as a pack and its copy.
    public func name(_ names: [(device: DeviceID, name: String)]) throws {
        for (device, name) in Dictionary(names, uniquingKeysWith: { $1 }) {
            try connection.execute(
                """
                INSERT INTO device_clock (device, name) VALUES ($1, $2)
                ON CONFLICT (device) DO UPDATE SET name = excluded.name
                """, [.blob(device.bytes), .text(name)])
        }
    }

    /// Adds what its records tell now to what was known, and hands over both together.
    ///
    /// - Parameters:
    ///   - first: of its records, by its own clock; likewise `last`.
    public func learn(
        first: Instant?, last: Instant?, of device: DeviceID, name: String?, at now: Instant
    ) throws -> ClockOffset {
        try connection.execute(
            "INSERT INTO device_clock (device) VALUES ($1) ON CONFLICT DO NOTHING", [.blob(device.bytes)])
        let before = try connection.first(
            "SELECT name, least, most, made FROM device_clock WHERE device = $1 FOR NO KEY UPDATE",
            [.blob(device.bytes)], DeviceClocks.known)
        let offset = ClockOffset(first: first, last: last, made: before?.made, now: now)
        let both = before?.offset.and(offset) ?? offset
        try connection.execute(
            "UPDATE device_clock SET name = $1, least = $2, most = $3 WHERE device = $4",
            [.optional(name ?? before?.name), .optional(both.least), .optional(both.most), .blob(device.bytes)])
        return both
    }

    /// A device's clock was held against this store's server. Of several times, all that it was in between may have been.
    public func measured(_ offset: ClockOffset, of device: DeviceID) throws {
        try connection.execute(
            """
            INSERT INTO device_clock (device, least, most) VALUES ($1, $2, $3)
            ON CONFLICT (device) DO UPDATE SET
                least = CASE WHEN excluded.least < device_clock.least THEN excluded.least ELSE device_clock.least END,
                most = CASE WHEN excluded.most > device_clock.most THEN excluded.most ELSE device_clock.most END
            WHERE excluded.least < device_clock.least OR excluded.most > device_clock.most
            """, [.blob(device.bytes), .optional(offset.least), .optional(offset.most)])
    }

    private static func known(_ row: any SQLRow) throws -> Known {
        Known(
            name: row.optionalText(0), made: try row.optionalInstant(3),
            offset: ClockOffset(least: row.optionalInteger(1), most: row.optionalInteger(2)))
    }
}
