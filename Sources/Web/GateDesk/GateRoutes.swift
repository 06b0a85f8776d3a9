import Ticketing

extension Routes {
    /// The requests of gate pages: scans, searches and figures. None without gates.
    static func gate(_ house: ServerContext) -> [Route] {
        guard let desk = house.gates else { return [] }
        let body = GateService.scanLimit
        return [
            .post("/gate/:event/scan", .gate(.scan), body) { try await desk.scan($0, by: $0.gateStaffInTime()) },
            .post("/gate/:event/frame", .gate(.scan), GateService.frameLimit) { try await desk.frame($0) },
            .post("/gate/:event/admit", .gate(.scan), body) { try await desk.admit($0, by: $0.gateStaffInTime()) },
            .post("/gate/:event/undo", .gate(.scan), body) { try await desk.undo($0, by: $0.gateStaffInTime()) },
            .post("/gate/:event/check", .gate(.scan)) { try await desk.scanByForm($0, on: GatePage(house: house)) },
            .post("/gate/:event/take-back", .gate(.scan)) { try await desk.undoByForm($0, on: GatePage(house: house)) },
            .post("/gate/:event/find", .gate(.scan)) { try await desk.searchByForm($0, on: GatePage(house: house)) },
            .post("/gate/:event/search", .gate(.scan), body) { try await desk.search($0) },
            .get("/gate/:event/figures", .gate(.scan)) { try await desk.figures($0) },
            .get("/gate/:event/live", .gate(.scan)) { try await desk.live($0) },
        ]
    }
}
