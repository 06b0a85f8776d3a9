import Languages
public import Ticketing

/// The numbers of tickets that a refresh of a gate pack added or changed. They cover the time since the pack was
/// created or last refreshed.
public struct GatePackChanges: Hashable, Sendable {
    /// The number of tickets that were issued.
    public internal(set) var new = 0
    /// The number of tickets that were cancelled, refunded or blocked.
    public internal(set) var ended = 0
    /// The number of tickets that were reissued or transferred. These tickets have a new token.
    public internal(set) var reissued = 0
    /// The number of tickets with other changes: for example, they were unblocked or paid, or have a new note.
    public internal(set) var other = 0
}

extension Store {
    /// Updates a gate pack to the current state of this store: tickets, ticket types, rules, sub-events, guests, keys,
    /// and the pack's copy of this store's records. The records of the pack's own gate are not changed. First the pack
    /// is compared with this store. The differences are then written in one transaction. The pack's gate can work
    /// during the comparison, and waits only during that transaction.
    ///
    /// - Parameters:
    ///   - target: the pack's store.
    ///   - before: the pack's description that the caller has read. If the pack's description has changed since then,
    ///     the pack is not refreshed.
    ///   - pack: the pack's new description, with a higher pack number. This method adds the heads of this store's
    ///     chains to it.
    ///   - keys: the keys with which the pack's gate verifies tokens after the refresh.
    ///   - digester: See `createPack`, which also describes the parameter `guesses`.
    ///   - progress: receives the number of tickets compared so far.
    /// - Throws: `StoreError.concurrentChange` if the pack's description is no longer `before`. In this case, nothing
    ///   is changed.
    public func refresh(
        _ target: Store, from before: GatePack, to pack: GatePack, keys: [GatePackRecord.Key],
        digester: @escaping TokenDigesterFactory, guesses: @escaping (IssuedToken) -> [IssuedToken],
        progress: (Int) throws -> Void = { _ in }
    ) throws -> GatePackChanges {
        let tokens = TokenListBuilder(digester: digester, guesses: guesses)
        return try engine.read { mainStore in
            let differing = try target.engine.read { packed in
                let known = try Set(packed.gatePackRecord.keys().map(\.number))
                let phoneKeys =
                    try pack.allowsPhoneSearch
                    ? GatePackPhoneKeys(of: pack.event, hashKey: packed.gatePackRecord.phoneSearchKey()) : nil
                let tickets = try TicketDifferences(
                    of: pack, mainStore, packed, newKeys: Set(keys.map(\.number)).subtracting(known), phoneKeys,
                    progress)
                return (
                    tickets: tickets, phoneKeys: phoneKeys,
                    records: try KnownRecordDifferences(of: pack.event, mainStore, packed)
                )
            }
            try target.engine.write { to in
                let update = GatePackUpdate(
                    pack: pack, phoneKeys: differing.phoneKeys, from: mainStore, to: to, tokens: tokens)
                try update.write(differing.tickets, keys: keys, after: before)
                try update.write(differing.records, path: target.path)
            }
            return differing.tickets.changes
        }
    }
}

/// Finds the tickets of the main store that a gate pack lacks or contains in a different form. The tickets are compared
/// in groups of `pageLength` tickets.
private struct TicketDifferences {
    private static let pageLength = 5000

    private(set) var serials: [Serial] = []
    /// The tickets whose search keys of phone numbers differ. These tickets are not counted as changed.
    private(set) var phoneSerials: [Serial] = []
    private(set) var changes = GatePackChanges()

