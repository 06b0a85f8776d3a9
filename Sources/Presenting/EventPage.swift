package import Management
package import Ticketing

/// One event with what belongs to it, in JSON.
package struct EventPage {
    package let event: Event
    /// The slug; nil for who is no member of it, and learns no more than the event says of itself.
    package let organizer: String?
    /// How many the standing tickets admit.
    package let people: Int?
    package let functions: [EventFunction]
    private let now: Instant

    /// - Parameter now: decides whether the event is going on.
    package init(of event: Event, in office: Office, now: Instant) throws {
        self.now = now
        self.event = event
        organizer = try office.organizers().first { $0.number == event.organizer }?.slug
        people = organizer == nil ? nil : try office.people(of: event)
        functions = organizer == nil ? [] : try office.functions(of: event)
    }

    /// How it stands, in words.
    package var status: String { EventView(event: event, now: now).status }

    /// The event's own members, and more.
    package var json: JSON {
        EventView(event: event, now: now).json.adding([
            ("organizer_slug", .optional(organizer)), ("people", .optional(people)),
            ("functions", .array(functions.map { FunctionView(function: $0, zone: event.zone).json })),
        ])
    }
}
