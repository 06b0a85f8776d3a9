import WebHost

extension Routes {
    /// The routes of the page with an event’s gates.
    static func checkIn(_ desk: Desk) -> [Route] {
        let page = CheckInPage(desk: desk)
        return [
            .get("/desk/e/:event/check-in", .member(.showLedger)) { try await page.page($0) },
            .post("/desk/e/:event/check-in", .member(.editGateLandmark)) { try await page.saveLandmark($0) },
        ]
    }
}
