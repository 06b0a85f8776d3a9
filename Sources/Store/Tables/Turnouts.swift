public import Ticketing

extension StoreConnection {
    public var turnouts: Turnouts { Turnouts(connection: self) }
}

/// The number of people who are expected at each sub-event, and the number of these people who came.
public struct Turnouts {
    let connection: any StoreConnection

    /// The turnout of one sub-event.
    public struct Turnout: Hashable, Sendable {
        /// The number of people whom active tickets admit to the sub-event.
        public internal(set) var expected = 0
        /// The number of these people who entered at least once.
        public internal(set) var arrived = 0
    }

    private static let isActive = "t.status IN ('issued', 'blocked')"
    private static let isGuests = "EXISTS (SELECT 1 FROM guest g WHERE g.event = t.event AND g.serial = t.serial)"
    /// For each ticket that belongs to guests of the guest list, and for each sub-event: the number of these guests who
    /// are invited to the sub-event, plus the number of their companions.
    private static let opened = """
        SELECT i.sub_event AS sub_event, g.serial AS serial, sum(1 + g.companions) AS people
        FROM guest g JOIN invitation i ON i.event = g.event AND i.guest = g.number
        WHERE g.event = $1 AND g.serial IS NOT NULL GROUP BY i.sub_event, g.serial
        """

    /// The number of people who entered an event at least once with active tickets. The event must have no sub-events.
    ///
    /// - Parameter admitted: the number of slots that were ever occupied at the event.
    public func arrived(at event: EventNumber, admitted: Int) throws -> Int {
        let types = try connection.ticketTypes.all(of: event)
        guard !types.contains(where: { $0.details.reentry == .daily }) else { return try arrivedOnAnyDay(at: event) }
        return try admitted - connection.tickets.uncountedSlots(of: event)
    }

    /// The number of people who entered at least once with active tickets, at an event where some tickets have separate
    /// slots for each day. A person who comes on several days occupies several slots but is counted once.
    private func arrivedOnAnyDay(at event: EventNumber) throws -> Int {
        try connection.first(
            """
            SELECT CAST(coalesce(sum(CASE WHEN p.slots < t.admits THEN p.slots ELSE t.admits END), 0) AS BIGINT)
            FROM (
                SELECT serial, count(DISTINCT slot % \(AdmissionSlot.dayStride)) AS slots
                FROM admission_slot WHERE event = $1 AND sub_event = 0 GROUP BY serial
            ) AS p
            JOIN ticket t ON t.event = $1 AND t.serial = p.serial WHERE \(Turnouts.isActive)
            """, [.int(event.rawValue)]
        ) { try $0.number(0) } ?? 0
    }

    /// The turnout of each sub-event, by the sub-event's number. A ticket that belongs to guests of the guest list
    /// admits those guests who are invited to the sub-event, and their companions. It never admits more people than its
    /// token says. Any other ticket admits its full number of people to each sub-event.
    public func bySubEvent(of event: EventNumber, _ subEvents: [Int]) throws -> [Int: Turnout] {
        let key: [SQLValue] = [.int(event.rawValue)]
        let others = try connection.first(
            """
            SELECT CAST(coalesce(sum(t.admits), 0) AS BIGINT) FROM ticket t
            WHERE t.event = $1 AND \(Turnouts.isActive) AND NOT \(Turnouts.isGuests)
            """, key
        ) { try $0.number(0) }
        var turnouts = Dictionary(uniqueKeysWithValues: subEvents.map { ($0, Turnout(expected: others ?? 0)) })
        try connection.forEachRow(
            """
            SELECT o.sub_event, CAST(sum(CASE WHEN o.people < t.admits THEN o.people ELSE t.admits END) AS BIGINT)
            FROM (\(Turnouts.opened)) AS o JOIN ticket t ON t.event = $1 AND t.serial = o.serial
            WHERE \(Turnouts.isActive) GROUP BY o.sub_event
            """, key
        ) { turnouts[try $0.number(0)]?.expected += try $0.number(1) }
        // Some tickets have separate slots for each day. A person who comes on several days occupies several slots but
        // is counted once.
        try connection.forEachRow(
            """
            SELECT sub_event, CAST(sum(CASE WHEN slots < allowed THEN slots ELSE allowed END) AS BIGINT) FROM (
                SELECT p.sub_event AS sub_event, p.slots AS slots, CASE
                    WHEN o.people < t.admits THEN o.people
                    WHEN o.people IS NOT NULL OR NOT \(Turnouts.isGuests) THEN t.admits ELSE 0 END AS allowed
                FROM (
                    SELECT sub_event, serial, count(DISTINCT slot % \(AdmissionSlot.dayStride)) AS slots
                    FROM admission_slot
                    WHERE event = $1 AND sub_event <> 0 GROUP BY sub_event, serial
                ) AS p
                JOIN ticket t ON t.event = $1 AND t.serial = p.serial
                LEFT JOIN (\(Turnouts.opened)) AS o ON o.sub_event = p.sub_event AND o.serial = p.serial
                WHERE \(Turnouts.isActive)
            ) AS arrived GROUP BY sub_event
            """, key
        ) { turnouts[try $0.number(0)]?.arrived = try $0.number(1) }
        return turnouts
    }
}
