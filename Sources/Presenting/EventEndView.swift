package import Management
package import Ticketing

/// A cancelled or deleted event in JSON.
package struct EventEndView {
    package let end: EventEnd
    private let now: Instant

    /// - Parameter now: decides whether the event is going on.
    package init(end: EventEnd, now: Instant) {
        self.end = end
        self.now = now
    }

    package var json: JSON {
        .object([
            ("event", EventView(event: end.event, now: now).json), ("tickets", .int(end.tickets)),
            ("notices", .int(end.notices)),
        ])
    }
}
