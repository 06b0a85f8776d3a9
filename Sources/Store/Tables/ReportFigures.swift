public import Ticketing

extension StoreConnection {
    public var figures: ReportFigures { ReportFigures(connection: self) }
}

/// Sums for reports, each one pass over an event's tickets or records.
public struct ReportFigures {
    let connection: any StoreConnection

    private static let day: Int64 = 86_400_000

    /// Tickets of one type that were issued on the same day.
    public struct Sales: Hashable, Sendable {
        public let type: TicketTypeNumber
        /// Midnight of that day as if the zone were UTC.
        public let day: Instant
        /// Nil while the event has none.
        public let currency: String?
        public let issued: Int
        /// What was paid for them, in minor units.
        public let revenue: Int64
        /// Those that do not stand any more, and what was paid for them.
        public let ended: Int
        public let refunds: Int64
        /// What is to be paid at the door for those that stand.
        public let due: Int64
    }

    /// What was sold, by type, day, state and currency; a type has several of these for one day.
    ///
    /// - Parameter offsets: how the days of the zone lie.
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
        // One number to group by: SQLite sorts a million of them twice as fast as rows of several columns.
        let (name, groups) = currencies.areSeveral ? (", currency", "1, currency") : ("", "1")
        return try connection.all(
            """
            SELECT ((issued_at + \(offset)) / \(ReportFigures.day) * 4096 + type) * 4
                    + CASE WHEN status IN ('issued', 'blocked') THEN 0 ELSE 2 END
                    + CASE WHEN due IS NULL THEN 0 ELSE 1 END,
                count(*), CAST(coalesce(sum(price), 0) AS BIGINT), CAST(coalesce(sum(due), 0) AS BIGINT)\(name)
            FROM ticket WHERE event = $\(values.count) GROUP BY \(groups)
            """, values
        ) { row in
            let own = currencies.areSeveral ? row.optionalText(4) : nil
            return try ReportFigures.sales(row, in: own ?? currencies.kept)
        }
    }

    private static func sales(_ row: any SQLRow, in currency: String?) throws -> Sales {
        let key = row.integer(0)
        guard let type = TicketTypeNumber(rawValue: UInt16(key >> 2 & 4095)) else {
            throw ColumnFault(column: 0, value: "\(key)", kind: "day of a type")
        }
        let (day, isBeyond) = (key >> 14).multipliedReportingOverflow(by: ReportFigures.day)
        guard !isBeyond else { throw ColumnFault(column: 0, value: "\(key)", kind: "day of a type") }
        let isEnded = key & 2 != 0
        let count = try row.number(1)
        let paid = key & 1 == 0 ? row.integer(2) : 0
        return Sales(
            type: type, day: Instant(milliseconds: day), currency: currency, issued: count,
            revenue: paid, ended: isEnded ? count : 0, refunds: isEnded ? paid : 0, due: isEnded ? 0 : row.integer(3))
    }

    /// People whom one gate let in within the same five minutes.
    public struct Arrivals: Hashable, Sendable {
        public let gate: String
        /// The number of the function; 0 is the event itself.
        public let function: Int
        public let fiveMinutes: Instant
        public let people: Int
    }

    /// In no order. An earlier version may have merged records for any number of people: a record counts for as many as a
    /// day has places at most, and one about no ticket for nobody. Gates and times beyond 100,000 are one row.
    ///
    /// - Parameter byFunction: false counts all at 0, for an event that has no functions.
    public func arrivals(at event: EventNumber, byFunction: Bool = false) throws -> [Arrivals] {
        let columns = "a.gate, a.wall_clock / 300000 * 300000, \(byFunction ? "a.function" : "0")"
        let people =
            "CASE WHEN a.count < 0 THEN 0 WHEN a.count > \(Place.dayStride) THEN \(Place.dayStride) ELSE a.count END"
        var sums = ArrivalSums()
        func add(_ row: any SQLRow, _ people: Int) throws {
            sums.add(people, gate: row.text(0), function: try row.number(2), fiveMinutes: try row.instant(1))
        }
        // SQLite groups by sorting all records, which takes longer than to hand them over; a server groups in memory.
        let counted = connection.isAlone ? (people, "") : ("CAST(sum(\(people)) AS BIGINT)", "GROUP BY 1, 2, 3")
        try connection.forEachRow(
            """
            SELECT \(columns), \(counted.0) FROM record a
            WHERE a.event = $1 AND a.verdict = 'admit' AND a.serial <> 0 \(counted.1)
            """, [.int(event.rawValue)]
        ) { try add($0, $0.number(3)) }
        try connection.forEachRow(
            """
            SELECT \(columns), \(people)
            FROM (SELECT DISTINCT reverses_device AS device, reverses_sequence AS sequence FROM record
                WHERE event = $1 AND verdict = 'void') AS v
            JOIN record a ON a.device = v.device AND a.sequence = v.sequence
            WHERE a.verdict = 'admit' AND a.serial <> 0
            """, [.int(event.rawValue)]
        ) { try add($0, -$0.number(3)) }
        return sums.all()
    }
}

/// People by gate, function and time.
private struct ArrivalSums {
    private struct Key: Hashable {
        var gate: String
        var function: Int
        var fiveMinutes: Instant
    }

    /// The limit of distinct gates and times; people beyond it are summed up in `others`.
    private static let most = 100_000

    private var sums: [Key: Int] = [:]
    /// The people beyond the limit, and the first time at which one of them came.
    private var others: (from: Instant, people: Int)?
    /// The newest sum, kept out of the dictionary: most records have the gate and five minutes of the record before.
    private var last: (key: Key, people: Int)?

    mutating func add(_ people: Int, gate: String, function: Int, fiveMinutes: Instant) {
        if let last, last.key.fiveMinutes == fiveMinutes, last.key.function == function, last.key.gate == gate {
            self.last = (last.key, last.people + people)
            return
        }
        keepLast()
        last = (Key(gate: CountsByGate.short(gate), function: function, fiveMinutes: fiveMinutes), people)
    }

    private mutating func keepLast() {
        guard let (key, people) = last else { return }
        last = nil
        guard sums[key] != nil || sums.count < ArrivalSums.most else {
            others = (min(others?.from ?? key.fiveMinutes, key.fiveMinutes), (others?.people ?? 0) + people)
            return
        }
        sums[key, default: 0] += people
    }

    /// All sums above zero, in no order.
    consuming func all() -> [ReportFigures.Arrivals] {
        keepLast()
        let told = sums.map {
            ReportFigures.Arrivals(
                gate: $0.key.gate, function: $0.key.function, fiveMinutes: $0.key.fiveMinutes, people: $0.value)
        }
        let rest = others.map {
            ReportFigures.Arrivals(
                gate: CountsByGate.otherGates, function: 0, fiveMinutes: $0.from, people: $0.people)
        }
        return (told + [rest].compactMap(\.self)).filter { $0.people > 0 }
    }
}
