import Store
public import Ticketing

extension EventService {
    /// The events that the user may see, in the order of their start times. Members see the events of their organizers.
    /// A user who is not a member of any organizer sees the published public events, but only their public details.
    public func visibleEvents() throws -> [Event] {
        try services.store.read { connection in
            guard try connection.users.isMember(services.user.id) else {
                return try connection.events.published().filter(services.isWithinGrants)
            }
            return try connection.events.all(of: services.user.id).filter {
                $0.deleted == nil && services.isWithinGrants($0)
            }
        }
    }

    /// Finds an event that the user may see, in the same way as `event(named:)`.
    public func visibleEvent(named name: String) throws -> Event {
        try Event.find(named: name, among: try visibleEvents())
    }
}
