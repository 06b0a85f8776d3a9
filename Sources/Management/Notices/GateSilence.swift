import Store
import Ticketing

/// A gate that was working and has become silent, while other gates of its event scan tickets.
///
/// A gate is identified by its name and its sub-event. It is silent if three conditions are met. It has recorded a
/// decision on this store in the last `workingSeconds`, while the event was open. It has recorded no decision in the
/// last `seconds`. The other gates of the event have recorded at least `leastScans` decisions in the last `seconds`.
/// But a gate is not silent if, in the last `seconds`, a person has used a phone that is paired with it: such a phone
/// still reaches the store. Gates that work with gate packs record their decisions elsewhere, so they are never silent.
struct GateSilence {
    /// The time without a decision after which a gate is silent, in seconds.
    static let seconds: Int64 = 20 * 60
    /// The minimum number of decisions at the other gates in the last `seconds`.
    static let leastScans = 20
    /// The time without a decision after which a gate counts as closed, in seconds.
    static let workingSeconds: Int64 = 6 * 3600
    private static let openSeconds = NoticePolicy.openSeconds

    let gate: String
    /// The number of the sub-event; 0 for the event itself.
    let subEvent: Int
    let last: Instant
    /// The number of decisions at the other gates in the last `seconds`.
    let others: Int

    /// The published events that are open. An event is open from the opening of its doors until its end. If no time is
    /// set for the doors, the event is open from its start. If it has no end, it is open until `openSeconds` after its
    /// start.
    private static func openEvents(at now: Instant, _ connection: any StoreConnection) throws -> [Event] {
        // An event whose doors open more than a day before its start is found only from one day before the start.
        try connection.reminders.events(
            from: now.advanced(bySeconds: -openSeconds), to: now.advanced(bySeconds: openSeconds)
        ).filter { event in
            guard let opened = opening(of: event.details), let start = event.details.start else { return false }
            return opened <= now && now < event.details.end ?? start.advanced(bySeconds: openSeconds)
        }
    }

    private static func opening(of details: EventDetails) -> Instant? { details.doors ?? details.start }

    /// All silent gates of open events. The ledger is read only once for all events.
    static func all(
        at now: Instant, _ connection: any StoreConnection
    ) throws -> [(event: Event, silence: GateSilence)] {
        let events = try openEvents(at: now, connection)
        guard !events.isEmpty else { return [] }
        let gates = try connection.gateActivity.gates(
            since: now.advanced(bySeconds: -workingSeconds), countingFrom: now.advanced(bySeconds: -seconds))
        return try events.flatMap { event in
            try all(at: event, among: gates[event.number] ?? [], now: now, connection).map {
                (event: event, silence: $0)
            }
        }
    }

    /// All silent gates of an open event.
    ///
    /// - Parameter active: the gates of the event that have recorded decisions in the last `workingSeconds`.
    private static func all(
        at event: Event, among active: [GateActivity.ActiveGate], now: Instant, _ connection: any StoreConnection
    ) throws -> [GateSilence] {
        let recently = now.advanced(bySeconds: -seconds)
        let opened = opening(of: event.details) ?? recently
        let gates = active.filter { $0.last >= opened }
        let scans = gates.reduce(0) { $0 + $1.count }
        let silent = gates.filter { $0.last < recently }
        guard scans >= leastScans, !silent.isEmpty else { return [] }
        let phones = try connection.webDevices.all(of: event.number)
        return silent.filter { gate in
            !phones.contains { $0.isAt(gate.name, gate.subEvent) && $0.seen >= recently }
        }.map { GateSilence(gate: $0.name, subEvent: $0.subEvent, last: $0.last, others: scans) }
    }

    /// Whether the silence that a notice reports has ended: the gate has recorded a decision since, or a person has
    /// used a phone that is paired with the gate. Nil if the notice names no gate.
    ///
    /// - Parameter decisions: the decisions that were read for earlier notices in the same transaction.
    static func hasEnded(
        _ notice: Notice, _ decisions: inout RecentDecisions, _ connection: any StoreConnection
    ) throws -> Bool? {
        guard let event = notice.event, let gate = notice.payload["gate"],
            let subEvent = notice.payload[Notice.gateSubEventName].flatMap({ Int($0) }), let last = notice.gateTime
        else { return nil }
        let next = Instant(milliseconds: last.milliseconds + 1)
        let isPhoneInUse = try connection.webDevices.all(of: event).contains {
            $0.isAt(gate, subEvent) && $0.seen > notice.created
        }
        return try isPhoneInUse
            || decisions.gates(of: event, since: next, connection).contains {
                $0.name == gate && $0.subEvent == subEvent
            }
    }
}

/// The last decisions of all gates, cached for one transaction, so that the ledger is read only once for all notices
/// about a silence.
struct RecentDecisions {
    private var since: Instant?
    private var gates: [EventNumber: [GateActivity.ActiveGate]] = [:]

    /// The gates of an event that have recorded decisions at or after a moment. Reads the ledger, unless an earlier
    /// call has already read all decisions since this moment.
    mutating func gates(
        of event: EventNumber, since moment: Instant, _ connection: any StoreConnection
    ) throws -> [GateActivity.ActiveGate] {
        if since.map({ moment < $0 }) ?? true {
            gates = try connection.gateActivity.gates(since: moment)
            since = moment
        }
        return (gates[event] ?? []).filter { $0.last >= moment }
    }
}

extension WebDevice {
    /// Whether the phone is paired with a gate. If the operator selects the sub-event on the phone, the phone counts as
    /// paired with this gate at every sub-event.
    ///
    /// - Parameter subEvent: the number of the sub-event; 0 for the event itself.
    fileprivate func isAt(_ gate: String, _ subEvent: Int) -> Bool {
        assignment.gate == gate && (assignment.subEvent ?? subEvent) == subEvent
    }
}
