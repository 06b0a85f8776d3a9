public import Ticketing

extension StoreConnection {
    public var events: Events { Events(connection: self) }
}

public struct Events {
    let connection: any StoreConnection

    static let columns = columnNames.joined(separator: ", ")
    private static let columnNames = stateColumns + EventDetails.columns
    private static let stateColumns = [
        "number", "organizer", "slug", "suite", "created", "status", "published", "cancelled", "deleted",
    ]

    /// Adds an event. Returns false if the event's number or slug is already used.
    public func insert(_ event: Event) throws -> Bool {
        let inserted = try connection.execute(
            """
            INSERT INTO event (\(Events.columns)) VALUES (\(placeholders(Events.columnNames.count)))
            ON CONFLICT DO NOTHING
            """,
            [
                .int(event.number.rawValue), .int(event.organizer.rawValue), .text(event.slug),
                .int(event.suite.rawValue), .instant(event.created), .text(event.status.rawValue),
                .optional(event.published), .optional(event.cancelled), .optional(event.deleted),
            ] + event.details.columnValues)
        guard inserted == 1 else { return false }
        try connection.eventTerms.refresh(event.number)
        return true
    }

    /// Replaces an event's details. Changes nothing and returns false if the new capacity is less than the number of
    /// people with tickets or reservations.
    public func update(_ details: EventDetails, of number: EventNumber) throws -> Bool {
        let values = details.columnValues
        let (event, capacity) = (values.count + 1, values.count + 2)
        let updated = try connection.execute(
            """
            UPDATE event SET \(EventDetails.assignments)
            WHERE number = $\(event)
                AND (CAST($\(capacity) AS BIGINT) IS NULL OR people + reserved <= CAST($\(capacity) AS BIGINT))
            """, values + [.int(number.rawValue), .optional(details.capacity)])
        guard updated == 1 else { return false }
        try connection.eventTerms.refresh(number)
        return true
    }

    /// Updates an event's status, and the times at which the status changed.
    public func updateStatus(of event: Event) throws {
        try connection.execute(
            "UPDATE event SET status = $1, published = $2, cancelled = $3, deleted = $4 WHERE number = $5",
            [
                .text(event.status.rawValue), .optional(event.published), .optional(event.cancelled),
                .optional(event.deleted), .int(event.number.rawValue),
            ])
        try connection.eventTerms.refresh(event.number)
    }

    public func with(number: EventNumber) throws -> Event? {
        try connection.first(
            "SELECT \(Events.columns) FROM event WHERE number = $1", [.int(number.rawValue)], event)
    }

    public func with(slug: String) throws -> Event? {
        try connection.first("SELECT \(Events.columns) FROM event WHERE slug = $1", [.text(slug)], event)
    }

    public func title(of number: EventNumber) throws -> String? {
        try connection.first("SELECT title FROM event WHERE number = $1", [.int(number.rawValue)]) { $0.text(0) }
    }

    /// The organizer of an event; nil if there is no such event.
    public func organizer(of number: EventNumber) throws -> OrganizerNumber? {
        try connection.first("SELECT organizer FROM event WHERE number = $1", [.int(number.rawValue)]) {
            try $0.value(0)
        }
    }

    /// The event with the given number. Its row stays locked until the transaction ends.
    public func locked(number: EventNumber) throws -> Event? {
        try connection.first(
            "SELECT \(Events.columns) FROM event WHERE number = $1 FOR NO KEY UPDATE", [.int(number.rawValue)], event)
    }

    /// The events of all organizers of which a user is a member, sorted by start. Deleted events are at the end.
    public func all(of user: UserID) throws -> [Event] {
        try connection.all(
            """
            SELECT \(Events.columns) FROM event
            WHERE organizer IN (SELECT organizer FROM membership WHERE person = $1)
            ORDER BY coalesce(deleted, 0), coalesce(start, 0), number
            """, [.int(user.rawValue)], event)
    }

    /// The published public events, sorted by start.
    public func published() throws -> [Event] {
        try connection.all(
            """
            SELECT \(Events.columns) FROM event
            WHERE status = 'published' AND kind = 'public' AND deleted IS NULL ORDER BY coalesce(start, 0), number
            """, [], event)
    }

