public import Ticketing

extension StoreConnection {
    /// Follows the histories of some tickets anew, and puts what comes of them in the stead of what was there: places,
    /// and who was let in twice. For whoever holds these tickets, and has added records other than by taking or leaving
    /// their places.
    ///
    /// - Returns: the double admissions that were not known before.
    @discardableResult
    public func followAgain(_ serials: some Sequence<Serial>, of event: EventNumber) throws -> [DoubleAdmission] {
        var follower = try HistoryFollower(self, event)
        let found = try SerialList.parts(Set(serials).sorted()).flatMap { part in
            try follower.follow(part, having: part, records: try ledger.joinedRecords(of: part, event))
        }
        try follower.finish()
        return found
    }
}

/// Puts what follows from records in its place, ticket by ticket, in a transaction that has added them.
struct HistoryFollower {
    private let connection: any StoreConnection
    private let event: EventNumber
    private var hasConflicts: Bool
    /// Read when it is needed.
    private var knowledge: (known: KnownChains, all: Knowledge)?

    init(_ connection: any StoreConnection, _ event: EventNumber) throws {
        self.connection = connection
        self.event = event
        hasConflicts = try connection.conflicts.any(of: event)
    }

    /// - Parameters:
    ///   - serials: one to `SerialList.most`.
    ///   - known: those of them that may have places already.
    ///   - records: all records of these tickets.
    /// - Returns: the double admissions that were not known before.
    mutating func follow(
        _ serials: [Serial], having known: [Serial], records: JoinedRecords
    ) throws -> [DoubleAdmission] {
        let followed = FollowedTicket.all(in: records.all)
        try connection.places.replace(followed.map { ($0.ticket, $0.history.places) }, of: known, event)
        let isDisputed = followed.contains { !$0.history.excess.isEmpty }
        guard isDisputed || hasConflicts else { return [] }
        let conflicts = try isDisputed ? doubles(followed, records).filter(records.concerns) : []
        let before = Set(try connection.conflicts.derived(serials, of: event).map(\.later.id))
        if !conflicts.isEmpty || !before.isEmpty {
            try connection.conflicts.replace(conflicts, of: serials, event)
            hasConflicts = true
        }
        return conflicts.filter { !before.contains($0.later.id) }
    }

    private mutating func doubles(
        _ followed: [FollowedTicket], _ records: JoinedRecords
    ) throws -> [DoubleAdmission] {
        let knowledge = try self.knowledge ?? readKnowledge()
        self.knowledge = knowledge
        return followed.flatMap { followed in
            DoubleAdmission.all(
                in: followed.history, of: followed.ticket, records: followed.records, knowledge.all
            ) { id in
                records.isOwn(id, of: followed.ticket.serial) ? id : knowledge.known.here(records.atOffice(id))
            }
        }
    }

    private func readKnowledge() throws -> (known: KnownChains, all: Knowledge) {
        let paths = try ChainPaths(connection)
        let known = try KnownChains(paths)
        return (known, try paths.knowledge(of: event, known))
    }

    /// At the end, so that a gate which counts meanwhile counts again.
    func finish() throws { try connection.occupancy.forget(event) }
}

/// One ticket's records at a function, and what follows from them.
private struct FollowedTicket {
    let ticket: TicketAtFunction
    let history: TicketHistory
    let records: ArraySlice<AdmissionRecord>

    private init?(_ records: ArraySlice<AdmissionRecord>) {
        guard let ticket = records.first?.ticket else { return nil }
        self.ticket = ticket
        self.records = records
        history = TicketHistory(records)
    }

    /// By serial and function.
    static func all(in records: [AdmissionRecord]) -> [FollowedTicket] {
        func key(_ record: AdmissionRecord) -> (UInt64, Int) { (record.serial?.rawValue ?? 0, record.function) }
        let sorted = records.sorted { key($0) < key($1) }
        var all: [FollowedTicket] = []
        var rest = sorted[...]
        while let first = rest.first {
            let own = rest.prefix { key($0) == key(first) }
            if let followed = FollowedTicket(own) { all.append(followed) }
            rest = rest.dropFirst(own.count)
        }
        return all
    }
}
