import Store
public import Ticketing

/// The public view of an event.
public struct PublicEvent: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    /// The visible ticket types, in the order in which they are listed.
    public let types: [TicketTypeOnSale]
    /// The number of the event's edits, and the time of the last edit, which is nil if the event was never edited.
    /// Calendar files contain both.
    public let edits: (count: Int, last: Instant?)
}

extension Storefront {
    /// At most `limit` public events that are not over, ordered by start. Events in progress come first.
    public func events(
        _ search: EventSearch, after last: FoundEvent.Position? = nil, limit: Int
    ) throws -> [FoundEvent] {
        let (now, span) = (now(), search.span)
        return try store.read { connection in
            var found: [FoundEvent] = []
            var cursor = last?.position
            while found.count < limit {
                let part = try connection.eventTerms.page(
                    having: search.terms, from: max(span.from ?? now, now), to: span.to, most: search.maximumPrice,
                    after: cursor, limit: limit)
                for (event, position) in part.filter({ search.matchesDays($0.event) }).prefix(limit - found.count) {
                    let prices = try Storefront.prices(of: event, connection)
                    found.append(
                        FoundEvent(
                            event: event, cheapest: prices.cheapest, dearest: prices.dearest,
                            position: FoundEvent.Position(position)))
                }
                // The query finds the events of the searched days in all time zones (`EventSearch.span`). The filter
                // above removes events that are on other days in their own time zone. So fewer than `limit` events may
                // have been found. If the page was full, the next page can contain more.
                guard part.count == limit else { break }
                cursor = part.last?.position
            }
            return found
        }
    }

    /// The lowest and the highest price of the visible types. `cheapest` is nil if a type is free, or if no type is
    /// visible.
    private static func prices(
        of event: Event, _ connection: any StoreConnection
    ) throws -> (cheapest: Money?, dearest: Money?) {
        let visible = try connection.ticketTypes.all(of: event.number).filter { !$0.isHidden }.map(\.price)
        let prices = visible.compactMap(\.self).filter { $0.minorUnits > 0 }.sorted { $0.minorUnits < $1.minorUnits }
        return (prices.count < visible.count ? nil : prices.first, prices.last)
    }

    /// Finds a public event by slug or number, even if it is over, or was cancelled after publication. Nil for all
    /// other events.
    public func event(named name: String) throws -> PublicEvent? {
        let now = now()
        return try store.read { connection in
            guard let event = try Storefront.event(named: name, connection)?.forVisitors, event.isPublic else {
                return nil
            }
            return PublicEvent(
                event: event, organizer: try Storefront.organizer(of: event, connection),
                types: try TicketTypeService.onSale(event, at: now, connection).filter { !$0.type.isHidden },
                edits: try EventService.edits(of: event.number, connection))
        }
    }

    private static func event(named name: String, _ connection: any StoreConnection) throws -> Event? {
        // Names with characters that no slug contains are not looked up. One such character is NUL, which a database
        // server rejects.
        guard name.utf8.count <= 2 * Slug.maximumLength, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return nil
        }
        // Numbers are looked up first: an old slug of digits must not hide the event with that number.
        if let event = try UInt32(name).flatMap(EventNumber.init).flatMap({ try connection.events.with(number: $0) }) {
            return event
        }
        return try connection.events.with(slug: name)
    }

    static func organizer(of event: Event, _ connection: any StoreConnection) throws -> String {
        try connection.organizers.with(number: event.organizer)?.name ?? ""
    }
}

extension Event {
    /// Whether the public is allowed to see the event.
    package var isPublic: Bool {
        guard details.kind == .public, deleted == nil else { return false }
        switch status {
        case .published: return true
        case .cancelled: return published != nil
        case .draft: return false
        }
    }

    /// The event as visitors with a link see it. A deleted event appears to them as cancelled, because the
    /// messages about the deletion say that it is cancelled. But an event that was over before it was deleted does not appear as
    /// cancelled.
    package var forVisitors: Event {
        guard let deleted else { return self }
        return with { event in
            event.deleted = nil
            guard details.end.map({ deleted < $0 }) ?? true else { return }
            event.status = .cancelled
            event.cancelled = cancelled ?? deleted
        }
    }

    /// The reason why visitors can no longer order tickets or answer invitations; nil while visitors can do so.
    func closedReason(at now: Instant) -> StorefrontError? {
        if status == .cancelled { return .eventCancelled }
        return details.end.map { now >= $0 } ?? false ? .eventOver : nil
    }
}
