public import Ticketing

extension StoreConnection {
    public var figures: ReportFigures { ReportFigures(connection: self) }
}

/// Sums for reports. Each query reads an event's tickets or records once.
public struct ReportFigures {
    let connection: any StoreConnection

    private static let day: Int64 = 86_400_000
    private static let fiveMinutes = 300_000

    /// The tickets of one type that were issued on the same day.
    public struct Sales: Hashable, Sendable {
        public let type: TicketTypeNumber
        /// The local day, as the time 00:00 UTC on the same date.
        public let day: Instant
        /// The currency of the amounts; nil if neither these tickets nor the event has a currency.
        public let currency: String?
        public let issued: Int
        /// The amount paid for these tickets, in minor units.
        public let revenue: Int64
        /// The number of cancelled and refunded tickets. `refunds` is the amount that had been paid for these tickets.
        public let ended: Int
        public let refunds: Int64
        /// The amount due at the door for active tickets.
        public let due: Int64
    }

    /// The sales for each combination of type, day, status and currency. The result may have several elements for the
    /// same type and day.
    ///
    /// - Parameter offsets: the UTC offsets of the time zone that determines when each day begins.
    public func sales(of event: EventNumber, offsets: ZoneOffsets, in currencies: EventCurrencies) throws -> [Sales] {
        var values: [SQLValue] = []
        func bind(_ value: Int64) -> String {
            values.append(.integer(value))
            return "$\(values.count)"
        }
        let cases = offsets.changes.map { change in
            "WHEN issued_at < \(bind(change.at.milliseconds)) THEN \(bind(change.before * 1000))"
        }
        let last = bind(offsets.last * 1000)
        let offset = cases.isEmpty ? last : "CASE \(cases.joined(separator: " ")) ELSE \(last) END"
        values.append(.int(event.rawValue))
        // SQLite would sort a million rows to group them, which takes longer than passing each row to this program.
        // PostgreSQL groups rows in memory.
        let (name, groups) = currencies.hasSeveral ? (", currency", "1, currency") : ("", "1")
        let (counted, grouping) =
            connection.isSoleWriter
            ? ("1, price, due", "")
            : (
                "count(*), CAST(coalesce(sum(price), 0) AS BIGINT), CAST(coalesce(sum(due), 0) AS BIGINT)",
                "GROUP BY \(groups)"
            )
        var sums = SalesSums()
        try connection.forEachRow(
            """
            SELECT ((issued_at + \(offset)) / \(ReportFigures.day) * 4096 + type) * 4
                    + CASE WHEN status IN ('issued', 'blocked') THEN 0 ELSE 2 END
                    + CASE WHEN due IS NULL THEN 0 ELSE 1 END,
                \(counted)\(name)
            FROM ticket WHERE event = $\(values.count) \(grouping)
            """, values
        ) { row in
            let own = currencies.hasSeveral ? row.optionalText(4) : nil
            try sums.add(row, in: own ?? currencies.primary)
        }
        return sums.all
    }

    /// The number of people that one gate admitted within the same five minutes.
    public struct Arrivals: Hashable, Sendable {
        public let gate: String
        /// The number of the sub-event; 0 is the event itself.
        public let subEvent: Int
        public let fiveMinutes: Instant
        public let people: Int
    }

