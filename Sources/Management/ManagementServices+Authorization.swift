import Store
public import Ticketing

extension ManagementServices {
    /// Throws an error unless the user is allowed to do an operation on an event. Web pages call this method before
    /// they ask for input.
    public func authorize(_ operation: Operation, on event: Event) throws { try read(operation, on: event) { _ in } }

    /// Throws an error unless the user is allowed to do an operation on an organizer.
    public func authorize(_ operation: Operation, in organizer: Organizer) throws {
        try read(operation, in: organizer.number) { _ in }
    }

    /// The user's role in an organizer; nil if the user is not a member. The grant of a device or API token can
    /// restrict the role's rights further.
    public func role(in organizer: OrganizerNumber) throws -> Role? {
        guard isWithinGrants(organizer) else { return nil }
        return try store.read { try $0.users.role(of: user.id, in: organizer) }
    }

    /// The user's rights in an organizer, restricted by the grant of a device or API token. Empty if the user is not a
    /// member.
    public func rights(in organizer: OrganizerNumber) throws -> Set<Role.Right> {
        guard isWithinGrants(organizer) else { return [] }
        return try store.read { try rights(in: organizer, $0) }
    }

    func rights(in organizer: OrganizerNumber, _ connection: any StoreConnection) throws -> Set<Role.Right> {
        guard let role = try connection.users.role(of: user.id, in: organizer) else { return [] }
        return rights(of: role)
    }
}
