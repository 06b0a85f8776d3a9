package import Management
package import Ticketing

/// The result of cancelling or deleting an event, as JSON.
package struct EventEndJSON {
    package let end: EventEndResult
    package let unreached: UnreachedPeople
    private let now: Instant

    /// - Parameters:
    ///   - unreached: the people whom no message about the cancellation or deletion reaches.
    ///   - now: the current time, which decides whether the event is happening now.
    package init(end: EventEndResult, unreached: UnreachedPeople, now: Instant) {
        self.end = end
        self.unreached = unreached
        self.now = now
    }

    package var json: JSON {
        .object(
            [
                ("event", EventJSON(event: end.event, now: now).json), ("tickets", .int(end.tickets)),
                ("notices", .int(end.notices)),
            ] + UnreachedPeopleReport(unreached, zone: end.event.zone).members)
    }
}
