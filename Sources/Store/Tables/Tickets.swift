public import Ticketing

extension StoreConnection {
    public var tickets: Tickets { Tickets(connection: self) }
}

public struct Tickets {
    let connection: any StoreConnection

    static let columns = """
        event, serial, type, admits, key, issue, reissued, valid_from, valid_until, holder, note, status, \
        status_since, status_note, issued_at, email, ticket_order, price, currency, due
        """

    /// The columns, each with the prefix `table`: the statement's name for the table of tickets.
    static func columns(of table: String) -> String {
        columns.split(separator: ", ").map { "\(table).\($0)" }.joined(separator: ", ")
    }

    // These texts are built once, because the statements run for every ticket that is issued or scanned.
    private static let insertion = """
        INSERT INTO ticket (\(columns), folded_holder)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
        ON CONFLICT (event, serial) DO NOTHING
        """
    private static let selectionWithSlots = """
        SELECT \(columns(of: "t")), \
        p.slot, p.inside, p.first_at, p.first_gate, p.last_at, p.last_gate, p.entries, p.clock, t.disputed
        FROM ticket t LEFT JOIN admission_slot p ON p.event = t.event AND p.serial = t.serial AND p.sub_event = $1
        WHERE t.event = $2 AND t.serial = $3 ORDER BY p.slot FOR NO KEY UPDATE OF t
        """
    /// This condition adds 0 to the event's number, so that SQLite uses the index of orders. SQLite has no statistics,
    /// so without the addition it would use the primary key and read all tickets of the event. Order numbers are
    /// random, so an order of another event rarely has the same number.
    private static let isOfOrder = "ticket_order = $1 AND event + 0 = $2"
    private static let selection = "SELECT \(columns) FROM ticket WHERE event = $1 AND serial = $2"

    /// Adds tickets. Returns for each ticket whether it was added. A ticket is not added if its event already has a
    /// ticket with the same serial.
    public func insert(_ tickets: [Ticket]) throws -> [Bool] {
        let added = try connection.execute(Tickets.insertion, rows: tickets.map(Tickets.values)).map { $0 == 1 }
        try connection.ticketSearchKeys.add(zip(tickets, added).filter { $1 }.map(\.0))
        return added
    }

    private static func values(_ ticket: Ticket) -> [SQLValue] {
        [
            .int(ticket.event.rawValue), .int(ticket.serial.rawValue), .int(ticket.type.rawValue),
            .int(ticket.admits.rawValue), .int(ticket.key), .int(ticket.issue), .optional(ticket.reissued),
            .optional(ticket.window.from), .optional(ticket.window.until), .optional(ticket.holder),
            .optional(ticket.note), .text(ticket.status.rawValue), .optional(ticket.statusSince),
            .optional(ticket.statusNote), .instant(ticket.issuedAt), .optional(ticket.email?.rawValue),
            .optional(ticket.sale?.order.rawValue), .optional(ticket.sale?.price?.minorUnits),
            .optional(ticket.sale?.price?.currency), .optional(ticket.sale?.due?.minorUnits),
            .optional(ticket.holder?.folded),
        ]
    }

    public func with(serial: Serial, of event: EventNumber) throws -> Ticket? {
        try connection.first(
            Tickets.selection, [.int(event.rawValue), .int(serial.rawValue)], Tickets.ticket)
    }

    /// The ticket with the given serial, locked until the transaction ends.
    public func locked(serial: Serial, of event: EventNumber) throws -> Ticket? {
        try connection.first(
            "\(Tickets.selection) FOR NO KEY UPDATE", [.int(event.rawValue), .int(serial.rawValue)], Tickets.ticket)
    }

