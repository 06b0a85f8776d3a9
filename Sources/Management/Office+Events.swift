public import Ticketing

extension Office {
    /// Creates a draft.
    public func createEvent(_ details: EventDetails, suite: Suite, of organizer: Organizer) throws -> Event {
        try Name.check(details.title)
        let created = now()
        return try store.write { connection in
            try authorize(.manageEvents, in: organizer.number, connection)
            var random = SystemRandomNumberGenerator()
            return try insertingUnique(slug: Slug.of(details.title, fallback: "event")) { slug in
                Event(
                    number: .random(using: &random), organizer: organizer.number, slug: slug, suite: suite,
                    created: created, details: details)
            } insert: {
                try connection.events.insert($0)
            }
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
        try store.read { connection in
            try authorize(.read, in: event.organizer, connection)
            return try connection.events.people(at: event.number)
        }
    }

    /// Publishes a draft.
    ///
    /// - Throws: `ManagementError.notPublishable` with every fault at once.
    public func publish(_ event: Event) throws -> Event {
        let published = now()
        return try store.write { connection in
            try authorize(.manageEvents, in: event.organizer, connection)
            try connection.events.hold(event.number)
            guard let current = try connection.events.with(number: event.number),
                let organizer = try connection.organizers.with(number: event.organizer)
            else { throw ManagementError.unknownEvent(event.slug, known: []) }
            let types = try connection.ticketTypes.all(of: event.number).count
            let faults = current.publishingFaults(organizer: organizer, ticketTypes: types, now: published)
            guard faults.isEmpty, try connection.events.publish(event.number, at: published) else {
                throw ManagementError.notPublishable(faults)
            }
            var result = current
            result.status = .published
            result.published = published
            return result
        }
    }
}
