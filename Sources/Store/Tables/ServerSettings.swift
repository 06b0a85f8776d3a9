extension StoreConnection {
    public var serverSettings: ServerSettings { ServerSettings(connection: self) }
}

/// The server's settings that are kept in the store.
public struct ServerSettings {
    let connection: any StoreConnection

    /// The settings that can be on or off. Their raw values are stored in the column `name` of the table
    /// `server_setting`.
    public enum Switch: String, Sendable, CaseIterable {
        /// The owner of the server reviews the identity documents of organizers.
        case reviewsIdentities = "reviews-identities"
        /// Visitors can report public events to the owner of the server.
        case takesAbuseReports = "takes-abuse-reports"
    }

    /// Whether a setting is on; every setting is off by default.
    public func isOn(_ setting: Switch) throws -> Bool {
        try connection.first("SELECT value FROM server_setting WHERE name = $1", [.text(setting.rawValue)]) {
            $0.text(0) == ServerSettings.on
        } ?? false
    }

    public func set(_ setting: Switch, on isOn: Bool) throws {
        try connection.execute(
            """
            INSERT INTO server_setting (name, value) VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [.text(setting.rawValue), .text(isOn ? ServerSettings.on : "off")])
    }

    private static let on = "on"
}
