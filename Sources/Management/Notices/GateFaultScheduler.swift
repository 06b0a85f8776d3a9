public import Store
public import Ticketing

/// Queues the messages to owners and managers about gates that need attention: gates that have become silent, and gates
/// that could not decide scans. Every server on a store may run this scheduler, because each message is queued only
/// once.
public struct GateFaultScheduler: Sendable {
    /// Undecided scans are counted by hour. If an hour began more than this number of seconds ago, no message about its
    /// scans is queued any more.
    private static let undecidedSeconds: Int64 = 86_400

    private let now: @Sendable () -> Instant

    public init(clock now: @escaping @Sendable () -> Instant) { self.now = now }

    private func queue(
        _ kind: Notice.Kind, _ payload: AuditFields, cause: String, at event: Event, now: Instant,
        _ connection: any StoreConnection
    ) throws -> Int {
        let prefix = Notice.keyPrefix(kind, of: event.number, cause: cause)
        let notices = try connection.users.notifiedMembers(of: event.organizer).map { member in
            Notice(
                organizer: event.organizer, event: event.number, kind: kind, recipient: member.email.rawValue,
                payload: payload, key: prefix + member.email.rawValue, created: now)
        }
        return try connection.notices.queue(notices)
    }

    /// The values of a notice about a gate.
    ///
    /// - Parameter subEvent: the number of the gate's sub-event; 0 for the event itself.
    private func payload(
        _ gate: String, at subEvent: Int, of event: Event, time: Instant, scans: Int,
        _ connection: any StoreConnection
    ) throws -> AuditFields {
        let served = try connection.subEvents.all(of: event.number).first { $0.number == subEvent }
        return AuditFields(present: [
            ("gate", gate), (Notice.gateSubEventName, "\(subEvent)"), ("gate_at", served?.name),
            (Notice.gateTimeName, "\(time.milliseconds)"), ("scans", "\(scans)"), ("title", event.details.title),
        ])
    }
}

// MARK: Silent gates

extension GateFaultScheduler {
    /// Queues a message about each gate that has become silent (`GateSilence`).
    ///
    /// - Returns: the number of queued notices.
    @discardableResult
    public func queueSilent(_ store: Store) throws -> Int {
        let now = now()
        let found = try store.read { connection in
            try GateSilence.all(at: now, connection).filter { event, silence in
                try !connection.reminders.isClaimed(silence.claim, of: event.number, due: silence.last)
            }
        }
        var queued = 0
        for (event, silence) in found {
            queued += try store.write { try queue(silence, at: event, now: now, $0) }
        }
        return queued
    }

    private func queue(
        _ silence: GateSilence, at event: Event, now: Instant, _ connection: any StoreConnection
    ) throws -> Int {
        guard try connection.reminders.claim(silence.claim, of: event.number, due: silence.last, at: now) else {
            return 0
        }
        let payload = try payload(
            silence.gate, at: silence.subEvent, of: event, time: silence.last, scans: silence.others, connection)
        let cause = "\(silence.last.milliseconds) \(silence.subEvent) \(silence.gate)"
        return try queue(.gateSilent, payload, cause: cause, at: event, now: now, connection)
    }
}

// MARK: Undecided scans

extension GateFaultScheduler {
    /// Queues a message about each hour in which a gate could not decide scans. Queues another message when the number
    /// of undecided scans in this hour reaches a higher step (`HourlyCount.steps`). No message is queued about an event
    /// that is over.
    ///
    /// - Returns: the number of queued notices.
    @discardableResult
    public func queueUndecided(_ store: Store) throws -> Int {
        let now = now()
        let since = now.advanced(bySeconds: -GateFaultScheduler.undecidedSeconds)
        let found = try store.read { connection in
            try connection.undecidedScans.all(since: since).filter {
                try !connection.reminders.isClaimed($0.claim, of: $0.event, due: $0.hour)
            }
        }
        return try found.reduce(0) { queued, count in
            try queued + store.write { try queue(count, now: now, $0) }
        }
    }

    private func queue(
        _ found: UndecidedScans.HourlyCount, now: Instant, _ connection: any StoreConnection
    ) throws -> Int {
        guard try connection.reminders.claim(found.claim, of: found.event, due: found.hour, at: now),
            let event = try connection.events.with(number: found.event), event.details.end.map({ now < $0 }) ?? true
        else { return 0 }
        let payload = try payload(
            found.gate, at: found.subEvent, of: event, time: found.hour, scans: found.count, connection)
        let cause = "\(found.hour.milliseconds) \(found.step) \(found.subEvent) \(found.gate)"
        return try queue(.gateUndecided, payload, cause: cause, at: event, now: now, connection)
    }
}

extension UndecidedScans.HourlyCount {
    /// When the number of undecided scans in one hour reaches one of these steps, a message is queued.
    private static let steps = [1, 10, 100]

    fileprivate var step: Int { Self.steps.last { $0 <= count } ?? 1 }

    /// The name under which the store records that the message about this step was queued. The record also has the
    /// beginning of the hour.
    fileprivate var claim: String { "undecided \(step) \(subEvent) \(gate)" }
}

extension GateSilence {
    /// The name under which the store records that this silence was reported. The record also has the time of the
    /// gate's last decision, to distinguish this silence from others.
    fileprivate var claim: String { "silent \(subEvent) \(gate)" }
}

extension Notice {
    /// The key in the payload for the number of the gate's sub-event. The number is 0 for the event itself.
    static let gateSubEventName = "gate_sub_event"
    /// The key in the payload for the time in a message about a gate, in milliseconds.
    static let gateTimeName = "gate_time"

    /// The time in a message about a gate; nil for other messages. For a silent gate, this is the time of its last
    /// decision. For undecided scans, it is the beginning of the hour. For a confirmed entry, it is the time of the
    /// entry.
    package var gateTime: Instant? {
        payload[Notice.gateTimeName].flatMap { Int64($0) }.map { Instant(milliseconds: $0) }
    }
}
