package import Management
package import Ticketing

/// The result of cancelling or deleting an event, as JSON.
package struct EventEndJSON {
    package let end: EventEndResult
    package let unreached: UnreachedPeople
    private let event: EventJSON

    /// Reads the poster of the event, and the people whom no message about the cancellation or deletion reaches.
    ///
    /// - Parameter now: the current time, which decides whether the event is happening now.
    package init(end: EventEndResult, in services: ManagementServices, now: Instant) throws {
        self.end = end
        unreached = try services.notices.unreached(after: end)
        event = try EventJSON(of: end.event, in: services, now: now)
    }

    package var json: JSON {
        .object(
            [
                ("event", event.json), ("tickets", .int(end.tickets)),
                ("notices", .int(end.notices)),
            ] + UnreachedPeopleReport(unreached, zone: end.event.zone).members)
    }
}
