package import Store
package import Ticketing

/// An event that a message suggests, with its current prices.
package struct SuggestedEvent: Sendable {
    package let found: FoundEvent
    package let reason: EventSuggestion.Reason
}

/// Chooses the events that messages suggest to one recipient, and checks whether the recipient can still book them.
package struct SuggestedEvents {
    /// The maximum number of booked events that are read for each address of the recipient. Events that begin later are
    /// read first.
    private static let mostBooked = 100
    /// The maximum number of current events that `held` reads for each address of the recipient.
    private static let mostHeld = 1000

    private let recipient: MessageRecipient
    private let now: Instant
    private let connection: any StoreConnection

    package init(for recipient: MessageRecipient, at now: Instant, _ connection: any StoreConnection) {
        self.recipient = recipient
        self.now = now
        self.connection = connection
    }

    func booked() throws -> [BookedEvent] {
        let all = try recipient.addresses.flatMap {
            try connection.ticketsOfAddress.booked(by: $0, limit: SuggestedEvents.mostBooked)
        }
        return Array(Set(all))
    }

    /// - Parameter candidates: all events that can be suggested to anybody.
    func chosen(
        for kind: Notice.Kind, of candidates: SuggestionCandidates, after booked: [BookedEvent]
    ) throws -> [EventSuggestion] {
        // A recipient without booked events gets no suggestions, so nothing more is read.
        guard !booked.isEmpty else { return [] }
        let (held, born) = (try held(), try born())
        return try EventSuggestion.chosen(for: kind, of: candidates, after: booked) { number in
            try offer(number, held, born) != nil
        }
    }

    /// The events that a notice suggests and that the recipient can still book. For a notice about popular events, only
    /// the events that are still popular, and still in or near the city that the notice names.
    package func current(_ notice: Notice) throws -> [SuggestedEvent] {
        let suggestions = notice.suggestions
        guard !suggestions.isEmpty else { return [] }
        let (held, born) = (try held(), try born())
        let city = notice.kind == .popularNearYou ? notice.payload[Notice.suggestionCityName] : nil
        let area = try city.flatMap { try Storefront.area(of: EventSearch(near: $0), at: now, connection) }
        return try suggestions.compactMap { suggestion in
            guard let event = try offer(suggestion.event, held, born), let start = event.details.start,
                let currentReason = try reason(for: event, suggestion, notice.kind, city, area)
            else { return nil }
            let position = EventTerms.Position(anchor: start, event: event.number)
            return SuggestedEvent(
                found: try Storefront.found(event, at: position, now, connection), reason: currentReason)
        }
    }

    /// The reason for which a notice suggests an event now. Nil if the notice is about popular events, and the event is
    /// no longer popular, or no longer in or near the city that the notice names.
    ///
    /// - Parameters:
    ///   - city: the city that a notice about popular events names.
    ///   - area: the area around this city; nil if no event in the city has a position.
    private func reason(
        for event: Event, _ suggestion: EventSuggestion, _ kind: Notice.Kind, _ city: String?, _ area: EventTerms.Area?
    ) throws -> EventSuggestion.Reason? {
        guard kind == .popularNearYou else { return suggestion.reason }
        guard let city, try connection.eventCandidates.sales(of: event.number).isPopular else { return nil }
        if event.details.city?.folded == city.folded { return .city }
        guard let area, let position = event.details.position,
            area.center.kilometres(to: position) <= Double(area.kilometres)
        else { return nil }
        return .nearby
    }

    /// The events that are not over and for which the recipient has a ticket, an order or a guest’s code.
    private func held() throws -> Set<EventNumber> {
        Set(
            try recipient.addresses.flatMap {
                try connection.ticketsOfAddress.events(of: $0, notOverAt: now, limit: SuggestedEvents.mostHeld)
            })
    }

    private func born() throws -> CalendarDay? {
        try recipient.addresses.compactMap { address in
            try EmailAddress(rawValue: address).flatMap { try connection.users.with(email: $0) }?.birthDate
        }.first
    }

    /// An event that the recipient can book: a published public event that has not begun, with a ticket type that can
    /// be booked and for which the recipient is not known to be too young. Nil for all other events.
    private func offer(_ number: EventNumber, _ held: Set<EventNumber>, _ born: CalendarDay?) throws -> Event? {
        guard !held.contains(number), let event = try connection.events.with(number: number), event.isPublic,
            event.status == .published, let start = event.details.start, start > now
        else { return nil }
        let today = CalendarDay(now, in: event.zone)
        let isOffered = try VisitorReservations.offers(of: event, at: now, connection).types.contains { offered in
            guard offered.counts != nil else { return false }
            guard let born, let limit = AgeLimit(of: event, types: [offered.type], today: today) else { return true }
            return limit.allows(born: born)
        }
        return isOffered ? event : nil
    }
}
