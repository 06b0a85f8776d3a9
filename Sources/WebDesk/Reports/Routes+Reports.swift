import WebHost

extension Routes {
    /// The routes of the pages with the reports of an event and the money of an organizer.
    static func reports(_ desk: Desk, _ totals: LiveTotals) -> [Route] {
        let (reports, money) = (ReportsPage(desk: desk), MoneyPage(desk: desk, liveTotals: totals))
        let pages: [Route] = [
            .get("/desk/e/:event/reports", .member(.reportSales)) { try await reports.page($0) },
            .get("/desk/organizers/:organizer/money", .member(.reportSales)) { try await money.page($0) },
        ]
        let files = EventReports.Kind.allCases.flatMap { kind in
            ListFormat.allCases.map { format in
                Route.get("/desk/e/:event/reports/\(kind.rawValue).\(format.rawValue)", .member(.reportSales)) {
                    try await reports.file($0, kind, format)
                }
            }
        }
        let moneyFiles = ListFormat.allCases.map { format in
            Route.get("/desk/organizers/:organizer/money.\(format.rawValue)", .member(.reportSales)) {
                try await money.file($0, format)
            }
        }
        return pages + files + moneyFiles
    }
}
