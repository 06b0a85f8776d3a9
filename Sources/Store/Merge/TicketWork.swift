import Ticketing

/// How much work it is to follow a ticket's history again, estimated from its records before they are read.
struct TicketWork: Equatable {
    /// How many places of a day are looked at in the time that a row takes to be read or written.
    private static let placesPerRow = 64

    /// Admissions, exits and undone admissions, at all functions.
    var records = 0
    /// People of the admissions: the most places that are written.
    var people = 0

    /// - Returns: whether anything follows from the record.
    @discardableResult
    mutating func add(_ record: AdmissionRecord) -> Bool {
        if case .refuse = record.decision { return false }
        records += 1
        if case .admit = record.decision { people += TicketWork.people(record.count) }
        return true
    }

    static func people(_ count: Int) -> Int { max(0, min(count, Place.dayStride)) }

    /// In records of tickets that one person came in on: a record and a place each. For each record, all places of the
    /// ticket's day may be looked at.
    var weight: Int {
        let rows = records + people + records * min(people, Place.dayStride) / TicketWork.placesPerRow
        return (rows + 1) / 2
    }
}

/// The beginning of a chain's next records that one transaction of a merge takes.
struct FittingRecords {
    /// How many records; at least one.
    private(set) var count = 0
    /// The work of all histories that are followed again because of them.
    private(set) var weight = 0

    /// - Parameters:
    ///   - links: the next records of a chain, in order.
    ///   - earlier: the work of the records that are stored already, by ticket.
    ///   - limit: the weight of the part. Where the first record's ticket alone takes more, the part may weigh a quarter
    ///     more than that ticket: otherwise each of its records would make one part.
    init(_ links: [AdmissionLedger.Link], earlier: [Serial: TicketWork], limit: Int) {
        var works = earlier
        var counted: [Serial: Int] = [:]
        var limit = limit
        for link in links {
            var more = 1
            // A refusal is a row, however many there are of its ticket.
            if let serial = link.record.serial, works[serial, default: TicketWork()].add(link.record) {
                let weight = max(1, works[serial]?.weight ?? 0)
                more = weight - counted[serial, default: 0]
                counted[serial] = weight
            }
            if count == 0 { limit = max(limit, more + more / 4) } else if weight + more > limit { return }
            weight += more
            count += 1
        }
    }
}
