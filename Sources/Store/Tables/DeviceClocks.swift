public import Ticketing

extension StoreConnection {
    public var deviceClocks: DeviceClocks { DeviceClocks(connection: self) }
}

/// The names of devices, and the possible offset of each device's clock from this store's clock. The offsets are
/// derived from the times in merged records, and from measurements.
public struct DeviceClocks {
    let connection: any StoreConnection

    public struct DeviceClock: Hashable, Sendable {
        public let name: String?
        /// The time when the device was created, by this store's clock. The device made all its records after this
        /// time. Nil if the time is unknown.
        public let made: Instant?
        public let offset: ClockOffset
    }

    /// The name and clock of a device; nil if the device is unknown.
    public func of(_ device: DeviceID) throws -> DeviceClock? {
        try connection.first(
            "SELECT name, least, most, made FROM device_clock WHERE device = $1", [.blob(device.bytes)],
            DeviceClocks.known)
    }

    /// Records that a device was created now. Does nothing if the device is already stored.
    public func begin(_ device: DeviceID, name: String, at now: Instant) throws {
        try connection.execute(
            "INSERT INTO device_clock (device, name, made) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [.blob(device.bytes), .text(name), .instant(now)])
    }

    /// Sets the names of devices, even of devices whose ledgers were not merged. If a device occurs twice in the list,
    /// for example for a gate pack and for a copy of that pack, the last name is stored.
    public func setNames(_ names: [(device: DeviceID, name: String)]) throws {
        for (device, name) in Dictionary(names, uniquingKeysWith: { $1 }) {
            try connection.execute(
                """
                INSERT INTO device_clock (device, name) VALUES ($1, $2)
                ON CONFLICT (device) DO UPDATE SET name = excluded.name
                """, [.blob(device.bytes), .text(name)])
        }
    }

    /// Narrows the stored range of the possible offsets of a device's clock. Only the offsets that fit the times of the
    /// device's records remain. Returns the new range.
    ///
    /// - Parameters:
    ///   - first: the time of the device's first record, by the device's own clock; nil if the device has no records.
    ///   - last: the time of the device's last record, by the device's own clock; nil if the device has no records.
    ///   - name: the name of the device; nil to keep the stored name.
    public func update(
        first: Instant?, last: Instant?, of device: DeviceID, name: String?, at now: Instant
    ) throws -> ClockOffset {
        try connection.execute(
            "INSERT INTO device_clock (device) VALUES ($1) ON CONFLICT DO NOTHING", [.blob(device.bytes)])
        let before = try connection.first(
            "SELECT name, least, most, made FROM device_clock WHERE device = $1 FOR NO KEY UPDATE",
            [.blob(device.bytes)], DeviceClocks.known)
        let offset = ClockOffset(first: first, last: last, made: before?.made, now: now)
        let both = before?.offset.intersected(offset) ?? offset
        try connection.execute(
            "UPDATE device_clock SET name = $1, least = $2, most = $3 WHERE device = $4",
            [
                .optional(name ?? before?.name), .optional(both.lowerBound), .optional(both.upperBound),
                .blob(device.bytes),
            ])
        return both
    }

    /// Stores a measurement of the offset between a device's clock and the clock of this store's server. The stored
    /// range is extended to cover all measurements. A bound that is not known yet is taken from this measurement.
    public func recordMeasurement(_ offset: ClockOffset, of device: DeviceID) throws {
        try connection.execute(
            """
            INSERT INTO device_clock (device, least, most) VALUES ($1, $2, $3)
            ON CONFLICT (device) DO UPDATE SET
                least = CASE WHEN excluded.least < coalesce(device_clock.least, excluded.least + 1)
                    THEN excluded.least ELSE device_clock.least END,
                most = CASE WHEN excluded.most > coalesce(device_clock.most, excluded.most - 1)
                    THEN excluded.most ELSE device_clock.most END
            WHERE excluded.least < coalesce(device_clock.least, excluded.least + 1)
                OR excluded.most > coalesce(device_clock.most, excluded.most - 1)
            """, [.blob(device.bytes), .optional(offset.lowerBound), .optional(offset.upperBound)])
    }

    private static func known(_ row: any SQLRow) throws -> DeviceClock {
        DeviceClock(
            name: row.optionalText(0), made: try row.optionalInstant(3),
            offset: ClockOffset(lowerBound: row.optionalInteger(1), upperBound: row.optionalInteger(2)))
    }
}
