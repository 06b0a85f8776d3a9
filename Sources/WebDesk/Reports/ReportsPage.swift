import Languages
import Management
import Ticketing
import WebHost

/// The page with the reports of an event, and the reports as files.
struct ReportsPage: Sendable {
    let desk: Desk

    /// The path of an event's reports. The path of a report's file continues with the name of the report.
    private static func path(of event: Event) -> String { "\(event.deskPath)/reports" }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices(on: desk.server.reportThreads) { services in
            let reports = try ReportsPage.reports(of: request, services)
            var context = try desk.headerContext(reports.event, services)
            context["reports"] = .list(
                EventReports.Kind.allCases.map { kind in
                    var report = reports.table(kind).context(
                        filesAt: "\(ReportsPage.path(of: reports.event))/\(kind.rawValue)")
                    report["charts"] = .list([reports.chart(kind).context])
                    return TemplateContext(report)
                })
            return (reports.event, context)
        }
        return try desk.page(request, "desk-reports", title: .verbatim(event.details.title), context)
    }

    func file(_ request: PageRequest, _ kind: EventReports.Kind, _ format: ListFormat) async throws -> RouteResponse {
        let (event, table) = try await request.withServices(on: desk.server.reportThreads) { services in
            let reports = try ReportsPage.reports(of: request, services)
            return (reports.event, reports.table(kind))
        }
        return try await table.response(
            format, named: "\(event.slug)-\(kind.rawValue)", of: event.details.title, at: request.now, in: event.zone,
            language: request.deskLanguage)
    }

    private static func reports(of request: PageRequest, _ services: ManagementServices) throws -> EventReports {
        let event = try services.event(of: request, for: .reportSales)
        try services.authorize(.reportAttendance, on: event)
        return try EventReports(of: event, services)
    }
}
