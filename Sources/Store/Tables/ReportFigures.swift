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
        // The rows are grouped by a single number, which combines day, type and status. SQLite sorts a million such
        // numbers in half the time that it needs for a million rows of several columns.
        let (name, groups) = currencies.hasSeveral ? (", currency", "1, currency") : ("", "1")
        return try connection.all(
            """
            SELECT ((issued_at + \(offset)) / \(ReportFigures.day) * 4096 + type) * 4
                    + CASE WHEN status IN ('issued', 'blocked') THEN 0 ELSE 2 END
                    + CASE WHEN due IS NULL THEN 0 ELSE 1 END,
                count(*), CAST(coalesce(sum(price), 0) AS BIGINT), CAST(coalesce(sum(due), 0) AS BIGINT)\(name)
            FROM ticket WHERE event = $\(values.count) GROUP BY \(groups)
            """, values
        ) { row in
            let own = currencies.hasSeveral ? row.optionalText(4) : nil
            return try ReportFigures.sales(row, in: own ?? currencies.primary)
        }
    }

    private static func sales(_ row: any SQLRow, in currency: String?) throws -> Sales {
        let key = row.integer(0)
        guard let type = TicketTypeNumber(rawValue: UInt16(key >> 2 & 4095)) else {
            throw InvalidColumnValue(column: 0, value: "\(key)", kind: "combination of day, ticket type and status")
        }
        let (day, isBeyond) = (key >> 14).multipliedReportingOverflow(by: ReportFigures.day)
        guard !isBeyond else {
            throw InvalidColumnValue(
                column: 0, value: "\(key)", kind: "combination of day, ticket type and status")
        }
        let isEnded = key & 2 != 0
        let count = try row.number(1)
        let paid = key & 1 == 0 ? row.integer(2) : 0
        return Sales(
            type: type, day: Instant(milliseconds: day), currency: currency, issued: count,
            revenue: paid, ended: isEnded ? count : 0, refunds: isEnded ? paid : 0, due: isEnded ? 0 : row.integer(3))
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
        // In the GROUP BY clause, the times come first, because PostgreSQL compares numbers faster than names of gates.
        let interval = "a.wall_clock / \(ReportFigures.fiveMinutes)"
        let others = ["a.gate"] + (bySubEvent ? ["a.sub_event"] : [])
        let keys = ([interval] + others).joined(separator: ", ")
        let columns = (["\(interval) * \(ReportFigures.fiveMinutes)"] + others).joined(separator: ", ")
        let people =
            "CASE WHEN a.count < 0 THEN 0 WHEN a.count > \(AdmissionSlot.dayStride) THEN \(AdmissionSlot.dayStride) ELSE a.count END"
        var sums = ArrivalSums()
        func add(_ row: any SQLRow, sign: Int) throws {
            sums.add(
                sign * (try row.number(1 + others.count)), gate: row.text(1),
                subEvent: bySubEvent ? try row.number(2) : 0, fiveMinutes: try row.instant(0))
        }
        // To group records, SQLite would sort all of them, which takes longer than passing each record to this program.
        // PostgreSQL groups records in memory, without sorting them. Most records count one person. Therefore,
        // PostgreSQL counts the records, and then adds the number of people after the first in each record with several
        // people. PostgreSQL adds 32-bit numbers faster than 64-bit numbers.
        let further = "coalesce(sum(CAST(\(people) AS INT) - 1) FILTER (WHERE a.count <> 1), 0)"
        let counted = connection.isSoleWriter ? (people, "") : ("count(*) + \(further)", "GROUP BY \(keys)")
        try connection.forEachRow(
            """
            SELECT \(columns), \(counted.0) FROM record a
            WHERE a.event = $1 AND a.verdict = 'admit' AND a.serial <> 0 \(counted.1)
            """, [.int(event.rawValue)]
        ) { try add($0, sign: 1) }
        try connection.forEachRow(
            """
            SELECT \(columns), \(people)
            FROM (SELECT DISTINCT reverses_device AS device, reverses_sequence AS sequence FROM record
                WHERE event = $1 AND verdict = 'void') AS v
            JOIN record a ON a.device = v.device AND a.sequence = v.sequence
            WHERE a.verdict = 'admit' AND a.serial <> 0
            """, [.int(event.rawValue)]
        ) { try add($0, sign: -1) }
        return sums.all()
    }
}

/// The number of people for each combination of gate, sub-event and time.
private struct ArrivalSums {
    private struct Key: Hashable {
        var gate: String
        var subEvent: Int
        var fiveMinutes: Instant
    }

    /// The maximum number of keys in `sums`. The people of all further keys are summed in `others`.
    private static let most = 100_000

    private var sums: [Key: Int] = [:]
    /// The number of people whose keys have no place in `sums`, and the earliest time at which one of these people
    /// arrived.
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
