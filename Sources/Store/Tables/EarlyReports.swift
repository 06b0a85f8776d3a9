public import Ticketing

extension StoreConnection {
    public var earlyReports: EarlyReports { EarlyReports(connection: self) }
}

/// The report of an SMS provider about a message that the provider has accepted.
public struct SMSDeliveryReport: Hashable, Sendable {
    /// The provider's id of the message.
    public let id: String
    /// Whether the message arrived.
    public let arrived: Bool
    /// Whether the message did not arrive because the number does not exist.
    public let endsNumber: Bool
    /// The provider's description of the result.
    public let answer: String

    public init(id: String, arrived: Bool, endsNumber: Bool, answer: String) {
        self.id = id
        self.arrived = arrived
        self.endsNumber = endsNumber
        self.answer = answer
    }
}

/// The delivery reports that arrived too early: before the program had stored the id that the provider gave to the
/// message. A report is kept for a short time, until the id is stored.
public struct EarlyReports {
    /// The maximum number of reports.
    public static let maximumCount = 1000
    /// The maximum length of an id, in UTF-8 bytes. Providers' ids are shorter.
    private static let longestID = 200

    let connection: any StoreConnection

    /// Stores a report. Does nothing if the message has a report already, if the id is too long, or if there are too
    /// many reports.
    public func add(_ report: SMSDeliveryReport, at now: Instant) throws {
        guard report.id.utf8.count <= EarlyReports.longestID else { return }
        try connection.execute(
            """
            INSERT INTO early_report (provider_id, arrived, ends_number, answer, received)
            SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
            WHERE (SELECT count(*) FROM early_report) < $6
            ON CONFLICT (provider_id) DO NOTHING
            """,
            [
                .text(report.id), .int(report.arrived ? 1 : 0), .int(report.endsNumber ? 1 : 0), .text(report.answer),
                .instant(now), .int(EarlyReports.maximumCount),
            ])
    }

    /// Removes the report about a message, and returns the report. Returns nil if the store has no report about the
    /// message.
    public func remove(id: String) throws -> SMSDeliveryReport? {
        let found = try connection.first(
            "SELECT arrived, ends_number, answer FROM early_report WHERE provider_id = $1", [.text(id)]
        ) { row in
            SMSDeliveryReport(id: id, arrived: try row.flag(0), endsNumber: try row.flag(1), answer: row.text(2))
        }
        guard let found else { return nil }
        try connection.execute("DELETE FROM early_report WHERE provider_id = $1", [.text(id)])
        return found
    }

    /// Whether any report was received at or before a moment.
    public func hasAny(until moment: Instant) throws -> Bool {
        try connection.first("SELECT 1 FROM early_report WHERE received <= $1 LIMIT 1", [.instant(moment)]) { _ in
            true
        } ?? false
    }

    /// Removes the reports that were received at or before a moment. Returns their number.
    @discardableResult
    public func prune(until moment: Instant) throws -> Int {
        try connection.execute("DELETE FROM early_report WHERE received <= $1", [.instant(moment)])
    }
}

extension Notices {
    /// Whether this or another process is sending messages by SMS. If `isLocked` is true, the rows of these messages
    /// stay locked until the transaction ends, so that the provider's ids of these messages are stored either before or
    /// after this transaction.
    ///
    /// - Parameters:
    ///   - lease: the length of a lease, in seconds. A process leases a message while it sends the message.
    ///   - isLocked: whether to lock the rows.
    public func isSendingBySMS(at now: Instant, leaseSeconds lease: Int64, locked isLocked: Bool = false) throws -> Bool
    {
        // The due time of a leased notice is the end of its lease. Another server may have leased the notice. If that
        // server's clock is ahead, the lease can end later than a lease that begins now on this server, so the query
        // allows twice the length of a lease.
        try !connection.all(
            """
            SELECT notice_key FROM notice
            WHERE due > $1 AND due <= $2 AND state = 'leased' AND channel = 'sms'
            ORDER BY due, created, notice_key \(isLocked ? "FOR NO KEY UPDATE" : "LIMIT 1")
            """, [.instant(now), .instant(now.advanced(bySeconds: 2 * lease))]
        ) { $0.text(0) }.isEmpty
    }
}
