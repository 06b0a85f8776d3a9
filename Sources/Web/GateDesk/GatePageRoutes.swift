extension Routes {
    /// The pages of gates.
    static func gatePages(_ house: ServerContext) -> [Route] {
        let page = GatePage(house: house)
        return [
            .get("/gate", .gate(.scan)) { try await page.gateList($0) },
            .get("/gate/:event", .gate(.scan)) { try await page.page($0) },
        ]
    }
}
