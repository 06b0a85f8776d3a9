extension Routes {
    /// Pairing phones with gates, and the desk's page that lists and revokes them.
    static func devices(_ house: ServerContext) -> [Route] {
        let (pairing, devices) = (PairingPage(house: house), DevicesPage())
        return [
            .get("/pair", .anybody) { try pairing.page($0) },
            .post("/pair", .anybody) { try await pairing.pair($0) },
            .get("/desk/e/:event/devices", .member(.showDevices)) { try await devices.page($0) },
            .post("/desk/e/:event/devices", .member(.pairDevice)) { try await devices.invite($0) },
            .post("/desk/e/:event/devices/:device/revoke", .member(.revokeDevice)) { try await devices.revoke($0) },
        ]
    }
}
