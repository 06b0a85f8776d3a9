import Languages
public import Ticketing

extension StoreConnection {
    public var printBatches: PrintBatches { PrintBatches(connection: self) }
}

/// Batches: planned print runs of an event's tickets.
public struct PrintBatches {
    let connection: any StoreConnection

    private static let columns = """
        event, number, made, layout, layout_hash, cells, imposition, first_number, output, sheets_per_file, settings, \
        tickets
        """
    /// The maximum number of rows that `add` collects before it writes them to the store.
    private static let stride = 1000

    /// The selected tickets, in the order that the selection specifies. Tickets that require a live code are left out.
    public func select(_ selection: PrintSelection, of event: EventNumber) throws -> [Serial] {
        if let codes = selection.codes { return try select(codes, selection, of: event) }
        let order = PrintBatches.order(of: selection)
        let (condition, values) = PrintBatches.condition(of: selection, needsLiveCode: false, event)
        return try connection.all("SELECT serial FROM ticket t WHERE \(condition) ORDER BY \(order)", values) {
            try $0.value(0)
        }
    }

    /// The number of tickets that a selection leaves out because gates require a live code for them. A live code can't
    /// be printed.
    public func countNeedingLiveCode(_ selection: PrintSelection, of event: EventNumber) throws -> Int {
        let (condition, values) = PrintBatches.condition(of: selection, needsLiveCode: true, event)
        func count(_ condition: String, _ values: [SQLValue]) throws -> Int {
            try connection.first("SELECT COUNT(*) FROM ticket t WHERE \(condition)", values) { try $0.number(0) } ?? 0
        }
        guard let codes = selection.codes else { return try count(condition, values) }
        return try PrintBatches.lists(of: codes, from: values.count + 1).reduce(0) { sum, list in
            try sum + count("\(condition) AND t.serial IN (\(list.placeholders))", values + list.values)
        }
    }

    /// The chosen tickets, in the order that the selection specifies. They are read in parts, and therefore sorted
    /// here, in the same order as in `order(of:)`.
    private func select(_ codes: [TicketCode], _ selection: PrintSelection, of event: EventNumber) throws -> [Serial] {
        let (condition, values) = PrintBatches.condition(of: selection, needsLiveCode: false, event)
        var found: [ChosenTicket] = []
        for list in PrintBatches.lists(of: codes, from: values.count + 1) {
            found += try connection.all(
                """
                SELECT serial, type, ticket_order, folded_holder FROM ticket t
                WHERE \(condition) AND t.serial IN (\(list.placeholders))
                """, values + list.values
            ) { try ChosenTicket($0, in: selection.order) }
        }
        return found.sorted().map(\.serial)
    }

    /// Lists of the serials of chosen tickets, each short enough for one statement. A ticket that was chosen twice
    /// appears only once.
    ///
    /// - Parameter first: The number of the first placeholder of each list.
    private static func lists(of codes: [TicketCode], from first: Int) -> [SerialList] {
        SerialList.chunks(Array(Set(codes.map(\.serial)))).map { SerialList($0, from: first) }
    }

    private static func order(of selection: PrintSelection) -> String {
        switch selection.order {
        case .code: "serial"
        case .holder: "CASE WHEN folded_holder IS NULL THEN 1 ELSE 0 END, folded_holder, serial"
        case .order: "CASE WHEN ticket_order IS NULL THEN 1 ELSE 0 END, ticket_order, serial"
        case .type: "type, serial"
        }
    }

    private static func condition(
        of selection: PrintSelection, needsLiveCode: Bool, _ event: EventNumber
    ) -> (sql: String, values: [SQLValue]) {
        var sql = """
            t.event = $1 AND t.status = 'issued' AND \(needsLiveCode ? "" : "NOT ")EXISTS (SELECT 1 FROM ticket_type y
            WHERE y.event = t.event AND y.number = t.type AND y.live_code = 1)
            """
        var values: [SQLValue] = [.int(event.rawValue)]
        if let type = selection.type {
            sql += " AND t.type = $2"
            values.append(.int(type.rawValue))
        }
        if selection.paperFilter == .unprinted {
            sql += """
                 AND NOT EXISTS (SELECT 1 FROM printed_ticket p
                 WHERE p.event = t.event AND p.serial = t.serial AND p.issue = t.issue)
                """
        }
        return (sql, values)
    }

