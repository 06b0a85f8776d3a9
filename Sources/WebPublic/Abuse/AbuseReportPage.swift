import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The page on which a visitor reports a public event to the owner of the server. The page exists only while the owner
/// takes abuse reports. If an event has too many open reports, the server only counts a further report
/// (`Storefront.mostOpenAbuseReports`). The response is the same, so it does not reveal how many reports the event has.
struct AbuseReportPage: Sendable {
    let site: PublicSite
    /// Limits how often the visitors of one network can send reports.
    private let networkRateLimit = RateLimit(burst: 10, perSecond: 0.005)

    init(site: PublicSite) { self.site = site }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        try await response(request, try await event(request), AbuseReportForm())
    }

    func send(_ request: PageRequest) async throws -> RouteResponse {
        let fields = try await request.form()
        var form = try AbuseReportForm(fields)
        let found = try await event(request)
        guard try VisitorCookie(request.headers).verifies(fields) else {
            form.faults["form"] = Sentence(PublicSentence.cookieFault)
            return try await response(request, found, form, status: .forbidden)
        }
        try networkRateLimit.consume("\(request.caller().address)", at: site.server.now()).requireGranted()
        guard let content = form.parseContent() else {
            return try await response(request, found, form, status: .unprocessableContent)
        }
        try await site.withStorefront { try $0.report(content, about: found.event.number) }
        return try await response(request, found, nil)
    }

    /// The event in the path of a request.
    ///
    /// - Throws: `Problem` 404 if the event is not public, or if the server takes no reports.
    private func event(_ request: PageRequest) async throws -> PublicEvent {
        guard try await site.withStorefront({ try $0.takesAbuseReports() }) else { throw Problem.pageNotFound }
        return try await PublicEventPage(site: site).event(request)
    }

    /// - Parameter form: the values and the faults of the form; nil if the form was sent, and the page confirms this.
    private func response(
        _ request: PageRequest, _ found: PublicEvent, _ form: AbuseReportForm?, status: HTTPResponse.Status = .ok
    ) async throws -> RouteResponse {
        let visitor = try VisitorCookie(request.headers)
        var context: [String: TemplateContext.Value] = [
            "event": .text(found.event.details.title), "event_path": .text("/events/\(found.event.slug)"),
        ]
        context["visitor_code"] = try visitor.code
        context["theme"] = try await site.theme(of: found.event)
        context.merge(found.pictures.logoContext) { $1 }
        if let form {
            let values = form.context
            context["form"] = .section(TemplateContext(values))
            context["errors"] = values["errors"]
        } else {
            context["sent_about"] = .sentence(
                AbuseReportSentence.sentAbout, ["limit": .number(Storefront.mostOpenAbuseReports)])
        }
        let title = form == nil ? AbuseReportSentence.sentTitle : .title
        return visitor.settingCookie(
            try request.localizedPage("report-event", title: Sentence(title), status: status, context))
    }
}
