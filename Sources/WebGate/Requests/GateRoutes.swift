import Ticketing
package import WebHost

extension Routes {
    /// The routes for the requests that gate pages send: scans, undos, searches, and requests for figures.
    ///
    /// `scripts/server.js` sends these requests.
    ///
    /// - Parameter gates: answers the requests. Nil if the server runs no gates; the server then has none of these
    ///   routes.
    package static func gate(_ server: ServerContext, _ gates: GateRequestHandler?) -> [Route] {
        guard let gates else { return [] }
        let body = GateRequestHandler.scanLimit
        return [
            .post("/gate/:event/scan", .gate(.scan), body) { try await gates.scan($0, by: $0.gateStaffInTime()) },
            .post("/gate/:event/frame", .gate(.scan), GateRequestHandler.frameLimit) { try await gates.frame($0) },
            .post("/gate/:event/admit", .gate(.scan), body) { try await gates.admit($0, by: $0.gateStaffInTime()) },
            .post("/gate/:event/undo", .gate(.scan), body) { try await gates.undo($0, by: $0.gateStaffInTime()) },
            .post("/gate/:event/check", .gate(.scan)) { try await gates.scanByForm($0, on: GatePage(server: server)) },
            .post("/gate/:event/take-back", .gate(.scan)) {
                try await gates.undoByForm($0, on: GatePage(server: server))
            },
            .post("/gate/:event/find", .gate(.scan)) { try await gates.searchByForm($0, on: GatePage(server: server)) },
            .post("/gate/:event/search", .gate(.scan), body) { try await gates.search($0) },
            .get("/gate/:event/figures", .gate(.scan)) { try await gates.figures($0) },
            .get("/gate/:event/live", .gate(.scan)) { try await gates.live($0) },
        ]
    }
}
