import Languages
import Management
import Ticketing
import WebHost

/// The page on which the owner of the server reads and closes the reports of visitors about events, and turns abuse
/// reports on or off. Other users get the error “page not found”.
struct AbuseReviewPage: Sendable {
    let desk: Desk

    static let path = "\(IdentityReviewPage.path)/reports"
    private static let template = "desk-abuse-reports"
    private static let pageSize = 50
    /// The largest number that the home page shows. If there are more open reports, it says “More than 99”.
    private static let mostCounted = 99
    /// The URL parameter with the id of the report after which the page begins.
    private static let afterParameter = "after"

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let first = AbuseReviewPage.first(of: request)
        let context = try await request.withServices { services in
            try AbuseReviewPage.requireLocalOwner(services)
            return try self.context(services, after: first)
        }
        return try desk.page(request, AbuseReviewPage.template, title: Sentence(DeskAbuseSentence.title), context)
    }

    /// Turns abuse reports on or off.
    func set(_ request: PageRequest) async throws -> RouteResponse {
        let isOn = try await request.form().value("on") == FormField.checkedValue
        let path = try await request.withServices { services in
            try AbuseReviewPage.requireLocalOwner(services)
            try services.abuseReports.setTakesAbuseReports(isOn)
            return FlashMessage.path(AbuseReviewPage.path, .saved)
        }
        return .seeOther(path)
    }

    /// Closes a report. If the form is sent twice, the second response is the same as the first.
    ///
    /// - Throws: `Problem` 404 for an invalid id; `AbuseReportError.notOpen` if there is no such report, or if it is
    ///   closed with another note.
    func close(_ request: PageRequest) async throws -> RouteResponse {
        let note = try await request.form().typed("note") ?? ""
        guard let id = AbuseReport.ID(request.pathParameter("report") ?? "") else { throw Problem.pageNotFound }
        let first = AbuseReviewPage.first(of: request)
        return try await desk.submit(
            request, AbuseReviewPage.template, refusal: Sentence(DeskAbuseSentence.notClosed)
        ) { services in
            try AbuseReviewPage.requireLocalOwner(services)
            try services.abuseReports.close(id, note: note)
            return FlashMessage.path(AbuseReviewPage.path, .saved)
                + (first.map { "&\(AbuseReviewPage.afterParameter)=\($0)" } ?? "")
        } redisplay: { services, refused in
            (
                Sentence(DeskAbuseSentence.title),
                try self.context(services, after: first, closing: id, typed: note, faults: refused.faults)
            )
        }
    }

    /// Template values for the number of open reports on the home page of the desk. Empty if no report is open, or if
    /// the user is not the local owner.
    static func alertContext(_ services: ManagementServices) throws -> [String: TemplateContext.Value] {
        guard try services.isLocalOwner else { return [:] }
        let open = try services.abuseReports.openReports(limit: mostCounted + 1)
        guard open > 0 else { return [:] }
        let text =
            open > mostCounted
            ? Sentence(DeskAbuseSentence.manyOpen, ["most": .number(mostCounted)])
            : Sentence(DeskAbuseSentence.open, ["count": .number(open)])
        return ["open_reports": .sentence(text), "open_reports_path": .text(path)]
    }

    private static func first(of request: PageRequest) -> AbuseReport.ID? {
        request.query(afterParameter).flatMap { AbuseReport.ID($0) }
    }

    private static func requireLocalOwner(_ services: ManagementServices) throws {
        guard try services.isLocalOwner else { throw Problem.pageNotFound }
    }

    /// - Parameters:
    ///   - first: the report after which the page begins; nil for the first page.
    ///   - id: the report that the user tried to close with a form that was refused; nil if no form was refused.
    ///   - note: the note that the user typed.
    private func context(
        _ services: ManagementServices, after first: AbuseReport.ID?, closing id: AbuseReport.ID? = nil,
        typed note: String = "", faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        let limit = AbuseReviewPage.pageSize + 1
        var (first, found) = (first, try services.abuseReports.reports(.open, after: first, limit: limit))
        if found.isEmpty, first != nil {
            // All reports of this page are closed, so the first page is shown.
            (first, found) = (nil, try services.abuseReports.reports(.open, limit: limit))
        }
        let shown = found.prefix(AbuseReviewPage.pageSize)
        let query = first.map { "?\(AbuseReviewPage.afterParameter)=\($0)" } ?? ""
        var context: [String: TemplateContext.Value] = [
            "reports": .list(
                shown.map { listed in
                    let isRefused = listed.report.id == id
                    let field = FormField(
                        "note", Sentence(DeskAbuseSentence.note), hint: Sentence(DeskAbuseSentence.noteHint),
                        requirement: .required, id: "note-\(listed.report.id)"
                    ).context(isRefused ? note : "", fault: isRefused ? faults.text(of: "note") : nil)
                    return AbuseReviewPage.context(of: listed, field, query: query)
                })
        ]
        if found.count > shown.count, let last = shown.last {
            context["next_page"] = .text("\(AbuseReviewPage.path)?\(AbuseReviewPage.afterParameter)=\(last.report.id)")
        }
        let isOn = try services.abuseReports.takesAbuseReports()
        context[isOn ? "is_on" : "is_off"] = .section(TemplateContext([:]))
        context.merge(try services.onlyOrganizerContext()) { own, _ in own }
        return context
    }

    /// - Parameters:
    ///   - field: the field for the note with which the report is closed.
    ///   - query: the query of the page; empty for the first page.
    private static func context(
        of listed: ListedAbuseReport, _ field: TemplateContext, query: String
    ) -> TemplateContext {
        let report = listed.report
        var context: [String: TemplateContext.Value] = [
            "report_id": .text("report-\(report.id)"), "reported_event": .text(listed.event.details.title),
            "public_path": .text("/events/\(listed.event.slug)"), "report_organizer": .text(listed.organizer),
            "report_reason": .sentence(report.content.reason.label),
            "received": .text(report.created.zonedText(in: listed.event.zone)),
            "close_path": .text("\(path)/\(report.id)/close\(query)"), "close_fields": .list([field]),
        ]
        if !report.content.text.isEmpty { context["report_text"] = .text(report.content.text) }
        if let email = report.content.email { context["reporter"] = .text(email.rawValue) }
        if listed.unstored > 0 {
            context["unstored"] = .sentence(DeskAbuseSentence.unstored, ["count": .number(listed.unstored)])
        }
        return TemplateContext(context)
    }
}
