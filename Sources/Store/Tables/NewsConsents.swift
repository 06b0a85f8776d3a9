public import Ticketing

extension StoreConnection {
    public var newsConsents: NewsConsents { NewsConsents(connection: self) }
}

/// The consents of recipients to get the news of organizers, and the requests for news that visitors have made with
/// unconfirmed reservations.
public struct NewsConsents {
    let connection: any StoreConnection

    private static let columns = "organizer, address, text_version, given, ended"

    // MARK: Consents

    /// The consent of an address for an organizer, even if it was ended; nil if it was never given.
    public func with(address: String, organizer: OrganizerNumber) throws -> NewsConsent? {
        try connection.first(
            "SELECT \(NewsConsents.columns) FROM news_consent WHERE organizer = $1 AND address = $2",
            [.int(organizer.rawValue), .text(address)], NewsConsents.consent)
    }

    /// All consents of an address, including ended consents, sorted by the number of the organizer.
    public func all(of address: String) throws -> [NewsConsent] {
        try connection.all(
            "SELECT \(NewsConsents.columns) FROM news_consent WHERE address = $1 ORDER BY organizer",
            [.text(address)], NewsConsents.consent)
    }

    /// Stores a consent. It replaces an earlier consent of the same address for the same organizer.
    public func set(_ consent: NewsConsent) throws {
        try connection.execute(
            """
            INSERT INTO news_consent (\(NewsConsents.columns)) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (organizer, address) DO UPDATE SET
                text_version = excluded.text_version, given = excluded.given, ended = excluded.ended
            """,
            [
                .int(consent.organizer.rawValue), .text(consent.address), .int(consent.textVersion),
                .instant(consent.given), .optional(consent.ended),
            ])
    }

    /// Ends the active consents of an address.
    ///
    /// - Parameter organizer: the organizer of the consents; nil to end the consents for all organizers.
    public func end(of address: String, for organizer: OrganizerNumber? = nil, at now: Instant) throws {
        try connection.execute(
            """
            UPDATE news_consent SET ended = $1
            WHERE address = $2 AND ended IS NULL AND organizer = coalesce(CAST($3 AS BIGINT), organizer)
            """, [.instant(now), .text(address), .optional(organizer?.rawValue)])
    }

    /// Reads the next `limit` addresses that have a consent for an organizer, in sorted order after `address`. Returns
    /// the last of them; nil if there are none.
    func lastAddress(of organizer: Int64, after address: String, limit: Int) throws -> String? {
        try connection.first(
            """
            SELECT max(address) FROM (
                SELECT address FROM news_consent WHERE organizer = $1 AND address > $2 ORDER BY address LIMIT $3
            ) AS batch
            """, [.integer(organizer), .text(address), .int(limit)]
        ) { $0.optionalText(0) } ?? nil
    }

    private static func consent(_ row: any SQLRow) throws -> NewsConsent {
        NewsConsent(
            organizer: try row.value(0), address: row.text(1), textVersion: try row.number(2),
            given: try row.instant(3), ended: try row.optionalInstant(4))
    }

    // MARK: Requests

    /// Stores whether the visitor who made an unconfirmed order asks for the organizer's news.
    ///
    /// - Parameter textVersion: the version of the consent text that the visitor saw when agreeing to get the news; nil
    ///   if the visitor does not ask for news.
    public func setRequest(
        _ textVersion: Int?, with order: OrderNumber, of event: EventNumber, at now: Instant
    ) throws {
        guard let textVersion else {
            try removeRequest(with: order, of: event)
            return
        }
        try connection.execute(
            """
            INSERT INTO news_request (event, ticket_order, text_version, asked) VALUES ($1, $2, $3, $4)
            ON CONFLICT (event, ticket_order) DO UPDATE SET
                text_version = excluded.text_version, asked = excluded.asked
            """, [.int(event.rawValue), .int(order.rawValue), .int(textVersion), .instant(now)])
    }

    /// The version of the consent text that a visitor saw when asking for the organizer's news with an unconfirmed
    /// order. Nil if the visitor did not ask for news.
    public func request(with order: OrderNumber, of event: EventNumber) throws -> Int? {
        try connection.first(
            "SELECT text_version FROM news_request WHERE event = $1 AND ticket_order = $2",
            [.int(event.rawValue), .int(order.rawValue)]
        ) { try $0.number(0) }
    }

    public func removeRequest(with order: OrderNumber, of event: EventNumber) throws {
        try connection.execute(
            "DELETE FROM news_request WHERE event = $1 AND ticket_order = $2",
            [.int(event.rawValue), .int(order.rawValue)])
    }

    /// Whether any request was made at or before a moment.
    public func hasAnyRequest(madeBy moment: Instant) throws -> Bool {
        try connection.first("SELECT 1 FROM news_request WHERE asked <= $1 LIMIT 1", [.instant(moment)]) { _ in true }
            ?? false
    }

    /// Removes requests that were made at or before a moment, oldest first; at most `limit`.
    public func pruneRequests(madeBy moment: Instant, limit: Int) throws -> Int {
        try connection.execute(
            """
            DELETE FROM news_request WHERE (event, ticket_order) IN (
                SELECT event, ticket_order FROM news_request WHERE asked <= $1 ORDER BY asked LIMIT $2
            )
            """, [.instant(moment), .int(limit)])
    }
}
