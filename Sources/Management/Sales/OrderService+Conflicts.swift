import Store
public import Ticketing

extension OrderService {
    /// The conflicts of an order: other events of the organizer for which the buyer has tickets. These events overlap
    /// with the event of the order, or are too close to it in time (`TicketConflict`). The result has at most five
    /// events. Events that the user may not see are left out.
    public func conflicts(
        of order: Order, of event: Event
    ) throws -> [(event: Event, conflict: TicketConflict)] {
        // A visitor can enter any address. So for a visitor's reservation, only the address to which the confirmation
        // link was sent counts.
        try conflicts(
            of: order.confirmation.map { [$0.address] } ?? [order.buyer.email, order.buyer.phone], with: event)
    }

    /// The conflicts (`conflicts(of:of:)`) of a buyer who has no order yet. The e-mail address and the phone number are
    /// given as the user typed them. An invalid address or number is ignored.
    public func conflicts(
        of buyer: Buyer, with event: Event
    ) throws -> [(event: Event, conflict: TicketConflict)] {
        let buyer = buyer.normalized
        return try conflicts(of: [buyer.email, buyer.phone], with: event)
    }

    /// The conflicts of an order that is to be created. Empty if an earlier request with the same idempotency key has
    /// created the order, because `createOrder` then returns that order.
    ///
    /// - Parameter request: the idempotency key; nil for a request that is never repeated.
    /// - Throws: `SalesError.orderFaults` with all faults of the input, so that a person is not asked about the
    ///   conflicts of an order that cannot be created.
    public func conflicts(
        ofNew draft: OrderDraft, of event: Event, request: String? = nil
    ) throws -> [(event: Event, conflict: TicketConflict)] {
        let isRepeated = try services.read(.showTickets, on: event) { connection in
            if let request, try connection.orders.with(request: request, of: event.number) != nil { return true }
            let current = try connection.events.with(number: event.number) ?? event
            let types = try connection.ticketTypes.all(of: event.number)
            let faults = draft.faults(of: current, types: types, at: services.now())
            guard faults.isEmpty else { throw SalesError.orderFaults(faults) }
            return false
        }
        return isRepeated ? [] : try conflicts(of: draft.buyer, with: event)
    }

    private func conflicts(
        of addresses: [String?], with event: Event
    ) throws -> [(event: Event, conflict: TicketConflict)] {
        try services.read(.showTickets, on: event) { connection in
            try connection.conflictingEvents(
                of: addresses.compactMap(\.self), with: event, organizer: event.organizer
            ).filter { services.isWithinGrants($0.event) }
        }
    }
}

extension StoreConnection {
    private var maximumConflicts: Int { 5 }
    /// The maximum number of other events that are read for one address.
    private var maximumEvents: Int { 50 }

    /// The other events for which one of the addresses has tickets, and which overlap with `event` or are too close to
    /// it in time (`TicketConflict`). The result has at most five events, sorted by start.
    ///
    /// - Parameters:
    ///   - addresses: e-mail addresses and phone numbers of one person.
    ///   - organizer: the organizer of the events; nil for all organizers.
    func conflictingEvents(
        of addresses: [String], with event: Event, organizer: OrganizerNumber? = nil
    ) throws -> [(event: Event, conflict: TicketConflict)] {
        guard let (start, end) = TicketConflict.period(of: event.details) else { return [] }
        var events: [EventNumber: Event] = [:]
        for address in Set(addresses) {
            for other in try ticketConflicts.events(
                of: address, from: start.advanced(bySeconds: -TicketConflict.longestTravelSeconds),
                to: end.advanced(bySeconds: TicketConflict.longestTravelSeconds), except: event.number,
                organizer: organizer, limit: maximumEvents)
            {
                events[other.number] = other
            }
        }
        let sorted = events.values.sorted { (first, second) in
            let starts = (first.details.start ?? start, second.details.start ?? start)
            return (starts.0, first.number.rawValue) < (starts.1, second.number.rawValue)
        }
        let found = sorted.compactMap { other in
            TicketConflict(event.details, other.details).map { (event: other, conflict: $0) }
        }
        return Array(found.prefix(maximumConflicts))
    }
}
