package import Management
package import Ticketing

/// The result of cancelling or deleting an event, as JSON.
package struct EventEndJSON {
    package let end: EventEndResult
    private let now: Instant

    /// - Parameter now: the current time, which decides whether the event is happening now.
    package init(end: EventEndResult, now: Instant) {
        self.end = end
        self.now = now
    }

    package var json: JSON {
        .object([
            ("event", EventJSON(event: end.event, now: now).json), ("tickets", .int(end.tickets)),
            ("notices", .int(end.notices)),
        ])
    }
}