    /// Adds a batch with its tickets, in the given order. The batch gets the event's next batch number. A number is
    /// never reused, even after its batch is removed.
    public func add(
        _ plan: PrintBatch.Plan, of event: EventNumber, _ tickets: some Collection<Serial>,
        at now: Instant
    ) throws -> PrintBatch {
        var number: Int?
        try connection.forEachRow(
            "UPDATE event SET last_batch = last_batch + 1 WHERE number = $1 RETURNING last_batch",
            [.int(event.rawValue)]
        ) { number = try $0.number(0) }
        guard let number else { throw StoreError.concurrentChange(Sentence(StoreError.Text.eventGone)) }
        let batch = PrintBatch(event: event, number: number, made: now, plan: plan, count: tickets.count)
        try connection.execute(
            """
            INSERT INTO print_batch (\(PrintBatches.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            [
                .int(event.rawValue), .int(batch.number), .instant(now), .text(plan.layout), .blob(plan.layoutHash),
                .int(plan.cellsPerSheet), .text(plan.imposition), .int(plan.firstNumber), .text(plan.output),
                .int(plan.sheetsPerFile), try .fields(plan.settings), .int(batch.count),
            ])
        var rows: [[SQLValue]] = []
        func write() throws {
            try connection.execute(
                "INSERT INTO printed_ticket (event, batch, position, serial) VALUES ($1, $2, $3, $4)",
                rows: rows)
            rows.removeAll(keepingCapacity: true)
        }
        for (position, serial) in tickets.enumerated() {
            rows.append([
                .int(event.rawValue), .int(batch.number), .int(position), .int(serial.rawValue),
            ])
            if rows.count == PrintBatches.stride { try write() }
        }
        try write()
        return batch
    }

    /// Removes a batch. The caller must ensure that no file of the batch was released (moved to its final path, ready
    /// to print).
    public func remove(_ batch: PrintBatch) throws {
        for table in ["printed_ticket", "voided_sheet", "drawn_file"] {
            try connection.execute(
                "DELETE FROM \(table) WHERE event = $1 AND batch = $2",
                [.int(batch.event.rawValue), .int(batch.number)])
        }
        try connection.execute(
            "DELETE FROM print_batch WHERE event = $1 AND number = $2",
            [.int(batch.event.rawValue), .int(batch.number)])
    }

    public func with(number: Int, of event: EventNumber) throws -> PrintBatch? {
        try connection.first(
            "SELECT \(PrintBatches.columns) FROM print_batch WHERE event = $1 AND number = $2",
            [.int(event.rawValue), .int(number)], PrintBatches.batch)
    }

    /// An event's batches, sorted by number.
    public func all(of event: EventNumber) throws -> [PrintBatch] {
        try connection.all(
            "SELECT \(PrintBatches.columns) FROM print_batch WHERE event = $1 ORDER BY number",
            [.int(event.rawValue)], PrintBatches.batch)
    }

    /// The tickets at some positions of a batch, in their current state. `printed` is the issue that was last printed
    /// at the ticket's position; nil if no issue was printed there.
    public func tickets(
        of batch: PrintBatch, at positions: Range<Int>
    ) throws -> [(position: Int, ticket: Ticket, printed: UInt8?)] {
        let columns = Tickets.columns.split(separator: ", ").map { "t.\($0)" }.joined(separator: ", ")
        return try connection.all(
            """
            SELECT \(columns), p.position, p.issue
            FROM printed_ticket p JOIN ticket t ON t.event = p.event AND t.serial = p.serial
            WHERE p.event = $1 AND p.batch = $2 AND p.position >= $3 AND p.position < $4 ORDER BY p.position
            """,
            [
                .int(batch.event.rawValue), .int(batch.number), .int(positions.lowerBound), .int(positions.upperBound),
            ]
        ) { (try $0.number(20), try Tickets.ticket($0), $0.isNull(21) ? nil : try $0.byte(21)) }
    }

    /// Records which issue of the ticket at each position was printed.
    public func setIssues(_ issues: [(position: Int, issue: UInt8)], of batch: PrintBatch) throws {
        try connection.execute(
            "UPDATE printed_ticket SET issue = $1 WHERE event = $2 AND batch = $3 AND position = $4",
            rows: issues.map {
                [.int($0.issue), .int(batch.event.rawValue), .int(batch.number), .int($0.position)]
            })
    }

    /// Records a released file. If a file with the same number was released before, the new file replaces that file.
    public func record(_ file: PrintedFile, of batch: PrintBatch) throws {
        try connection.execute(
            """
            INSERT INTO printed_file (event, batch, number, path, hash, checked, released) VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (event, batch, number)
            DO UPDATE SET path = excluded.path, hash = excluded.hash, checked = excluded.checked,
            released = excluded.released
            """,
            [
                .int(batch.event.rawValue), .int(batch.number), .int(file.number), .text(file.path), .blob(file.hash),
                .int(file.check == .everySymbolReadBack ? 1 : 0), .instant(file.released),
            ])
        try connection.renderedFiles.remove(file: file.number, of: batch)
    }

    /// The released files of a batch, sorted by number.
    public func files(of batch: PrintBatch) throws -> [PrintedFile] {
        try connection.all(
            "SELECT number, path, hash, released, checked FROM printed_file WHERE event = $1 AND batch = $2 ORDER BY number",
            [.int(batch.event.rawValue), .int(batch.number)]
        ) {
            PrintedFile(
                number: try $0.number(0), path: $0.text(1), hash: $0.blob(2),
                check: try $0.flag(4) ? .everySymbolReadBack : .unchecked, released: try $0.instant(3))
        }
    }

    /// The positions at which an issue of a ticket was printed in batches other than `batch`.
    public func otherPrints(
        of serial: Serial, issue: UInt8, besides batch: PrintBatch
    ) throws -> [(batch: Int, position: Int)] {
        try connection.all(
            """
            SELECT batch, position FROM printed_ticket
            WHERE event = $1 AND serial = $2 AND issue = $3 AND batch <> $4 ORDER BY batch
            """,
            [.int(batch.event.rawValue), .int(serial.rawValue), .int(issue), .int(batch.number)]
        ) { (try $0.number(0), try $0.number(1)) }
    }

    /// Records that a sheet was spoiled. Returns false if this was already recorded.
    public func void(sheet: Int, of batch: PrintBatch, at now: Instant) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO voided_sheet (event, batch, sheet, voided) VALUES ($1, $2, $3, $4)
            ON CONFLICT (event, batch, sheet) DO NOTHING
            """, [.int(batch.event.rawValue), .int(batch.number), .int(sheet), .instant(now)]) == 1
    }

