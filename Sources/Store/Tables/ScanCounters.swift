public import Ticketing

extension StoreConnection {
    public var scanCounters: ScanCounters { ScanCounters(connection: self) }
}

/// How many scans were no tickets of the event, by gate and reason: all that is kept of them.
public struct ScanCounters {
    let connection: any StoreConnection

    public func add(_ count: Int, gate: String, reason: String, event: EventNumber) throws {
        try connection.execute(
            """
            INSERT INTO scan_counter (event, gate, reason, count) VALUES ($1, $2, $3, $4)
            ON CONFLICT (event, gate, reason) DO UPDATE SET count = scan_counter.count + excluded.count
            """, [.int(event.rawValue), .text(gate), .text(reason), .int(count)])
    }

    public func all(of event: EventNumber) throws -> [(gate: String, reason: String, count: Int)] {
        try connection.all(
            "SELECT gate, reason, count FROM scan_counter WHERE event = $1 ORDER BY gate, reason",
            [.int(event.rawValue)]
        ) { ($0.text(0), $0.text(1), try $0.number(2)) }
    }
}
