import Store
public import Ticketing

extension Office {
    /// The events that the user may look at, by start: those of their organizers; for who is a member of none, those that
    /// are published for everybody. Of these they learn what the event says of itself, and can do nothing with them.
    public func visibleEvents() throws -> [Event] {
        try store.read { connection in
            guard try connection.users.isMember(user.id) else {
                return try connection.events.published().filter(isWithinGrants)
            }
            return try connection.events.all(of: user.id).filter { $0.deleted == nil && isWithinGrants($0) }
        }
    }

    /// One of them, named as in `event(named:)`.
    public func visibleEvent(named name: String) throws -> Event {
        try Event.one(named: name, among: try visibleEvents())
    }
}
