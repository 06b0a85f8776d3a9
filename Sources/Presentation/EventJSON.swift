package import Management
package import Ticketing

/// An event as JSON.
package struct EventJSON {
    package let event: Event
    /// The path of the poster’s largest file on the server; nil if the event has no poster.
    package let poster: String?
    /// The current time, which decides whether the event is happening now.
    package let now: Instant

    private init(event: Event, poster: StoredPicture?, now: Instant) {
        self.event = event
        self.poster = PictureVariant(width: .large, format: .jpeg).flatMap { poster?.path(of: $0) }
        self.now = now
    }

    /// Reads the poster of an event.
    package init(of event: Event, in services: ManagementServices, now: Instant) throws {
        self.init(event: event, poster: try services.pictures.posters(of: [event])[event.number], now: now)
    }

    /// Reads the posters of events.
    package static func all(
        _ events: [Event], in services: ManagementServices, now: Instant
    ) throws -> [EventJSON] {
        let posters = try services.pictures.posters(of: events)
        return events.map { EventJSON(event: $0, poster: posters[$0.number], now: now) }
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
        return .object(head + event.details.jsonMembers(in: event.zone) + [("poster", .optional(poster))] + times)
    }

    package var status: String {
        let phase = event.phase(at: now)
        let text = phase == .ongoing ? "published, happening now" : phase == .completed ? "completed" : phase.rawValue
        return event.deleted == nil ? text : "\(text), deleted"
    }

    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: event.zone)) }
}
