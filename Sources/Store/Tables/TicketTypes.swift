public import Ticketing

extension StoreConnection {
    public var ticketTypes: TicketTypes { TicketTypes(connection: self) }
}

public struct TicketTypes {
    let connection: any StoreConnection

    private static let columns = """
        event, number, name, price, currency, quantity, issued, admits, valid_from, valid_until, live_code
        """

    /// Adds a type. False when its number or name is taken in its event.
    public func insert(_ type: TicketType) throws -> Bool {
        let inserted = try connection.execute(
            """
            INSERT INTO ticket_type (\(TicketTypes.columns), folded_name)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING
            """,
            [
                .int(type.event.rawValue), .int(type.number.rawValue), .text(type.name),
                .optional(type.price?.minorUnits), .optional(type.price?.currency), .optional(type.quantity),
                .int(type.issued), .int(type.admits.rawValue), .optional(type.window.from),
                .optional(type.window.until), .int(type.demandsLiveCode ? 1 : 0), .text(type.name.lowercased()),
            ])
        return inserted == 1
    }

    /// The types of an event, by number.
    public func all(of event: EventNumber) throws -> [TicketType] {
        try connection.all(
            "SELECT \(TicketTypes.columns) FROM ticket_type WHERE event = $1 ORDER BY number", [.int(event.rawValue)],
            TicketTypes.type)
    }

    public func with(number: TicketTypeNumber, of event: EventNumber) throws -> TicketType? {
        try connection.first(
            "SELECT \(TicketTypes.columns) FROM ticket_type WHERE event = $1 AND number = $2",
            [.int(event.rawValue), .int(number.rawValue)], TicketTypes.type)
    }

    /// Takes `count` more of a type's quantity, in one statement. False, and nothing changed, when not that many are left.
    public func take(_ count: Int, of number: TicketTypeNumber, event: EventNumber) throws -> Bool {
        try connection.execute(
            """
            UPDATE ticket_type SET issued = issued + $1
            WHERE event = $2 AND number = $3 AND (quantity IS NULL OR issued + $1 <= quantity)
            """, [.int(count), .int(event.rawValue), .int(number.rawValue)]) == 1
    }

    public func giveBack(_ count: Int, of number: TicketTypeNumber, event: EventNumber) throws {
        try connection.execute(
            "UPDATE ticket_type SET issued = issued - $1 WHERE event = $2 AND number = $3",
            [.int(count), .int(event.rawValue), .int(number.rawValue)])
    }

    private static func type(_ row: any SQLRow) throws -> TicketType {
        let price = row.optionalInteger(3).map { Money(minorUnits: $0, currency: row.text(4)) }
        return TicketType(
            event: try row.value(0), number: try row.value(1), name: row.text(2), price: price,
            quantity: row.optionalInteger(5).map { Int($0) }, issued: Int(row.integer(6)), admits: try row.value(7),
            window: row.window(from: 8), demandsLiveCode: row.integer(10) == 1)
    }
}
