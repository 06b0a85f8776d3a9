public import Ticketing

extension StoreConnection {
    public var occupancy: Occupancy { Occupancy(connection: self) }
}

/// Counters of the people inside, for each event or sub-event that limits their number. A gate computes a missing
/// counter from the slots of the tickets. When a gate decides on a ticket, it updates the counter in the same
/// transaction.
public struct Occupancy {
    let connection: any StoreConnection

    /// The number of people inside who occupy a slot of the day `day` or a slot without a day. Some tickets have
    /// separate slots for each day; the slots of all other tickets have no day. Locks the rows of the counters until
    /// the transaction ends.
    ///
    /// - Parameter subEvent: the number of the sub-event; 0 is the event itself.
    public func inside(of event: EventNumber, subEvent: Int, day: Int) throws -> Int {
        if let counted = try locked(event, subEvent, day) { return counted }
        try count(event, subEvent)
        return try locked(event, subEvent, day) ?? 0
    }

    /// Locks the counters and returns the number of people inside; nil if there is no counter yet.
    private func locked(_ event: EventNumber, _ subEvent: Int, _ day: Int) throws -> Int? {
        let rows: [(day: Int, inside: Int)] = try connection.all(
            """
            SELECT day, inside FROM occupancy WHERE event = $1 AND sub_event = $2 AND day IN (0, $3)
            ORDER BY day FOR NO KEY UPDATE
            """, [.int(event.rawValue), .int(subEvent), .int(day)]
        ) { (try $0.number(0), try $0.number(1)) }
        return rows.first?.day == 0 ? rows.map(\.inside).reduce(0, +) : nil
    }

    private func count(_ event: EventNumber, _ subEvent: Int) throws {
        try connection.execute(
            "INSERT INTO occupancy (event, sub_event, day, inside) VALUES ($1, $2, 0, 0) ON CONFLICT DO NOTHING",
            [.int(event.rawValue), .int(subEvent)])
        // If another transaction has counted the people in the meantime, there is nothing to do.
        guard try locked(event, subEvent, 0) == 0 else { return }
        let stride = Int64(AdmissionSlot.dayStride)
        try connection.execute(
            """
            INSERT INTO occupancy (event, sub_event, day, inside)
            SELECT event, sub_event, slot / \(stride) * \(stride), CAST(sum(inside) AS BIGINT) FROM admission_slot
            WHERE event = $1 AND sub_event = $2 AND inside = 1
            GROUP BY event, sub_event, slot / \(stride) * \(stride)
            ON CONFLICT (event, sub_event, day) DO UPDATE SET inside = excluded.inside
            """, [.int(event.rawValue), .int(subEvent)])
    }

    /// Changes the counter of the people inside who occupy slots of a day.
    ///
    /// - Parameter people: the number of people who enter; negative if people leave.
    public func add(_ people: Int, to event: EventNumber, subEvent: Int, day: Int) throws {
        try connection.execute(
            """
            INSERT INTO occupancy (event, sub_event, day, inside) VALUES ($1, $2, $3, $4)
            ON CONFLICT (event, sub_event, day) DO UPDATE SET inside = occupancy.inside + excluded.inside
            """, [.int(event.rawValue), .int(subEvent), .int(day), .int(people)])
    }

    /// Removes the counters of an event. The next gate that checks the limit computes the counter of the event or
    /// sub-event again. Call this method after slots were replaced or a limit was changed. If a limit was changed, the
    /// caller must ensure that no gate is deciding on a ticket at the same time.
    public func invalidate(_ event: EventNumber) throws {
        try connection.execute("DELETE FROM occupancy WHERE event = $1", [.int(event.rawValue)])
    }
}
