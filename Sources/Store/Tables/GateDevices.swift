import Languages
public import Ticketing

extension StoreConnection {
    public var gateDevices: GateDevices { GateDevices(connection: self) }
}

/// The gate devices, with their names and the last gate pack of each device.
public struct GateDevices {
    let connection: any StoreConnection

    public struct GateDevice: Hashable, Sendable {
        public let id: DeviceID
        public let event: EventNumber
        public let name: String
        /// The number of the device's last pack.
        public let number: Int
        public let made: Instant
        public let expires: Instant
        /// The rights of the device's pack; nil if an earlier version made the pack and did not store the rights.
        public let rights: GatePack.Rights?
    }

    /// The next pack number for a device name at an event. A number is assigned again only after `remove` has freed it.
    public func nextNumber(of event: EventNumber, name: String) throws -> Int {
        let number = try connection.first(
            """
            INSERT INTO gate_pack_number (event, name, number) VALUES ($1, $2, 1)
            ON CONFLICT (event, name) DO UPDATE SET number = gate_pack_number.number + 1 RETURNING number
            """, [.int(event.rawValue), .text(name)]
        ) { try $0.number(0) }
        guard let number else { throw StoreError.concurrentChange(Sentence(StoreError.Text.packNumberNotAssigned)) }
        return number
    }

    /// Stores a device with its pack. If the device already has an older pack, the new pack replaces it. The stored
    /// rights do not change: they are the rights of the device's first pack.
    public func record(_ pack: GatePack) throws {
        try connection.execute(
            """
            INSERT INTO gate_device (\(GateDevices.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (id) DO UPDATE SET number = excluded.number, made = excluded.made, expires = excluded.expires
            WHERE gate_device.number < excluded.number
            """,
            [
                .blob(pack.device.bytes), .int(pack.event.rawValue), .text(pack.name), .int(pack.number),
                .instant(pack.made), .instant(pack.expires),
            ] + GatePackRecord.values(pack.rights))
    }

    private static let columns = "id, event, name, number, made, expires, \(GatePackRecord.rightsColumns)"

    /// Removes a pack whose file was never written. If the pack's number is the last number that was assigned to this
    /// device name, the number can be used again.
    public func remove(_ pack: GatePack) throws {
        try connection.execute("DELETE FROM gate_device WHERE id = $1", [.blob(pack.device.bytes)])
        try connection.execute("DELETE FROM device_key WHERE device = $1", [.blob(pack.device.bytes)])
        try connection.execute("DELETE FROM device_clock WHERE device = $1", [.blob(pack.device.bytes)])
        try connection.execute(
            "UPDATE gate_pack_number SET number = number - 1 WHERE event = $1 AND name = $2 AND number = $3",
            [.int(pack.event.rawValue), .text(pack.name), .int(pack.number)])
    }

    /// The devices of an event's gate packs, sorted by name and id.
    public func all(of event: EventNumber) throws -> [GateDevice] {
        try connection.all(
            "SELECT \(GateDevices.columns) FROM gate_device WHERE event = $1 ORDER BY name, id",
            [.int(event.rawValue)], GateDevices.device)
    }

    /// A device by its id; nil if this store has made no pack for the device.
    public func with(id: DeviceID) throws -> GateDevice? {
        try connection.first(
            "SELECT \(GateDevices.columns) FROM gate_device WHERE id = $1", [.blob(id.bytes)], GateDevices.device)
    }

    private static func device(_ row: any SQLRow) throws -> GateDevice {
        GateDevice(
            id: try AdmissionLedger.device(row), event: try row.value(1), name: row.text(2), number: try row.number(3),
            made: try row.instant(4), expires: try row.instant(5),
            rights: row.isNull(6) ? nil : try GatePackRecord.rights(row, from: 6))
    }
}