    /// The ticket with the given serial, and its slots at a sub-event, sorted by slot number. The ticket is locked
    /// until the transaction ends. `isDisputed` says whether two devices have admitted the ticket without knowing of
    /// each other's admission (`Conflicts`).
    public func withSlots(
        serial: Serial, of event: EventNumber, subEvent: Int
    ) throws -> (ticket: Ticket, slots: [AdmissionSlot], isDisputed: Bool)? {
        var found: (ticket: Ticket, slots: [AdmissionSlot], isDisputed: Bool)?
        try connection.forEachRow(
            Tickets.selectionWithSlots, [.int(subEvent), .int(event.rawValue), .int(serial.rawValue)]
        ) { row in
            if found == nil { found = (try Tickets.ticket(row), [], try row.flag(28)) }
            if !row.isNull(20) { found?.slots.append(try AdmissionSlots.slot(row, from: 20)) }
        }
        return found
    }

    /// Locks the tickets of an event until the transaction ends. Until then, no other transaction can change the
    /// tickets or admit people with them.
    public func lock(of event: EventNumber) throws {
        guard !connection.isSoleWriter else { return }
        try connection.forEachRow(
            "SELECT serial FROM ticket WHERE event = $1 ORDER BY serial FOR NO KEY UPDATE", [.int(event.rawValue)]
        ) { _ in }
    }

    /// Locks tickets, in the order of their serials. The locks last until the transaction ends. Missing tickets are
    /// skipped.
    ///
    /// Even a single ticket must be locked by a separate query before it is read. While one transaction waits for the
    /// lock, another transaction may change the ticket. Only a query that begins after the wait sees that change.
    public func lock(_ serials: some Collection<Serial>, of event: EventNumber) throws {
        guard !connection.isSoleWriter, !serials.isEmpty else { return }
        let serials = SerialList(serials, from: 2)
        try connection.forEachRow(
            """
            SELECT serial FROM ticket WHERE event = $1 AND serial IN (\(serials.placeholders)) ORDER BY serial
            FOR NO KEY UPDATE
            """, [.int(event.rawValue)] + serials.values
        ) { _ in }
    }

    /// The event's tickets with serials greater than `serial`, sorted by serial; at most `limit`.
    public func page(of event: EventNumber, after serial: Serial?, limit: Int) throws -> [Ticket] {
        try connection.all(
            "SELECT \(Tickets.columns) FROM ticket WHERE event = $1 AND serial > $2 ORDER BY serial LIMIT $3",
            [.int(event.rawValue), .int(serial?.rawValue ?? 0), .int(limit)], Tickets.ticket)
    }

    /// The tickets with the given serials, in the order of `serials`. Missing tickets are omitted.
    public func all(_ serials: [Serial], of event: EventNumber) throws -> [Ticket] {
        var found: [Serial: Ticket] = [:]
        for part in SerialList.chunks(serials) {
            let list = SerialList(part, from: 2)
            try connection.forEachRow(
                "SELECT \(Tickets.columns) FROM ticket WHERE event = $1 AND serial IN (\(list.placeholders))",
                [.int(event.rawValue)] + list.values
            ) { row in
                let ticket = try Tickets.ticket(row)
                found[ticket.serial] = ticket
            }
        }
        return serials.compactMap { found[$0] }
    }

    /// Calls `body` for each of an event's active tickets that has a holder. `body` gets the holder's name without case
    /// and accents, the e-mail address and the ticket type.
    public func forEachHolder(
        of event: EventNumber, _ body: (_ foldedHolder: String, _ email: String?, _ type: TicketTypeNumber) -> Void
    ) throws {
        try connection.forEachRow(
            """
            SELECT folded_holder, email, type FROM ticket
            WHERE event = $1 AND folded_holder IS NOT NULL AND status IN ('issued', 'blocked')
            """, [.int(event.rawValue)]
        ) { row in body(row.text(0), row.optionalText(1), try row.value(2)) }
    }

    public func count(of event: EventNumber) throws -> Int {
        try connection.first("SELECT count(*) FROM ticket WHERE event = $1", [.int(event.rawValue)]) {
            try $0.number(0)
        } ?? 0
    }

