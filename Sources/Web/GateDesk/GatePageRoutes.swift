extension Routes {
    /// Who lets people in.
    static func gatePages(_ house: House) -> [Route] {
        let page = GatePage(house: house)
        return [
            .get("/gate", .gate(.scan)) { try await page.choice($0) },
            .get("/gate/:event", .gate(.scan)) { try await page.page($0) },
        ]
    }
}
