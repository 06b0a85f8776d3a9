public import Ticketing

extension StoreConnection {
    var earlierIssues: EarlierIssues { EarlierIssues(connection: self) }
}

extension Tickets {
    /// The earlier issues of a ticket, with the numbers of the issuer keys that signed their tokens.
    public func earlierIssues(of serial: Serial, at event: EventNumber) throws -> [(issue: UInt8, key: UInt8)] {
        try connection.all(
            "SELECT issue, key FROM earlier_issue WHERE event = $1 AND serial = $2 ORDER BY issue",
            [.int(event.rawValue), .int(serial.rawValue)]
        ) { (issue: try $0.byte(0), key: try $0.byte(1)) }
    }
}

/// The data of tokens that were replaced when their tickets were re-issued. The transaction that re-issues a ticket
/// also stores the ticket's earlier issue in this table.
struct EarlierIssues {
    let connection: any StoreConnection

    /// Stores the current issues of tickets before these tickets are re-issued. Skips a ticket if its current issue is
    /// not `issue`.
    func record(_ tickets: [(event: EventNumber, serial: Serial, issue: UInt8)]) throws {
        try connection.execute(
            """
            INSERT INTO earlier_issue (event, serial, issue, key, admits)
            SELECT event, serial, issue, key, admits FROM ticket WHERE event = $1 AND serial = $2 AND issue = $3
            ON CONFLICT DO NOTHING
            """, rows: tickets.map { [.int($0.event.rawValue), .int($0.serial.rawValue), .int($0.issue)] })
    }

    /// Calls `body` with each known earlier issue of an event's tickets, sorted by serial and issue.
    func forEach(of event: EventNumber, _ body: (IssuedToken) throws -> Void) throws {
        try connection.forEachRow(
            """
            SELECT t.serial, t.type, e.admits, e.key, e.issue, t.valid_from, t.valid_until
            FROM earlier_issue e JOIN ticket t ON t.event = e.event AND t.serial = e.serial
            WHERE e.event = $1 ORDER BY e.serial, e.issue
            """, [.int(event.rawValue)]
        ) { try body(IssuedTokens.token($0)) }
    }

    /// Fills the table from the audit trails, for re-issues that were made before the table existed. The trails contain
    /// only the fields that a re-issue changed. In all other fields, the earlier issue had the same values as the next
    /// issue.
    func backfillFromAuditTrails() throws {
        for (ticket, changes) in try reissues() {
            var key = ticket.key
            var admits = ticket.admits
            let rows: [[SQLValue]] = changes.reversed().map { change in
                key = change.key ?? key
                admits = change.admits ?? admits
                return [
                    .int(ticket.event.rawValue), .int(ticket.serial.rawValue), .int(change.issue), .int(key),
                    .int(admits.rawValue),
                ]
            }
            try connection.execute(
                """
                INSERT INTO earlier_issue (event, serial, issue, key, admits) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT DO NOTHING
                """, rows: rows)
        }
    }

    /// The values before a re-issue. A value is nil if the re-issue did not change it.
    private struct Reissue {
        let issue: UInt8
        let key: UInt8?
        let admits: Admits?
    }

    /// The re-issues in the audit trails, grouped by ticket, in the order in which they happened.
    private func reissues() throws -> [(Ticket, [Reissue])] {
        let length = 10_000
        var found: [EventNumber: [Serial: [Reissue]]] = [:]
        var after: (organizer: Int64, sequence: Int64) = (-1, 0)
        while true {
            let page = try connection.all(
                """
                SELECT organizer, sequence, event, subject_id, before FROM audit
                WHERE (organizer, sequence) > ($1, $2) AND event IS NOT NULL AND subject_kind = 'ticket'
                ORDER BY organizer, sequence LIMIT $3
                """, [.integer(after.organizer), .integer(after.sequence), .int(length)]
            ) { row in
                (
                    position: (row.integer(0), row.integer(1)), event: try row.value(2, EventNumber.self),
                    code: TicketCode(typed: row.text(3)), before: try row.fields(4)
                )
            }
            for change in page {
                // The audit record of a new ticket has no earlier issue.
                guard let code = change.code, let issue = change.before["issue"].flatMap({ UInt8($0) }) else {
                    continue
                }
                let reissue = Reissue(
                    issue: issue, key: change.before["key"].flatMap { UInt8($0) },
                    admits: change.before["admits"].flatMap { UInt8($0) }.flatMap { Admits(rawValue: $0) })
                found[change.event, default: [:]][code.serial, default: []].append(reissue)
            }
            guard page.count == length, let last = page.last else { break }
            after = last.position
        }
        return try found.flatMap { event, tickets in
            try tickets.compactMap { serial, changes in
                try connection.tickets.with(serial: serial, of: event).map { ($0, changes) }
            }
        }
    }
}
