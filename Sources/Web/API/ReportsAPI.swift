import Management
import Presenting
import Ticketing

extension Routes {
    static var reportsAPI: [Route] {
        [
            API.get("/events/:event/reports/sales", .readReports, at: .figures) { call in
                let event = try call.event(among: .any)
                return SalesReportView(event: event, report: try call.office.salesReport(of: event, fee: call.fee()))
                    .json
            },
            API.get("/events/:event/reports/attendance", .readReports, at: .figures) { call in
                let event = try call.event(among: .any)
                return AttendanceReportView(event: event, report: try call.office.attendanceReport(of: event)).json
            },
        ]
    }
}

extension APICall {
    /// What somebody keeps of each sale.
    ///
    /// - Throws: `ManagementError.invalid`.
    fileprivate func fee() throws -> FeeRate {
        guard let text = query("fee") else { return .none }
        guard let fee = FeeRate(text) else { throw ManagementError.invalid([FieldFault("fee", "such as 3.5%")]) }
        return fee
    }
}
