import Store
public import Ticketing

/// A public event that other websites can show.
public struct EmbeddableEvent: Sendable {
    public let found: FoundEvent
    /// The poster and the logo.
    public let pictures: [StoredPicture]
    /// The websites that may show the event.
    public let origins: [WebOrigin]
}

extension Storefront {
    /// Finds a public event by slug or number, like `event(named:)`. Nil also if the event has no start.
    public func embeddableEvent(named name: String) throws -> EmbeddableEvent? {
        guard let known = try self.event(named: name), let start = known.event.details.start else { return nil }
        let event = known.event
        let now = now()
        return try store.read { connection in
            let position = EventTerms.Position(anchor: start, event: event.number)
            return EmbeddableEvent(
                found: try Storefront.found(event, at: position, now, connection), pictures: known.pictures,
                origins: try connection.organizers.with(number: event.organizer)?.details.embedOrigins ?? [])
        }
    }
}
