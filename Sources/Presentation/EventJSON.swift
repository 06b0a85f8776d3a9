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
        let details = event.details
        return .object([
            ("number", .int(event.number.rawValue)), ("slug", .string(event.slug)),
            ("organizer", .int(event.organizer.rawValue)), ("title", .string(details.title)),
            ("about", .optional(details.about)), ("status", .string(event.status.rawValue)),
            ("phase", .string(event.phase(at: now).rawValue)),
            ("suite", .string(event.suite.name)), ("kind", .string(details.kind.rawValue)),
            ("category", .string(details.category.rawValue)), ("venue", .optional(details.venue)),
            ("address", .optional(details.address)), ("city", .optional(details.city)),
            ("position", .optional(details.position?.description)),
            ("timezone", .string(details.timeZone)), ("doors", time(details.doors)), ("start", time(details.start)),
            ("end", time(details.end)), ("capacity", .optional(details.capacity)),
            ("minimum_age", .optional(details.minimumAge?.rawValue)), ("created", time(event.created)),
            ("poster", .optional(details.poster)), ("contact", .optional(details.contact)),
            ("published", time(event.published)), ("cancelled", time(event.cancelled)),
            ("deleted", time(event.deleted)), ("limit_inside", .optional(details.insideLimit)),
        ])
    }

    package var status: String {
        let phase = event.phase(at: now)
        let text = phase == .ongoing ? "published, happening now" : phase == .completed ? "completed" : phase.rawValue
        return event.deleted == nil ? text : "\(text), deleted"
    }

    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: event.zone)) }
}
