import Ticketing

/// The cost of deriving a ticket's history again from its records, estimated before the records are read.
struct ReplayCost: Equatable {
    /// The number of slots that can be examined in the time in which one row is read or written. Each person on a
    /// ticket has a slot.
    private static let slotsPerRow = 64

    /// The number of admissions, exits and undone admissions at all sub-events.
    var records = 0
    /// The number of people in all admissions. At most this many slots are written.
    var people = 0

    /// - Returns: whether the record affects the history.
    @discardableResult
    mutating func add(_ record: AdmissionRecord) -> Bool {
        if case .refuse = record.decision { return false }
        records += 1
        if case .admit = record.decision { people += ReplayCost.people(record.count) }
        return true
    }

    static func people(_ count: Int) -> Int { max(0, min(count, AdmissionSlot.dayStride)) }

    /// The cost. The unit is the work for one record of a one-person ticket: reading one record and writing one slot.
    /// The estimate assumes that all slots of the ticket's day are examined for each record.
    var cost: Int {
        let rows = records + people + records * min(people, AdmissionSlot.dayStride) / ReplayCost.slotsPerRow
        return (rows + 1) / 2
    }
}

/// As many of a chain's next records as one transaction of a merge stores.
struct BatchPrefix {
    /// The number of records; at least one.
    private(set) var count = 0
    /// The cost of deriving the histories of the records' tickets again.
    private(set) var cost = 0

    /// - Parameters:
    ///   - links: the next records of a chain, in order.
    ///   - earlier: the cost of the records that are already stored, by ticket.
    ///   - limit: the maximum cost of the part. If the ticket of the first record alone costs more, the maximum is the
    ///     cost of that ticket plus a quarter. Without this exception, each record of the ticket would need a separate
    ///     part.
    init(_ links: [AdmissionLedger.HashedRecord], earlier: [Serial: ReplayCost], limit: Int) {
        var works = earlier
        var counted: [Serial: Int] = [:]
        var limit = limit
        for link in links {
            var more = 1
            // A refusal always costs one row, even if its ticket has many refusals.
            if let serial = link.record.serial, works[serial, default: ReplayCost()].add(link.record) {
                let weight = max(1, works[serial]?.cost ?? 0)
                more = weight - counted[serial, default: 0]
                counted[serial] = weight
            }
            if count == 0 { limit = max(limit, more + more / 4) } else if cost + more > limit { return }
            cost += more
            count += 1
        }
    }
}
