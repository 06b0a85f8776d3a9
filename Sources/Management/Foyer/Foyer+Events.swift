import Store
public import Ticketing

/// An event as everybody may see it.
public struct PublicEvent: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    /// The types that are not hidden, by number, and whether each is on sale.
    public let types: [TicketTypeOnSale]
    /// How often the event was edited or moved, and when last; for calendars.
    public let edits: (count: Int, last: Instant?)
}

extension Foyer {
    /// At most `limit` public events that are not over, by start; those that go on are first.
    public func events(
        _ search: EventSearch, after last: FoundEvent.Position? = nil, limit: Int
    ) throws -> [FoundEvent] {
        let (now, span) = (now(), search.span)
        return try store.read { connection in
            var found: [FoundEvent] = []
            var place = last?.position
            while found.count < limit {
                let part = try connection.eventTerms.page(
                    having: search.terms, from: max(span.from ?? now, now), to: span.to, most: search.most,
                    after: place, limit: limit)
                for (event, position) in part.filter({ search.isOnItsDays($0.event) }).prefix(limit - found.count) {
                    let prices = try Foyer.prices(of: event, connection)
                    found.append(
                        FoundEvent(
                            event: event, cheapest: prices.cheapest, dearest: prices.dearest,
                            position: FoundEvent.Position(position)))
                }
                // Of the days around, some are left out.
                guard part.count == limit else { break }
                place = part.last?.position
            }
            return found
        }
    }

    /// Of the types that are shown. The cheapest is nil where one costs nothing, or where there is none.
    private static func prices(
        of event: Event, _ connection: any StoreConnection
    ) throws -> (cheapest: Money?, dearest: Money?) {
        let shown = try connection.ticketTypes.all(of: event.number).filter { !$0.isHidden }.map(\.price)
        let prices = shown.compactMap(\.self).filter { $0.minorUnits > 0 }.sorted { $0.minorUnits < $1.minorUnits }
        return (prices.count < shown.count ? nil : prices.first, prices.last)
    }

    /// A public event, by its slug or its whole number: also when it is over, or was cancelled after it was published. Nil
    /// for every other.
    public func event(named name: String) throws -> PublicEvent? {
        let now = now()
        return try store.read { connection in
            guard let event = try Foyer.event(named: name, connection), event.isForEverybody else { return nil }
            return PublicEvent(
                event: event, organizer: try Foyer.organizer(of: event, connection),
                types: try Office.onSale(event, at: now, connection).filter { !$0.type.isHidden },
                edits: try Office.edits(of: event.number, connection))
        }
    }

    private static func event(named name: String, _ connection: any StoreConnection) throws -> Event? {
        // What no slug has, no store is asked for: servers take no NUL.
        guard name.utf8.count <= 2 * Slug.maximumLength, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return nil
        }
        // The number first: an old slug may be digits alone, and must not stand before another event's number.
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
    /// Whether people whom nobody knows may read of it.
    var isForEverybody: Bool {
        guard details.kind == .public, deleted == nil else { return false }
        switch status {
        case .published: return true
        case .cancelled: return published != nil
        case .draft: return false
        }
    }

    /// Why nothing can be done about it any more.
    func over(at now: Instant) -> FoyerError? {
        if status == .cancelled { return .eventCancelled }
        return details.end.map { now >= $0 } ?? false ? .eventOver : nil
    }
}
