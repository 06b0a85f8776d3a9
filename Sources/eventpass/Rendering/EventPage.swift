import Foundation
import Gate
import Management
import Ticketing

/// One event with what belongs to it: on the page and in JSON the same.
struct EventPage {
    let event: Event
    /// The slug; nil for who is no member of it, and learns no more than the event says of itself.
    let organizer: String?
    /// How many the standing tickets admit.
    let people: Int?
    let functions: [EventFunction]

    init(of event: Event, in office: Office) throws {
        self.event = event
        organizer = try office.organizers().first { $0.number == event.organizer }?.slug
        people = organizer == nil ? nil : try office.people(of: event)
        functions = organizer == nil ? [] : try office.functions(of: event)
    }

    /// The event's own members, and more.
    var json: JSON {
        EventView(event: event).json.adding([
            ("organizer_slug", .optional(organizer)), ("people", .optional(people)),
            ("functions", .array(functions.map { FunctionView(function: $0, zone: event.zone).json })),
        ])
    }

    /// What is not there has no line, but for what publishing needs.
    var lines: [String] {
        let details = event.details
        let place = [details.venue, details.address, details.city].compactMap(\.self).joined(separator: ", ")
        let fields: [(String, String?)] = [
            ("event", details.title), ("number", "\(event.number)"), ("slug", event.slug),
            ("organizer", organizer.map { "\($0) (\(event.organizer))" }), ("status", EventView(event: event).status),
            ("kind", "\(details.kind.rawValue), \(details.category.rawValue)"), ("about", details.about),
            ("venue", place.isEmpty ? "–" : place), ("position", details.position?.description),
            ("timezone", details.timeZone), ("doors", time(details.doors)), ("start", time(details.start) ?? "–"),
            ("end", time(details.end) ?? "–"),
            (
                "people",
                people.map {
                    "\($0) on tickets\(details.capacity.map { ", \($0) places" } ?? "")"
                }
            ),
            ("inside", details.insideLimit.map { "at most \($0) people at once" }),
            ("age", details.minimumAge.map { "from \($0.rawValue)" }), ("poster", details.poster),
            ("contact", details.contact), ("tokens", event.suite.name), ("created", time(event.created)),
            ("published", time(event.published)), ("cancelled", time(event.cancelled)),
            ("deleted", time(event.deleted)),
        ]
        return fields.compactMap { name, value in value.map { EventPage.line(name, $0) } }
            + functions.map { EventPage.line("function", words($0)) }
    }

    private func words(_ function: EventFunction) -> String {
        let details = function.details
        let times = [details.start, details.end].map { time($0) ?? "–" }
        let hours = details.start == nil && details.end == nil ? nil : times.joined(separator: " to ")
        let limit = details.capacity.map { "at most \($0) inside" }
        let known = [hours, details.venue, limit, details.note].compactMap(\.self)
        return (["\(function.number) \(function.name), \(details.kind.rawValue)"] + known).joined(separator: ", ")
    }

    private func time(_ instant: Instant?) -> String? { instant.map(Sentences(timeZone: event.zone).moment) }

    private static func line(_ name: String, _ value: String) -> String {
        name.padding(toLength: 11, withPad: " ", startingAt: 0) + value.visible
    }
}
