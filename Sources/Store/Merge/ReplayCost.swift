import Ticketing

/// The estimated cost of deriving a ticket's history again from all its records. The cost is estimated before these
/// records are read.
struct ReplayCost: Equatable {
    /// The number of slots that can be examined in the time that it takes to read or write one row.
    private static let slotsPerRow = 64

    /// The number of the ticket's records of admissions, exits and undone admissions, at all sub-events.
    var records = 0
    /// The total number of people in all admissions on the ticket. The number of slots to write is at most this number.
    var people = 0

    /// Adds the cost of a record of the ticket.
    ///
    /// - Returns: whether the record affects the history.
    @discardableResult
    mutating func add(_ record: AdmissionRecord) -> Bool {
        if case .refuse = record.decision { return false }
        records += 1
        if case .admit = record.decision { people += ReplayCost.people(record.count) }
        return true
    }

    static func people(_ count: Int) -> Int { max(0, min(count, AdmissionSlot.dayStride)) }

    /// The cost as a number. The unit is the work for one record of a ticket for one person: reading one record and
    /// writing one slot. The estimate assumes that, for each record, all slots of the ticket for the record's day are
    /// examined.
    var cost: Int {
        let rows = records + people + records * min(people, AdmissionSlot.dayStride) / ReplayCost.slotsPerRow
        return (rows + 1) / 2
    }
}

/// The records of a chain that the next transaction of a merge stores: as many as its cost limit allows.
struct BatchPrefix {
    /// The number of these records; at least one.
    private(set) var count = 0
    /// The cost of storing these records.
    private(set) var cost = 0

    /// Determines how many of the records `links` fit into one transaction.
    ///
    /// - Parameters:
    ///   - links: the next records of the chain, in order.
    ///   - earlier: for each ticket, the cost of its records that are already stored.
    ///   - limit: the maximum cost of the records of one transaction. However, if the first record alone costs more
    ///     because its ticket has many records, the maximum is 1¼ times the cost of the first record. Without this
    ///     exception, each record of that ticket would need a separate transaction.
    init(_ links: [AdmissionLedger.HashedRecord], earlier: [Serial: ReplayCost], limit: Int) {
        // For each ticket: the cost of its records, and the part of this cost that was already added to `self.cost`.
        var tickets: [Serial: (work: ReplayCost, counted: Int)] = [:]
        tickets.reserveCapacity(links.count)
        func costToAdd(_ record: AdmissionRecord, to ticket: inout (work: ReplayCost, counted: Int)?) -> Int {
            var (work, counted) = ticket ?? (record.serial.flatMap { earlier[$0] } ?? ReplayCost(), 0)
            // A refusal always has the cost 1, even if its ticket has many refusals.
            guard work.add(record) else { return 1 }
            let before = counted
            counted = max(1, work.cost)
            ticket = (work, counted)
            return counted - before
        }
        var limit = limit
        for link in links {
            let more = link.record.serial.map { costToAdd(link.record, to: &tickets[$0]) } ?? 1
            if count == 0 { limit = max(limit, more + more / 4) } else if cost + more > limit { return }
            cost += more
            count += 1
        }
    }
}
