public import Ticketing

extension StoreConnection {
    public var slots: AdmissionSlots { AdmissionSlots(connection: self) }
}

/// The admission slots of tickets at sub-events. Slots are derived from the ledger. The primary key ensures that only
/// one admission can be the first to occupy a slot.
public struct AdmissionSlots {
    let connection: any StoreConnection

    static let columns = "slot, inside, first_at, first_gate, last_at, last_gate, entries, clock"

    /// The slots of a ticket, sorted by number.
    public func of(_ serial: Serial, event: EventNumber, subEvent: Int) throws -> [AdmissionSlot] {
        try connection.all(
            """
            SELECT \(AdmissionSlots.columns) FROM admission_slot
            WHERE event = $1 AND serial = $2 AND sub_event = $3 ORDER BY slot
            """, [.int(event.rawValue), .int(serial.rawValue), .int(subEvent)]
        ) { try AdmissionSlots.slot($0, from: 0) }
    }

    /// For each ticket, its slots at one sub-event, sorted by number. Tickets without slots are omitted.
    public func of(_ serials: [Serial], event: EventNumber, subEvent: Int) throws -> [Serial: [AdmissionSlot]] {
        var slots: [Serial: [AdmissionSlot]] = [:]
        for part in SerialList.chunks(serials) {
            let list = SerialList(part, from: 3)
            try connection.forEachRow(
                """
                SELECT \(AdmissionSlots.columns), serial FROM admission_slot
                WHERE event = $1 AND sub_event = $2 AND serial IN (\(list.placeholders)) ORDER BY serial, slot
                """, [.int(event.rawValue), .int(subEvent)] + list.values
            ) { row in slots[try row.value(8), default: []].append(try AdmissionSlots.slot(row, from: 0)) }
        }
        return slots
    }

    static func slot(_ row: any SQLRow, from column: Int) throws -> AdmissionSlot {
        AdmissionSlot(
            number: try row.number(column), isInside: try row.flag(column + 1),
            first: Admission(at: try row.instant(column + 2), gate: row.text(column + 3)),
            last: Admission(at: try row.instant(column + 4), gate: row.text(column + 5)),
            entries: try row.number(column + 6), lastChange: try row.hybridClock(column + 7))
    }