    /// Compares the tickets of the main store with those of the pack.
    ///
    /// - Parameters:
    ///   - newKeys: the issuer keys that the pack does not have yet. Tickets with these keys are treated as different,
    ///     so that their tokens are added to the pack's list of tokens.
    ///   - phoneKeys: compares the search keys of phone numbers; nil if the pack has no such keys.
    init(
        of pack: GatePack, _ mainStore: any EngineConnection, _ packed: any EngineConnection, newKeys: Set<UInt8>,
        _ phoneKeys: GatePackPhoneKeys?, _ progress: (Int) throws -> Void
    ) throws {
        let table = GatePackTable.ticket(pack.includesHolderNames)
        let shape = try mainStore.shape(of: table.name)
        let columns = try Columns(shape)
        let names = shape.columns.map(\.name).joined(separator: ", ")
        var last: Int64 = 0
        var compared = 0
        while true {
            let page = try mainStore.all(
                "\(table.selection(shape, where: "serial > $2")) LIMIT $3",
                [.int(pack.event.rawValue), .integer(last), .int(TicketDifferences.pageLength)], shape.values)
            guard let end = page.last.map({ columns.serial(of: $0) }) else { return }
            var known: [Int64: [SQLValue]] = [:]
            try packed.forEachRow(
                "SELECT \(names) FROM ticket WHERE event = $1 AND serial > $2 AND serial <= $3",
                [.int(pack.event.rawValue), .integer(last), .integer(end)]
            ) { row in
                let values = shape.values(row)
                known[columns.serial(of: values)] = values
            }
            for row in page {
                let found = known[columns.serial(of: row)]
                guard found != row || newKeys.contains(columns.key(of: row)) else { continue }
                guard let serial = Serial(rawValue: UInt64(columns.serial(of: row))) else { continue }
                serials.append(serial)
                if found != row { columns.count(row, before: found, in: &changes) }
            }
            if let phoneKeys {
                phoneSerials += try phoneKeys.differences(
                    of: Set(page.map { columns.serial(of: $0) }), from: last + 1, through: end, mainStore, packed)
            }
            last = end
            compared += page.count
            try progress(compared)
        }
    }

    private struct Columns {
        private let serial: Int
        private let key: Int
        private let issue: Int
        private let status: Int

        init(_ shape: TableShape) throws {
            serial = try shape.position(of: "serial")
            key = try shape.position(of: "key")
            issue = try shape.position(of: "issue")
            status = try shape.position(of: "status")
        }

        func serial(of row: [SQLValue]) -> Int64 { if case .integer(let value) = row[serial] { value } else { 0 } }

        func key(of row: [SQLValue]) -> UInt8 {
            if case .integer(let value) = row[key] { UInt8(truncatingIfNeeded: value) } else { 0 }
        }

        func count(_ row: [SQLValue], before: [SQLValue]?, in changes: inout GatePackChanges) {
            let issued = SQLValue.text(Ticket.Status.issued.rawValue)
            if let before {
                if row[status] != before[status], row[status] != issued {
                    changes.ended += 1
                } else if row[issue] != before[issue] {
                    changes.reissued += 1
                } else {
                    changes.other += 1
                }
            } else {
                changes.new += 1
            }
        }
    }
}

/// Writes the differences into a gate pack, inside one transaction of the pack's store.
private struct GatePackUpdate {
    let pack: GatePack
    /// Writes the search keys of phone numbers; nil if the pack has no such keys.
    let phoneKeys: GatePackPhoneKeys?
    let from: any EngineConnection
    let to: any EngineConnection
    let tokens: TokenListBuilder

    private var event: SQLValue { .int(pack.event.rawValue) }

    func write(_ differences: TicketDifferences, keys: [GatePackRecord.Key], after before: GatePack) throws {
        let serials = differences.serials
        var pack = pack
        pack.heads = try from.ledger.chainHeads()
        guard try to.gatePackRecord.advance(from: before, to: pack) else {
            throw StoreError.concurrentChange(Sentence(StoreError.Text.packRefreshed))
        }
        try to.gatePackRecord.replaceKeys(keys, phoneSearchKey: phoneKeys?.hashKey)
        try to.gateDevices.record(pack)
        try writeRules()
        var reissued: [IssuedToken] = []
        var entries: [ListedTokens.Entry] = []
        for part in SerialList.chunks(serials) {
            let issued = try writeTickets(part)
            guard pack.verificationMethod == .list else { continue }
            entries += try tokens.entries(issued)
            reissued += issued.filter { $0.issue > 0 }
        }
        entries += try tokens.entries(tokens.earlierTokens(than: reissued, of: pack.event, from))
        try to.listedTokens.add(entries.sorted())
        let guests = try to.guests.serials(of: pack.event)
        try writeGuests()
        if pack.includesHolderNames {
            // The search words of guests' tickets are always written again, because the name or the code of a guest may
            // have changed although the ticket has not.
            try writeNames(of: Array(guests.union(serials).union(to.guests.serials(of: pack.event))))
        }
        try phoneKeys?.replace(of: differences.phoneSerials, from: from, to: to)
    }

