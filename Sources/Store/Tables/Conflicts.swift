public import Ticketing

extension StoreConnection {
    public var conflicts: Conflicts { Conflicts(connection: self) }
}

/// Double admissions: two devices admitted the same ticket, and neither device knew of the other's admission
/// (Docs/Gate.md, "Conflicts").
public struct Conflicts {
    let connection: any StoreConnection

    private static let columns = """
        event, serial, sub_event, later_device, later_sequence, later_at, later_gate, later_clock, earlier_device, \
        earlier_sequence, earlier_at, earlier_gate, earlier_clock, people
        """

    /// The double admissions of one ticket, sorted by the hybrid clock of the later admission.
    public func of(_ ticket: SubEventTicket) throws -> [DoubleAdmission] {
        try connection.all(
            """
            SELECT \(Conflicts.columns) FROM conflict WHERE event = $1 AND serial = $2 AND sub_event = $3
            ORDER BY later_clock, later_device, later_sequence
            """, [.int(ticket.event.rawValue), .int(ticket.serial.rawValue), .int(ticket.subEvent)],
            Conflicts.conflict)
    }

    /// An event's double admissions that follow the position `last`, sorted by ticket; at most `limit`.
    public func page(
        of event: EventNumber, after last: DoubleAdmission.Cursor?, limit: Int
    ) throws -> [DoubleAdmission] {
        try connection.all(
            """
            SELECT \(Conflicts.columns) FROM conflict
            WHERE event = $1 AND (serial, sub_event, later_device, later_sequence) > ($2, $3, $4, $5)
            ORDER BY serial, sub_event, later_device, later_sequence LIMIT $6
            """,
            [
                .int(event.rawValue), .int(last?.serial.rawValue ?? 0), .int(last?.subEvent ?? 0),
                .blob(last?.later.device.bytes ?? []), .integer(last?.later.sequence ?? 0), .int(limit),
            ], Conflicts.conflict)
    }

    /// All double admissions of an event, sorted by ticket.
    func all(of event: EventNumber) throws -> [DoubleAdmission] {
        var all: [DoubleAdmission] = []
        while case let page = try page(of: event, after: all.last?.cursor, limit: 1000), !page.isEmpty { all += page }
        return all
    }

    /// The double admissions that this store derived from its own records, for some tickets at all sub-events.
    func derived(_ serials: [Serial], of event: EventNumber) throws -> [DoubleAdmission] {
        let serials = SerialList(serials, from: 2)
        return try connection.all(
            """
            SELECT \(Conflicts.columns) FROM conflict
            WHERE event = $1 AND serial IN (\(serials.placeholders)) AND reported = 0
            """, [.int(event.rawValue)] + serials.values, Conflicts.conflict)
    }

    /// Whether an event has any double admissions.
    public func any(of event: EventNumber) throws -> Bool {
        try connection.first("SELECT 1 FROM conflict WHERE event = $1 LIMIT 1", [.int(event.rawValue)]) { _ in true }
            ?? false
    }

    /// Replaces the double admissions that this store derived from its own records for some tickets.
    func replace(_ conflicts: [DoubleAdmission], of serials: [Serial], _ event: EventNumber) throws {
        let list = SerialList(serials, from: 2)
        try connection.execute(
            "DELETE FROM conflict WHERE event = $1 AND serial IN (\(list.placeholders)) AND reported = 0",
            [.int(event.rawValue)] + list.values)
        try add(conflicts, isReported: false)
        try updateDisputedFlags(serials, of: event)
    }

    /// Replaces the double admissions that another store reported. Double admissions that this store derived from its
    /// own records are kept.
    public func replaceReported(_ conflicts: [DoubleAdmission], of event: EventNumber) throws {
        let before = try connection.all(
            "SELECT DISTINCT serial FROM conflict WHERE event = $1", [.int(event.rawValue)]
        ) { try $0.value(0, Serial.self) }
        try connection.execute(
            "DELETE FROM conflict WHERE event = $1 AND reported = 1", [.int(event.rawValue)])
        try add(conflicts, isReported: true)
        let touched = Set(before).union(conflicts.map(\.ticket.serial)).sorted()
        for part in SerialList.chunks(touched) { try updateDisputedFlags(part, of: event) }
    }

    /// Adds double admissions. A double admission that is already stored is kept, unless another store reported it and
    /// this store now derives it from its own records. A reported double admission can refer to records that differ in
    /// this store, because two copies of a gate pack may have written different records with the same sequence numbers.
    private func add(_ conflicts: [DoubleAdmission], isReported: Bool) throws {
        try connection.execute(
            """
            INSERT INTO conflict (\(Conflicts.columns), reported)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
            ON CONFLICT (event, serial, sub_event, later_device, later_sequence) DO UPDATE SET
                later_at = excluded.later_at, later_gate = excluded.later_gate, later_clock = excluded.later_clock,
                earlier_device = excluded.earlier_device, earlier_sequence = excluded.earlier_sequence,
                earlier_at = excluded.earlier_at, earlier_gate = excluded.earlier_gate,
                earlier_clock = excluded.earlier_clock, people = excluded.people, reported = excluded.reported
            WHERE excluded.reported < conflict.reported
            """, rows: conflicts.map { Conflicts.values($0) + [.int(isReported ? 1 : 0)] })
    }

    private func updateDisputedFlags(_ serials: [Serial], of event: EventNumber) throws {
        let serials = SerialList(serials, from: 2)
        try connection.execute(
            """
            UPDATE ticket SET disputed = CASE WHEN EXISTS (
                SELECT 1 FROM conflict WHERE conflict.event = ticket.event AND conflict.serial = ticket.serial
            ) THEN 1 ELSE 0 END
            WHERE event = $1 AND serial IN (\(serials.placeholders))
            """, [.int(event.rawValue)] + serials.values)
    }

    private static func values(_ conflict: DoubleAdmission) -> [SQLValue] {
        [
            .int(conflict.ticket.event.rawValue), .int(conflict.ticket.serial.rawValue),
            .int(conflict.ticket.subEvent),
        ] + values(conflict.later) + values(conflict.earlier) + [.int(conflict.people)]
    }

    private static func values(_ entry: DoubleAdmission.Entry) -> [SQLValue] {
        [
            .blob(entry.id.device.bytes), .integer(entry.id.sequence), .instant(entry.admission.at),
            .text(entry.admission.gate), .integer(entry.hybridClock.rawValue),
        ]
    }

    private static func conflict(_ row: any SQLRow) throws -> DoubleAdmission {
        DoubleAdmission(
            ticket: SubEventTicket(event: try row.value(0), serial: try row.value(1), subEvent: try row.number(2)),
            earlier: try entry(row, from: 8), later: try entry(row, from: 3), people: try row.number(13))
    }

    private static func entry(_ row: any SQLRow, from column: Int) throws -> DoubleAdmission.Entry {
        DoubleAdmission.Entry(
            id: RecordID(
                device: try AdmissionLedger.device(row, column: column), sequence: try row.sequence(column + 1)),
            admission: Admission(at: try row.instant(column + 2), gate: row.text(column + 3)),
            hybridClock: try row.hybridClock(column + 4))
    }
}