    /// Occupies a slot for the first time. Returns false if the slot was occupied before. The ticket must be active, and
    /// must not have more occupied slots afterwards than people whom it admits, because the number of its uncounted
    /// slots does not change.
    ///
    /// - Parameter clock: the hybrid clock (a time that never goes back, Docs/Gate.md) of the admission's record.
    public func occupy(
        _ slot: Int, of ticket: SubEventTicket, admission: Admission, clock: HybridClock
    ) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO admission_slot (event, serial, sub_event, slot, inside, first_at, first_gate, last_at,
                last_gate, clock)
            VALUES ($1, $2, $3, $4, 1, $5, $6, $5, $6, $7) ON CONFLICT DO NOTHING
            """,
            [
                .int(ticket.event.rawValue), .int(ticket.serial.rawValue), .int(ticket.subEvent), .int(slot),
                .instant(admission.at), .text(admission.gate), .integer(clock.rawValue),
            ]) == 1
    }

    /// Occupies a slot again, after an exit. Returns false if the slot's person is still inside.
    public func reoccupy(
        _ slot: Int, of ticket: SubEventTicket, admission: Admission, clock: HybridClock
    ) throws -> Bool {
        try connection.execute(
            """
            UPDATE admission_slot SET inside = 1, last_at = $1, last_gate = $2, entries = entries + 1, clock = $3
            WHERE event = $4 AND serial = $5 AND sub_event = $6 AND slot = $7 AND inside = 0
            """,
            [
                .instant(admission.at), .text(admission.gate), .integer(clock.rawValue), .int(ticket.event.rawValue),
                .int(ticket.serial.rawValue), .int(ticket.subEvent), .int(slot),
            ]) == 1
    }

    /// Marks a slot's person as outside. Returns false if the person was not inside.
    public func vacate(_ slot: Int, of ticket: SubEventTicket, clock: HybridClock) throws -> Bool {
        try connection.execute(
            """
            UPDATE admission_slot SET inside = 0, clock = $1
            WHERE event = $2 AND serial = $3 AND sub_event = $4 AND slot = $5 AND inside = 1
            """,
            [
                .integer(clock.rawValue), .int(ticket.event.rawValue), .int(ticket.serial.rawValue),
                .int(ticket.subEvent), .int(slot),
            ]) == 1
    }

    /// Replaces the slots of a ticket at a sub-event.
    public func replace(_ slots: [AdmissionSlot], of ticket: SubEventTicket) throws {
        try connection.execute(
            "DELETE FROM admission_slot WHERE event = $1 AND serial = $2 AND sub_event = $3",
            [.int(ticket.event.rawValue), .int(ticket.serial.rawValue), .int(ticket.subEvent)])
        try insert([(ticket, slots)])
        try connection.tickets.countUncountedSlots([ticket.serial], of: ticket.event)
    }

    /// Replaces the slots of some tickets.
    ///
    /// - Parameter serials: the tickets whose stored slots are deleted first, at all sub-events; at most
    ///   `SerialList.maxCount`.
    func replace(
        _ slots: [(ticket: SubEventTicket, slots: [AdmissionSlot])], of serials: [Serial], _ event: EventNumber
    ) throws {
        if !serials.isEmpty {
            let serials = SerialList(serials, from: 2)
            try connection.execute(
                "DELETE FROM admission_slot WHERE event = $1 AND serial IN (\(serials.placeholders))",
                [.int(event.rawValue)] + serials.values)
        }
        try insert(slots)
        let shared = Set(slots.filter { $0.slots.contains { $0.number > 0 } }.map(\.ticket.serial))
        let others = Set(slots.map(\.ticket.serial) + serials).subtracting(shared)
        try connection.tickets.countUncountedSlots(shared.sorted(), of: event)
        try connection.tickets.countUncountedSlots(others.sorted(), haveOneSlot: true, of: event)
    }

    private func insert(_ slots: [(ticket: SubEventTicket, slots: [AdmissionSlot])]) throws {
        try connection.execute(
            """
            INSERT INTO admission_slot (event, serial, sub_event, \(AdmissionSlots.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """,
            rows: slots.flatMap { ticket, slots in
                slots.map { slot in
                    [
                        .int(ticket.event.rawValue), .int(ticket.serial.rawValue), .int(ticket.subEvent),
                        .int(slot.number), .int(slot.isInside ? 1 : 0), .instant(slot.first.at),
                        .text(slot.first.gate), .instant(slot.last.at), .text(slot.last.gate), .int(slot.entries),
                        .integer(slot.lastChange.rawValue),
                    ]
                }
            })
    }

    /// Whether any stored slot lacks the hybrid clock of its last decision. Versions before ledger format 2 stored
    /// slots without this clock.
    func hasUncounted() throws -> Bool {
        try connection.first("SELECT slot FROM admission_slot WHERE clock = 0 LIMIT 1", []) { _ in true } ?? false
    }

    /// Corrects the number of entries of a slot, and the hybrid clock of its last decision.
    func correct(_ slot: AdmissionSlot, of ticket: SubEventTicket) throws {
        try connection.execute(
            """
            UPDATE admission_slot SET entries = $1, clock = $2
            WHERE event = $3 AND serial = $4 AND sub_event = $5 AND slot = $6
            """,
            [
                .int(slot.entries), .integer(slot.lastChange.rawValue), .int(ticket.event.rawValue),
                .int(ticket.serial.rawValue), .int(ticket.subEvent), .int(slot.number),
            ])
    }

    /// Whether anybody was ever admitted on a ticket.
    public func isUsed(_ serial: Serial, event: EventNumber) throws -> Bool {
        try connection.first(
            "SELECT slot FROM admission_slot WHERE event = $1 AND serial = $2 LIMIT 1",
            [.int(event.rawValue), .int(serial.rawValue)]
        ) { _ in true } ?? false
    }

    /// The number of a ticket's people who are inside at one sub-event; sub-event 0 is the event itself. Some tickets
    /// have separate slots for each day. For such a ticket, the result is the largest number of people on any day.
    /// People who did not check out yesterday may have entered again today, and must not be counted twice.
    public func inside(_ serial: Serial, event: EventNumber, subEvent: Int) throws -> Int {
        try most(inside: serial, event, "AND sub_event = $3", [.int(subEvent)])
    }

    /// The number of a ticket's people who are inside. A person who went from one sub-event to another without checking
    /// out is recorded as inside at both. So the numbers of several sub-events are not added up: the result is the
    /// largest number at any sub-event (on any day, if the ticket has separate slots for each day).
    public func inside(_ serial: Serial, event: EventNumber) throws -> Int { try most(inside: serial, event, "", []) }

    private func most(
        inside serial: Serial, _ event: EventNumber, _ condition: String, _ values: [SQLValue]
    ) throws -> Int {
        try connection.first(
            """
            SELECT CAST(coalesce(max(people), 0) AS BIGINT) FROM (
                SELECT sum(inside) AS people FROM admission_slot WHERE event = $1 AND serial = $2 \(condition)
                GROUP BY sub_event, slot / \(AdmissionSlot.dayStride)
            ) AS counted
            """, [.int(event.rawValue), .int(serial.rawValue)] + values
        ) { try $0.number(0) } ?? 0
    }

    /// The number of slots that were ever occupied at an event, and the number of people inside now.
    public func totals(of event: EventNumber) throws -> (admitted: Int, inside: Int) {
        // `inside` is 0 or 1. Both engines count rows faster than they add up numbers, so the people inside are not
        // computed as a sum, but as the number of rows without those whose `inside` is 0.
        try connection.first(
            """
            SELECT count(*), count(*) - count(*) FILTER (WHERE inside = 0) FROM admission_slot WHERE event = $1
            """, [.int(event.rawValue)]
        ) {
            (try $0.number(0), try $0.number(1))
        } ?? (0, 0)
    }

    /// The totals of each sub-event where a slot was ever occupied; sub-event 0 is the event itself.
    public func totalsBySubEvent(of event: EventNumber) throws -> [(subEvent: Int, admitted: Int, inside: Int)] {
        try connection.all(
            """
            SELECT sub_event, count(*), CAST(sum(inside) AS BIGINT) FROM admission_slot WHERE event = $1
            GROUP BY sub_event ORDER BY sub_event
            """, [.int(event.rawValue)]
        ) { (try $0.number(0), try $0.number(1), try $0.number(2)) }
    }

    /// For each gate, the number of people inside whose latest entry was at this gate, sorted by gate. The people at
    /// all sub-events are added up.
    public func insideByGate(of event: EventNumber) throws -> [(gate: String, people: Int)] {
        try connection.all(
            """
            SELECT last_gate, count(*) FROM admission_slot WHERE event = $1 AND inside = 1
            GROUP BY last_gate ORDER BY last_gate
            """, [.int(event.rawValue)]
        ) { ($0.text(0), try $0.number(1)) }
    }

    /// The number of slots that were ever occupied at one sub-event.
    public func count(of event: EventNumber, subEvent: Int) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM admission_slot WHERE event = $1 AND sub_event = $2",
            [.int(event.rawValue), .int(subEvent)]
        ) { try $0.number(0) } ?? 0
    }
}
