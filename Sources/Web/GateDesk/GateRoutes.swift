import Ticketing

extension Routes {
    /// Who works at a gate.
    static func gate(_ house: House) -> [Route] {
        guard let desk = house.gates else { return [] }
        let body = GateDesk.scanLimit
        return [
            .post("/gate/:event/scan", .gate(.scan), body) { try await desk.scan($0, by: $0.gateWorkerInTime()) },
            .post("/gate/:event/frame", .gate(.scan), GateDesk.frameLimit) { try await desk.frame($0) },
            .post("/gate/:event/admit", .gate(.scan), body) { try await desk.admit($0, by: $0.gateWorkerInTime()) },
            .post("/gate/:event/undo", .gate(.scan), body) { try await desk.undo($0, by: $0.gateWorkerInTime()) },
            .post("/gate/:event/check", .gate(.scan)) { try await desk.check($0, on: GatePage(house: house)) },
            .post("/gate/:event/take-back", .gate(.scan)) { try await desk.takeBack($0, on: GatePage(house: house)) },
            .post("/gate/:event/find", .gate(.scan)) { try await desk.find($0, on: GatePage(house: house)) },
            .post("/gate/:event/search", .gate(.scan), body) { try await desk.search($0) },
            .get("/gate/:event/figures", .gate(.scan)) { try await desk.figures($0) },
            .get("/gate/:event/live", .gate(.scan)) { try await desk.live($0) },
        ]
    }
}
