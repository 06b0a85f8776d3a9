import Ticketing

/// Describes how a table of the main store is copied into a gate pack. Columns whose values must not leave the main
/// store get a replacement value.
struct GatePackTable {
    let name: String
    /// The main store's table from which the rows are copied; nil if the table has the same name in the main store and
    /// in the pack.
    var sourceTable: String?
    /// The SQL condition that selects the rows to copy; `$1` is the event.
    let rows: String
    /// The columns that are not copied, with the SQL expressions for their replacement values.
    let replacedColumns: [String: String]

    /// The tables of one event that a gate needs for its decisions. A table comes after the tables to which it refers.
    static func all(showsNames: Bool) -> [GatePackTable] {
        rules + [ticket(showsNames)] + (showsNames ? [name] : []) + guests(showsNames: showsNames)
            + [knownRecord, slots, conflict]
    }

    /// The words by which a search at the gate finds tickets: the words in the names of holders and guests. E-mail
    /// addresses, phone numbers and the names of buyers are not copied. `GatePackPhoneKeys` writes hashes in place of
    /// the phone numbers.
    static let name = GatePackTable(name: "ticket_name", rows: "event = $1 AND packed = 1", replacedColumns: [:])

    static let rules = [organizer, event, type, subEvent, landmark]

    static func guests(showsNames: Bool) -> [GatePackTable] { [guest(showsNames), invitation] }

    private static let zero = "CAST(0 AS BIGINT)"

    private static let organizer = GatePackTable(
        name: "organizer", rows: "number = (SELECT organizer FROM event WHERE number = $1)",
        replacedColumns: OrganizerDetails.columnsOutsideGatePacks.merging([
            "verified": "NULL", "verified_by": "NULL",
        ]) { $1 })

    private static let event = GatePackTable(
        name: "event", rows: "number = $1",
        replacedColumns: EventDetails.columnsOutsideGatePacks.merging([
            "reserved": zero, "currency": "NULL", "several_currencies": zero,
            // Earlier versions stored the URL of a picture in this column. No field uses the column now.
            "poster": "NULL",
        ]) { $1 })

    private static let type = GatePackTable(
        name: "ticket_type", rows: "event = $1",
        replacedColumns: TicketTypeDetails.columnsOutsideGatePacks.merging(["reserved": zero]) { $1 })

    private static let subEvent = GatePackTable(
        name: "sub_event", rows: "event = $1", replacedColumns: SubEventDetails.columnsOutsideGatePacks)

    /// The landmarks of gates. If a ticket is valid only at another gate, the gate that refuses the ticket tells the
    /// holder the way.
    private static let landmark = GatePackTable(name: "gate_landmark", rows: "event = $1", replacedColumns: [:])

    /// The tickets. The amount due at the door is copied; the price is not. If `showsNames` is false, the names of
    /// holders are not copied.
    static func ticket(_ showsNames: Bool) -> GatePackTable {
        var staying = HolderDetails.columnsOutsideGatePacks.merging([
            "price": "NULL", "status_before": "NULL", "since_before": "NULL", "note_before": "NULL",
            "uncounted_slots": zero,
            "ticket_order": "CASE WHEN due IS NULL THEN NULL ELSE ticket_order END",
            "currency": "CASE WHEN due IS NULL THEN NULL ELSE currency END",
        ]) { $1 }
        if !showsNames { staying.merge(["holder": "NULL", "folded_holder": "NULL"]) { $1 } }
        return GatePackTable(name: "ticket", rows: "event = $1", replacedColumns: staying)
    }

    /// The guests who have a ticket. Their rows and invitations determine to which sub-events the ticket admits, and
    /// how many people it admits.
    private static func guest(_ showsNames: Bool) -> GatePackTable {
        var staying = GuestDetails.columnsOutsideGatePacks.merging(["household": "NULL", "told": zero]) { $1 }
        if !showsNames { staying.merge(["name": "''", "folded_name": "''"]) { $1 } }
        return GatePackTable(name: "guest", rows: "event = $1 AND serial IS NOT NULL", replacedColumns: staying)
    }

    /// The double admissions that the main store has found. A pack cannot derive them from its own ledger, which does
    /// not contain the main store's records.
    private static let conflict = GatePackTable(
        name: "conflict", rows: "event = $1", replacedColumns: ["reported": "CAST(1 AS BIGINT)"])

    /// All records of the event in the main store's ledger, except refusals. The reasons in these records are replaced
    /// with empty texts, because people can type any text as a reason.
    static let knownRecord = GatePackTable(
        name: "known_record", sourceTable: "record", rows: "event = $1 AND verdict <> 'refuse'",
        replacedColumns: ["reason": "CASE WHEN reason IS NULL THEN NULL ELSE '' END"])

    /// The slots derived from the main store's records.
    private static let slots = GatePackTable(name: "admission_slot", rows: "event = $1", replacedColumns: [:])

    private static let invitation = GatePackTable(
        name: "invitation",
        rows: "event = $1 AND guest IN (SELECT number FROM guest WHERE event = $1 AND serial IS NOT NULL)",
        replacedColumns: ["answer": "NULL", "answered": "NULL", "companions": zero])

    /// A query for the rows to copy, in the order of the table's key. Its result already contains the replacement
    /// values.
    ///
    /// - Parameters:
    ///   - source: the schema name of the main store in the statement, if the connection has attached the main store's
    ///     file; otherwise nil. A schema name is allowed only if the condition `rows` uses no other table, because
    ///     SQLite would read that other table from the pack.
    ///   - condition: a further SQL condition that the rows must meet.
    func selection(_ shape: TableShape, in source: String? = nil, where condition: String? = nil) -> String {
        let columns = shape.columns.map { replacedColumns[$0.name] ?? $0.name }.joined(separator: ", ")
        let rows = [self.rows, condition].compactMap(\.self).joined(separator: " AND ")
        let table = source.map { "\($0).\(sourceTable ?? name)" } ?? sourceTable ?? name
        return "SELECT \(columns) FROM \(table) WHERE \(rows) ORDER BY \(shape.key.joined(separator: ", "))"
    }

    func insertion(_ shape: TableShape) -> String {
        let placeholders = shape.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return "\(insertClause(shape)) VALUES (\(placeholders))"
    }

    /// A statement that copies the rows of the event `$1` from the store with the schema name `source`.
    func copying(_ shape: TableShape, from source: String) -> String {
        "\(insertClause(shape)) \(selection(shape, in: source))"
    }

    private func insertClause(_ shape: TableShape) -> String {
        "INSERT INTO \(name) (\(shape.columns.map(\.name).joined(separator: ", ")))"
    }

    /// A statement that inserts a row, or replaces the row with the same key.
    func replacement(_ shape: TableShape) -> String {
        let others = shape.columns.map(\.name).filter { !shape.key.contains($0) }
        let changes = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return
            "\(insertion(shape)) ON CONFLICT (\(shape.key.joined(separator: ", "))) DO UPDATE SET \(changes)"
    }
}

extension TableShape {
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

    func position(of name: String) throws -> Int {
        guard let position = columns.firstIndex(where: { $0.name == name }) else {
            throw StoreError.unknownValue(name, of: "column of \(self.name)")
        }
        return position
    }
}