    /// Updates the pack's copy of the main store's records (the table `known_record`). Also sets a flag in each ticket
    /// with a double admission. Must be called after the tickets are written, because writing a ticket overwrites its
    /// flag.
    ///
    /// - Throws: `StoreError.damaged` if the pack's own ledger has more records of one ticket than a merge accepts.
    func write(_ records: KnownRecordDifferences, path: String) throws {
        let touched = try records.replace(from: from, to: to).sorted()
        for part in SerialList.chunks(touched) {
            let own = try to.ledger.replayCosts(of: part, pack.event).mapValues(\.records)
            if let most = own.max(by: { $0.value < $1.value }), most.value > MergeLimits.recordsPerTicket {
                throw StoreError.damaged(
                    path: path,
                    detail: Sentence(
                        StoreError.Text.tooManyRecords,
                        [
                            "count": .number(most.value), "ticket": "\(TicketCode(most.key))",
                            "limit": .number(MergeLimits.recordsPerTicket),
                        ]))
            }
        }
        try to.replayHistories(touched, of: pack.event)
        try to.conflicts.replaceReported(from.conflicts.all(of: pack.event), of: pack.event)
    }

    private func writeRules() throws {
        // Names are unique, but two ticket types or two sub-events may have swapped their names. Each row therefore
        // gets a temporary name before the new names are written.
        for table in ["ticket_type", "sub_event"] {
            try to.execute(
                "UPDATE \(table) SET folded_name = $1 || CAST(number AS TEXT) WHERE event = $2",
                [.text("\u{1}"), event])
        }
        // Some landmarks may have been removed from the main store.
        try to.execute("DELETE FROM gate_landmark WHERE event = $1", [event])
        for table in GatePackTable.rules { try copy(table, .replacing) }
        let types = try Set(from.ticketTypes.all(of: pack.event).map(\.number))
        for type in try to.ticketTypes.all(of: pack.event) where !types.contains(type.number) {
            try to.ticketTypes.remove(type.number, of: pack.event)
        }
    }

    private enum ConflictPolicy { case none, replacing }

    private func copy(_ table: GatePackTable, _ existing: ConflictPolicy) throws {
        let shape = try from.shape(of: table.name)
        let statement = existing == .none ? table.insertion(shape) : table.replacement(shape)
        try from.forEachRow(table.selection(shape), [event]) { try to.execute(statement, shape.values($0)) }
    }

    private func writeTickets(_ serials: [Serial]) throws -> [IssuedToken] {
        let table = GatePackTable.ticket(pack.includesHolderNames)
        let shape = try from.shape(of: table.name)
        let statement = table.replacement(shape)
        let list = SerialList(serials, from: 2)
        try from.forEachRow(
            table.selection(shape, where: "serial IN (\(list.placeholders))"), [event] + list.values
        ) { try to.execute(statement, shape.values($0)) }
        return try to.issuedTokens.of(list, event: pack.event)
    }

    private func writeNames(of serials: [Serial]) throws {
        let table = GatePackTable.name
        let shape = try from.shape(of: table.name)
        // Anyone with the file can add rows to it. The pack may therefore already have a row with the key of a new row.
        let replacement = table.replacement(shape)
        for part in SerialList.chunks(serials) {
            let list = SerialList(part, from: 2)
            let condition = "serial IN (\(list.placeholders))"
            try to.execute(
                "DELETE FROM ticket_name WHERE event = $1 AND \(condition) AND packed = 1", [event] + list.values)
            try from.forEachRow(table.selection(shape, where: condition), [event] + list.values) {
                try to.execute(replacement, shape.values($0))
            }
        }
    }

    /// Deletes all guests and invitations of the pack and writes them again, because some of them may have been removed
    /// from the main store.
    private func writeGuests() throws {
        try to.execute("DELETE FROM invitation WHERE event = $1", [event])
        try to.execute("DELETE FROM guest WHERE event = $1", [event])
        let subEvents = try Set(from.subEvents.all(of: pack.event).map(\.number))
        for subEvent in try to.subEvents.all(of: pack.event) where !subEvents.contains(subEvent.number) {
            try to.subEvents.remove(subEvent.number, of: pack.event)
        }
        for table in GatePackTable.guests(showsNames: pack.includesHolderNames) { try copy(table, .none) }
    }
}
