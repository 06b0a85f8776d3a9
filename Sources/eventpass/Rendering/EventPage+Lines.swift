import Foundation
import Gate
import Presenting
import Ticketing

extension EventOverviewJSON {
    /// The event's details. Empty fields are left out, unless publishing requires them.
    var lines: [String] {
        let details = event.details
        let place = [details.venue, details.address, details.city].compactMap(\.self).joined(separator: ", ")
        let fields: [(String, String?)] = [
            ("event", details.title), ("number", "\(event.number)"), ("slug", event.slug),
            ("organizer", organizer.map { "\($0) (\(event.organizer))" }), ("status", status),
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
        return fields.compactMap { name, value in value.map { EventOverviewJSON.line(name, $0) } }
            + functions.map { EventOverviewJSON.line("function", summary($0)) }
    }

    private func summary(_ function: EventFunction) -> String {
        let details = function.details
        let times = [details.start, details.end].map { time($0) ?? "–" }
        let hours = details.start == nil && details.end == nil ? nil : times.joined(separator: " to ")
        let limit = details.capacity.map { "at most \($0) inside" }
        let known = [hours, details.venue, limit, details.note].compactMap(\.self)
        return (["\(function.number) \(function.name), \(details.kind.rawValue)"] + known).joined(separator: ", ")
    }

    private func time(_ instant: Instant?) -> String? { instant.map(VerdictSentences(timeZone: event.zone).moment) }

    private static func line(_ name: String, _ value: String) -> String {
        name.padding(toLength: 11, withPad: " ", startingAt: 0) + value.visible
    }
}
