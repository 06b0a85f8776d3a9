public import Ticketing

/// What a refresh changed in a pack's tickets.
public struct PackChanges: Hashable, Sendable {
    /// Sold since.
    public internal(set) var new = 0
    /// Cancelled, refunded or blocked since.
    public internal(set) var ended = 0
    /// Re-issued or transferred since.
    public internal(set) var reissued = 0
    /// Changed otherwise: freed, paid, noted.
    public internal(set) var other = 0
}

extension Store {
    /// Brings a pack to what this store has now: tickets, types, rules, functions, guests and keys. Its ledger stays. All
    /// or nothing; the gate of the pack goes on meanwhile, and waits only while what differs is written.
    ///
    /// - Parameters:
    ///   - target: the pack's store.
    ///   - before: the pack as it is there.
    ///   - pack: as it is to be, with a higher number; the heads of this store's chains are added.
    ///   - keys: what its gate verifies with from now on.
    ///   - digester: as for `makePack`; likewise `guesses`.
    ///   - progress: is told how many tickets were compared.
    /// - Throws: `StoreError.changedMeanwhile` when the pack is not the one of `before` any more; nothing was changed then.
    public func refresh(
        _ target: Store, from before: Pack, to pack: Pack, keys: [PackRows.Key],
        digester: @escaping TokenDigesting, guesses: @escaping (IssuedToken) -> [IssuedToken],
        progress: (Int) throws -> Void = { _ in }
    ) throws -> PackChanges {
        let tokens = TokenLister(digester: digester, guesses: guesses)
        return try engine.read { office in
            let differing = try target.engine.read { packed in
                let known = try Set(packed.packRows.keys().map(\.number))
                let tickets = try TicketDifferences(
                    of: pack, office, packed, newKeys: Set(keys.map(\.number)).subtracting(known), progress)
                return (tickets: tickets, records: try KnownDifferences(of: pack.event, office, packed))
            }
            try target.engine.write { to in
                let update = PackUpdate(pack: pack, from: office, to: to, tokens: tokens)
                try update.write(differing.tickets.serials, keys: keys, after: before)
                try update.write(differing.records, path: target.path)
            }
            return differing.tickets.changes
        }
    }
}

/// Which tickets a pack has otherwise than its office, or not at all: found page by page, and kept as serials.
private struct TicketDifferences {
    private static let pageLength = 5000

    private(set) var serials: [Serial] = []
    private(set) var changes = PackChanges()

