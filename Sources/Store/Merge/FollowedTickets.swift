public import Ticketing

extension StoreConnection {
    /// Follows the histories of some tickets anew, and puts what comes of them in the stead of what was there: places,
    /// and who was let in twice. For whoever holds these tickets, and has added records other than by taking or leaving
    /// their places.
    ///
    /// - Returns: the double admissions that were not known before.
    @discardableResult
    public func followAgain(_ serials: some Sequence<Serial>, of event: EventNumber) throws -> [DoubleAdmission] {
        let follower = HistoryFollower(connection: self, event: event)
        return try SerialList.parts(Set(serials).sorted()).flatMap { part in
            try follower.follow(part, records: try ledger.records(of: part, event))
        }
    }
}

/// Puts what follows from records in its place, ticket by ticket.
struct HistoryFollower {
    let connection: any StoreConnection
    let event: EventNumber

    /// - Parameters:
    ///   - serials: one to `SerialList.most`.
    ///   - records: all records of these tickets.
    /// - Returns: the double admissions that were not known before.
    func follow(_ serials: [Serial], records: [AdmissionRecord]) throws -> [DoubleAdmission] {
        let histories = Dictionary(grouping: records.filter { $0.ticket != nil }, by: \.ticket)
            .compactMap { ticket, records in ticket.map { ($0, TicketHistory(records), records) } }
            .sorted { $0.0 < $1.0 }
        try connection.places.replace(histories.map { ($0.0, $0.1.places) }, of: serials, event)
        try connection.occupancy.forget(event)
        let isDisputed = histories.contains { !$0.1.excess.isEmpty }
        let hadConflicts = try connection.conflicts.any(of: event)
        guard isDisputed || hadConflicts else { return [] }
        let knowledge = isDisputed ? try ChainPaths(connection).knowledge(of: event) : Knowledge()
        let conflicts = histories.flatMap { ticket, history, records in
            DoubleAdmission.all(in: history, of: ticket, records: records, knowledge)
        }
        let known = Set(try connection.conflicts.derived(serials, of: event).map(\.later.id))
        if !conflicts.isEmpty || !known.isEmpty {
            try connection.conflicts.replace(conflicts, of: serials, event)
        }
        return conflicts.filter { !known.contains($0.later.id) }
    }
}
