import Foundation
public import Store
public import Ticketing

/// Queues the entry confirmations: messages to the holder, the buyer or the guests of a ticket, which say that somebody
/// has just entered with it. Organizers turn them on for each event (`EventDetails.entryConfirmation`). Every server on
/// a store may run this scheduler, because each confirmation is queued only once.
public struct EntryConfirmationScheduler: Sendable {
    /// The age at which an entry is confirmed, in seconds. An admission by mistake is usually undone before this age.
    public static let earliestSeconds: Int64 = 60
    /// The age at which an entry is no longer confirmed, in seconds. A late confirmation would confuse its reader.
    public static let latestSeconds: Int64 = 15 * 60
    /// How far the clock of a gate's machine may be behind the clock of this machine, in seconds. If the gate's clock
    /// is further behind, entries at the gate may get no confirmation.
    private static let clockDifference: Int64 = 180
    /// The number of entries in one transaction. The number is small, so that gates do not wait long.
    private static let batchSize = 50
    /// The time after which a call returns, so that other messages do not wait.
    private static let longestTime = Duration.seconds(5)

    private let now: @Sendable () -> Instant
    /// The time up to which all entries were handled; nil before the first complete call.
    private var end: Instant?
    /// The latest entries that were handled. A gate whose clock is behind can still add entries to the period of these
    /// entries. So the next call reads this period again, and skips the entries in this set.
    private var handled: Set<GateActivity.Entry> = []

    public init(clock now: @escaping @Sendable () -> Instant) { self.now = now }

    /// Queues the confirmations of the entries that no earlier call has handled. An address gets at most one
    /// confirmation for each ticket, sub-event and day.
    ///
    /// - Parameter isStopping: called between transactions. If it returns true, the call returns early.
    /// - Returns: the number of queued notices.
    @discardableResult
    public mutating func queueNew(_ store: Store, isStopping: () -> Bool = { false }) throws -> Int {
        let (now, begin) = (now(), ContinuousClock.now)
        let last = now.advanced(bySeconds: -Self.earliestSeconds)
        let oldest = now.advanced(bySeconds: -Self.latestSeconds)
        let start = max(oldest, end?.advanced(bySeconds: -Self.clockDifference) ?? oldest)
        let events = try store.read { try confirmingEvents(at: now, $0) }
        guard !events.isEmpty else { return 0 }
        let entries = try store.read { try $0.gateActivity.entries(from: start, until: last) }
        var rest = entries.filter { events[$0.event] != nil && !handled.contains($0) }
            .sorted { $0.time < $1.time }[...]
        var queued = 0
        while !rest.isEmpty {
            guard !isStopping(), begin.duration(to: .now) < Self.longestTime else { return queued }
            let batch = rest.prefix(Self.batchSize)
            rest.removeFirst(batch.count)
            let notices = try store.read { try newNotices(of: batch, events, now: now, $0) }
            if !notices.isEmpty { queued += try store.write { try $0.notices.queue(notices) } }
            handled.formUnion(batch)
        }
        end = last
        handled = handled.filter { $0.time >= last.advanced(bySeconds: -Self.clockDifference) }
        return queued
    }

    /// The events at which entries are confirmed now. Entries at an event are confirmed from a day before its start
    /// until a day after its end. An event without an end counts as ending at its start.
    private func confirmingEvents(at now: Instant, _ connection: any StoreConnection) throws -> [EventNumber: Event] {
        let events = try connection.reminders.events(
            from: now.advanced(bySeconds: -86_400), to: now.advanced(bySeconds: 86_400))
        return events.reduce(into: [:]) { confirming, event in
            if event.details.entryConfirmation != .off { confirming[event.number] = event }
        }
    }

    /// The confirmations of the given entries, without the confirmations that are already in the outbox.
    private func newNotices(
        of entries: ArraySlice<GateActivity.Entry>, _ events: [EventNumber: Event], now: Instant,
        _ connection: any StoreConnection
    ) throws -> [Notice] {
        try entries.flatMap { entry -> [Notice] in
            guard let event = events[entry.event],
                let ticket = try connection.tickets.with(serial: entry.serial, of: entry.event)
            else { return [] }
            let day = CalendarDay(entry.time, in: event.zone)
            let prefix = Notice.keyPrefix(
                .entryConfirmed, of: event.number, cause: "\(ticket.code) \(entry.subEvent) \(day)")
            let payload = try payload(of: entry, ticket, at: event, connection)
            return try addresses(of: ticket, at: event, connection).map { recipient in
                Notice(
                    organizer: event.organizer, event: event.number, kind: .entryConfirmed, recipient: recipient,
                    payload: payload, key: prefix + recipient, created: now)
            }.filter { try connection.notices.with(key: $0.key) == nil }
        }
    }

    private func payload(
        of entry: GateActivity.Entry, _ ticket: Ticket, at event: Event, _ connection: any StoreConnection
    ) throws -> AuditFields {
        let place = try connection.subEvents.all(of: event.number).first { $0.number == entry.subEvent }
        return AuditFields(present: [
            ("ticket", ticket.code.description), ("gate", entry.gate),
            (Notice.gateSubEventName, "\(entry.subEvent)"), ("gate_at", place?.name),
            (Notice.gateTimeName, "\(entry.time.milliseconds)"), ("title", event.details.title),
        ])
    }

    /// The addresses of the people to whom a ticket belongs. For a ticket of invited guests, the result has one address
    /// of each guest. For any other ticket, it has the address of the holder or, if the holder has none, of the buyer.
    /// If the organizer confirms entries by e-mail only, a phone number is left out, unless it has a confirmed push
    /// subscription.
    private func addresses(
        of ticket: Ticket, at event: Event, _ connection: any StoreConnection
    ) throws -> [String] {
        func first(of addresses: [String?]) throws -> String? {
            try addresses.compactMap(\.self).first { address in
                try
                    (event.details.entryConfirmation == .emailOrSMS || address.contains("@")
                    || connection.pushSubscriptions.hasConfirmed(of: address))
                    && RecipientTickets(of: address, connection).owned(ticket) != nil
            }
        }
        let guests = try connection.guests.with(serial: ticket.serial, of: event.number)
        guard guests.isEmpty else {
            return Set(try guests.compactMap { try first(of: [$0.details.email, $0.details.phone]) }).sorted()
        }
        let order = try ticket.sale.flatMap { try connection.orders.with(number: $0.order, of: event.number) }
        let address = try first(
            of: [ticket.email?.rawValue, order?.confirmation?.address, order?.buyer.email, order?.buyer.phone])
        return [address].compactMap(\.self)
    }
}
