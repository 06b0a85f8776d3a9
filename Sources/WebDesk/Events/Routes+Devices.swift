import WebHost

extension Routes {
    /// The routes for the phones that are paired with an event’s gates.
    static func devices(_ desk: Desk) -> [Route] {
        let devices = DevicesPage(desk: desk)
        return [
            .get("/desk/e/:event/devices", .member(.showDevices)) { try await devices.page($0) },
            .post("/desk/e/:event/devices", .member(.pairDevice)) { try await devices.invite($0) },
            .post("/desk/e/:event/devices/:device/revoke", .member(.revokeDevice)) { try await devices.revoke($0) },
        ]
    }
}
