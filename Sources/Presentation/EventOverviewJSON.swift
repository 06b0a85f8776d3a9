package import Management
package import Ticketing

/// An event with its organizer, people and sub-events, as JSON.
package struct EventOverviewJSON {
    package let event: Event
    /// The path of the poster’s largest file on the server; nil if the event has no poster.
    package var poster: String? { members.poster }
    /// The slug of the event's organizer; nil if the user is not a member of the organizer.
    package let organizer: String?
    /// The number of people whom the active tickets admit; nil if the user is not a member of the organizer.
    package let people: Int?
    package let subEvents: [SubEvent]
    private let members: EventJSON

    /// Reads the poster, organizer, people and sub-events of an event.
    ///
    /// - Parameter now: the current time, which decides whether the event is happening now.
    package init(of event: Event, in services: ManagementServices, now: Instant) throws {
        self.event = event
        members = try EventJSON(of: event, in: services, now: now)
        organizer = try services.organizers.organizers().first { $0.number == event.organizer }?.slug
        people = organizer == nil ? nil : try services.tickets.admittedPeople(of: event)
        subEvents = organizer == nil ? [] : try services.subEvents.subEvents(of: event)
    }

    /// The fields that the overviews (at the desk and on the command line) show in a special form, for example several
    /// fields in one line. Both overviews must show each of these fields. Each other field is shown with its label.
    package static let fieldsWithOwnForm: Set = [
        "title", "about", "kind", "category", "minimum_age", "venue", "address", "city", "position", "timezone",
        "doors", "start", "end", "capacity", "limit_inside", "contact", "answer_by", "pay_by", "entry_confirmation",
        "first_partner", "second_partner",
    ]

    /// The event's status in words.
    package var status: String { members.status }

    /// The members of `EventJSON`, and the organizer's slug, the number of people and the sub-events.
    package var json: JSON {
        members.json.adding([
            ("organizer_slug", .optional(organizer)), ("people", .optional(people)),
            ("sub_events", .array(subEvents.map { SubEventJSON(subEvent: $0, zone: event.zone).json })),
        ])
    }
}