    /// The number of an event's active tickets.
    public func activeCount(of event: EventNumber) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM ticket WHERE event = $1 AND status IN ('issued', 'blocked')", [.int(event.rawValue)]
        ) { try $0.number(0) } ?? 0
    }

    /// The tickets of an order, sorted by serial.
    public func all(of order: OrderNumber, of event: EventNumber) throws -> [Ticket] {
        try connection.all(
            "SELECT \(Tickets.columns) FROM ticket WHERE \(Tickets.isOfOrder) ORDER BY serial",
            [.int(order.rawValue), .int(event.rawValue)], Tickets.ticket)
    }

    /// The number of an order's active tickets.
    public func activeCount(of order: OrderNumber, of event: EventNumber) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM ticket WHERE \(Tickets.isOfOrder) AND status IN ('issued', 'blocked')",
            [.int(order.rawValue), .int(event.rawValue)]
        ) { try $0.number(0) } ?? 0
    }

    /// Counts the active tickets that were issued to an e-mail address. The count stops at `limit`.
    public func activeCount(of email: EmailAddress, at event: EventNumber, limit: Int) throws -> Int {
        // The rows are ordered by the address, so that SQLite uses the index of addresses. SQLite has no statistics, so
        // without this order it would read all tickets of the event.
        try connection.all(
            """
            SELECT serial FROM ticket
            WHERE event = $1 AND (email, serial) > ($2, 0) AND email <= $2 AND status IN ('issued', 'blocked')
            ORDER BY email, serial LIMIT $3
            """, [.int(event.rawValue), .text(email.rawValue), .int(limit)]
        ) { $0.integer(0) }.count
    }

    /// Sets the status of an active ticket to `status`: cancelled or refunded. Returns false if the ticket is no longer
    /// active. The caller must have locked the ticket, so that no gate occupies a slot of the ticket meanwhile.
    public func end(
        _ serial: Serial, of event: EventNumber, as status: Ticket.Status, at now: Instant, note: String?
    ) throws -> Bool {
        try connection.execute(
            """
            UPDATE ticket SET status = $1, status_since = $2, status_note = $3, uncounted_slots = \(Tickets.allSlots)
            WHERE event = $4 AND serial = $5 AND status IN ('issued', 'blocked')
            """,
            [
                .text(status.rawValue), .instant(now), .optional(note), .int(event.rawValue), .int(serial.rawValue),
            ]) == 1
    }

    /// Blocks an issued ticket or unblocks a blocked ticket. A blocked ticket is still part of the sold quantity.
    /// Returns false if the ticket's status was not `before`.
    public func changeStatus(
        _ serial: Serial, of event: EventNumber, from before: Ticket.Status, to after: Ticket.Status, at now: Instant,
        note: String?
    ) throws -> Bool {
        try connection.execute(
            """
            UPDATE ticket SET status = $1, status_since = $2, status_note = $3
            WHERE event = $4 AND serial = $5 AND status = $6
            """,
            [
                .text(after.rawValue), .instant(now), .optional(note), .int(event.rawValue), .int(serial.rawValue),
                .text(before.rawValue),
            ]) == 1
    }

    /// Transfers an issued ticket to another holder. Returns false if the ticket no longer has the status `issued`.
    public func transfer(
        _ serial: Serial, of event: EventNumber, to holder: String, email: EmailAddress?
    ) throws -> Bool {
        let changed = try connection.execute(
            """
            UPDATE ticket SET holder = $1, folded_holder = $2, email = $3
            WHERE event = $4 AND serial = $5 AND status = 'issued'
            """,
            [
                .text(holder), .text(holder.folded), .optional(email?.rawValue), .int(event.rawValue),
                .int(serial.rawValue),
            ])
        try connection.ticketSearchKeys.refresh([serial], of: event)
        return changed == 1
    }

    /// Corrects the holder, e-mail address and note of an active ticket. Returns false if the ticket is no longer
    /// active.
    public func correct(
        _ serial: Serial, of event: EventNumber, holder: String?, email: EmailAddress?, note: String?
    ) throws -> Bool {
        let changed = try connection.execute(
            """
            UPDATE ticket SET holder = $1, folded_holder = $2, email = $3, note = $4
            WHERE event = $5 AND serial = $6 AND status IN ('issued', 'blocked')
            """,
            [
                .optional(holder), .optional(holder?.folded), .optional(email?.rawValue), .optional(note),
                .int(event.rawValue), .int(serial.rawValue),
            ])
        try connection.ticketSearchKeys.refresh([serial], of: event)
        return changed == 1
    }

    /// Marks the active tickets of an order as paid.
    ///
    /// - Parameter payment: the method of payment. Complimentary tickets get a price of zero.
    public func markPaid(_ order: OrderNumber, of event: EventNumber, as payment: Payment.Method) throws {
        let price = payment == .complimentary ? ", price = CASE WHEN price IS NULL THEN NULL ELSE 0 END" : ""
        try connection.execute(
            "UPDATE ticket SET due = NULL\(price) WHERE \(Tickets.isOfOrder) AND status IN ('issued', 'blocked')",
            [.int(order.rawValue), .int(event.rawValue)])
    }

    /// Gives a ticket its next issue number, which makes its earlier tokens invalid. The new token is signed with the
    /// issuer key `key`. Returns false if the ticket's issue is no longer `issue`, or if the ticket's status is not in
    /// `statuses`.
    public func reissue(
        _ serial: Serial, of event: EventNumber, in statuses: [Ticket.Status] = [.issued], after issue: UInt8,
        key: UInt8,
        at now: Instant
    ) throws -> Bool {
        try connection.earlierIssues.record([(event, serial, issue)])
        return try connection.execute(
            """
            UPDATE ticket SET issue = issue + 1, key = $1, reissued = $2
            WHERE event = $3 AND serial = $4 AND issue = $5
            AND status IN (\(statuses.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
            """, [.int(key), .instant(now), .int(event.rawValue), .int(serial.rawValue), .int(issue)]) == 1
    }

    /// Changes the number of people that active tickets admit. Each ticket gets its next issue number; its issuer key
    /// does not change. Returns for each ticket whether it was changed. A ticket is not changed if it was re-issued in
    /// the meantime, or if it is no longer active.
    public func changeAdmits(_ tickets: [(ticket: Ticket, admits: Admits)], at now: Instant) throws -> [Bool] {
        try connection.earlierIssues.record(tickets.map { ($0.ticket.event, $0.ticket.serial, $0.ticket.issue) })
        let changed = try connection.execute(
            """
            UPDATE ticket SET issue = issue + 1, admits = $1, reissued = $2
            WHERE event = $3 AND serial = $4 AND issue = $5 AND status IN ('issued', 'blocked')
            """,
            rows: tickets.map { ticket, admits in
                [
                    .int(admits.rawValue), .instant(now), .int(ticket.event.rawValue), .int(ticket.serial.rawValue),
                    .int(ticket.issue),
                ]
            }
        ).map { $0 == 1 }
        for (event, tickets) in Dictionary(grouping: tickets.map(\.ticket), by: \.event) {
            try countUncountedSlots(tickets.map(\.serial), of: event)
        }
        return changed
    }

    static func ticket(_ row: any SQLRow) throws -> Ticket {
        try Ticket(
            event: try row.value(0), serial: try row.value(1), type: try row.value(2), admits: try row.value(3),
            key: try row.byte(4),
            window: try row.window(from: 7), holder: row.optionalText(9), issuedAt: try row.instant(14)
        ).with {
            $0.issue = try row.byte(5)
            $0.reissued = try row.optionalInstant(6)
            $0.email = try row.email(15)
            $0.note = row.optionalText(10)
            $0.sale = row.isNull(16) ? nil : try sale(row)
            $0.status = try row.value(11)
            $0.statusSince = try row.optionalInstant(12)
            $0.statusNote = row.optionalText(13)
        }
    }

    private static func sale(_ row: any SQLRow) throws -> Ticket.Sale {
        guard let currency = row.optionalText(18) else { return Ticket.Sale(order: try row.value(16), price: nil) }
        func money(_ column: Int) -> Money? {
            row.optionalInteger(column).map { Money(minorUnits: $0, currency: currency) }
        }
        return Ticket.Sale(order: try row.value(16), price: money(17), due: money(19))
    }
}
