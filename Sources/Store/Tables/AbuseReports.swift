public import Ticketing

extension StoreConnection {
    public var abuseReports: AbuseReports { AbuseReports(connection: self) }
}

/// The reports of visitors about public events. A report is open until the owner of the server closes it.
public struct AbuseReports {
    let connection: any StoreConnection

    private static let columns = "event, number, reason, content, email, created, closed, closed_by, note"

    /// Stores a report about an event. If the event already has `mostOpen` open reports, the report is not stored, but
    /// only counted. Does nothing if the event has an open report with the same content.
    public func add(
        _ content: AbuseReport.Content, about event: EventNumber, mostOpen: Int, at now: Instant
    ) throws {
        try connection.execute(
            """
            INSERT INTO abuse_tally (event, last_number, open_reports, unstored) VALUES ($1, 0, 0, 0)
            ON CONFLICT (event) DO NOTHING
            """, [.int(event.rawValue)])
        guard let tally = try lockTally(of: event), try !hasOpen(content, about: event) else { return }
        guard tally.open < mostOpen else {
            try connection.execute(
                "UPDATE abuse_tally SET unstored = unstored + 1 WHERE event = $1", [.int(event.rawValue)])
            return
        }
        try connection.execute(
            "INSERT INTO abuse_report (event, number, reason, content, email, created) VALUES ($1, $2, $3, $4, $5, $6)",
            [
                .int(event.rawValue), .int(tally.last + 1), .text(content.reason.rawValue), .text(content.text),
                .optional(content.email?.rawValue), .instant(now),
            ])
        try connection.execute(
            "UPDATE abuse_tally SET last_number = $1, open_reports = open_reports + 1 WHERE event = $2",
            [.int(tally.last + 1), .int(event.rawValue)])
    }

    /// Closes an open report, and removes the visitor's e-mail address. After the last open report about an event is
    /// closed, the count of reports that were not stored begins again at 0.
    ///
    /// - Returns: false if there is no open report with this id.
    public func close(_ id: AbuseReport.ID, _ closing: AbuseReport.Closing) throws -> Bool {
        _ = try lockTally(of: id.event)
        let closed = try connection.execute(
            """
            UPDATE abuse_report SET closed = $1, closed_by = $2, note = $3, email = NULL
            WHERE event = $4 AND number = $5 AND closed IS NULL
            """,
            [
                .instant(closing.at), .int(closing.by.rawValue), .text(closing.note), .int(id.event.rawValue),
                .int(id.number),
            ])
        guard closed == 1 else { return false }
        try connection.execute(
            """
            UPDATE abuse_tally SET open_reports = open_reports - 1,
                unstored = CASE WHEN open_reports = 1 THEN 0 ELSE unstored END
            WHERE event = $1
            """, [.int(id.event.rawValue)])
        return true
    }

    /// The report with an id; nil if there is none.
    public func with(id: AbuseReport.ID) throws -> AbuseReport? {
        try connection.first(
            "SELECT \(AbuseReports.columns) FROM abuse_report WHERE event = $1 AND number = $2",
            [.int(id.event.rawValue), .int(id.number)], AbuseReports.report)
    }

    /// At most `limit` reports, sorted by event and number.
    ///
    /// - Parameter id: the report after which the result begins; nil to begin with the first report.
    public func all(
        _ selection: AbuseReport.Selection, after id: AbuseReport.ID?, limit: Int
    ) throws -> [AbuseReport] {
        let condition =
            switch selection {
            case .open: "AND closed IS NULL"
            case .all: ""
            }
        return try connection.all(
            """
            SELECT \(AbuseReports.columns) FROM abuse_report WHERE (event, number) > ($1, $2) \(condition)
            ORDER BY event, number LIMIT $3
            """, [.int(id?.event.rawValue ?? 0), .int(id?.number ?? 0), .int(limit)], AbuseReports.report)
    }

    /// The number of open reports, but at most `limit`.
    public func openCount(limit: Int) throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM (SELECT 1 FROM abuse_report WHERE closed IS NULL LIMIT $1) AS open_report
            """, [.int(limit)]
        ) { try $0.number(0) } ?? 0
    }

    /// The number of reports about an event that were not stored.
    public func unstored(about event: EventNumber) throws -> Int {
        try connection.first("SELECT unstored FROM abuse_tally WHERE event = $1", [.int(event.rawValue)]) {
            try $0.number(0)
        } ?? 0
    }

    /// The number of the latest report about an event, and the count of open reports; nil if there was no report. Until
    /// the transaction ends, no other transaction can add or close a report about this event.
    private func lockTally(of event: EventNumber) throws -> (last: Int, open: Int)? {
        try connection.first(
            "SELECT last_number, open_reports FROM abuse_tally WHERE event = $1 FOR NO KEY UPDATE",
            [.int(event.rawValue)]
        ) { (last: try $0.number(0), open: try $0.number(1)) }
    }

    private func hasOpen(_ content: AbuseReport.Content, about event: EventNumber) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM abuse_report
            WHERE event = $1 AND closed IS NULL AND reason = $2 AND content = $3 AND coalesce(email, '') = $4 LIMIT 1
            """,
            [
                .int(event.rawValue), .text(content.reason.rawValue), .text(content.text),
                .text(content.email?.rawValue ?? ""),
            ]
        ) { _ in true } ?? false
    }

    private static func report(_ row: any SQLRow) throws -> AbuseReport {
        AbuseReport(
            id: AbuseReport.ID(event: try row.value(0), number: try row.number(1)),
            content: AbuseReport.Content(try row.value(2), text: row.text(3), email: try row.email(4)),
            created: try row.instant(5),
            closing: try row.optionalInstant(6).map {
                AbuseReport.Closing(at: $0, by: try row.value(7), note: row.text(8))
            })
    }
}
