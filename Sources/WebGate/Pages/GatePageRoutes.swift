package import WebHost

extension Routes {
    /// The routes of gates’ pages, and of the page that pairs a phone with a gate.
    package static func gatePages(_ server: ServerContext) -> [Route] {
        let (page, pairing) = (GatePage(server: server), PairingPage(server: server))
        return [
            .get("/pair", .anybody) { try await pairing.page($0) },
            .post("/pair", .anybody) { try await pairing.pair($0) },
            .get("/gate", .gate(.scan)) { try await page.gateList($0) },
            .get("/gate/:event", .gate(.scan)) { try await page.page($0) },
        ]
    }
}
