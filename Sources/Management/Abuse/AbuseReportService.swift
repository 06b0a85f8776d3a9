import Store
public import Ticketing

/// An abuse report with the values that the owner of the server sees beside it.
public struct ListedAbuseReport: Sendable {
    public let report: AbuseReport
    public let event: Event
    /// The name of the event's organizer.
    public let organizer: String
    /// The number of further reports about the event that were counted but not stored, because too many reports about
    /// the event were already open.
    public let unstored: Int
    /// The name of the user who closed the report; nil if the report is open.
    public let closedBy: String?
}

/// The reports of visitors about public events. Abuse reports are off by default. While they are on, the page of each
/// public event has a link to a form. Only the local owner can see and close the reports.
public struct AbuseReportService: Sendable {
    private static let longestNote = 500
    private static let pageSize = 100

    let services: ManagementServices

    /// Whether visitors can report events.
    public func takesAbuseReports() throws -> Bool {
        try services.store.read { try $0.serverSettings.isOn(.takesAbuseReports) }
    }

    /// Turns abuse reports on or off. Stored reports stay open. Only the local owner may do this.
    public func setTakesAbuseReports(_ isOn: Bool) throws {
        try services.performAsLocalOwner(.reviewAbuse) { work in
            let wasOn = try work.connection.serverSettings.isOn(.takesAbuseReports)
            try work.connection.serverSettings.set(.takesAbuseReports, on: isOn)
            func text(_ isOn: Bool) -> AuditFields { ["takes_abuse_reports": isOn ? "yes" : "no"] }
            try work.record(AuditSubject(.user, services.user.id), before: text(wasOn), after: text(isOn))
        }
    }

    /// At most `limit` reports, sorted by event and number.
    ///
    /// - Parameter id: the report after which the result begins; nil to begin with the first report.
    public func reports(
        _ selection: AbuseReport.Selection, after id: AbuseReport.ID? = nil, limit: Int
    ) throws -> [ListedAbuseReport] {
        try services.readAsLocalOwner { connection in
            try connection.abuseReports.all(selection, after: id, limit: limit).compactMap { report in
                guard let event = try connection.events.with(number: report.id.event) else { return nil }
                return ListedAbuseReport(
                    report: report, event: event, organizer: try Storefront.organizer(of: event, connection),
                    unstored: try connection.abuseReports.unstored(about: event.number),
                    closedBy: try report.closing.flatMap { try connection.users.with(id: $0.by)?.name })
            }
        }
    }

    /// Passes all reports to a closure, sorted by event and number.
    public func forEachReport(
        _ selection: AbuseReport.Selection, _ body: (ListedAbuseReport) throws -> Void
    ) throws {
        try forEachPage { last in
            try reports(selection, after: last?.report.id, limit: AbuseReportService.pageSize)
        } body: {
            try body($0)
        }
    }

    /// The number of open reports, but at most `limit`.
    public func openReports(limit: Int) throws -> Int {
        try services.readAsLocalOwner { try $0.abuseReports.openCount(limit: limit) }
    }

    /// Closes a report, and removes the reporter's e-mail address. The audit record belongs to the store and not to the
    /// organizer, so the organizer does not see the note. If the report is already closed with the same note, nothing
    /// changes.
    ///
    /// - Throws: `ManagementError.invalid` for an invalid note; `AbuseReportError.notOpen` if there is no open report
    ///   with this id.
    public func close(_ id: AbuseReport.ID, note: String) throws {
        var faults = FieldFaults()
        faults.require(text: note, "note", atMost: AbuseReportService.longestNote)
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        try services.performAsLocalOwner(.reviewAbuse) { work in
            let closing = AbuseReport.Closing(at: work.now, by: work.user, note: note)
            let reports = work.connection.abuseReports
            guard try reports.close(id, closing) else {
                guard try reports.with(id: id)?.closing?.note == note else { throw AbuseReportError.notOpen(id) }
                return
            }
            try work.record(
                AuditSubject(.event, id.event), before: ["state": "open"],
                after: ["abuse_report": "\(id)", "state": "closed", "note": note])
        }
    }
}
