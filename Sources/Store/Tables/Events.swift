public import Ticketing

extension StoreConnection {
    public var events: Events { Events(connection: self) }
}

public struct Events {
    let connection: any StoreConnection

    private static let columns = """
        number, organizer, slug, suite, created, status, published, title, about, kind, category, venue, address, city, \
        time_zone, doors, start, ends, capacity, minimum_age
        """

    /// Adds an event. False when its number or slug is taken.
    public func insert(_ event: Event) throws -> Bool {
        let details = event.details
        let inserted = try connection.execute(
            """
            INSERT INTO event (\(Events.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
            ON CONFLICT DO NOTHING
            """,
            [
                .int(event.number.rawValue), .int(event.organizer.rawValue), .text(event.slug),
                .int(event.suite.rawValue), .instant(event.created), .text(event.status.rawValue),
                .optional(event.published), .text(details.title), .optional(details.about),
                .text(details.kind.rawValue), .text(details.category.rawValue), .optional(details.venue),
                .optional(details.address), .optional(details.city), .text(details.timeZone), .optional(details.doors),
                .optional(details.start), .optional(details.end), .optional(details.capacity),
                .optional(details.minimumAge?.rawValue),
            ])
        return inserted == 1
    }

    /// Marks a draft as published. False when it was no draft any more.
    public func publish(_ number: EventNumber, at now: Instant) throws -> Bool {
        try connection.execute(
            "UPDATE event SET status = 'published', published = $1 WHERE number = $2 AND status = 'draft'",
            [.instant(now), .int(number.rawValue)]) == 1
    }

    public func with(number: EventNumber) throws -> Event? {
        try connection.first(
            "SELECT \(Events.columns) FROM event WHERE number = $1", [.int(number.rawValue)], event)
    }

    /// Keeps others from changing what belongs to an event until the transaction ends.
    public func hold(_ number: EventNumber) throws {
        _ = try connection.first("SELECT number FROM event WHERE number = $1 FOR UPDATE", [.int(number.rawValue)]) {
            $0.integer(0)
        }
    }

    /// The events of the organizers a user is a member of, by start.
    public func all(of user: UserID) throws -> [Event] {
        try connection.all(
            """
            SELECT \(Events.columns) FROM event
            WHERE organizer IN (SELECT organizer FROM membership WHERE person = $1) ORDER BY start, number
            """, [.int(user.rawValue)], event)
    }

    public func count() throws -> Int {
        try connection.first("SELECT count(*) FROM event", []) { Int($0.integer(0)) } ?? 0
    }

    /// Takes `people` more of the venue's capacity, in one statement. False, and nothing changed, when it has not that
    /// many left.
    public func take(people: Int, at number: EventNumber) throws -> Bool {
        try connection.execute(
            """
            UPDATE event SET people = people + $1
            WHERE number = $2 AND (capacity IS NULL OR people + $1 <= capacity)
            """, [.int(people), .int(number.rawValue)]) == 1
    }

    public func giveBack(people: Int, at number: EventNumber) throws {
        try connection.execute(
            "UPDATE event SET people = people - $1 WHERE number = $2", [.int(people), .int(number.rawValue)])
    }

    /// How many people the tickets that stand admit together.
    public func people(at number: EventNumber) throws -> Int {
        try connection.first("SELECT people FROM event WHERE number = $1", [.int(number.rawValue)]) {
            Int($0.integer(0))
        } ?? 0
    }

    private func event(_ row: any SQLRow) throws -> Event {
        Event(
            number: try row.value(0), organizer: try row.value(1), slug: row.text(2), suite: try row.value(3),
            created: row.instant(4), status: try row.value(5), published: row.optionalInstant(6),
            details: EventDetails(
                title: row.text(7), about: row.optionalText(8), kind: try row.value(9), category: try row.value(10),
                venue: row.optionalText(11), address: row.optionalText(12), city: row.optionalText(13),
                timeZone: row.text(14), doors: row.optionalInstant(15), start: row.optionalInstant(16),
                end: row.optionalInstant(17), capacity: row.optionalInteger(18).map { Int($0) },
                minimumAge: row.isNull(19) ? nil : try row.value(19)))
    }
}