    public func count() throws -> Int {
        try connection.first("SELECT count(*) FROM event", []) { try $0.number(0) } ?? 0
    }

    /// Adds `people` to the number of people with tickets, in one statement. Changes nothing and returns false if the
    /// capacity is insufficient, if the event is cancelled or deleted, or if it sells in a currency other than
    /// `currency`.
    ///
    /// - Parameter currency: the currency of the sale; nil if the sale has no price. If the event has no currency yet,
    ///   it gets this currency.
    public func allocate(people: Int, at number: EventNumber, currency: String? = nil) throws -> Bool {
        try claim("people = people + $1", people, number, currency)
    }

    private func claim(
        _ change: StaticString, _ people: Int, _ number: EventNumber, _ currency: String?
    ) throws -> Bool {
        try connection.execute(
            """
            UPDATE event SET \(change), currency = coalesce(currency, CAST($2 AS TEXT))
            WHERE number = $3 AND (capacity IS NULL OR people + reserved + $1 <= capacity)
                AND status <> 'cancelled' AND deleted IS NULL
                AND (currency IS NULL OR CAST($2 AS TEXT) IS NULL OR currency = CAST($2 AS TEXT))
            """, [.int(people), .optional(currency), .int(number.rawValue)]) == 1
    }

    /// The currencies of an event.
    public func currencies(at number: EventNumber) throws -> EventCurrencies {
        try connection.first(
            "SELECT currency, several_currencies FROM event WHERE number = $1", [.int(number.rawValue)]
        ) {
            EventCurrencies(primary: $0.optionalText(0), hasSeveral: $0.integer(1) == 1)
        } ?? EventCurrencies(primary: nil, hasSeveral: false)
    }

    public func deallocate(people: Int, at number: EventNumber) throws {
        try connection.execute(
            "UPDATE event SET people = people - $1 WHERE number = $2", [.int(people), .int(number.rawValue)])
    }

    /// Reserves capacity for the people of a pending order, in one statement. Changes nothing and returns false if the
    /// capacity is insufficient, if the event is cancelled or deleted, or if it sells in a currency other than
    /// `currency`.
    ///
    /// - Parameter currency: See `allocate`.
    public func reserve(people: Int, at number: EventNumber, currency: String? = nil) throws -> Bool {
        try claim("reserved = reserved + $1", people, number, currency)
    }

    /// Ends the reservation of a pending order.
    ///
    /// - Parameter issued: the number of people in the reservation who have tickets now.
    public func endReservation(people: Int, issued: Int, at number: EventNumber) throws {
        try connection.execute(
            "UPDATE event SET reserved = reserved - $1, people = people + $2 WHERE number = $3",
            [.int(people), .int(issued), .int(number.rawValue)])
    }

    /// The number of people for whom pending orders have reserved capacity.
    public func reservedPeople(at number: EventNumber) throws -> Int {
        try connection.first("SELECT reserved FROM event WHERE number = $1", [.int(number.rawValue)]) {
            try $0.number(0)
        } ?? 0
    }

    /// The number of people that all active tickets together admit.
    public func people(at number: EventNumber) throws -> Int {
        try connection.first("SELECT people FROM event WHERE number = $1", [.int(number.rawValue)]) {
            try $0.number(0)
        } ?? 0
    }

    func event(_ row: any SQLRow) throws -> Event {
        var details = EventDetails(title: "", timeZone: "")
        try details.read(row, from: Events.stateColumns.count)
        return try Event(
            number: try row.value(0), organizer: try row.value(1), slug: row.text(2), suite: try row.value(3),
            created: try row.instant(4), status: try row.value(5), details: details
        ).with {
            $0.published = try row.optionalInstant(6)
            $0.cancelled = try row.optionalInstant(7)
            $0.deleted = try row.optionalInstant(8)
        }
    }
}

/// The currencies of an event.
public struct EventCurrencies: Hashable, Sendable {
    /// The currency of the event's first order that had a currency, even if that order was cancelled. Current versions
    /// accept later orders only in the same currency. Nil if no order had a currency.
    public var primary: String?
    /// Whether the event also has orders in other currencies. An older version accepted such orders after the currency
    /// of a ticket type was changed.
    public let hasSeveral: Bool
}
