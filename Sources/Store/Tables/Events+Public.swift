public import Ticketing

/// The public events of organizers. Drafts, private events, celebrations, and cancelled and deleted events are left
/// out.
extension Events {
    private static let isListed = "status = 'published' AND kind = 'public' AND deleted IS NULL"

    /// At most `limit` events of an organizer that are not over, ordered by start.
    public func published(
        of organizer: OrganizerNumber, endingAfter now: Instant, limit: Int
    ) throws -> [Event] {
        try connection.all(
            """
            SELECT \(Events.columns) FROM event
            WHERE organizer = $1 AND \(Events.isListed) AND ends > $2 ORDER BY start, number LIMIT $3
            """, [.int(organizer.rawValue), .instant(now), .int(limit)], event)
    }

    /// The number of an organizer's events that are not over; at most `limit`.
    public func publishedCount(
        of organizer: OrganizerNumber, endingAfter now: Instant, limit: Int
    ) throws -> Int {
        try connection.first(
            """
            SELECT COUNT(*) FROM (
                SELECT 1 FROM event WHERE organizer = $1 AND \(Events.isListed) AND ends > $2 LIMIT $3
            ) listed
            """, [.int(organizer.rawValue), .instant(now), .int(limit)]
        ) { try $0.count(0) } ?? 0
    }

    /// Whether an organizer has a published public event. Events that are over count.
    public func hasPublicEvent(_ organizer: OrganizerNumber) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM event WHERE organizer = $1 AND \(Events.isListed) LIMIT 1", [.int(organizer.rawValue)]
        ) { _ in true } ?? false
    }

    /// The slugs of events that are not over, each with the slug of its organizer, ordered by the start of the events;
    /// at most `limit`.
    public func publicSlugs(endingAfter now: Instant, limit: Int) throws -> [(event: String, organizer: String)] {
        try connection.all(
            """
            SELECT event.slug, o.slug FROM event_term t CROSS JOIN event CROSS JOIN organizer o
            WHERE t.term = '' AND t.anchor > $1 AND event.number = t.event AND o.number = event.organizer
                AND \(Events.isListed) AND ends > $2 AND (t.anchor = start OR t.anchor <= $2)
            ORDER BY t.anchor, t.event LIMIT $3
            """, [.instant(EventTerms.firstAnchor(at: now)), .instant(now), .int(limit)]
        ) { ($0.text(0), $0.text(1)) }
    }
}