    /// The arrivals of an event, in no particular order. At most `AdmissionSlot.dayStride` people are counted for each
    /// record, because an earlier version of the program may have merged records with impossibly large numbers of
    /// people. A record without a ticket is ignored. The result has at most 100,000 elements for different combinations
    /// of gate, sub-event and time. All further arrivals are summed in one additional element.
    ///
    /// - Parameter bySubEvent: whether to count by sub-event. If false, all people are counted at sub-event 0, as for
    ///   an event without sub-events.
    public func arrivals(at event: EventNumber, bySubEvent: Bool = false) throws -> [Arrivals] {
        let others = ["a.gate"] + (bySubEvent ? ["a.sub_event"] : [])
        let peopleColumn = 1 + others.count
        var sums = ArrivalSums()
        func add(_ people: Int, _ row: any SQLRow) throws {
            let time = try row.instant(0).milliseconds
            sums.add(
                people, gate: row.text(1), subEvent: bySubEvent ? try row.number(2) : 0,
                fiveMinutes: Instant(milliseconds: time - time % Int64(ReportFigures.fiveMinutes)))
        }
        func people(_ record: any SQLRow) -> Int {
            Int(min(max(record.integer(peopleColumn), 0), Int64(AdmissionSlot.dayStride)))
        }
        let columns = (["a.wall_clock"] + others + ["a.count"]).joined(separator: ", ")
        let condition = "a.event = $1 AND a.verdict = 'admit' AND a.serial <> 0"
        if connection.isSoleWriter {
            // To group records, SQLite would sort all of them, which takes longer than passing each record to this
            // program.
            try connection.forEachRow("SELECT \(columns) FROM record a WHERE \(condition)", [.int(event.rawValue)]) {
                try add(people($0), $0)
            }
        } else {
            try connection.forEachRow(
                ReportFigures.groupedArrivals(by: others, condition), [.int(event.rawValue)]
            ) { try add($0.number(peopleColumn), $0) }
        }
        try connection.forEachRow(
            """
            SELECT \(columns)
            FROM (SELECT DISTINCT reverses_device AS device, reverses_sequence AS sequence FROM record
                WHERE event = $1 AND verdict = 'void') AS v
            JOIN record a ON a.device = v.device AND a.sequence = v.sequence
            WHERE a.verdict = 'admit' AND a.serial <> 0
            """, [.int(event.rawValue)]
        ) { try add(-people($0), $0) }
        return sums.all()
    }

    /// A query in which PostgreSQL groups the records in memory, without sorting them. PostgreSQL counts records faster
    /// than it adds numbers, and most records are of one person. So it counts the records, and adds numbers only for
    /// records of several people: the number of people beyond the first. These numbers have 32 bits, because PostgreSQL
    /// adds 32-bit numbers faster than 64-bit numbers.
    private static func groupedArrivals(by others: [String], _ condition: String) -> String {
        let most = AdmissionSlot.dayStride
        let people = "CASE WHEN a.count < 0 THEN 0 WHEN a.count > \(most) THEN \(most) ELSE a.count END"
        let interval = "a.wall_clock / \(fiveMinutes)"
        let columns = (["\(interval) * \(fiveMinutes)"] + others).joined(separator: ", ")
        // The times come first, because PostgreSQL compares numbers faster than names of gates.
        let keys = ([interval] + others).joined(separator: ", ")
        return """
            SELECT \(columns),
                count(*) + coalesce(sum(CAST(\(people) AS INT) - 1) FILTER (WHERE a.count <> 1), 0)
            FROM record a WHERE \(condition) GROUP BY \(keys)
            """
    }
}

private struct ArrivalSums {
    private struct Key: Hashable {
        var gate: String
        var subEvent: Int
        var fiveMinutes: Instant
    }

    /// The maximum number of keys in `sums`. All people with other keys are counted together in `others`.
    private static let most = 100_000

    private var sums: [Key: Int] = [:]
    /// The number of people who were not counted in `sums` because it was full, and the earliest time at which one of
    /// these people arrived.
    private var others: (from: Instant, people: Int)?
    /// The sum that was changed last. It is kept outside the dictionary `sums` for speed, because most records are from
    /// the same gate and the same five minutes as the previous record.
    private var last: (key: Key, people: Int)?

    mutating func add(_ people: Int, gate: String, subEvent: Int, fiveMinutes: Instant) {
        if let last, last.key.fiveMinutes == fiveMinutes, last.key.subEvent == subEvent, last.key.gate == gate {
            self.last = (last.key, last.people + people)
            return
        }
        flushLast()
        last = (Key(gate: CountsByGate.truncated(gate), subEvent: subEvent, fiveMinutes: fiveMinutes), people)
    }

    private mutating func flushLast() {
        guard let (key, people) = last else { return }
        last = nil
        guard sums[key] != nil || sums.count < ArrivalSums.most else {
            others = (min(others?.from ?? key.fiveMinutes, key.fiveMinutes), (others?.people ?? 0) + people)
            return
        }
        sums[key, default: 0] += people
    }

    /// All sums above zero, in no particular order.
    consuming func all() -> [ReportFigures.Arrivals] {
        flushLast()
        let listed = sums.map {
            ReportFigures.Arrivals(
                gate: $0.key.gate, subEvent: $0.key.subEvent, fiveMinutes: $0.key.fiveMinutes, people: $0.value)
        }
        let rest = others.map {
            ReportFigures.Arrivals(
                gate: CountsByGate.otherGates, subEvent: 0, fiveMinutes: $0.from, people: $0.people)
        }
        return (listed + [rest].compactMap(\.self)).filter { $0.people > 0 }
    }
}