    /// - Parameter newKeys: issuer keys that the pack did not know: their tickets are to be listed, too.
    init(
        of pack: Pack, _ office: any EngineConnection, _ packed: any EngineConnection, newKeys: Set<UInt8>,
        _ progress: (Int) throws -> Void
    ) throws {
        let table = PackedTable.ticket(pack.showsNames)
        let shape = try office.shape(of: table.name)
        let columns = try Columns(shape)
        let names = shape.columns.map(\.name).joined(separator: ", ")
        var last: Int64 = 0
        var compared = 0
        while true {
            let page = try office.all(
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

        func count(_ row: [SQLValue], before: [SQLValue]?, in changes: inout PackChanges) {
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

/// Writes into a pack what its office has otherwise, in one transaction of the pack.
private struct PackUpdate {
    let pack: Pack
    let from: any EngineConnection
    let to: any EngineConnection
    let tokens: TokenLister

    private var event: SQLValue { .int(pack.event.rawValue) }

    func write(_ serials: [Serial], keys: [PackRows.Key], after before: Pack) throws {
        var pack = pack
        pack.heads = try from.ledger.chainHeads()
        guard try to.packRows.advance(from: before, to: pack) else {
            throw StoreError.changedMeanwhile("the pack was refreshed by another")
        }
        try to.packRows.replaceKeys(keys)
        try to.gateDevices.remember(pack)
        try writeRules()
        var reissued: [IssuedToken] = []
        var entries: [ListedTokens.Entry] = []
        for part in SerialList.parts(serials) {
            let issued = try writeTickets(part)
            guard pack.proof == .list else { continue }
            entries += try tokens.entries(issued)
            reissued += issued.filter { $0.issue > 0 }
        }
        entries += try tokens.entries(tokens.earlier(than: reissued, of: pack.event, from))
        try to.listedTokens.add(entries.sorted())
        let guests = try to.guests.serials(of: pack.event)
        try writeGuests()
        if pack.showsNames {
            // A guest may have another name, or another code, although no ticket has changed.
            try writeNames(of: Array(guests.union(serials).union(to.guests.serials(of: pack.event))))
        }
    }

    /// Brings the pack's knowledge of the office's ledger up to date. After the tickets, which conflicts mark.
    ///
    /// - Throws: `StoreError.damaged` for a pack with more records of one ticket than a merge takes.
    func write(_ records: KnownDifferences, path: String) throws {
        let touched = try records.replace(from: from, to: to).sorted()
        for part in SerialList.parts(touched) {
            let own = try to.ledger.work(of: part, pack.event).mapValues(\.records)
            if let most = own.max(by: { $0.value < $1.value }), most.value > MergeLimits.recordsOfTicket {
                throw StoreError.damaged(
                    path: path,
                    detail: """
                        it has \(most.value) records of ticket \(TicketCode(most.key)); the limit is \
                        \(MergeLimits.recordsOfTicket)
                        """)
            }
        }
        try to.followAgain(touched, of: pack.event)
        try to.conflicts.report(from.conflicts.all(of: pack.event), of: pack.event)
    }

    private func writeRules() throws {
        // Names are unique, and two may have changed theirs for each other's.
        for table in ["ticket_type", "event_function"] {
            try to.execute(
                "UPDATE \(table) SET folded_name = $1 || CAST(number AS TEXT) WHERE event = $2",
                [.text("\u{1}"), event])
        }
        for table in PackedTable.rules { try copy(table, .replacing) }
    }

    private enum Existing { case none, replacing }

    private func copy(_ table: PackedTable, _ existing: Existing) throws {
        let shape = try from.shape(of: table.name)
        let statement = existing == .none ? table.insertion(shape) : table.replacement(shape)
        try from.forEachRow(table.selection(shape), [event]) { try to.execute(statement, shape.values($0)) }
    }

    private func writeTickets(_ serials: [Serial]) throws -> [IssuedToken] {
        let table = PackedTable.ticket(pack.showsNames)
        let shape = try from.shape(of: table.name)
        let statement = table.replacement(shape)
        let list = SerialList(serials, from: 2)
        try from.forEachRow(
            table.selection(shape, where: "serial IN (\(list.placeholders))"), [event] + list.values
        ) { try to.execute(statement, shape.values($0)) }
        return try to.issuedTokens.of(list, event: pack.event)
    }

    private func writeNames(of serials: [Serial]) throws {
        let table = PackedTable.name
        let shape = try from.shape(of: table.name)
        let insertion = table.insertion(shape)
        for part in SerialList.parts(serials) {
            let list = SerialList(part, from: 2)
            let condition = "serial IN (\(list.placeholders))"
            try to.execute("DELETE FROM ticket_name WHERE event = $1 AND \(condition)", [event] + list.values)
            try from.forEachRow(table.selection(shape, where: condition), [event] + list.values) {
                try to.execute(insertion, shape.values($0))
            }
        }
    }

    /// Guests are few beside tickets, and come and go: they are written anew.
    private func writeGuests() throws {
        try to.execute("DELETE FROM invitation WHERE event = $1", [event])
        try to.execute("DELETE FROM guest WHERE event = $1", [event])
        let functions = try Set(from.functions.all(of: pack.event).map(\.number))
        for function in try to.functions.all(of: pack.event) where !functions.contains(function.number) {
            try to.functions.remove(function.number, of: pack.event)
        }
        for table in PackedTable.guests(showsNames: pack.showsNames) { try copy(table, .none) }
    }
}
