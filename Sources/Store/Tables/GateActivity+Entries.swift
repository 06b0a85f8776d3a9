public import Ticketing

extension GateActivity {
    /// The admission of people who entered with a ticket.
    public struct Entry: Hashable, Sendable {
        public let event: EventNumber
        public let serial: Serial
        public let gate: String
        /// The number of the sub-event; 0 for the event itself.
        public let subEvent: Int
        /// The time of the scan, by the clock of the machine that made the decision.
        public let time: Instant
    }

    /// The entries that gates recorded in this store in a period, at any event, in no particular order. Entries that
    /// were merged from gate packs, and entries from paper lists, are omitted.
    public func entries(from start: Instant, until end: Instant) throws -> [Entry] {
        var entries: [Entry] = []
        for (device, last) in try devices(since: start) {
            var upTo = last
            while upTo > 0 {
                let after = max(0, upTo - GateActivity.searchedPageSize)
                let newest = try connection.first(
                    "SELECT max(wall_clock) FROM record WHERE device = $1 AND sequence > $2 AND sequence <= $3",
                    [device, .integer(after), .integer(upTo)]
                ) { $0.optionalInteger(0) }
                // The search reads the records of `device` in pages, the newest page first. If the clock was set back,
                // earlier records can have later times, so the search ends only at a page whose latest time is before
                // `start`.
                guard let newest = newest ?? nil, newest >= start.milliseconds else { break }
                entries += try connection.all(
                    """
                    SELECT event, serial, gate, sub_event, wall_clock FROM record
                    WHERE device = $1 AND sequence > $2 AND sequence <= $3 AND wall_clock >= $4 AND wall_clock < $5
                        AND verdict = 'admit' AND direction = 'entry' AND \(GateActivity.isDecision)
                    """, [device, .integer(after), .integer(upTo), .instant(start), .instant(end)]
                ) { row in
                    Entry(
                        event: try row.value(0), serial: try row.value(1), gate: row.text(2),
                        subEvent: try row.number(3), time: try row.instant(4))
                }
                upTo = after
            }
        }
        return entries
    }
}
