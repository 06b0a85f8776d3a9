import Store
public import Ticketing

/// Problems at the gates of an event that a member should look at.
public struct GateAlerts: Hashable, Sendable {
    /// The time over which undecided scans are counted, in seconds.
    public static let undecidedSeconds: Int64 = 86_400

    /// A gate that was working and has become silent, while other gates of the event scan tickets.
    public struct Silence: Hashable, Sendable {
        public let gate: String
        /// The time of the gate's last decision.
        public let last: Instant
    }

    /// The silent gates, sorted by name.
    public let silent: [Silence]
    /// The number of scans that gates could not decide in the last `undecidedSeconds`. The store counts these scans for
    /// each hour, so only hours that began within the last `undecidedSeconds` are included.
    public let undecided: Int
}

extension GateAlerts {
    static func all(
        of events: [Event], at now: Instant, _ connection: any StoreConnection
    ) throws -> [EventNumber: GateAlerts] {
        var alerts: [EventNumber: GateAlerts] = [:]
        let silences = try GateSilence.all(at: now, connection)
        let hours = try connection.undecidedScans.all(since: now.advanced(bySeconds: -undecidedSeconds))
        for event in events {
            let silent = silences.filter { $0.event.number == event.number }
            alerts[event.number] = GateAlerts(
                silent: silent.map { Silence(gate: $0.silence.gate, last: $0.silence.last) }
                    .sorted { ($0.gate, $0.last) < ($1.gate, $1.last) },
                undecided: hours.reduce(0) { $0 + ($1.event == event.number ? $1.count : 0) })
        }
        return alerts
    }
}

extension GateService {
    /// The current problems at the gates of each event. The recent decisions are read only once for all events.
    public func alerts(of events: [Event]) throws -> [EventNumber: GateAlerts] {
        guard !events.isEmpty else { return [:] }
        for event in events { try services.authorize(.reportAttendance, on: event) }
        let now = services.now()
        return try services.store.read { try GateAlerts.all(of: events, at: now, $0) }
    }

    /// Whether any gate has recorded a scan at an event of the organizer. A refused scan counts, and so does a scan of
    /// a code that is not a ticket. Admissions from paper lists do not count.
    public func hasScan(of organizer: Organizer) throws -> Bool {
        try services.read(.showLedger, in: organizer.number) { try $0.gateActivity.hasScan(of: organizer.number) }
    }
}
