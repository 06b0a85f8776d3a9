extension WebDriver {
    /// Runs `work` with the document of a frame in place of the page.
    ///
    /// - Parameter selector: a CSS selector of the frame.
    public func inFrame(_ selector: String, _ work: () async throws -> Void) async throws {
        let frame = try await find(selector)
        // This key marks a reference to an element (W3C WebDriver, section “Elements”).
        try await call("POST", "/frame", ["id": ["element-6066-11e4-a52e-4f735466cecf": .text(frame.id)]])
        do {
            try await work()
        } catch {
            try await call("POST", "/frame", ["id": .null])
            throw error
        }
        try await call("POST", "/frame", ["id": .null])
    }
}
