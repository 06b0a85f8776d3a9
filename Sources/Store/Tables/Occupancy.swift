public import Ticketing

extension StoreConnection {
    public var occupancy: Occupancy { Occupancy(connection: self) }
}

/// How many people are inside of a function, counted beside the places where a limit is set. A gate makes the counter
/// from the places when it is not there, and moves it in the transaction that decides.
public struct Occupancy {
    let connection: any StoreConnection

    /// How many are inside on places of a day and on those that belong to no day. Until the transaction ends nobody
    /// else lets in or out there.
    ///
    /// - Parameter function: 0 is the event itself.
    public func inside(of event: EventNumber, function: Int, day: Int) throws -> Int {
        if let counted = try locked(event, function, day) { return counted }
        try count(event, function)
        return try locked(event, function, day) ?? 0
    }

    /// Nil when nobody has counted yet.
    private func locked(_ event: EventNumber, _ function: Int, _ day: Int) throws -> Int? {
        let rows: [(day: Int, inside: Int)] = try connection.all(
            """
            SELECT day, inside FROM occupancy WHERE event = $1 AND function = $2 AND day IN (0, $3)
            ORDER BY day FOR NO KEY UPDATE
            """, [.int(event.rawValue), .int(function), .int(day)]
        ) { (try $0.number(0), try $0.number(1)) }
        return rows.first?.day == 0 ? rows.map(\.inside).reduce(0, +) : nil
    }

    private func count(_ event: EventNumber, _ function: Int) throws {
        try connection.execute(
            "INSERT INTO occupancy (event, function, day, inside) VALUES ($1, $2, 0, 0) ON CONFLICT DO NOTHING",
            [.int(event.rawValue), .int(function)])
        // Who has waited here for another finds it counted.
        guard try locked(event, function, 0) == 0 else { return }
        let stride = Int64(Place.dayStride)
        try connection.execute(
            """
            INSERT INTO occupancy (event, function, day, inside)
            SELECT event, function, place / \(stride) * \(stride), CAST(sum(inside) AS BIGINT) FROM place
            WHERE event = $1 AND function = $2 AND inside = 1
            GROUP BY event, function, place / \(stride) * \(stride)
            ON CONFLICT (event, function, day) DO UPDATE SET inside = excluded.inside
            """, [.int(event.rawValue), .int(function)])
    }

    /// Notes that so many more are inside on places of a day, or fewer.
    public func add(_ people: Int, to event: EventNumber, function: Int, day: Int) throws {
        try connection.execute(
            """
            INSERT INTO occupancy (event, function, day, inside) VALUES ($1, $2, $3, $4)
            ON CONFLICT (event, function, day) DO UPDATE SET inside = occupancy.inside + excluded.inside
            """, [.int(event.rawValue), .int(function), .int(day), .int(people)])
    }

    /// Forgets what was counted at an event: the next gate that keeps to a limit counts anew. For whoever sets or lifts
    /// a limit while no gate decides, or has replaced places.
    public func forget(_ event: EventNumber) throws {
        try connection.execute("DELETE FROM occupancy WHERE event = $1", [.int(event.rawValue)])
    }
}
