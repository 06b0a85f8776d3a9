public import Ticketing

extension Office {
    /// Refuses who may not do an operation at an event, before anything else is asked of them.
    public func authorize(_ operation: Operation, on event: Event) throws { try look(operation, on: event) { _ in } }

    /// Refuses who may not do an operation in an organizer.
    public func authorize(_ operation: Operation, in organizer: Organizer) throws {
        try look(operation, in: organizer.number) { _ in }
    }

    /// What the user is in an organizer; nil where they are no member. What they were lent may be less.
    public func role(in organizer: OrganizerNumber) throws -> Role? {
        guard isWithinGrants(organizer) else { return nil }
        return try store.read { try $0.users.role(of: user.id, in: organizer) }
    }
}
