import Management
import Presenting

extension Routes {
    static var reportsAPI: [Route] {
        [
            API.get("/events/:event/reports/sales", .readReports) { call in
                let event = try call.event()
                return SalesReportView(event: event, report: try call.office.salesReport(of: event)).json
            },
            API.get("/events/:event/reports/attendance", .readReports) { call in
                let event = try call.event()
                return AttendanceReportView(event: event, report: try call.office.attendanceReport(of: event)).json
            },
        ]
    }
}
