import Store
public import Ticketing

/// The data of an organizer that visitors can see.
public struct PublicOrganizer: Sendable {
    public let name: String
    public let slug: String
    /// The picture of the organizer; nil if the organizer has no picture.
    public let picture: StoredPicture?
    /// The contact for the public; nil if the organizer has given none.
    public let contact: PublicContact?
    /// The description, the links, and the websites that may show the events.
    public let details: OrganizerDetails
    /// The organizer's public events that are not over, ordered by start.
    public let events: [FoundEvent]
}

/// The data of an organizer that the public page of an event shows.
public struct OrganizerCard: Sendable {
    public let name: String
    public let slug: String
    /// The picture of the organizer; nil if the organizer has no picture.
    public let picture: StoredPicture?
    /// The number of the organizer's public events that are not over; at most `Storefront.mostListed` + 1.
    public let upcoming: Int
}

/// A public event in a feed.
public struct FeedEvent: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    /// See `PublicEvent.edits`.
    public let edits: (count: Int, last: Instant?)
}

extension Storefront {
    /// The maximum number of events from which recommendations are chosen. The sitemap has the same maximum.
    public static let mostCandidates = 10_000
    /// The maximum number of events on an organizer's page and in a feed.
    public static let mostListed = 100
    /// The maximum distance of a place from the middle of its city, in kilometres. A place that is further away from
    /// every city belongs to no city.
    public static let cityRadius = 100.0

    /// The events from which recommendations are chosen.
    public func candidates() throws -> [EventCandidate] {
        let now = now()
        return try store.read { try $0.eventCandidates.upcoming(at: now, limit: Storefront.mostCandidates) }
    }

    /// The public events with the given numbers that are not over, in the given order. All other events are left out.
    public func events(_ numbers: [EventNumber]) throws -> [FoundEvent] {
        let now = now()
        return try store.read { connection in
            try numbers.compactMap { number in
                guard let event = try connection.events.with(number: number) else { return nil }
                return try Storefront.upcoming(event, at: now, connection)
            }
        }
    }

    /// At most `limit` events that are similar to an event: events of the same category that are not over. Events in
    /// the same city come first; within each group, events are ordered by start.
    public func similar(to event: Event, limit: Int) throws -> [FoundEvent] {
        let (now, category) = (now(), event.details.category)
        let city = event.details.city?.folded ?? ""
        var searches: [[[EventTerms.Term]]] = [[[.category(category)]]]
        if !city.isEmpty { searches.insert([[.category(category)], [.city(city)]], at: 0) }
        return try store.read { [searches] connection in
            var chosen: [(event: Event, position: EventTerms.Position)] = []
            for terms in searches where chosen.count < limit {
                // The search can find the event itself, and events that were already chosen.
                let found = try connection.eventTerms.page(
                    EventTerms.Query(terms: terms, from: now), after: nil, limit: limit + chosen.count + 1)
                let known = Set(chosen.map(\.event.number)).union([event.number])
                chosen += found.filter { !known.contains($0.event.number) }.prefix(limit - chosen.count)
            }
            return try chosen.map { try Storefront.found($0.event, at: $0.position, now, connection) }
        }
    }

    /// The organizer with a slug. Nil if there is no such organizer, or if the organizer has no published public event,
    /// past or future.
    public func organizer(named slug: String) throws -> PublicOrganizer? {
        let now = now()
        return try store.read { connection in
            guard let organizer = try Storefront.organizer(slug: slug, connection) else { return nil }
            let events = try connection.events.published(
                of: organizer.number, endingAfter: now, limit: Storefront.mostListed)
            return PublicOrganizer(
                name: organizer.name, slug: organizer.slug,
                picture: try connection.pictures.with(role: .organizer, of: .organizer(organizer.number)),
                contact: try connection.organizers.detail(of: .contact, organizer: organizer.number).map {
                    PublicContact(fields: $0.fields)
                },
                details: organizer.details,
                events: try events.compactMap { try Storefront.upcoming($0, at: now, connection) })
        }
    }

    /// The organizer of an event; nil if the organizer has no public page.
    public func organizerCard(of event: Event) throws -> OrganizerCard? {
        let now = now()
        return try store.read { connection in
            guard try connection.events.hasPublicEvent(event.organizer),
                let organizer = try connection.organizers.with(number: event.organizer)
            else { return nil }
            return OrganizerCard(
                name: organizer.name, slug: organizer.slug,
                picture: try connection.pictures.with(role: .organizer, of: .organizer(organizer.number)),
                upcoming: try connection.events.publishedCount(
                    of: organizer.number, endingAfter: now, limit: Storefront.mostListed + 1))
        }
    }

    /// The events of a feed: public events that are not over, ordered by start.
    ///
    /// - Parameter slug: the slug of the organizer of these events; nil for all organizers.
    /// - Returns: nil if the organizer is unknown to the public.
    public func feed(ofOrganizer slug: String? = nil) throws -> [FeedEvent]? {
        let now = now()
        return try store.read { connection in
            let events: [Event]
            if let slug {
                guard let organizer = try Storefront.organizer(slug: slug, connection) else { return nil }
                events = try connection.events.published(
                    of: organizer.number, endingAfter: now, limit: Storefront.mostListed)
            } else {
                events = try connection.eventTerms.page(
                    EventTerms.Query(from: now), after: nil, limit: Storefront.mostListed
                ).map(\.event)
            }
            return try events.map {
                FeedEvent(
                    event: $0, organizer: try Storefront.organizer(of: $0, connection),
                    edits: try EventService.edits(of: $0.number, connection))
            }
        }
    }

    /// The paths of the pages of public events that are not over, followed by the paths of their organizers’ pages.
    public func publicPaths() throws -> [String] {
        let now = now()
        return try store.read { connection in
            let pages = try connection.events.publicSlugs(endingAfter: now, limit: Storefront.mostCandidates)
            let organizers = Set(pages.map(\.organizer)).sorted()
            return pages.map { "/events/\($0.event)" } + organizers.map { "/organizers/\($0)" }
        }
    }

    /// The area around the city of a search. Nil if the search names no city, or if no event in the city has a
    /// position.
    static func area(
        of search: EventSearch, at now: Instant, _ connection: any StoreConnection
    ) throws -> EventTerms.Area? {
        let city = search.near.folded
        guard !city.isEmpty else { return nil }
        let events = try connection.eventTerms.page(
            EventTerms.Query(terms: [[.city(city)]], from: now), after: nil, limit: mostListed)
        return Coordinates.center(ofCityWithEventsAt: events.map(\.event.details.position)).map {
            EventTerms.Area(city: city, center: $0, kilometres: Interests.standardDistance)
        }
    }

    private static func upcoming(
        _ event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> FoundEvent? {
        guard event.isPublic, event.status == .published, let start = event.details.start,
            let end = event.details.end, end > now
        else { return nil }
        return try found(event, at: EventTerms.Position(anchor: start, event: event.number), now, connection)
    }

    private static func organizer(slug: String, _ connection: any StoreConnection) throws -> Organizer? {
        guard slug.utf8.count <= 2 * Slug.maximumLength, slug.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let organizer = try connection.organizers.with(slug: slug),
            try connection.events.hasPublicEvent(organizer.number)
        else { return nil }
        return organizer
    }
}
