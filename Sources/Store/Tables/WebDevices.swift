public import Ticketing

extension StoreConnection {
    public var webDevices: WebDevices { WebDevices(connection: self) }
}

/// Paired phones at gates. The store has only the hash of the secret cookie in a phone's browser.
public struct WebDevices {
    let connection: any StoreConnection

    private static let columns = """
        id, organizer, event, gate, sub_event, name, invited_by, address, created, seen, revoked
        """

    public func add(_ device: WebDevice, hash: [UInt8]) throws {
        let post = device.assignment
        try connection.execute(
            """
            INSERT INTO web_device (hash, \(WebDevices.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            [
                .blob(hash), .int(device.id.rawValue), .int(post.organizer.rawValue), .int(post.event.rawValue),
                .text(post.gate), .optional(post.subEvent), .text(device.name), .int(device.invitedBy.rawValue),
                .text(device.address), .instant(device.created), .instant(device.seen), .optional(device.revoked),
            ])
    }

    /// Finds a phone, even if it is revoked or expired.
    public func with(hash: [UInt8]) throws -> WebDevice? {
        try connection.first(
            "SELECT \(WebDevices.columns) FROM web_device WHERE hash = $1", [.blob(hash)], WebDevices.device)
    }

    public func with(id: WebDeviceID, of event: EventNumber) throws -> WebDevice? {
        try connection.first(
            "SELECT \(WebDevices.columns) FROM web_device WHERE id = $1 AND event = $2",
            [.int(id.rawValue), .int(event.rawValue)], WebDevices.device)
    }

    /// The phones of an event, in the order in which they were paired.
    public func all(of event: EventNumber) throws -> [WebDevice] {
        try connection.all(
            "SELECT \(WebDevices.columns) FROM web_device WHERE event = $1 ORDER BY created, id",
            [.int(event.rawValue)], WebDevices.device)
    }

    /// Records that a phone was used. Does not change whether the phone is revoked.
    public func recordUse(hash: [UInt8], seenAt now: Instant) throws {
        try connection.execute(
            "UPDATE web_device SET seen = $1 WHERE hash = $2 AND seen < $3",
            [.instant(now), .blob(hash), .instant(now)])
    }

    /// Revokes a phone. Returns false if the phone was already revoked or does not exist.
    public func revoke(_ id: WebDeviceID, of event: EventNumber, at now: Instant) throws -> Bool {
        try connection.execute(
            "UPDATE web_device SET revoked = $1 WHERE id = $2 AND event = $3 AND revoked IS NULL",
            [.instant(now), .int(id.rawValue), .int(event.rawValue)]) == 1
    }

    private static func device(_ row: any SQLRow) throws -> WebDevice {
        WebDevice(
            id: try row.value(0), assignment: try row.gatePost(from: 1), name: row.text(5), invitedBy: try row.value(6),
            address: row.text(7), created: try row.instant(8), seen: try row.instant(9),
            revoked: try row.optionalInstant(10))
    }
}
