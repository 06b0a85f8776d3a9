import Store
public import Ticketing

extension EventService {
    /// The events and sub-events of the user's organizers that take place in a period, sorted by start. Each has its
    /// conflicts: the other events that overlap with it, or are too close in time. Deleted events, and events without a
    /// start, are left out.
    ///
    /// - Parameters:
    ///   - start: the start of the period.
    ///   - end: the end of the period.
    public func calendar(from start: Instant, to end: Instant) throws -> [ScheduleEntry] {
        let events = try events()
        func shown(_ entries: [ScheduleEntry]) -> [ScheduleEntry] {
            entries.filter { $0.period.start < end && $0.period.end > start }
        }
        let periods = shown(try entries(of: events, from: start, to: end)).map { $0.period }
        guard let first = periods.map({ $0.start }).min(), let last = periods.map({ $0.end }).max() else { return [] }
        // A found event or sub-event can begin before the period, or end after the period. So it can conflict with an
        // event that lies entirely outside the period. Because of the time for travelling, this other event can even be
        // over before the found event begins, or begin after the found event has ended, by up to
        // `longestTravelSeconds`.
        let all = try entries(
            of: events, from: first.advanced(bySeconds: -TicketConflict.longestTravelSeconds),
            to: last.advanced(bySeconds: TicketConflict.longestTravelSeconds))
        return shown(all)
    }

    /// The events and sub-events that take place in a period, with their conflicts with each other. Also includes the
    /// event of each of these sub-events.
    private func entries(of events: [Event], from start: Instant, to end: Instant) throws -> [ScheduleEntry] {
        let subEvents = try services.store.read { try $0.subEvents.all(of: services.user.id, from: start, to: end) }
        let withParts = Set(subEvents.map(\.event))
        let found = events.filter { event in
            guard let period = TicketConflict.period(of: event.details) else { return withParts.contains(event.number) }
            return withParts.contains(event.number) || period.start <= end && period.end >= start
        }
        return [ScheduleEntry](events: found, subEvents: subEvents)
    }

    /// The number of tickets of each event that are issued and neither cancelled nor refunded. Events without ticket
    /// types, and events whose tickets the user may not see, are left out.
    public func ticketsSold(of events: [Event]) throws -> [EventNumber: Int] {
        try services.store.read { connection in
            let allowed = try Set(events.map(\.organizer)).filter { organizer in
                try services.rights(in: organizer, connection).contains(Operation.showTickets.requiredRight)
            }
            let visible = Set(
                events.filter { services.isWithinGrants($0) && allowed.contains($0.organizer) }.map(\.number))
            return try connection.ticketTypes.issuedByEvent(of: services.user.id)
                .filter { visible.contains($0.key) }
        }
    }
}
