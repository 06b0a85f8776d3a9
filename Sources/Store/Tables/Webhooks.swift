public import Ticketing

extension StoreConnection {
    public var webhooks: Webhooks { Webhooks(connection: self) }
}

/// Webhooks of organizers.
public struct Webhooks {
    let connection: any StoreConnection

    private static let ownColumns = ["id", "organizer", "event", "allows_private", "key", "made_by", "created"]
    private static let resultColumns = ["ended", "failing_since", "failures", "next_try", "last_answer", "last_sent"]
    private static let columns = (ownColumns + resultColumns + WebhookDetails.columns).map { "w.\($0)" }
        .joined(separator: ", ")

    /// Adds a webhook. The webhook is notified only of later changes: the records that are already in the admission
    /// ledger count as processed.
    public func add(_ webhook: Webhook) throws {
        let columns = Webhooks.ownColumns + WebhookDetails.columns
        try connection.execute(
            "INSERT INTO webhook (\(columns.joined(separator: ", "))) VALUES (\(placeholders(columns.count)))",
            [
                .int(webhook.id.rawValue), .int(webhook.organizer.rawValue), .optional(webhook.event?.rawValue),
                .int(webhook.addressPolicy == .privateAllowed ? 1 : 0), .int(webhook.key),
                .int(webhook.madeBy.rawValue), .instant(webhook.created),
            ] + webhook.details.columnValues)
        try connection.execute(
            "INSERT INTO webhook_position (webhook, device, sequence) SELECT CAST($1 AS BIGINT), id, sequence FROM device",
            [.int(webhook.id.rawValue)])
    }

    public func with(id: WebhookID, of organizer: OrganizerNumber) throws -> Webhook? {
        try connection.first(
            "SELECT \(Webhooks.columns) FROM webhook w WHERE w.id = $1 AND w.organizer = $2",
            [.int(id.rawValue), .int(organizer.rawValue)], Webhooks.webhook)
    }

    /// The webhooks of an organizer, oldest first, including ended webhooks.
    public func all(of organizer: OrganizerNumber) throws -> [Webhook] {
        try connection.all(
            "SELECT \(Webhooks.columns) FROM webhook w WHERE w.organizer = $1 ORDER BY w.created, w.id",
            [.int(organizer.rawValue)], Webhooks.webhook)
    }

    /// The active webhooks whose creators still have one of `roles` in the webhook's organizer.
    ///
    /// - Parameter organizer: the organizer; nil for the webhooks of every organizer.
    public func active(of organizer: OrganizerNumber? = nil, whileTheyAre roles: [Role]) throws -> [Webhook] {
        let placeholders = roles.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return try connection.all(
            """
            SELECT \(Webhooks.columns) FROM webhook w
            JOIN membership m ON m.organizer = w.organizer AND m.person = w.made_by AND m.role IN (\(placeholders))
            WHERE w.ended IS NULL\(organizer == nil ? "" : " AND w.organizer = $\(roles.count + 1)") ORDER BY w.organizer, w.created, w.id
            """, roles.map { .text($0.rawValue) } + [organizer].compactMap { $0.map { .int($0.rawValue) } },
            Webhooks.webhook)
    }

    /// Ends a webhook. Returns false if the webhook has already ended or does not exist.
    public func end(_ id: WebhookID, of organizer: OrganizerNumber, at now: Instant) throws -> Bool {
        try connection.execute(
            "UPDATE webhook SET ended = $1 WHERE id = $2 AND organizer = $3 AND ended IS NULL",
            [.instant(now), .int(id.rawValue), .int(organizer.rawValue)]) == 1
    }

    /// Records the result of sending a message to a webhook.
    ///
    /// - Parameter outage: the current series of failures; nil if the message was delivered.
    public func recordResult(
        _ id: WebhookID, _ outage: Webhook.Outage?, answer: WebhookResult, at now: Instant
    ) throws {
        try connection.execute(
            """
            UPDATE webhook SET failing_since = $1, failures = $2, next_try = $3, last_answer = $4, last_sent = $5
            WHERE id = $6
            """,
            [
                .optional(outage?.since), .int(outage?.failures ?? 0), .optional(outage?.nextTry),
                .text(answer.code), .instant(now), .int(id.rawValue),
            ])
    }

    /// A webhook, locked until the transaction ends.
    public func locked(_ id: WebhookID) throws -> Webhook? {
        try connection.first(
            "SELECT \(Webhooks.columns) FROM webhook w WHERE w.id = $1 FOR NO KEY UPDATE", [.int(id.rawValue)],
            Webhooks.webhook)
    }

    // MARK: The ledger

    /// The chains with records that were not yet processed for the webhook. `after` is the sequence number of the last
    /// record that was processed for the webhook.
    public func unprocessedChains(by id: WebhookID) throws -> [(chain: DeviceID, after: Int64)] {
        try connection.all(
            """
            SELECT d.id, coalesce(p.sequence, 0) FROM device d
            LEFT JOIN webhook_position p ON p.webhook = $1 AND p.device = d.id
            WHERE d.sequence > coalesce(p.sequence, 0) ORDER BY d.id
            """, [.int(id.rawValue)]
        ) { (try AdmissionLedger.device($0), try $0.sequence(1)) }
    }

    /// Advances a webhook's position in a chain. Returns false if another process has advanced the position in the
    /// meantime.
    public func advance(_ id: WebhookID, along chain: DeviceID, from former: Int64, to sequence: Int64) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO webhook_position (webhook, device, sequence) VALUES ($1, $2, $3)
            ON CONFLICT (webhook, device) DO UPDATE SET sequence = excluded.sequence
            WHERE webhook_position.sequence = $4
            """, [.int(id.rawValue), .blob(chain.bytes), .integer(sequence), .integer(former)]) == 1
    }

    private static func webhook(_ row: any SQLRow) throws -> Webhook {
        let first = ownColumns.count + resultColumns.count
        var details = WebhookDetails.blank
        try details.read(row, from: first)
        guard let address = WebhookAddress(details.address) else {
            throw InvalidColumnValue(column: first, value: details.address, kind: "url")
        }
        var outage: Webhook.Outage?
        if let since = try row.optionalInstant(8), let next = try row.optionalInstant(10) {
            outage = Webhook.Outage(since: since, failures: try row.count(9), nextTry: next)
        }
        return try Webhook(
            id: try row.value(0), organizer: try row.value(1), address: address, kinds: details.kinds,
            addressPolicy: try row.flag(3) ? .privateAllowed : .publicOnly, key: try row.byte(4),
            madeBy: try row.value(5), created: try row.instant(6)
        ).with {
            $0.event = row.isNull(2) ? nil : try row.value(2)
            $0.ended = try row.optionalInstant(7)
            $0.outage = outage
            $0.lastResult = row.optionalText(11).map(WebhookResult.init(code:))
            $0.lastSent = try row.optionalInstant(12)
        }
    }
}
