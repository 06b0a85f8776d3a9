package import Languages
package import Ticketing

/// Another event for which the buyer of an order has tickets, and the reason why the buyer can hardly attend both
/// events.
package struct TicketConflictJSON {
    private let event: Event
    private let conflict: TicketConflict

    package init(_ other: (event: Event, conflict: TicketConflict)) { (event, conflict) = other }

    package var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("title", .string(event.details.title)),
            ("start", .optional(event.details.start?.iso8601(in: event.zone))),
            ("end", .optional(event.details.end?.iso8601(in: event.zone))), ("conflict", .string(conflict.rawValue)),
        ])
    }

    /// A warning for the members of the organizer.
    ///
    /// - Parameter text: formats a time in the time zone of the other event.
    package func sentence(_ text: (Instant) -> String) -> Sentence {
        let times = [event.details.start, event.details.end].compactMap { $0.map(text) }
        let key: DeskSaleSentence =
            switch conflict {
            case .sameTime: .conflictSameTime
            case .overlap: .conflictOverlap
            case .close: .conflictClose
            case .far: .conflictFar
            }
        return Sentence(
            key, ["event": .text(event.details.title.visible), "time": .text(times.joined(separator: " – "))])
    }
}
