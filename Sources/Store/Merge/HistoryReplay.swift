public import Ticketing

extension StoreConnection {
    /// Derives the slots and double admissions of some tickets again from all records of these tickets. The results
    /// replace the stored slots and double admissions. Before the call, the caller must lock these tickets, and add the
    /// new records to the ledger without updating the slots.
    ///
    /// - Returns: the double admissions that were not known before.
    @discardableResult
    public func replayHistories(_ serials: some Sequence<Serial>, of event: EventNumber) throws -> [DoubleAdmission] {
        var follower = try HistoryReplay(self, event)
        let found = try SerialList.chunks(Set(serials).sorted()).flatMap { part in
            try follower.replay(part, having: part, records: try ledger.joinedRecords(of: part, event))
        }
        try follower.finish()
        return found
    }
}

/// Derives slots and double admissions from records, ticket by ticket. Must be used in the transaction that added the
/// records.
struct HistoryReplay {
    private let connection: any StoreConnection
    private let event: EventNumber
    private var hasConflicts: Bool
    /// `all`: for each device, how far it knew the chains of other devices (the heads in its `merge` records). `known`:
    /// the chains of the known records. Nil until they are first needed.
    private var knownHeads: (known: KnownChains, all: KnownHeads)?

    init(_ connection: any StoreConnection, _ event: EventNumber) throws {
        self.connection = connection
        self.event = event
        hasConflicts = try connection.conflicts.any(of: event)
    }

    /// Derives the slots and double admissions of the tickets with these serials, and stores them.
    ///
    /// - Parameters:
    ///   - serials: one to `SerialList.maxCount` serials.
    ///   - known: the serials among `serials` whose tickets may already have stored slots.
    ///   - records: all records of these tickets.
    /// - Returns: the double admissions that were not known before.
    mutating func replay(
        _ serials: [Serial], having known: [Serial], records: JoinedRecords
    ) throws -> [DoubleAdmission] {
        let followed = ReplayedTicket.all(in: records.all)
        try connection.slots.replace(followed.map { ($0.ticket, $0.history.slots) }, of: known, event)
        let isDisputed = followed.contains { !$0.history.excess.isEmpty }
        guard isDisputed || hasConflicts else { return [] }
        let conflicts = try isDisputed ? doubleAdmissions(followed, records).filter(records.concerns) : []
        let before = Set(try connection.conflicts.derived(serials, of: event).map(\.later.id))
        if !conflicts.isEmpty || !before.isEmpty {
            try connection.conflicts.replace(conflicts, of: serials, event)
            hasConflicts = true
        }
        return conflicts.filter { !before.contains($0.later.id) }
    }

    private mutating func doubleAdmissions(
        _ followed: [ReplayedTicket], _ records: JoinedRecords
    ) throws -> [DoubleAdmission] {
        let knowledge = try self.knownHeads ?? readKnownHeads()
        self.knownHeads = knowledge
        return followed.flatMap { followed in
            DoubleAdmission.all(
                in: followed.history, of: followed.ticket, records: followed.records, knowledge.all
            ) { id in
                records.isOwn(id, of: followed.ticket.serial) ? id : knowledge.known.localID(records.idInMainStore(id))
            }
        }
    }

    private func readKnownHeads() throws -> (known: KnownChains, all: KnownHeads) {
        let paths = try ChainPaths(connection)
        let known = try KnownChains(paths)
        return (known, try paths.knownHeads(of: event, known))
    }

    /// Discards the stored counts of the people inside. Must be called after the last call of `replay`, because a gate
    /// may have stored a wrong count while `replay` was changing the slots.
    func finish() throws { try connection.occupancy.invalidate(event) }
}

private struct ReplayedTicket {
    let ticket: SubEventTicket
    let history: TicketHistory
    let records: ArraySlice<AdmissionRecord>

    private init?(_ records: ArraySlice<AdmissionRecord>) {
        guard let ticket = records.first?.subEventTicket else { return nil }
        self.ticket = ticket
        self.records = records
        history = TicketHistory(records)
    }

    /// Groups records by ticket and sub-event. Records without a ticket are left out.
    static func all(in records: [AdmissionRecord]) -> [ReplayedTicket] {
        func key(_ record: AdmissionRecord) -> (UInt64, Int) { (record.serial?.rawValue ?? 0, record.subEvent) }
        let sorted = records.sorted { key($0) < key($1) }
        var all: [ReplayedTicket] = []
        var rest = sorted[...]
        while let first = rest.first {
            let own = rest.prefix { key($0) == key(first) }
            if let followed = ReplayedTicket(own) { all.append(followed) }
            rest = rest.dropFirst(own.count)
        }
        return all
    }
}
