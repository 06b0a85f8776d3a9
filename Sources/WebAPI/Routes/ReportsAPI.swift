import Languages
import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var reportsAPI: [Route] {
        [
            API.get("/events/:event/reports/sales", .readReports, at: .figures) { call in
                let event = try call.event(among: .any)
                return SalesReportJSON(
                    event: event, report: try call.services.reports.salesReport(of: event, fee: call.fee())
                )
                .json
            },
            API.get("/events/:event/reports/attendance", .readReports, at: .figures) { call in
                let event = try call.event(among: .any)
                return AttendanceReportJSON(event: event, report: try call.services.reports.attendanceReport(of: event))
                    .json
            },
        ]
    }
}

extension APIRequest {
    /// The value of the query parameter `fee`: the part of each sale that a payment provider or ticket shop keeps.
    /// Without this parameter, the fee is zero.
    ///
    /// - Throws: `ManagementError.invalid`.
    fileprivate func fee() throws -> FeeRate {
        guard let text = query("fee") else { return .none }
        guard let fee = FeeRate(text) else { throw ManagementError.invalid([FieldFault("fee", FaultSentence.feeForm)]) }
        return fee
    }
}
