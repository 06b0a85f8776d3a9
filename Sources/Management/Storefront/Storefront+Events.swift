import Store
public import Ticketing

/// The public view of an event.
public struct PublicEvent: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    /// The poster and the logo.
    public let pictures: [StoredPicture]
    /// The visible ticket types, in the order in which they are listed.
    public let types: [VisitorOffer]
    public let badges: [EventBadge]
    /// The number of the event's edits, and the time of the last edit, which is nil if the event was never edited.
    public let edits: (count: Int, last: Instant?)
}

extension Storefront {
    /// At most `limit` public events that are not over, ordered by start. Events in progress come first.
    public func events(
        _ search: EventSearch, after last: FoundEvent.Position? = nil, limit: Int
    ) throws -> [FoundEvent] {
        let now = now()
        return try store.read { connection in
            let area = try Storefront.area(of: search, at: now, connection)
            let query = try search.query(at: now, in: area, connection.searchWords)
            var found: [FoundEvent] = []
            var cursor = last?.position
            while found.count < limit {
                let part = try connection.eventTerms.page(query, after: cursor, limit: limit)
                let matching = part.filter { search.matches($0.event, at: now, in: area) }
                for (event, position) in matching.prefix(limit - found.count) {
                    found.append(try Storefront.found(event, at: position, now, connection))
                }
                // The query finds events that are on the searched days in any time zone, and in a rectangle around the
                // searched city. The filter above removes events that are on other days in their own time zone, or too
                // far away. So fewer than `limit` events may be left. If the query returned `limit` events, the next
                // page of the query can contain more.
                guard part.count == limit else { break }
                cursor = part.last?.position
            }
            return found
        }
    }

    /// An event with its prices and badges.
    static func found(
        _ event: Event, at position: EventTerms.Position, _ now: Instant, _ connection: any StoreConnection
    ) throws -> FoundEvent {
        let offers = try VisitorReservations.offers(of: event, at: now, connection)
        let types = offers.types
        let prices = types.compactMap(\.type.price).filter { $0.minorUnits > 0 }
            .sorted { $0.minorUnits < $1.minorUnits }
        return FoundEvent(
            event: event, hasTypes: !types.isEmpty, cheapest: prices.count < types.count ? nil : prices.first,
            dearest: prices.last, badges: offers.badges(of: event, at: now),
            isReservable: types.contains { $0.reservable != nil },
            poster: try connection.pictures.with(role: .poster, of: event.number),
            position: FoundEvent.Position(position))
    }

    /// Finds a public event by slug or number, even if it is over, or was cancelled or deleted after publication. Nil
    /// for all other events.
    public func event(named name: String) throws -> PublicEvent? {
        let now = now()
        return try store.read { connection in
            guard let event = try Storefront.event(named: name, connection)?.forVisitors, event.isPublic else {
                return nil
            }
            let offers = try VisitorReservations.offers(of: event, at: now, connection)
            return PublicEvent(
                event: event, organizer: try Storefront.organizer(of: event, connection),
                pictures: try connection.pictures.all(of: event.number), types: offers.types,
                badges: offers.badges(of: event, at: now),
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

    /// The event as visitors with a link see it. A deleted event appears to them as cancelled, because the messages
    /// about the deletion say that it is cancelled. But an event that was over before it was deleted does not appear as
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
