package import Ticketing

/// An event as JSON.
package struct EventJSON {
    package let event: Event
    /// The current time, which decides whether the event is happening now.
    package let now: Instant

    package init(event: Event, now: Instant) {
        self.event = event
        self.now = now
    }

    package var json: JSON {
        let head: [(String, JSON)] = [
            ("number", .int(event.number.rawValue)), ("slug", .string(event.slug)),
            ("organizer", .int(event.organizer.rawValue)), ("status", .string(event.status.rawValue)),
            ("phase", .string(event.phase(at: now).rawValue)), ("suite", .string(event.suite.name)),
        ]
        let times: [(String, JSON)] = [
            ("created", time(event.created)), ("published", time(event.published)),
            ("cancelled", time(event.cancelled)), ("deleted", time(event.deleted)),
        ]
        return .object(head + event.details.jsonMembers(in: event.zone) + times)
    }

    package var status: String {
        let phase = event.phase(at: now)
        let text = phase == .ongoing ? "published, happening now" : phase == .completed ? "completed" : phase.rawValue
        return event.deleted == nil ? text : "\(text), deleted"
    }

    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: event.zone)) }
}