    /// The spoiled sheets of a batch.
    public func voidedSheets(of batch: PrintBatch) throws -> [(sheet: Int, at: Instant)] {
        try connection.all(
            "SELECT sheet, voided FROM voided_sheet WHERE event = $1 AND batch = $2 ORDER BY sheet",
            [.int(batch.event.rawValue), .int(batch.number)]
        ) { (try $0.number(0), try $0.instant(1)) }
    }

    private static func batch(_ row: any SQLRow) throws -> PrintBatch {
        PrintBatch(
            event: try row.value(0), number: try row.number(1), made: try row.instant(2),
            plan: PrintBatch.Plan(
                layout: row.text(3), layoutHash: row.blob(4), cellsPerSheet: try row.divisor(5),
                imposition: row.text(6), firstNumber: try row.number(7), output: row.text(8),
                sheetsPerFile: try row.divisor(9), settings: try row.fields(10)),
            count: try row.number(11))
    }
}

private struct ChosenTicket: Comparable {
    let serial: Serial
    /// 1 for a ticket without the value by which the tickets are sorted, otherwise 0.
    private let rank: Int
    private let number: Int
    /// The name, without case and accents, in UTF-8, because the store compares texts by their bytes.
    private let name: [UInt8]

    init(_ row: any SQLRow, in order: PrintOrder) throws {
        serial = try row.value(0)
        switch order {
        case .code: (rank, number, name) = (0, 0, [])
        case .holder:
            let holder = row.optionalText(3)
            (rank, number, name) = (holder == nil ? 1 : 0, 0, Array((holder ?? "").utf8))
        case .order:
            let order = try row.optionalNumber(2)
            (rank, number, name) = (order == nil ? 1 : 0, order ?? 0, [])
        case .type: (rank, number, name) = (0, try row.number(1), [])
        }
    }

    static func < (first: ChosenTicket, second: ChosenTicket) -> Bool {
        if (first.rank, first.number) != (second.rank, second.number) {
            return (first.rank, first.number) < (second.rank, second.number)
        }
        if first.name != second.name { return first.name.lexicographicallyPrecedes(second.name) }
        return first.serial < second.serial
    }
}
