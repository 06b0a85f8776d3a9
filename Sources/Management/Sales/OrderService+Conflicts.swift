import Store
public import Ticketing

extension OrderService {
    /// The other events of the organizer that conflict with the event of an order: the buyer of the order has tickets
    /// for such an event, but can hardly attend it together with the order's event. At most five. Events that the user
    /// may not see are left out.
    public func conflicts(
        of order: Order, of event: Event
    ) throws -> [(event: Event, conflict: TicketConflict)] {
        try services.read(.showTickets, on: event) { connection in
            guard let address = order.contact else { return [] }
            return try connection.conflictingEvents(of: address, with: event, organizer: event.organizer)
                .filter { services.isWithinGrants($0.event) }
        }
    }
}

extension StoreConnection {
    /// The maximum number of other events that a warning names.
    private var maximumConflicts: Int { 5 }

    /// The other events that conflict with an event: the address has tickets for such an event, but one person can
    /// hardly attend it together with `event`. At most five.
    ///
    /// - Parameter organizer: the organizer of the events; nil for all organizers.
    func conflictingEvents(
        of address: String, with event: Event, organizer: OrganizerNumber? = nil
    ) throws -> [(event: Event, conflict: TicketConflict)] {
        guard let start = event.details.start, let end = event.details.end else { return [] }
        return try ticketConflicts.events(
            of: address, from: start.advanced(bySeconds: -TicketConflict.closeSeconds),
            to: end.advanced(bySeconds: TicketConflict.closeSeconds), except: event.number, organizer: organizer,
            limit: maximumConflicts
        ).compactMap { other in TicketConflict(event.details, other.details).map { (event: other, conflict: $0) } }
    }
}
