/// What of a table goes into a pack: all of its columns but those that stay at the office, in whose place is put what
/// their table lets stand there.
struct PackedTable {
    let name: String
    /// The office's table that the rows come from; nil if it has the same name.
    var origin: String?
    /// Which rows; `$1` is the event.
    let rows: String
    /// Columns that stay, and what stands in their place, in SQL.
    let staying: [String: String]

    /// The tables of one event that a gate decides by, those that others refer to first.
    static func all(showsNames: Bool) -> [PackedTable] {
        rules + [ticket(showsNames)] + (showsNames ? [name] : []) + guests(showsNames: showsNames)
            + [knownRecord, place, conflict]
    }

    /// What tickets are found by, without e-mail addresses and buyers.
    static let name = PackedTable(name: "ticket_name", rows: "event = $1 AND packed = 1", staying: [:])

    static let rules = [organizer, event, type, function]

    static func guests(showsNames: Bool) -> [PackedTable] { [guest(showsNames), invitation] }

    /// Where a number must stand.
    private static let none = "CAST(0 AS BIGINT)"

    private static let organizer = PackedTable(
        name: "organizer", rows: "number = (SELECT organizer FROM event WHERE number = $1)",
        staying: ["verified": "NULL", "verified_by": "NULL"])

    private static let event = PackedTable(
        name: "event", rows: "number = $1",
        staying: [
            "about": "NULL", "address": "NULL", "latitude": "NULL", "longitude": "NULL", "poster": "NULL",
            "contact": "NULL", "held": none, "currency": "NULL", "several_currencies": none,
        ])

    private static let type = PackedTable(
        name: "ticket_type", rows: "event = $1",
        staying: ["price": "NULL", "currency": "NULL", "quantity": "NULL", "held": none])

    private static let function = PackedTable(name: "event_function", rows: "event = $1", staying: ["note": "NULL"])

    /// What is due at the door stays with its ticket; what was paid does not.
    static func ticket(_ showsNames: Bool) -> PackedTable {
        var staying = [
            "email": "NULL", "price": "NULL", "status_before": "NULL", "since_before": "NULL", "note_before": "NULL",
            "ticket_order": "CASE WHEN due IS NULL THEN NULL ELSE ticket_order END",
            "currency": "CASE WHEN due IS NULL THEN NULL ELSE currency END",
        ]
        if !showsNames { staying.merge(["holder": "NULL", "folded_holder": "NULL"]) { $1 } }
        return PackedTable(name: "ticket", rows: "event = $1", staying: staying)
    }

    /// Guests with a code, for what it opens and for how many.
    private static func guest(_ showsNames: Bool) -> PackedTable {
        var staying = [
            "household": "NULL", "email": "NULL", "phone": "NULL", "meal": "NULL", "access_note": "NULL",
            "table_note": "NULL", "note": "NULL", "told": none,
        ]
        if !showsNames { staying.merge(["name": "''", "folded_name": "''"]) { $1 } }
        return PackedTable(name: "guest", rows: "event = $1 AND serial IS NOT NULL", staying: staying)
    }

    /// What the office knows, since its records are not in the pack.
    private static let conflict = PackedTable(
        name: "conflict", rows: "event = $1", staying: ["reported": "CAST(1 AS BIGINT)"])

    /// The office's records, without the reasons that people typed.
    static let knownRecord = PackedTable(
        name: "known_record", origin: "record", rows: "event = $1 AND verdict <> 'refuse'",
        staying: ["reason": "CASE WHEN reason IS NULL THEN NULL ELSE '' END"])

    /// The places that follow from the office's records.
    private static let place = PackedTable(name: "place", rows: "event = $1", staying: [:])

    private static let invitation = PackedTable(
        name: "invitation",
        rows: "event = $1 AND guest IN (SELECT number FROM guest WHERE event = $1 AND serial IS NOT NULL)",
        staying: ["answer": "NULL", "answered": "NULL", "companions": none])

    /// The rows as they go into a pack, in the order of their key.
    ///
    /// - Parameters:
    ///   - source: what the statement calls the office's store where it is another file; only for tables whose rows no
    ///     other table tells.
    ///   - condition: which of them, besides.
    func selection(_ shape: TableShape, in source: String? = nil, where condition: String? = nil) -> String {
        let columns = shape.columns.map { staying[$0.name] ?? $0.name }.joined(separator: ", ")
        let rows = [self.rows, condition].compactMap(\.self).joined(separator: " AND ")
        let table = source.map { "\($0).\(origin ?? name)" } ?? origin ?? name
        return "SELECT \(columns) FROM \(table) WHERE \(rows) ORDER BY \(shape.key.joined(separator: ", "))"
    }

    func insertion(_ shape: TableShape) -> String {
        let placeholders = shape.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return "\(beginning(shape)) VALUES (\(placeholders))"
    }

    /// Takes the rows of the event `$1` over from a store that the statement calls `source`.
    func copying(_ shape: TableShape, from source: String) -> String {
        "\(beginning(shape)) \(selection(shape, in: source))"
    }

    private func beginning(_ shape: TableShape) -> String {
        "INSERT INTO \(name) (\(shape.columns.map(\.name).joined(separator: ", ")))"
    }

    /// Takes the place of the row with the same key.
    func replacement(_ shape: TableShape) -> String {
        let others = shape.columns.map(\.name).filter { !shape.key.contains($0) }
        let changes = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return
            "\(insertion(shape)) ON CONFLICT (\(shape.key.joined(separator: ", "))) DO UPDATE SET \(changes)"
    }
}

extension TableShape {
    /// A row of it as values that can be bound.
    func values(_ row: any SQLRow) -> [SQLValue] {
        columns.indices.map { index in
            guard !row.isNull(index) else { return .null }
            return switch columns[index].kind {
            case .integer: .integer(row.integer(index))
            case .text: .text(row.text(index))
            case .blob: .blob(row.blob(index))
            }
        }
    }

    /// Where a column stands.
    func position(of name: String) throws -> Int {
        guard let position = columns.firstIndex(where: { $0.name == name }) else {
            throw StoreError.unknownValue(name, of: "column of \(self.name)")
        }
        return position
    }
}
