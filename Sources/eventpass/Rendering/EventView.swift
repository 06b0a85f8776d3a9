import Foundation
import Gate
import Ticketing

/// An event on the page and in JSON.
struct EventView {
    let event: Event
    /// The clock decides whether it is going on.
    var now = Instant.now()

    var json: JSON {
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
            ("deleted", time(event.deleted)),
        ])
    }

    /// - Parameter people: how many the standing tickets admit.
    func lines(people: Int) -> [String] {
        let details = event.details
        let sentences = Sentences(timeZone: event.zone)
        let place = [details.venue, details.address, details.city].compactMap(\.self).joined(separator: ", ")
        return [
            "event     \(details.title.visible)", "number    \(event.number)", "slug      \(event.slug)",
            "status    \(status)", "venue     \(place.isEmpty ? "–" : place.visible)",
            "doors     \(details.doors.map(sentences.moment) ?? "–")",
            "start     \(details.start.map(sentences.moment) ?? "–")",
            "end       \(details.end.map(sentences.moment) ?? "–")",
            "people    \(people) on tickets\(details.capacity.map { ", \($0) places" } ?? "")",
            "tokens    \(event.suite.name)",
        ]
    }

    private var status: String {
        let phase = event.phase(at: now)
        let words = phase == .ongoing ? "published, happening now" : phase == .completed ? "completed" : phase.rawValue
        return event.deleted == nil ? words : "\(words), deleted"
    }

    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: event.zone)) }
}
