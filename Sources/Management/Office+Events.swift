public import Ticketing

extension Office {
    /// Creates a draft.
    public func createEvent(_ details: EventDetails, suite: Suite, of organizer: Organizer) throws -> Event {
        try Name.check(details.title)
        return try perform(.createEvent, in: organizer.number) { work in
            var random = SystemRandomNumberGenerator()
            let event = try insertingUnique(slug: Slug.of(details.title, fallback: "event")) { slug in
                Event(
                    number: .random(using: &random), organizer: organizer.number, slug: slug, suite: suite,
                    created: work.now, details: details)
            } insert: {
                try work.connection.events.insert($0)
            }
            try work.record(AuditSubject(.event, event.number), of: event.number, after: event.auditFields)
            return event
        }
    }

    /// The events of the user's organizers, by start.
    public func events() throws -> [Event] {
        try store.read { try $0.events.all(of: user.id) }
    }

    /// One of them, by number, slug, or an unambiguous beginning of either.
    public func event(named name: String) throws -> Event {
        try named(name, among: try events(), number: \.number.description, slug: \.slug) {
            .unknownEvent(name, known: $0)
        }
    }

    /// How many people the event's standing tickets admit.
    public func people(of event: Event) throws -> Int {
        try look(.showEvent, in: event.organizer) { try $0.events.people(at: event.number) }
    }

    /// Publishes a draft.
    ///
    /// - Throws: `ManagementError.notPublishable` with every fault at once.
    public func publish(_ event: Event) throws -> Event {
        try perform(.publishEvent, in: event.organizer) { work in
            guard let current = try work.connection.events.with(number: event.number),
                let organizer = try work.connection.organizers.with(number: event.organizer)
            else { throw ManagementError.unknownEvent(event.slug, known: []) }
            let types = try work.connection.ticketTypes.all(of: event.number).count
            let functions = try work.connection.functions.all(of: event.number).count
            let faults = current.publishingFaults(
                organizer: organizer, ticketTypes: types, functions: functions, now: work.now)
            guard faults.isEmpty, try work.connection.events.publish(event.number, at: work.now) else {
                throw ManagementError.notPublishable(faults)
            }
            var result = current
            result.status = .published
            result.published = work.now
            try work.record(
                AuditSubject(.event, event.number), of: event.number, before: current.auditFields,
                after: result.auditFields)
            return result
        }
    }
}
